"""A line break in Chinese text is no space: it is taken out, so that none shows in the middle of a sentence."""

from __future__ import annotations

import re
import unicodedata
import xml.etree.ElementTree as etree

from markdown.treeprocessors import Treeprocessor

_BLOCKS = frozenset("p li dd dt td th h1 h2 h3 h4 h5 h6 figcaption summary".split())
_INLINE = frozenset("a abbr b br code data del em fg-block i img ins kbd mark q small span strong sub sup".split())


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
        before = next((text[-1] for text in reversed(texts[:i]) if text), "")
        after = next((text[0] for text in texts[i + 1 :] if text), "")
        mended = _join(before, texts[i], after)
        if mended != texts[i]:
            texts[i] = mended
            kind = type(getattr(element, part))
            setattr(element, part, kind(mended))


def _slots(element: etree.Element) -> list[tuple[etree.Element, str]]:
    """Every text of a block's own line, in order; nested blocks are left out."""
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
        left = text[match.start() - 1] if match.start() else before
        right = text[match.end()] if match.end() < len(text) else after
        return "" if is_chinese(left) or is_chinese(right) else match[0]

    return re.sub(r"[ \t]*\n[ \t]*", mend, text)


def is_chinese(character: str) -> bool:
    """Whether a character is a Chinese one or full-width punctuation."""
    if not character:
        return False
    wide = unicodedata.east_asian_width(character[0]) in "WF"
    return wide or character[0] in "“”‘’…—·"
