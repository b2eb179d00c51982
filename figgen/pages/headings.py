"""Headings: section numbers on chapters, ids that no number changes, an id demanded where one cites."""

from __future__ import annotations

import html
import xml.etree.ElementTree as etree  # noqa: N813 - as Python-Markdown names it
from collections.abc import Callable
from typing import TYPE_CHECKING

from markdown import Markdown
from markdown.extensions import toc
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from figgen.errors import AuthorError
from figgen.pages.figures import UNNUMBERED
from figgen.pages.page import Page
from figgen.pages.tokens import TOKEN, number_of

if TYPE_CHECKING:
    from figgen.markdown import CitationExtension

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")


class Headings(Treeprocessor):
    """Gives ids and section numbers; runs before the table of contents is made."""

    def __init__(self, md: Markdown, extension: CitationExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, root: etree.Element) -> None:
        """Number the sections of a page that has a worked example; a heading that cites needs its own id."""
        page = self.extension.page
        used = {found for element in root.iter() if (found := element.get("id"))}
        own: list[str] = []
        sections: list[etree.Element] = []
        for heading in [element for element in root.iter() if element.tag in HEADINGS]:
            name = heading.get("id")
            if name is None:
                if (number := _cited(page, heading)) is not None:
                    advice = "a heading that cites a number wants an id of its own: add {#id} at its end"
                    page.mistake(AuthorError(advice), number)
                heading.set("id", toc.unique(self._slug(heading), used))
            elif name in own:
                page.mistake_in(AuthorError(f"two headings have the id {name!r}"), f"#{name}")
            else:
                own.append(name)
            if heading.tag in ("h2", "h3") and heading.get("class") != UNNUMBERED:
                sections.append(heading)
        if page.chapter in page.book.chapters:
            _number(page, sections)

    def _slug(self, heading: etree.Element) -> str:
        text = toc.strip_tags(toc.render_inner_html(toc.remove_fnrefs(heading), self.md))
        slugify: Callable[[str, str], str] = toc.slugify_unicode
        separator = "-"
        for extension in self.md.registeredExtensions:
            if isinstance(extension, toc.TocExtension):
                slugify, separator = extension.getConfig("slugify"), extension.getConfig("separator")
        return slugify(html.unescape(text), separator)


def _cited(page: Page, heading: etree.Element) -> int | None:
    """The first citation in a heading, in its words or in a formula."""
    for element in heading.iter():
        if element in page.origins:
            return page.origins[element]
        if token := TOKEN.search(element.text or ""):
            return number_of(token[1])
    return None


def _number(page: Page, headings: list[etree.Element]) -> None:
    """Write the numbers that citations of sections print: those of the page's outline."""
    sections = page.book.outline(page.chapter).sections
    if len(sections) != len(headings):
        rule = "write it at the left margin, or as bold text in a list, quote, box, tab or included file"
        page.mistake_in(
            AuthorError(f"{len(headings)} sections, but the source has {len(sections)}: {rule}"), "##"
        )
        return
    for heading, section in zip(headings, sections, strict=True):
        mark = etree.Element("span", {"class": "fg-section"})
        mark.text = AtomicString(section.number)
        mark.tail = AtomicString("\u2002" + (heading.text or ""))
        heading.text = ""
        heading.insert(0, mark)
