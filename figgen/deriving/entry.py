"""An array that numbers come from: its name, where it stands, and the formula that gives it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from figgen.language.tree import Node
from figgen.running.values import Value

Kind = Literal["given", "constant", "computed", "option", "parameter", "simulated", "undeclared"]
LARGEST = 4096  # elements; a larger array can only be the outcome of a simulation, and is told as a whole


@dataclass(frozen=True)
class Scope:
    """Where the names of a formula are looked up: in a trace, or (None) in the example."""

    path: str
    trace: Any = None


@dataclass(eq=False)
class Entry:
    """An array with its name; `formula` is None where it is not computed but goes in.

    `kind`: given and constant are declared by the example; an option is a number or a mask that an engine
    took or set by itself; a parameter came in a record of parameters; simulated is a large sample; undeclared
    is any other array that went in.
    """

    name: str
    array: NDArray[Any]
    kind: Kind
    formula: Node | None = None
    written: str | None = None
    scope: Scope = field(default_factory=lambda: Scope(""))
    value: Value | None = None
    engine: str | None = None

    @property
    def root(self) -> str:
        """The name of the example that holds it."""
        return self.name.partition(".")[0].partition("[")[0]

    @property
    def magnitude(self) -> float:
        """Largest finite absolute value in the array."""
        numbers = np.abs(np.asarray(self.array, dtype=np.float64))
        finite = numbers[np.isfinite(numbers)]
        return float(finite.max()) if finite.size else 0.0
