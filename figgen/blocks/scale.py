"""From a number to a colour: shares go from pale to full, scores in two colours away from zero."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from figgen.errors import AuthorError
from figgen.running.values import Value

FAINTEST = 0.05
STRONGEST = 0.62  # text keeps 4.5:1 on every shade up to here, in both schemes (tests compute it)
STEPS = 7


@dataclass(frozen=True)
class Scale:
    """`reach`: the number that gets the full colour; `low` to `high`: what the colour bar spans.

    Shares are pale at `low` (0 as a rule). Signed numbers are pale at 0 and take the colour of their sign.
    """

    signed: bool
    low: float
    high: float
    reach: float

    def shade(self, x: float) -> tuple[str, float]:
        """Paint and opacity of a number; the infinite are the caller's."""
        if self.signed:
            level, paint = (abs(x) / self.reach if self.reach else 0.0), ("minus" if x < 0 else "plus")
        else:
            level, paint = (
                ((x - self.low) / (self.reach - self.low) if self.reach > self.low else 0.0),
                "share",
            )
        return paint, FAINTEST + (STRONGEST - FAINTEST) * min(max(level, 0.0), 1.0)

    def steps(self) -> list[tuple[str, float]]:
        """The swatches of the colour bar, from `low` to `high`."""
        return [self.shade(float(x)) for x in np.linspace(self.low, self.high, STEPS)]


def scale(value: Value, over: tuple[Value, ...] = ()) -> Scale:
    """The scale of a value: its declared range is a scale of shares; without one it is signed.

    `over`: further values that share the scale, so that equal numbers get equal colours.
    """
    if value.invariants.within is not None:
        if any(other.invariants.within != value.invariants.within for other in over):
            raise AuthorError("heatmap: over=… wants values of the same declared range: within=(…)")
        low, high = value.invariants.within
        return Scale(False, low, high, high)
    finite = value.array[np.isfinite(value.array)]
    if not finite.size:
        raise AuthorError("heatmap: every cell is masked; there is nothing to colour")
    return Scale(True, float(finite.min()), float(finite.max()), max(v.magnitude for v in (value, *over)))
