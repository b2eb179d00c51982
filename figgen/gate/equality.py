"""= and ≈ before citations: = claims that the printed digits are the value, ≈ and 约 that they are not."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from figgen.gate.glyphs import BREAK, CITED
from figgen.gate.source import Stream

_BETWEEN = rf"[\s|{BREAK}\[（(\-−+]*\Z"
EQUAL_WORDS = re.compile(rf"(?:(?<![<>!≤≥≠≈:=])=|(?<!约)(?<!不)等于|恰[是为]|[恰正][好巧][是为]?){_BETWEEN}")
ABOUT_WORDS = re.compile(rf"(?:≈|约(?:等于|[为是])?|近似[于为]){_BETWEEN}")
MATH = re.compile(
    r"(?P<equal>(?<![<>!:])=|\\equiv(?![A-Za-z]))|(?P<about>\\approx(?![A-Za-z])|\\simeq(?![A-Za-z])|≈)"
    r"|(?P<other>\\(?:leq?|geq?|neq?|to|mapsto|in|sim|propto|Rightarrow|rightarrow|iff|implies|quad|qquad|ne)(?![A-Za-z])"
    r"|[<>≤≥≠→])|(?P<open>\\begin\{(?!aligned|align|cases|gathered|split)|[(\[]|\\\{)"
    r"|(?P<close>\\end\{(?!aligned|align|cases|gathered|split)|[)\]]|\\\})|(?P<apart>\\\\|[,;，；。])"
    rf"|(?P<cited>{CITED})|(?P<word>\\[A-Za-z]+|[A-Za-z])"
)


def text_mistakes(stream: Stream, exact: Mapping[int, bool]) -> Iterator[tuple[int, bool]]:
    """Yield offset and exactness of each citation in a sentence whose sign before it says the opposite.

    `exact` tells, by offset, whether a citation prints its whole value; others are no numbers.
    """
    for match in re.finditer(CITED, stream.text):
        offset = stream.offsets[match.start()]
        before = stream.text[max(0, match.start() - 16) : match.start()]
        if offset in exact and (EQUAL_WORDS if not exact[offset] else ABOUT_WORDS).search(before):
            yield offset, exact[offset]


def math_mistakes(stream: Stream, exact: Mapping[int, bool]) -> Iterator[tuple[int, bool]]:
    """Yield offset and exactness of citations in a formula that a sign contradicts: = wants both of its sides
    exact, ≈ wants a side that is no exact number by itself."""
    left: list[int] = []
    right: list[int] = []
    sign, depth, words, apart = "", 0, 0, True
    for match in [*MATH.finditer(stream.text), None]:
        kind = match.lastgroup if match else "apart"
        if kind == "cited" and match:
            right.append(stream.offsets[match.start()])
        elif kind == "word":
            words += 1
        elif kind == "open":
            depth += 1
        elif kind == "close":
            depth = max(0, depth - 1)
        elif match is None or depth == 0:
            known = [offset for offset in right if offset in exact]
            rounded = [offset for offset in known if not exact[offset]]
            behind = [offset for offset in left if not exact.get(offset, True)]
            if sign == "equal" and (rounded or behind):
                yield (rounded or behind)[0], False
            if sign == "about" and known and not rounded and not behind and not words:
                yield known[0], True
            apart = kind in ("apart", "other")
            left, right = ([] if apart else right), []
            sign, words = ("" if apart else kind or ""), 0
