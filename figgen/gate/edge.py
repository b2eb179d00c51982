"""What stands beside a cited number across the edge of a formula or code span: `$-$@{n}`, `$@{n}$%`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from figgen.gate.beside import SCALE, SCALES, SIGN, UNITS, Beside
from figgen.gate.glyphs import CITED
from figgen.gate.source import Stream
from figgen.gate.texbeside import MINUS, START

_OPENED, _SHUT = re.compile(r"(?:\$\$?|\\[(\[]|`+)\s?\Z"), re.compile(r"\s?(?:\$\$?|\\[)\]]|`+)")
_BEHIND = re.compile(
    rf"\s?(?:(?P<unit>{UNITS}|\\(?:text|mathrm)\{{\s*{UNITS}\s*\}})|(?P<scale>\\?[%％]|{SCALES})|(?P<digits>\.?[0-9]))"
)


def across(text: str, stream: Stream, starts: Mapping[int, int], ends: Mapping[int, int]) -> Iterator[Beside]:
    """Yield offset, kind and characters of what makes another number of a citation from the other side.

    `starts` and `ends` hold the offset of each cited number by where it starts and ends.
    """
    first, last = stream.offsets[0], stream.offsets[-1] + 1
    last = next((end for end, offset in ends.items() if offset == last - 1), last)
    opened, shut = _OPENED.search(text[max(0, first - 3) : first]), _SHUT.match(text, last)
    if opened is None or shut is None:
        return
    outside = first - len(opened.group())
    inner, left = stream.text.strip(), text[max(0, outside - 16) : outside]
    if shut.end() in starts and (minus := MINUS.search(inner)) and START.search(inner[: minus.start()]):
        yield starts[shut.end()], SIGN, minus["mark"]
    if outside in ends and (found := _BEHIND.match(inner)):
        yield ends[outside], found.lastgroup or SCALE, found.group().strip()
    if inner.startswith(CITED) and first in starts:
        sign = re.search(r"(?P<mark>[-−–±]|(?<!—)—|负)\Z", left)
        if sign and not re.search(r"[0-9A-Za-z)\]}$`\n]\Z|\A\Z", left[: sign.start()]):
            yield starts[first], SIGN, sign["mark"]
    if inner.endswith(CITED) and last in ends and (found := _BEHIND.match(text, shut.end())):
        yield ends[last], found.lastgroup or SCALE, found.group().strip()
