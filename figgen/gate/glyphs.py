"""Characters as readers meet them: digits of any script, entities, invisible characters."""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Sequence

CITED, MATH, CODE, BREAK = "\ue001", "\ue002", "\ue003", "\ue004"  # placeholders for what is not prose here
NUMERAL = "\ue010"  # a numeral that is no digit: ½, ①, Ⅷ, ㍙
PLACEHOLDERS = frozenset((CITED, MATH, CODE, BREAK))
SUPERSCRIPT, SUBSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹", "₀₁₂₃₄₅₆₇₈₉"
_SHOWN = frozenset("🔟💯🔢🥇🥈🥉")  # pictures of numbers
_KEPT = frozenset(SUPERSCRIPT + SUBSCRIPT + "〇")
_WIDE = {
    ord(wide): ord(wide) - 0xFEE0
    for wide in "．％／＋－＝ＡＢＣＤＥＦＧＨＩＪＫＬＭＮＯＰＱＲＳＴＵＶＷＸＹＺ"
}
_ENTITY = re.compile(r"&(?:#[0-9]{1,7};|#[xX][0-9a-fA-F]{1,6};|[A-Za-z][A-Za-z0-9]*;?)")
_PLAIN = re.compile(r"[\x00-\x7f\u3001-\u3006\u4e00-\u9fff，。；：？！（）“”‘’…—]*")


def simplify(characters: Sequence[str], offsets: Sequence[int]) -> tuple[str, tuple[int, ...]]:
    """Return the characters with digits in ASCII, other numerals as NUMERAL and no invisible ones, and their
    offsets."""
    text = "".join(characters)
    if _PLAIN.fullmatch(text):
        return text, tuple(offsets)
    kept: list[str] = []
    places: list[int] = []
    for character, offset in zip(characters, offsets, strict=True):
        shown = simplified(character)
        if shown:
            kept.append(shown)
            places.append(offset)
    return "".join(kept), tuple(places)


def simplified(character: str) -> str:
    """Return one character as a reader takes it, or "" for an invisible one."""
    if (
        character <= "\x7f"
        or "\u4e00" <= character <= "\u9fff"
        or character in _KEPT
        or character in PLACEHOLDERS
    ):
        return character
    category = unicodedata.category(character)
    if category == "Nd":
        return str(unicodedata.digit(character))
    if category in ("Nl", "No"):
        return NUMERAL
    if category in ("Cf", "Mn", "Me"):
        return ""
    if category == "So" and (
        character in _SHOWN or unicodedata.normalize("NFKC", character)[0] in "0123456789"
    ):
        return NUMERAL
    return character.translate(_WIDE)


def resolve_entity(text: str, at: int, end: int) -> tuple[str, int]:
    """Return what the entity at `at` shows, and the offset behind it; "&" itself if it is none."""
    match = _ENTITY.match(text, at, end)
    if match is None:
        return "&", at + 1
    shown = html.unescape(match.group())
    if shown == match.group():
        return "&", at + 1
    if not match.group().endswith(";") and not any(unicodedata.category(c)[0] == "N" for c in shown):
        return "&", at + 1
    return shown, match.end()
