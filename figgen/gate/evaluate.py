"""Sums and products of cited numbers that a page writes out: both sides of =, ≈ or < are evaluated.

A side counts if it is made of citations, whole numbers, + − × ÷, powers, roots, fractions and brackets alone;
a side with a letter or a word in it says nothing here.
"""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Iterator, Mapping

from figgen.gate.glyphs import BREAK, CITED
from figgen.gate.relation import HOLDS
from figgen.gate.source import Stream

_MATH = re.compile(
    r"(?P<skip>\s+|&|\\(?:begin|end)\{(?:align(?:ed|\*)?|gathered|split)\}|\\[,;:! ]"
    r"|\\(?:left|right|[bB]igg?[lr]?|displaystyle|quad)(?![A-Za-z]))"
    rf"|(?P<cited>{CITED})|(?P<number>[0-9]+(?:\.[0-9]+)?)"
    r"|(?P<relation>\\(?:approx|simeq|equiv|leq?|geq?|neq?|lt|gt)(?![A-Za-z])|[=≈<>≤≥≠])"
    r"|(?P<operator>\\(?:times|cdot|div|ast)(?![A-Za-z])|[-+−×·÷/*^])"
    r"|(?P<fraction>\\[dtc]?frac(?![A-Za-z]))|(?P<root>\\sqrt(?![A-Za-z\[]))"
    r"|(?P<open>[({])|(?P<close>[)}])|(?P<end>\\\\|[,;.，；。、]|\\qquad)"
)
_TEXT = re.compile(
    rf"(?P<skip>[ \t\u00a0|{BREAK}]+)|(?P<cited>{CITED})"
    r"|(?P<relation>约?等于|得到?|是(?=[ \ue001])|<=|>=|[=≈<>≤≥≠]|大于|小于)"
    r"|(?P<operator>除以|加上?|减去?|乘以?|[-+−×·÷/*])|(?P<open>[(（])|(?P<close>[)）])"
    r"|(?P<end>[,;，；。、：:\n])"
)
_SIGNS = {
    "\\times": "*",
    "\\cdot": "*",
    "\\ast": "*",
    "×": "*",
    "·": "*",
    "乘": "*",
    "乘以": "*",
    "\\div": "/",
}
_SIGNS |= {"÷": "/", "除以": "/", "−": "-", "减": "-", "减去": "-", "加": "+", "加上": "+"}
_EQUAL = {"得": "=", "得到": "=", "是": "="}
_DO: dict[str, Callable[[float, float], float]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "^": operator.pow,
}  # fmt: skip
Token = tuple[str, str, int]  # kind, characters, offset


def false_sums(
    stream: Stream, values: Mapping[int, tuple[str, float]]
) -> Iterator[tuple[int, str, float, float]]:
    """Yield offset, sign, left and right of each relation that does not hold once its sides are evaluated."""
    sides: list[list[Token]] = [[]]
    signs: list[str] = []
    above: list[Token] = []  # the last side of the line above, which a line that begins with = goes on from
    for kind, said, offset in (*_tokens(stream), ("end", "", 0)):
        if kind == "relation":
            signs.append(_EQUAL.get(said, said))
            sides.append([])
        elif kind == "end":
            goes_on = bool(above and signs and not sides[0])
            if goes_on:
                sides[0] = above
            yield from _compared(sides, signs, values, goes_on)
            above = sides[-1] if said == "\\\\" and signs else []
            sides, signs = [[]], []
        elif kind != "skip":
            sides[-1].append((kind, said, offset))


def _tokens(stream: Stream) -> Iterator[Token]:
    pattern, at = (_MATH if stream.kind == "math" else _TEXT), 0
    while at < len(stream.text):
        match = pattern.match(stream.text, at)
        if match is None:
            yield "word", stream.text[at], stream.offsets[at]
            at += 1
        else:
            yield match.lastgroup or "", match.group(), stream.offsets[at]
            at = match.end()


def _compared(
    sides: list[list[Token]], signs: list[str], values: Mapping[int, tuple[str, float]], goes_on: bool
) -> Iterator[tuple[int, str, float, float]]:
    for place, (left, sign, right) in enumerate(zip(sides, signs, sides[1:], strict=False)):
        if len(left) < 2 and len(right) < 2 and not (goes_on and place == 0):
            continue  # two lone citations are compared by figgen.gate.relation
        cited = next((offset for kind, _, offset in (*left, *right) if kind == "cited"), None)
        one, other = _value(left, values), _value(right, values)
        if cited is None or one is None or other is None:
            continue
        holds = next((test for known, test in HOLDS if sign in known.split()), None)
        near = sign in ("=", "等于", "\\equiv") and math.isclose(one, other, abs_tol=1e-9)
        if holds and not near and not holds(one, other):
            yield cited, sign, one, other


def _value(tokens: list[Token], values: Mapping[int, tuple[str, float]]) -> float | None:
    """What a side comes to, or None if it is no plain arithmetic."""
    if not tokens or any(kind in ("word", "relation") for kind, _, _ in tokens):
        return None
    reader = _Reader(tokens, values)
    try:
        found = reader.sum()
        return found if reader.at == len(tokens) and isinstance(found, float) else None
    except (ValueError, IndexError, ZeroDivisionError, OverflowError, RecursionError):
        return None


class _Reader:
    """Reads a side by precedence; ValueError or IndexError where it is none."""

    def __init__(self, tokens: list[Token], values: Mapping[int, tuple[str, float]]) -> None:
        self.tokens, self.values, self.at = tokens, values, 0

    def sign(self, wanted: str) -> str | None:
        if self.at < len(self.tokens) and self.tokens[self.at][0] == "operator":
            found = _SIGNS.get(self.tokens[self.at][1], self.tokens[self.at][1])
            if found in wanted:
                self.at += 1
                return found
        return None

    def sum(self) -> float:
        total = -self.product() if self.sign("-") else self.product()
        while found := self.sign("+-"):
            total = _DO[found](total, self.product())
        return total

    def product(self) -> float:
        total = self.power()
        while found := self.sign("*/"):
            total = _DO[found](total, self.power())
        return total

    def power(self) -> float:
        base = self.atom()
        return math.pow(base, self.atom()) if self.sign("^") else base

    def atom(self) -> float:
        kind, said, offset = self.tokens[self.at]
        self.at += 1
        if kind == "cited" and offset in self.values:
            return self.values[offset][1]
        if kind == "number":
            return float(said)
        if kind == "fraction":
            return self.atom() / self.atom()
        if kind == "root":
            return math.sqrt(self.atom())
        if kind == "open":
            found = self.sum()
            if self.tokens[self.at][0] != "close":
                raise ValueError
            self.at += 1
            return found
        raise ValueError
