"""The Python-Markdown extension that resolves citations, for MkDocs and for Zensical alike.

A preprocessor swaps each `@{…}` for a token, an inline processor turns tokens in prose into elements, tree
processors make figures, sections and unbroken Chinese lines, and a postprocessor (`pages.finish`) fills the
rest: formulas, code, attributes and raw HTML.
"""

from __future__ import annotations

import xml.etree.ElementTree as etree  # noqa: N813 - as Python-Markdown names it
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from figgen import cite
from figgen.book import Book
from figgen.cite import Citation
from figgen.errors import AuthorError, AuthorErrors
from figgen.pages import frontmatter
from figgen.pages.figures import Figures
from figgen.pages.finish import Finish
from figgen.pages.headings import Headings
from figgen.pages.host import load, page_path, zensical_page
from figgen.pages.inlinecitations import InlineCitations
from figgen.pages.linebreaks import LineBreaks
from figgen.pages.page import Page
from figgen.pages.places import Place
from figgen.pages.stepped import Stepped, WrittenOut
from figgen.pages.tokens import RESERVED, mark_plain_places, token


class Citations(Preprocessor):
    """Swap the citations of the page's own file for tokens, before other files are included."""

    def __init__(self, md: Markdown, extension: CitationExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        """Begin the page."""
        page = self.extension.start(self.md)
        text = "\n".join(lines)
        frontmatter.check_taken_off(page, text)
        if reserved := RESERVED.search(text):
            code = f"U+{ord(reserved[0]):04X}"
            page.mistake_in(AuthorError(f"private-use character {code}: remove it"), reserved[0])
            text = RESERVED.sub("", text)
        return _swap(page, text, page.places.of_citations).split("\n")


class IncludedCitations(Preprocessor):
    """Swap the citations of included files; from here on no file comes in."""

    def __init__(self, md: Markdown, extension: CitationExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        """Swap what is left, then mark what stands within tags."""
        page = self.extension.page
        return mark_plain_places(_swap(page, "\n".join(lines), page.places.of_included)).split("\n")


def _swap(page: Page, text: str, places: Callable[[Sequence[Citation]], list[Place]]) -> str:
    found = cite.find(text)
    parts, at = [], 0
    for citation, number in zip(found, page.keep(found, places(found)), strict=True):
        parts += [text[at : citation.start], token(number)]
        at = citation.end
    return "".join([*parts, text[at:]])


class Complete(Treeprocessor):
    """The last tree processor: headings are no longer finished one by one, for the table of contents."""

    def __init__(self, md: Markdown, extension: CitationExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, root: etree.Element) -> None:
        """Note it."""
        self.extension.page.complete = True


class CitationExtension(Extension):
    """`figgen.markdown`.

    Options: `root`, folder of mkdocs.yml; `page`, path in docs/ where no generator tells it; `book`, one
    already read; `mistakes`, a list that gets a page's mistakes, which are otherwise raised as AuthorErrors.
    """

    def __init__(self, **options: Any) -> None:
        self.config = {
            "root": ["", "folder of mkdocs.yml"],
            "page": ["", "path of the page in docs/"],
            "book": ["", "a Book"],
            "mistakes": ["", "list for mistakes"],
        }
        self.page: Page
        super().__init__(**options)

    def start(self, md: Markdown) -> Page:
        """Begin a page: find out which one it is, and read the book."""
        path = self.getConfig("page") or page_path(md)
        if path is None:
            raise AuthorErrors([AuthorError("figgen.markdown: which page? give it the option page=…")])
        root, book = self.getConfig("root"), self.getConfig("book")
        if not isinstance(book, Book):
            book = load(Path(root) if root else None)
        self.page = Page(book, path.removesuffix(".md"))
        if context := zensical_page(md):
            context.meta.update(frontmatter.fill(self.page, context.meta))
        return self.page

    def finish(self) -> None:
        """End a page: hand over all its mistakes, or raise them."""
        mistakes = self.getConfig("mistakes")
        if isinstance(mistakes, list):
            mistakes.extend(self.page.mistakes)
        elif self.page.mistakes:
            raise AuthorErrors(self.page.mistakes)

    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802
        """Register the processors; the numbers place them among those of other extensions."""
        md.preprocessors.register(Citations(md, self), "figgen-citations", 33)  # snippets: 32
        md.preprocessors.register(IncludedCitations(md, self), "figgen-included", 31.5)
        md.preprocessors.register(WrittenOut(md), "figgen-written-out", 24)  # fences: 25, HTML: 20
        md.inlinePatterns.register(InlineCitations(md, self), "figgen-citations", 185)  # code: 190
        md.treeprocessors.register(Figures(md, self), "figgen-figures", 15)  # inline patterns: 20
        md.treeprocessors.register(Stepped(md, self), "figgen-stepped", 7)  # attr_list: 8
        md.treeprocessors.register(LineBreaks(md), "figgen-linebreaks", 7)  # attr_list, which reads breaks: 8
        md.treeprocessors.register(Headings(md, self), "figgen-headings", 6)  # toc: 5
        md.treeprocessors.register(Complete(md, self), "figgen-complete", -100)
        md.postprocessors.register(Finish(md, self), "figgen-finish", -100)


def makeExtension(**options: Any) -> CitationExtension:  # noqa: N802
    """For Python-Markdown."""
    return CitationExtension(**options)
