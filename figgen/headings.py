"""Headings: section numbers on chapters, an id that the number does not change, an id demanded where it cites."""

from __future__ import annotations

import copy
import xml.etree.ElementTree as etree
from typing import TYPE_CHECKING

from markdown import Markdown
from markdown.treeprocessors import Treeprocessor
from markdown.util import AtomicString

from figgen.errors import AuthorError

if TYPE_CHECKING:
    from figgen.markdown import CitationExtension


class Headings(Treeprocessor):
    """Numbers the sections of a page that has a worked example; runs before the table of contents is made."""

    def __init__(self, md: Markdown, extension: CitationExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, root: etree.Element) -> None:
        """Give ids and numbers; a heading that cites a number must have its own id."""
        page = self.extension.page
        counts = [0, 0]
        used: set[str] = {found for element in root.iter() if (found := element.get("id"))}
        for element in root.iter():
            if element.tag not in ("h1", "h2", "h3", "h4", "h5", "h6"):
                continue
            cites = next((found for found in element.iter("data")), None)
            if cites is not None and element.get("id") is None:
                page.mistake(
                    AuthorError("a heading that cites a number wants an id of its own: add {#id} at its end"),
                    f"@{{{str(cites.get('data-ref')).removeprefix(page.chapter + '.')}",
                )
            if element.get("id") is None:
                element.set("id", self._slug(element, used))
            if page.chapter in page.book.chapters and element.tag in ("h2", "h3"):
                counts = [counts[0] + 1, 0] if element.tag == "h2" else [counts[0], counts[1] + 1]
                _prepend(element, str(counts[0]) if element.tag == "h2" else f"{counts[0]}.{counts[1]}")
        page.raise_mistakes()

    def _slug(self, heading: etree.Element, used: set[str]) -> str:
        bare = copy.deepcopy(heading)
        text = "".join(bare.itertext())
        slugify, separator = self._toc()
        stem = slugify(text, separator) or "section"
        found, i = stem, 1
        while found in used:
            i += 1
            found = f"{stem}{separator}{i}"
        used.add(found)
        return found

    def _toc(self) -> tuple[object, str]:
        for extension in self.md.registeredExtensions:
            if type(extension).__name__ == "TocExtension":
                return extension.getConfig("slugify"), "-"
        from markdown.extensions.toc import slugify_unicode

        return slugify_unicode, "-"


def _prepend(heading: etree.Element, number: str) -> None:
    mark = etree.Element("span", {"class": "fg-section"})
    mark.text = AtomicString(number)
    mark.tail = AtomicString("\u2002" + (heading.text or ""))
    heading.text = ""
    heading.insert(0, mark)
