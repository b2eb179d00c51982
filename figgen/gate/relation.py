"""Relations between two cited numbers, =, < or ≈, that do not hold."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Mapping

from figgen.gate.glyphs import BREAK, CITED, CODE
from figgen.gate.glyphs import MATH as FORMULA
from figgen.gate.source import Stream

_BETWEEN = rf"(?:[\s{BREAK}]*|[ \t]*\|[ \t]*)"  # a line's end, or the next cell of a table
_PAIR = rf"[{CITED}{FORMULA}{CODE}]{_BETWEEN}(?P<sign>%s){_BETWEEN}(?=[{CITED}{FORMULA}{CODE}])"
_TEXT_PAIR = re.compile(
    _PAIR
    % (
        "<=|>=|==?|<|>|≈|≤|≥|≠|(?<!不)等于|大于|小于|约等于|约为|恰好[是为]|不等于|不大于|不小于|超过|低于"
        "|高于|不到|不足|未到"
    )
)
_MATH_PAIR = re.compile(
    _PAIR % r"&?\s*(?:=|<|>|≈|≤|≥|≠|\\(?:approx|simeq|equiv|lt|gt|leq?|geq?|neq?)(?![A-Za-z]))\s*&?"
)
_COMPARED = re.compile(rf"{CITED}[ \t]*比[ \t]*(?={CITED}[ \t]*(?P<sign>更?[小少低]|更?[大多高]))")
_EQUAL = re.compile(rf"{CITED}[ \t]*[和与同][ \t]*(?={CITED}[ \t]*相等)")
_TEXT_LEFT = re.compile(rf"[-+−–×*·/÷^√(（.{FORMULA}{CODE}{CITED}A-Za-z0-9加减乘上去以][ \t]*\Z")
_TEXT_RIGHT = re.compile(rf"[ \t]*(?:[-+−–×*·/÷^%‰(（{FORMULA}{CODE}{CITED}0-9A-Za-z]|分之)")
_MATH_LEFT = re.compile(
    r"(?:\A|[=<>≈≤≥,;，；。]|\\\\|\\(?:approx|leq?|geq?|lt|gt|quad|qquad)|\\begin\{[a-z*]+\}|&)\s*\Z"
)
_MATH_RIGHT = re.compile(
    r"\s*(?:\Z|[=<>≈≤≥,;.，；。&]|\\\\|\\(?:approx|leq?|geq?|lt|gt|quad|qquad|end|text|neq?)(?![A-Za-z]))"
)
HOLDS: tuple[tuple[str, Callable[[float, float], bool]], ...] = (
    ("≠ \\ne \\neq 不等于", lambda a, b: a != b),
    ("≈ \\approx \\simeq 约等于 约为", lambda a, b: math.isclose(a, b, rel_tol=0.05)),
    ("≤ <= \\le \\leq 不大于", lambda a, b: a <= b),
    ("≥ >= \\ge \\geq 不小于", lambda a, b: a >= b),
    ("< \\lt 小于 低于 不到 不足 未到", lambda a, b: a < b),
    ("> \\gt 大于 超过 高于", lambda a, b: a > b),
    ("= == \\equiv 等于 恰好是 恰好为", lambda a, b: math.isclose(a, b, rel_tol=1e-9)),
)


def false_relations(
    stream: Stream, values: Mapping[int, tuple[str, float]]
) -> Iterator[tuple[int, str, str, str]]:
    """Yield offset, left text, sign and right text of each relation between two citations that does not hold.

    `values` holds text and number by offset, also of formulas and code spans that are
    one citation. Both sides have to be one citation and nothing else.
    """
    formula = stream.kind == "math"
    for match in (_MATH_PAIR if formula else _TEXT_PAIR).finditer(stream.text):
        one, other = values.get(stream.offsets[match.start()]), values.get(stream.offsets[match.end()])
        before, behind = stream.text[max(0, match.start() - 24) : match.start()], match.end() + 1
        if one is None or other is None:
            continue
        if formula:
            whole = bool(_MATH_LEFT.search(before) and _MATH_RIGHT.match(stream.text, behind))
        else:
            whole = not _TEXT_LEFT.search(before) and not _TEXT_RIGHT.match(stream.text, behind)
        sign = match["sign"].strip("& \n\t")
        holds = next(test for signs, test in HOLDS if sign in signs.split())
        if whole and not holds(one[1], other[1]):
            yield stream.offsets[match.start()], one[0], sign, other[0]
    if not formula:
        yield from _in_words(stream, values)


def _in_words(stream: Stream, values: Mapping[int, tuple[str, float]]) -> Iterator[tuple[int, str, str, str]]:
    """The same of 甲比乙小 and 甲和乙相等."""
    for pattern in (_COMPARED, _EQUAL):
        for match in pattern.finditer(stream.text):
            one, other = values.get(stream.offsets[match.start()]), values.get(stream.offsets[match.end()])
            if one is None or other is None:
                continue
            sign = "=" if pattern is _EQUAL else "<" if match["sign"][-1] in "小少低" else ">"
            holds = next(test for signs, test in HOLDS if sign in signs.split())
            if not holds(one[1], other[1]):
                yield stream.offsets[match.start()], one[0], sign, other[0]
