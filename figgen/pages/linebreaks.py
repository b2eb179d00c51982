"""A line break in Chinese text is no space: it is taken out, so that none shows within a sentence."""

from __future__ import annotations

import re
import unicodedata
import xml.etree.ElementTree as etree  # noqa: N813 - as Python-Markdown names it

from markdown.treeprocessors import Treeprocessor

_BLOCKS = frozenset(
    {"p", "li", "dd", "dt", "td", "th", "h1", "h2", "h3", "h4", "h5", "h6", "figcaption", "summary"}
)
_INLINE = frozenset(
    {
        "a",
        "abbr",
        "b",
        "br",
        "code",
        "data",
        "del",
        "em",
        "fg-block",
        "i",
        "img",
        "ins",
        "kbd",
        "mark",
        "q",
        "small",
        "span",
        "strong",
        "sub",
        "sup",
    }
)
_BREAK = re.compile(r"[ \t]*\n[ \t]*")
_EITHER = "“”‘’…—·"
"""Punctuation that Chinese and Latin text share: it belongs to the character beside it."""


class LineBreaks(Treeprocessor):
    """Takes a line break out where the character before or after it is Chinese."""

    def run(self, root: etree.Element) -> None:
        """Mend every paragraph, list item, cell and heading."""
        for element in root.iter():
            if element.tag in _BLOCKS:
                _mend(element)


def _mend(block: etree.Element) -> None:
    slots = list(_slots(block))
    texts = [getattr(element, part) or "" for element, part in slots]
    for i, (element, part) in enumerate(slots):
        if "\n" not in texts[i]:
            continue
        mended = _join("".join(texts[:i]), texts[i], "".join(texts[i + 1 :]))
        if mended != texts[i]:
            texts[i] = mended
            setattr(element, part, type(getattr(element, part))(mended))


def _slots(element: etree.Element) -> list[tuple[etree.Element, str]]:
    """Every text of a block's own line, in order; nested blocks end it, code is not touched."""
    found = [(element, "text")]
    for child in element:
        if child.tag in _INLINE:
            if child.tag != "code":
                found.extend(_slots(child))
            found.append((child, "tail"))
        elif child.tag not in _BLOCKS:
            break
    return found


def _join(before: str, text: str, after: str) -> str:
    def mend(match: re.Match[str]) -> str:
        left = before + text[: match.start()]
        right = text[match.end() :] + after
        return "" if _chinese(reversed_text(left)) or _chinese(right) else match[0]

    return _BREAK.sub(mend, text)


def reversed_text(text: str) -> str:
    """The text from its end, as far as matters for one line break."""
    return text[: -20 - 1 : -1]


def _chinese(text: str) -> bool:
    """Whether a text starts with Chinese: its first character that is no punctuation of both scripts."""
    first = text.lstrip(_EITHER)[:1]
    return bool(first) and unicodedata.east_asian_width(first) in "WF"
