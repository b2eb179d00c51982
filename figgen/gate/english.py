"""Numbers that English text states in words: fractions, factors, percentages, decimals, bare words."""

from __future__ import annotations

import re
from collections.abc import Iterator

_ONES = "one|two|three|four|five|six|seven|eight|nine"
_WORD = (
    rf"(?:zero|{_ONES}|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen"
    rf"|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-(?:{_ONES}))?"
    "|hundred|thousand|million|billion)"
)
_WORDS = rf"\b{_WORD}(?:[ -]{_WORD})*"
_PART = "(?:half|halves|(?:third|quarter|fourth|fifth|sixth|seventh|eighth|ninth|tenth|hundredth)s?)"
_COMPARED = "(?:as|more|less|larger|smaller|bigger|faster|slower|the)"
_END = r"(?=\s*(?:[,;!?)]|\.(?:\s|\Z)|\Z))"
_CLAIMS = re.compile(
    rf"\b{_WORD}(?:[ -]and[ -]an?)?[ -]{_PART}\b(?![ -]?(?:party|person|year))"
    rf"|\b(?:a|one) {_PART} of\b|\bhalf (?:of|as|the|an?)\b|\btwice (?:as|the)\b"
    rf"|{_WORDS}(?:[ -]?fold\b| times {_COMPARED}\b| per ?cent\b| percentage points?\b)"
    rf"|\b{_WORD} point {_WORD}(?: {_WORD})*\b"
    rf"|(?:(?<=\bis )|(?<=equals )|(?<=equal to ))(?:(?:exactly|about|roughly) )?{_WORDS}{_END}",
    re.IGNORECASE,
)


def claims(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of every number word that claims a quantity."""
    yield from (match.span() for match in _CLAIMS.finditer(text))
