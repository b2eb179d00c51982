"""Characters that stand for citations while Markdown works.

A token is made of private-use characters only, so no Markdown, TeX, slug or escaping rule touches it. Tokens
within tags, attributes and names of images are marked apart: there, only plain text can stand.
"""

from __future__ import annotations

import re

_OPEN, _OPEN_PLAIN, _CLOSE, _OPEN_INCLUDE = "\ue000", "\ue001", "\ue002", "\ue003"
_DIGITS = {ord(str(i)): chr(0xE010 + i) for i in range(10)}
_VALUES = {code: str(i) for i, code in enumerate(range(0xE010, 0xE01A))}
TOKEN = re.compile("[\ue000\ue001]([\ue010-\ue019]+)\ue002")
INLINE_TOKEN = "\ue000([\ue010-\ue019]+)\ue002"
INCLUDE = re.compile("\ue003([\ue010-\ue019]+)\ue002")
RESERVED = re.compile("[\ue000-\ue003\ue010-\ue019]")
_PLAIN_PLACES = re.compile(
    r"<(?P<tag>a|svg|title|option|code|textarea)\b(?:[^\n]|\n(?!\s*\n))*?</(?P=tag)>"  # the whole element
    r"|<[A-Za-z][^<>]*>"
    r"|!\[[^\]\n]*\](?:\([^()\n]*\))?|\]\([^()\n]*\)"
    r"|\{(?::|\s*[.#\w][\w-]*\s*=|\s*[.#])[^{}\n]*\}"
)


def token(number: int) -> str:
    """The token of the n-th citation of a page."""
    return _OPEN + str(number).translate(_DIGITS) + _CLOSE


def include(number: int) -> str:
    """What stands for the content of the block of the n-th citation, until the page is finished."""
    return _OPEN_INCLUDE + str(number).translate(_DIGITS) + _CLOSE


def number_of(digits: str) -> int:
    """The n of a token, from its digits."""
    return int(digits.translate(_VALUES))


def mark_plain_places(text: str) -> str:
    """Mark the tokens where only plain text can stand: in tags, raw links, images, targets, attributes."""
    return _PLAIN_PLACES.sub(lambda match: match[0].replace(_OPEN, _OPEN_PLAIN), text)
