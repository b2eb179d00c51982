"""The steps of a computation in symbols: the trace's own formulas, so they are what was computed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from figgen.blocks.block import Counter
from figgen.blocks.context import Context
from figgen.errors import AuthorError, nearest
from figgen.language.formula import parse
from figgen.language.text import LATEX, latex_name, write
from figgen.pages import math
from figgen.running.trace import is_trace
from figgen.running.values import Value


@dataclass(frozen=True, eq=False)
class Formulas:
    """Steps of a trace, each with its formula; `symbols` tells how names are written."""

    steps: tuple[tuple[str, str], ...]
    symbols: Mapping[str, str]
    title: str = ""
    kind: str = "formulas"
    counter: Counter | None = None

    def shows(self) -> tuple[Value, ...]:
        """No number."""
        return ()

    def latex(self) -> list[str]:
        """One equation for each step."""
        return [
            f"{self._name(step)} = {write(parse(formula), LATEX, self._name)}" for step, formula in self.steps
        ]

    def render(self, context: Context) -> str:
        """One displayed equation under the other."""
        lines = (math.convert(tex, True, _no_citation) for tex in self.latex())
        return (
            '<div class="fg-body">' + "".join(f'<p class="fg-line">{line}</p>' for line in lines) + "</div>"
        )

    def _name(self, name: str) -> str:
        symbol = self.symbols.get(name, name)
        letter, _, below = symbol.partition("_")
        if len(letter) == 1 and "." not in symbol:
            return f"{letter}_{{{below}}}" if below else letter
        return latex_name(symbol)


def formulas(trace: Any, *steps: str, symbols: Mapping[str, str] | None = None) -> Formulas:
    """Show how steps of a trace come about: `formulas(run, "scores", "weights", symbols={"scores": "S"})`.

    A symbol is a letter, with what stands low after `_` (`W_Q`), or a word.
    """
    if not is_trace(trace):
        raise AuthorError(f"formulas: wants a trace, got {type(trace).__name__}")
    if not steps:
        raise AuthorError(f"formulas: name the steps to show; there are {', '.join(trace.formulas)}")
    for step in steps:
        if step not in trace.formulas:
            raise AuthorError(f"formulas: no step {step!r}{nearest(step, trace.formulas)}")
    known = [*trace.formulas, *trace.inputs]
    if foreign := [name for name in symbols or {} if name not in known]:
        raise AuthorError(f"formulas: no formula here names {foreign[0]!r}{nearest(foreign[0], known)}")
    return Formulas(tuple((step, trace.formulas[step]) for step in steps), dict(symbols or {}))


def _no_citation(number: int) -> str:
    raise AuthorError("formulas: a name cannot hold a citation")
