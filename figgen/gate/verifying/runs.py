"""Runs of digits: what is compared where a number has no reference of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator

from figgen.gate.glyphs import NUMERAL, simplified

RUN = re.compile(rf"[0-9]+|[⁰¹²³⁴-⁹]+|[₀-₉]+|{NUMERAL}")


def runs(text: str) -> Iterator[tuple[int, str]]:
    """Yield offset and characters of each run of digits, in ASCII whatever their script."""
    shown = "".join(simplified(character) or "\u200b" for character in text)
    for match in RUN.finditer(shown):
        found = text[match.start() : match.end()]
        yield match.start(), found if NUMERAL in match.group() else match.group()
