"""Paragraphs that start with a block's citation become that block; cited sources become a list at the end."""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree  # noqa: N813 - as Python-Markdown names it
from collections import Counter
from typing import TYPE_CHECKING

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from figgen.blocks.name import pieces
from figgen.errors import AuthorError
from figgen.pages.page import Page
from figgen.pages.tokens import include
from figgen.resolved import Block

if TYPE_CHECKING:
    from figgen.markdown import CitationExtension

UNNUMBERED = "fg-unnumbered"
_HOSTS = ("p", "li", "dd")
_INNER_BLOCKS = frozenset(
    {
        "p",
        "ul",
        "ol",
        "dl",
        "div",
        "blockquote",
        "pre",
        "table",
        "figure",
        "details",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
    }
)


class Figures(Treeprocessor):
    """Replaces a paragraph (or the line of a list item) that starts with a block."""

    def __init__(self, md: Markdown, extension: CitationExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, root: etree.Element) -> None:
        """Place every block; one that stands elsewhere, twice or out of order is a mistake."""
        page = self.extension.page
        placed: Counter[tuple[str, str]] = Counter()
        parents = {child: parent for parent in root.iter() for child in parent}
        for marker in list(root.iter("fg-block")):
            number = page.origins[marker]
            block = page.kept[number]
            assert isinstance(block, Block)
            try:
                _check_place(block, marker, parents[marker])
                _check_order(page, block, placed)
                _place(page, number, marker, parents[marker])
            except AuthorError as error:
                page.mistake(error, number)
        _flatten_links(root)
        if page.sources:
            root.append(_sources(page))


def _place(page: Page, number: int, marker: etree.Element, host: etree.Element) -> None:
    """Make a paragraph the figure; put the figure first in a list item."""
    block = page.kept[number]
    assert isinstance(block, Block)
    foreign = "" if block.chapter == page.chapter else f"{block.chapter.replace('/', '-')}-"
    name = f"fig-{foreign}{block.name}"
    caption = _caption(block, name, marker, host)
    figure = host if host.tag == "p" else etree.Element("figure")
    figure.tag, figure.attrib = "figure", {"class": f"fg-block fg-{block.kind}", "id": name}
    host.text = None
    figure.text = AtomicString(include(number))
    if caption is not None:
        figure.append(caption)
    if figure is not host:
        host.insert(0, figure)


def _check_place(block: Block, marker: etree.Element, host: etree.Element) -> None:
    title = host.get("class") == "admonition-title"
    if host.tag not in _HOSTS or title or host[0] is not marker or (host.text or "").strip():
        raise AuthorError(f"{block.name!r} is a {block.kind}: it must start a paragraph of its own")


def _check_order(page: Page, block: Block, placed: Counter[tuple[str, str]]) -> None:
    """Once on a page, and with the number that citations of it print."""
    placed[block.chapter, block.name] += 1
    if placed[block.chapter, block.name] > 1:
        raise AuthorError(f"{block.name!r} is shown twice on this page; cite it with @{{fig:…}}")
    if block.chapter == page.chapter and block.counter is not None:
        placed["", block.counter] += 1
        if block.order is None:
            raise AuthorError(f"{block.name!r} cannot be counted here; start a line of the page with it")
        if block.order != placed["", block.counter]:
            here = f"the {placed['', block.counter]}. {block.counter} of the page, but number {block.order}"
            raise AuthorError(f"{block.name!r} is {here} in its source; show it where it is read")


def _caption(block: Block, name: str, marker: etree.Element, host: etree.Element) -> etree.Element | None:
    """Take the rest of the line after the block into a caption with its number and title."""
    caption = etree.Element("figcaption")
    text = (marker.tail or "").lstrip()
    host.remove(marker)
    rest = []
    for child in list(host):
        if child.tag in _INNER_BLOCKS:
            break
        host.remove(child)
        rest.append(child)
    if block.counter is not None:
        label = etree.SubElement(caption, "a", {"class": "fg-label", "href": f"#{name}"})
        label.text = AtomicString(f"{block.counter} {block.order}")
        _name(etree.SubElement(caption, "span", {"class": "fg-title"}), block.title).tail = text
    elif not text.strip() and not rest:
        return None
    else:
        caption.text = text
    caption.extend(rest)
    return caption


def _name(element: etree.Element, title: str) -> etree.Element:
    """Write a title into an element, its indices low."""
    last: etree.Element | None = None
    for letters, index in pieces(title):
        if last is None:
            element.text = AtomicString(letters)
        else:
            last.tail = AtomicString(letters)
        if index:
            last = etree.SubElement(element, "sub")
            last.text = AtomicString(index)
    return element


def _flatten_links(root: etree.Element) -> None:
    """Make references within links plain: no link can hold another one."""
    for link in root.iter("a"):
        for inner in list(link.iter("a")):
            if inner is not link:
                inner.tag = "span"
                inner.attrib.pop("href", None)


def _numbered(section: str) -> list[tuple[bool, int, str]]:
    """The order of sections: 3.2.1 before 3.10; a letter such as A.1 after all numbers."""
    return [(not part.isdigit(), int(part) if part.isdigit() else 0, part) for part in section.split(".")]


def _sources(page: Page) -> etree.Element:
    """The sources that the page cites, in order of first mention, with the places in them, sorted."""
    section = etree.Element("section", {"class": "fg-sources"})
    heading = etree.SubElement(section, "h2", {"id": "sources", "class": UNNUMBERED})
    heading.text = "资料来源"
    items = etree.SubElement(section, "ol")
    for key, places in page.sources.items():
        source = page.book.sources[key]
        item = etree.SubElement(items, "li", {"id": f"source-{key}"})
        title = etree.SubElement(item, "cite")
        title.text = AtomicString(source.title)
        where = f"，第\u00a0{'、'.join(sorted(places, key=_numbered))}\u00a0节" if places else ""
        title.tail = AtomicString("，")
        _breakable(item, f"{source.identifier}{where}")
    return section


def _breakable(item: etree.Element, text: str) -> None:
    """Add an address: a line breaks after a slash, or within its last part before a dot, not in a word."""
    first, *others = re.split(r"(?<=[a-z]/)|(?<=[a-z])(?=[._][a-z][^/]*$)", text)
    item[-1].tail = AtomicString((item[-1].tail or "") + first)
    for piece in others:
        etree.SubElement(item, "wbr").tail = AtomicString(piece)
