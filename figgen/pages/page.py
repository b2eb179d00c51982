"""A page while it is made: its citations by number, its sources in order, its mistakes with their places."""

from __future__ import annotations

import posixpath
import xml.etree.ElementTree as etree  # noqa: N813 - as Python-Markdown names it
from collections.abc import Sequence

from figgen import cite
from figgen.book import Book
from figgen.cite import Citation
from figgen.errors import AuthorError
from figgen.markup import Children, Element, h, markup
from figgen.pages import inline
from figgen.pages.places import Place, Places
from figgen.pages.tokens import TOKEN, number_of
from figgen.resolved import Block, Cited, Link, Number, Numbers, Resolved

UNKNOWN = "?"
"""What stands for a citation that could not be resolved, while the page's other mistakes are looked for."""


class Page:
    """A page of a book; `chapter` is its path in docs/ without suffix.

    `kept[n]` is what citation n stands for: None if that could not be found out, the characters `@{` if these
    are meant. `origins` tells which citation made an element. `complete` is set when only whole pages follow.
    """

    def __init__(self, book: Book, chapter: str) -> None:
        self.book = book
        self.chapter = chapter
        self.places = Places(book.project.docs, chapter)
        self.kept: list[Resolved | str | None] = []
        self.origins: dict[etree.Element, int] = {}
        self.sources: dict[str, list[str]] = {}
        self.complete = False
        self._written: list[str] = []
        self._where: list[Place] = []
        self._mistakes: list[tuple[int | None, AuthorError]] = []

    @property
    def mistakes(self) -> list[AuthorError]:
        """All mistakes noted so far."""
        return [error for _, error in self._mistakes]

    def keep(self, citations: Sequence[Citation], places: Sequence[Place]) -> range:
        """Resolve citations in page order; returns their numbers."""
        first = len(self.kept)
        for citation, place in zip(citations, places, strict=True):
            self._written.append(citation.written)
            self._where.append(place)
            self.kept.append(None)
            try:
                self.kept[-1] = "@{" if citation.literal else self.resolve(citation.closed_inside())
            except AuthorError as error:
                self.mistake(error, len(self.kept) - 1)
        return range(first, len(self.kept))

    def resolve(self, inside: str) -> Resolved:
        """What a citation stands for on this page; a source gets its number here, in page order."""
        resolved = self.book.resolve(cite.parse(inside), self.chapter)
        if isinstance(resolved, Cited):
            self._source_number(resolved.key)
        elif isinstance(resolved, Number) and resolved.source:
            self._source_number(resolved.source)
        return resolved

    def restore(self, text: str) -> str:
        """Text with its tokens swapped back for the citations of the source."""
        return TOKEN.sub(lambda match: self._written[number_of(match[1])], text)

    def elements(self, resolved: Resolved) -> list[Children]:
        """What stands in a line for a citation."""
        match resolved:
            case Number(source=str(source)):
                return [*inline.prose(resolved), self._marker(source)]
            case Number() | Numbers():
                return inline.prose(resolved)
            case Cited():
                return [self._marker(resolved.key)]
            case Link():
                return [h("a", resolved.text, href=self._href(resolved), class_="fg-reference")]
            case Block():
                raise AuthorError(
                    f"{resolved.name!r} is a {resolved.kind}: it must start a paragraph of its own"
                )

    def html(self, number: int) -> str:
        """Markup of a citation within raw HTML, where no generator rewrites links to other pages."""
        kept = self.kept[number]
        if isinstance(kept, Link) and kept.page != self.chapter:
            return markup(kept.text)
        if kept is None or isinstance(kept, str):
            return markup(kept or UNKNOWN)
        try:
            return markup(*(child for child in self.elements(kept) if isinstance(child, str | Element)))
        except AuthorError as error:
            return self.mistake(error, number)

    def include(self, number: int) -> str:
        """The content of a block, as the build wrote it."""
        block = self.kept[number]
        assert isinstance(block, Block)
        return self.book.project.include(block.chapter, block.name).read_text(encoding="utf-8")

    def plain(self, number: int, style: str) -> str:
        """Text of a citation where no markup can stand."""
        kept = self.kept[number]
        if kept is None or isinstance(kept, str):
            return kept or UNKNOWN
        try:
            return inline.plain(kept, style)
        except AuthorError as error:
            return self.mistake(error, number)

    def mistake(self, error: AuthorError, number: int) -> str:
        """Note a mistake of a citation; returns what stands on the page for it."""
        self._mistakes.append((number, error.at(*self._where[number])))
        return UNKNOWN

    def mistake_in(self, error: AuthorError, written: str) -> str:
        """Note a mistake in a text of the source, such as a formula."""
        self._mistakes.append((None, error.at(*self.places.of_text(written))))
        return UNKNOWN

    def forgive(self, number: int) -> None:
        """Forget the mistakes of a citation that nobody will see, in a comment."""
        self._mistakes = [(place, error) for place, error in self._mistakes if place != number]

    def _source_number(self, cited: str) -> int:
        """The number of a source on this page, in order of first mention; notes the section in it."""
        key, _, place = cited.partition(".")
        sections = self.sources.setdefault(key, [])
        section = self.book.sources[key].facts[place].section if place else None
        if section and section not in sections:
            sections.append(section)
        return list(self.sources).index(key) + 1

    def _marker(self, cited: str) -> Element:
        key = cited.partition(".")[0]
        title = self.book.sources[key].title
        link = h("a", f"[{self._source_number(cited)}]", href=f"#source-{key}", title=title)
        return h("sup", link, class_="fg-source")

    def _href(self, link: Link) -> str:
        if link.page == self.chapter:
            return f"#{link.id}"
        return f"{posixpath.relpath(link.page, posixpath.dirname(self.chapter) or '.')}.md#{link.id}"
