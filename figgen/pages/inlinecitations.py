"""Citations in prose become elements of the tree, whose text no other rule reads."""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree  # noqa: N813 - as Python-Markdown names it
from typing import TYPE_CHECKING

from markdown import Markdown
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

from figgen.markup import Children, Element
from figgen.pages.page import UNKNOWN
from figgen.pages.tokens import INLINE_TOKEN, number_of
from figgen.resolved import Block

if TYPE_CHECKING:
    from figgen.markdown import CitationExtension


class InlineCitations(InlineProcessor):
    """Turn a token in prose into elements, whose text no other rule reads."""

    def __init__(self, md: Markdown, extension: CitationExtension) -> None:
        super().__init__(INLINE_TOKEN, md)
        self.extension = extension

    def handleMatch(  # type: ignore[override]  # noqa: N802
        self, m: re.Match[str], data: str
    ) -> tuple[etree.Element | str, int, int]:
        """The element of one citation."""
        page = self.extension.page
        number = number_of(m[1])
        resolved = page.kept[number]
        if resolved is None or isinstance(resolved, str):
            return resolved or UNKNOWN, m.start(0), m.end(0)
        if isinstance(resolved, Block):
            made = etree.Element("fg-block")
        else:
            made = _only(page.elements(resolved))
        page.origins[made] = number
        return made, m.start(0), m.end(0)


def _only(children: list[Children]) -> etree.Element:
    if len(children) == 1 and isinstance(children[0], Element):
        return _tree(children[0])
    holder = etree.Element("span", {"class": "fg-row"})
    _append(holder, children)
    return holder


def _tree(element: Element) -> etree.Element:
    found = etree.Element(element.tag, dict(element.attributes))
    _append(found, list(element.children))
    return found


def _append(parent: etree.Element, children: list[Children]) -> None:
    last: etree.Element | None = None
    for child in children:
        if isinstance(child, Element):
            last = _tree(child)
            parent.append(last)
        elif isinstance(child, str):
            text = AtomicString(((parent.text if last is None else last.tail) or "") + child)
            if last is None:
                parent.text = text
            else:
                last.tail = text
