"""One page while it is made: its citations by number, its sources in order, its mistakes with their places."""

from __future__ import annotations

import os
import re
from collections import Counter
from pathlib import Path

from markdown import Markdown

from figgen import cite, inline
from figgen.book import Block, Book, Cited, Link, Number, Numbers, Resolved
from figgen.errors import AuthorError, AuthorErrors
from figgen.markup import Children, Element, h, markup
from figgen.project import find_project


class Page:
    """A page of a book; `chapter` is its path in docs/ without suffix."""

    def __init__(self, book: Book, chapter: str) -> None:
        self.book = book
        self.chapter = chapter
        self.path = f"docs/{chapter}.md"
        self.kept: list[Resolved | str] = []
        self.sources: dict[str, list[str]] = {}
        self._written: list[str] = []
        self._mistakes: list[AuthorError] = []
        self._reported: Counter[str] = Counter()

    def resolve(self, inside: str) -> Resolved:
        """What a citation stands for on this page."""
        return self.book.resolve(cite.parse(inside), self.chapter)

    def keep(self, resolved: Resolved | str, source: str = "\\@{") -> int:
        """Remember what a citation stands for (or literal text); returns its number."""
        self.kept.append(resolved)
        self._written.append(source)
        return len(self.kept) - 1

    def restore(self, text: str) -> str:
        """Text with its tokens swapped back for the citations of the source."""
        from figgen.tokens import TOKEN, number_of

        return TOKEN.sub(lambda match: self._written[number_of(match[1])], text)

    def source_number(self, cited: str) -> int:
        """The number of a source on this page, in order of first mention; notes the place in it."""
        key, _, place = cited.partition(".")
        places = self.sources.setdefault(key, [])
        source = self.book.sources[key]
        section = source.facts[place].section if place else None
        if section and section not in places:
            places.append(section)
        return list(self.sources).index(key) + 1

    def elements(self, resolved: Resolved) -> list[Children]:
        """What stands in a line for a citation."""
        match resolved:
            case Number() | Numbers():
                source = resolved.source if isinstance(resolved, Number) else None
                return [*inline.prose(resolved), *([self._marker(source)] if source else [])]
            case Cited():
                return [self._marker(resolved.key)]
            case Link():
                return [h("a", resolved.text, href=self._href(resolved), class_="fg-reference")]
            case Block():
                raise AuthorError(f"{resolved.name!r} is a {resolved.kind}; start a paragraph with it")

    def html(self, number: int) -> str:
        """Markup of a citation within raw HTML."""
        kept = self.kept[number]
        if isinstance(kept, str):
            return markup(kept)
        try:
            return markup(*(child for child in self.elements(kept) if isinstance(child, str | Element)))
        except AuthorError as error:
            self.mistake(error, self._written[number])
            return ""

    def plain(self, number: int, style: str) -> str:
        """Text of a citation where no markup can stand."""
        kept = self.kept[number]
        if isinstance(kept, str):
            return kept
        try:
            return inline.plain(kept, style)
        except AuthorError as error:
            self.mistake(error, self._written[number])
            return ""

    def mistake(self, error: AuthorError, source: str) -> None:
        """Note a mistake where its text stands in the source file."""
        line, column = self._place(source)
        self._mistakes.append(error.at(self.path, line, column))

    def raise_mistakes(self) -> None:
        """Raise all that was noted."""
        if self._mistakes:
            raise AuthorErrors(self._mistakes)

    def _marker(self, cited: str) -> Element:
        number = self.source_number(cited)
        key = cited.partition(".")[0]
        link = h("a", f"[{number}]", href=f"#source-{key}", title=self.book.sources[key].title)
        return h("sup", link, class_="fg-source")

    def _href(self, link: Link) -> str:
        if link.page == self.chapter:
            return f"#{link.id}"
        here = os.path.dirname(self.chapter)
        return f"{os.path.relpath(link.page, here or '.')}.md#{link.id}"

    def _place(self, source: str) -> tuple[int | None, int | None]:
        """Line and column of the next not yet reported occurrence of a text in the source file."""
        path = self.book.project.docs / f"{self.chapter}.md"
        text = path.read_text(encoding="utf-8-sig", errors="replace") if path.is_file() else ""
        starts = [found.start() for found in re.finditer(r"(?<!\\)" + re.escape(source), text)]
        if not starts:
            return None, None
        at = starts[min(self._reported[source], len(starts) - 1)]
        self._reported[source] += 1
        return text.count("\n", 0, at) + 1, at - (text.rfind("\n", 0, at) + 1) + 1


def page_of(md: Markdown, root: Path | None, told: str | None) -> Page:
    """The page that a Markdown instance is converting: MkDocs and Zensical each tell it in their own way."""
    relative = told or _from_mkdocs(md) or _from_zensical(md)
    if relative is None:
        raise AuthorErrors([AuthorError("figgen.markdown: no page known; give the extension the option page=…")])
    book = load(root)
    return Page(book, relative.removesuffix(".md"))


def load(root: Path | None) -> Book:
    """The book, read anew when a value or the facts changed."""
    project = find_project(root)
    files = [*(project.values(name) for name in project.chapters()), project.facts, *project.pages()]
    stamp = tuple((str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in files if path.is_file())
    if project.root not in _books or _books[project.root][0] != stamp:
        _books[project.root] = (stamp, Book.load(project))
    return _books[project.root][1]


_books: dict[Path, tuple[object, Book]] = {}


def _from_mkdocs(md: Markdown) -> str | None:
    if "relpath" not in md.treeprocessors:
        return None
    file = getattr(md.treeprocessors["relpath"], "file", None)
    return getattr(file, "src_uri", None)


def _from_zensical(md: Markdown) -> str | None:
    for processor in md.preprocessors:
        if hasattr(processor, "page") and hasattr(processor.page, "path"):
            return str(processor.page.path)
    return None
