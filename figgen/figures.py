"""Paragraphs that start with a block's citation become that block; cited sources become a list at the end."""

from __future__ import annotations

import xml.etree.ElementTree as etree
from typing import TYPE_CHECKING

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from figgen.book import Block
from figgen.errors import AuthorError
from figgen.page import Page

if TYPE_CHECKING:
    from figgen.markdown import CitationExtension

_HOSTS = ("p", "li", "dd")
_INNER_BLOCKS = frozenset("p ul ol dl div blockquote pre table figure details h1 h2 h3 h4 h5 h6".split())


class Figures(Treeprocessor):
    """Replaces a paragraph (or the line of a list item) that starts with a block."""

    def __init__(self, md: Markdown, extension: CitationExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, root: etree.Element) -> None:
        """Place every block; one that stands elsewhere, or twice, is a mistake."""
        page = self.extension.page
        placed: set[str] = set()
        parents = {child: parent for parent in root.iter() for child in parent}
        for marker in list(root.iter("fg-block")):
            block = page.kept[int(marker.get("data-n", "0"))]
            assert isinstance(block, Block)
            host = parents[marker]
            source = f"@{{{block.name}" if block.chapter == page.chapter else f"@{{{block.chapter}.{block.name}"
            if host.tag not in _HOSTS or list(host)[0] is not marker or (host.text or "").strip():
                page.mistake(
                    AuthorError(f"{block.name!r} is a {block.kind}: it must start a paragraph of its own"), source
                )
            elif f"{block.chapter}.{block.name}" in placed:
                page.mistake(AuthorError(f"{block.name!r} is shown twice on this page; cite it with @{{fig:…}}"), source)
            else:
                placed.add(f"{block.chapter}.{block.name}")
                self._place(page, block, marker, host)
        page.raise_mistakes()
        if page.sources:
            root.append(_sources(page))

    def _place(self, page: Page, block: Block, marker: etree.Element, host: etree.Element) -> None:
        path = page.book.project.include(block.chapter, block.name)
        content = path.read_text(encoding="utf-8")
        figure = etree.Element("figure", {"class": f"fg-block fg-{block.kind}", "id": f"fig-{block.name}"})
        figure.text = AtomicString(self.md.htmlStash.store(content))
        caption = self._caption(page, block, marker, host)
        if caption is not None:
            figure.append(caption)
        if host.tag == "p":
            host.tag = "figure"
            host.text = figure.text
            for child in list(host):
                host.remove(child)
            host.attrib.clear()
            host.attrib.update(figure.attrib)
            host.extend(list(figure))
        else:
            host.text = None
            host.insert(0, figure)

    def _caption(
        self, page: Page, block: Block, marker: etree.Element, host: etree.Element
    ) -> etree.Element | None:
        """The rest of the line after the block, moved into a caption with its number and title."""
        caption = etree.Element("figcaption")
        text = (marker.tail or "").lstrip()
        rest = []
        for child in list(host):
            if child is marker:
                host.remove(child)
            elif child.tag in _INNER_BLOCKS:
                break
            else:
                host.remove(child)
                rest.append(child)
        if block.counter is not None:
            label = etree.SubElement(caption, "a", {"class": "fg-label", "href": f"#fig-{block.name}"})
            label.text = AtomicString(f"{block.counter} {block.order}")
            title = etree.SubElement(caption, "span", {"class": "fg-title"})
            title.text = AtomicString(block.title)
            title.tail = text
        else:
            if not text.strip() and not rest:
                return None
            caption.text = text
        caption.extend(rest)
        return caption


def _sources(page: Page) -> etree.Element:
    """The sources that the page cites, in order of first mention, with the places in them."""
    section = etree.Element("section", {"class": "fg-sources"})
    heading = etree.SubElement(section, "h2", {"id": "sources"})
    heading.text = "资料来源"
    items = etree.SubElement(section, "ol")
    for key, places in page.sources.items():
        source = page.book.sources[key]
        item = etree.SubElement(items, "li", {"id": f"source-{key}"})
        title = etree.SubElement(item, "cite")
        title.text = AtomicString(source.title)
        where = f"，第 {'、'.join(places)} 节" if places else ""
        title.tail = AtomicString(f"，{source.identifier}{where}")
    return section
