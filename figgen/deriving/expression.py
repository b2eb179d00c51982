"""A derivation as text in which every operand is a reference, so that it can be read as names or as numbers.

`{4.7}` stands for element 7 (row by row, from 0) of array 4; `{4.7-}` the same where a negative number needs
parentheses; `{4.7/}` where anything but a plain number does; `{4}` for array 4 as a whole. `^⟨…⟩` is an
exponent. Whoever shows the text puts names or numbers in; nothing else of it changes.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from figgen.deriving.entry import Entry
from figgen.deriving.scalar import Applied, Chosen, Literal, Negated, Operand, Pair, Scalar, Sum, Whole
from figgen.language.text import TEXT, write
from figgen.messages import Messages
from figgen.numbers import number

SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4
SIGNS = {"+": "+", "-": "−", "*": "×", "/": "/"}
NAMES = {"log": "ln", "maximum": "max"}


@dataclass(frozen=True)
class Said:
    """A piece of text, how tightly it binds, and the operand or sign that it starts with."""

    text: str
    rank: int
    operand: bool = False

    def within(self, rank: int, *, after: bool = False, alone: bool = False) -> str:
        """Itself within what binds as `rank`; `after` a sign, or `alone` beside a slash or under a power."""
        if self.operand:
            return self.text[:-1] + ("/}" if alone else "-}" if after else "}")
        if self.rank < rank or (after and self.text.startswith("−")):
            return f"({self.text})"
        return self.text


class Writer:
    """Writes derivations; `place` tells the number of an array."""

    def __init__(self, place: Callable[[Entry], int], say: Messages) -> None:
        self.place, self.say = place, say

    def text(self, of: Scalar) -> str:
        """The whole derivation."""
        return self._said(of).text

    def _said(self, of: Scalar) -> Said:
        match of:
            case Literal(value=value):
                return Said(literal(value), ATOM if value >= 0 else SUM)
            case Operand(entry=entry, index=index):
                at = int(np.ravel_multi_index(index, entry.array.shape)) if index else 0
                return Said(f"{{{self.place(entry)}.{at}}}", ATOM, operand=True)
            case Whole(node=node, arrays=arrays):
                places = {name: f"{{{self.place(entry)}}}" for name, entry in arrays}
                return Said(write(node, TEXT, places.__getitem__), SUM)
            case Negated(part=part):
                return Said(f"−{self._said(part).within(PRODUCT, after=True)}", SUM)
            case Pair():
                return self._pair(of)
            case Sum(terms=terms, mean=mean):
                text = self._added(terms)
                return Said(f"({text}) / {len(terms)}", PRODUCT) if mean else Said(text, SUM)
            case Applied():
                return self._applied(of)
            case Chosen(part=part, by=by, how=how):
                inner, reason = self._said(part).within(ATOM), self._said(by).within(ATOM)
                return Said(self.say.text(f"derivation.{how}", part=inner, by=reason), SUM)
        raise TypeError(type(of).__name__)

    def _pair(self, of: Pair) -> Said:
        left, right = self._said(of.left), self._said(of.right)
        match of.operator:
            case "**":
                return Said(f"{left.within(ATOM, alone=True)}^⟨{right.text}⟩", POWER)
            case "/":
                above, below = left.within(PRODUCT, alone=True), right.within(POWER, alone=True)
                return Said(f"{above} / {below}", PRODUCT)
            case "*":
                return Said(f"{left.within(PRODUCT)} × {right.within(POWER, after=True)}", PRODUCT)
        tight = PRODUCT if of.operator == "-" else SUM
        return Said(f"{left.text} {SIGNS[of.operator]} {right.within(tight, after=True)}", SUM)

    def _added(self, terms: Sequence[Scalar]) -> str:
        said = [self._said(term) for term in terms]
        return " + ".join([said[0].text, *(one.within(SUM, after=True) for one in said[1:])])

    def _applied(self, of: Applied) -> Said:
        inside = ", ".join(self._said(argument).text for argument in of.arguments)
        if of.function == "exp":
            return Said(f"e^⟨{inside}⟩", POWER)
        if of.function == "sqrt":
            return Said(f"√({inside})", ATOM)
        if of.function == "abs":
            return Said(f"|{inside}|", ATOM)
        return Said(f"{NAMES.get(of.function, of.function)}({inside})", ATOM)


def literal(value: float) -> str:
    """A number that a formula holds, as readers see it."""
    if math.isinf(value):
        return number.text(value, "int")
    try:
        return number.text(value, "int" if float(value).is_integer() else "dec", magnitude=abs(value))
    except number.NumberError:
        return number.text(value, "sci6", magnitude=abs(value))
