"""Numbers in style sheets: generated content, counters with a start of their own, texts from attributes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from figgen.gate.glyphs import simplify
from figgen.gate.numeral import TYPED, of_text
from figgen.gate.scanning.tags import SEEN

_COMMENT = re.compile(r"/\*.*?(?:\*/|\Z)", re.DOTALL)
_STRING = re.compile(r"\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
_NO_TEXT = re.compile(r"(?:=\s*|(?:url|format|local|tech)\(\s*|@(?:import|charset|namespace|use)\s+)\Z")
_FONT = re.compile(r"(?:\A|[;{\s])font(?:-family)?\s*:[^;{}]*\Z")
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(\n|.)", re.DOTALL)
_COUNTER = re.compile(r"counter-(?P<what>reset|set|increment)\s*:\s*(?P<counts>[^;}]*)")
_ATTRIBUTE = re.compile(r"\battr\(\s*(?P<name>[\w-]+)")


def style_claims(css: str) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and what is shown of each number that a style sheet makes readers see."""
    plain = _blank(css)
    for match in _STRING.finditer(plain):
        before = plain[max(0, match.start() - 200) : match.start()]
        if _NO_TEXT.search(before) or _FONT.search(before):
            continue
        shown = _ESCAPE.sub(_escaped, match.group()[1:-1])
        text, _ = simplify(shown, range(len(shown)))
        if any(kind in (TYPED, "wording", "figure", "section") for _, _, kind in of_text(text)):
            yield match.start(), match.end(), shown
    for match in _COUNTER.finditer(plain):
        usual = "1" if match["what"] == "increment" else "0"
        for number in re.finditer(r"(?<![\w-])[-+]?[0-9]+", match["counts"]):
            if number.group() != usual:
                start = match.start("counts") + number.start()
                yield start, start + len(number.group()), number.group()


def style_attributes(css: str) -> Iterator[tuple[int, str]]:
    """Yield offset and name of each attribute that a style sheet shows and the check does not read."""
    for match in _ATTRIBUTE.finditer(_blank(css)):
        if match["name"].lower() not in SEEN:
            yield match.start(), match["name"]


def _blank(css: str) -> str:
    """The style sheet with blanks for comments."""
    return _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), css)


def _escaped(match: re.Match[str]) -> str:
    if match[1] is None:
        return "" if match[2] == "\n" else match[2]
    code = int(match[1], 16)
    return chr(code) if 0 < code < 0x110000 else "\ufffd"
