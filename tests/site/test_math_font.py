"""The mathematics font has every character that a formula uses."""

import re
import unicodedata
from html import unescape
from pathlib import Path

from fontTools.ttLib import TTFont

from tests.site.pages import pages

FONT = "assets/fonts/book-math.woff2"


def italic(character: str) -> str:
    """The letter that a browser shows for a single letter in `<mi>`."""
    for first, offset in (("A", 0x1D434), ("a", 0x1D44E), ("Α", 0x1D6E2), ("α", 0x1D6FC)):
        if ord(first) <= ord(character) < ord(first) + 26 and unicodedata.category(character)[0] == "L":
            return chr(ord(character) - ord(first) + offset) if character != "h" else "ℎ"
    return character


def test_no_formula_falls_back_to_another_font(site: Path) -> None:
    kept = set(map(chr, TTFont(site / FONT).getBestCmap()))
    missing = set()
    for file in sorted(site.rglob("*.html")):
        for formula in re.findall(r"<math.*?</math>", file.read_text(encoding="utf-8"), re.S):
            letters = re.findall(r"<mi>([^<])</mi>", formula)
            missing |= {italic(unescape(letter)) for letter in letters} - kept
            text = unescape(re.sub(r"<mtext.*?</mtext>|<[^>]+>", "", formula, flags=re.S))
            missing |= {c for c in text if not c.isspace() and not "\u2e80" <= c <= "\uffef"} - kept
    assert missing == set(), "add them in scripts/math_font.py and run it"


def test_the_font_is_small_and_its_licence_lies_beside_it(site: Path) -> None:
    assert (site / FONT).stat().st_size < 50_000
    assert "SIL OPEN FONT LICENSE" in (site / FONT).with_name("OFL.txt").read_text(encoding="utf-8")
    assert any(f"{FONT}" in load for _, page in pages(site) for load in page.loads)
