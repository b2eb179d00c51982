"""The book as pages see it: every chapter's values and blocks, the facts, and what a citation stands for."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from figgen import cite, facts
from figgen.cite import Reference
from figgen.errors import AuthorError, nearest
from figgen.facts import Fact, Source
from figgen.index import find_index
from figgen.numbers.printing import print_number
from figgen.pages import inline
from figgen.pages.outline import Outline, outline
from figgen.project import Project
from figgen.resolved import Block, Cited, Link, Number, Numbers, Resolved
from figgen.stored import Chapter, Stored, read_chapter

__all__ = ["Block", "Book", "Chapter", "Cited", "Link", "Number", "Numbers", "Resolved", "Stored"]


@dataclass
class Book:
    """Everything that a citation can mean. Read once per build; never changed."""

    project: Project
    chapters: dict[str, Chapter]
    sources: dict[str, Source]
    _outlines: dict[str, Outline] = field(default_factory=dict)
    _numbers_made: dict[tuple[str, tuple[int, ...], str | None], Number] = field(default_factory=dict)

    @classmethod
    def load(cls, project: Project) -> Book:
        """Read build/values and the facts; AuthorError if a chapter was not built or a page
        is no file."""
        for path in project.pages():
            if not path.is_file():
                what = "a folder" if path.is_dir() else "no file that can be read"
                raise AuthorError(f"is named like a page and is {what}; rename it", project.relative(path))
        chapters = {name: read_chapter(project, name) for name in project.chapters()}
        return cls(project, chapters, facts.load(project.facts, "docs/facts.toml"))

    def outline(self, chapter: str) -> Outline:
        """Sections and leading citations of a page."""
        if chapter not in self._outlines:
            path = self.project.docs / f"{chapter}.md"
            text = path.read_text(encoding="utf-8-sig", errors="replace") if path.is_file() else ""
            self._outlines[chapter] = outline(text)
        return self._outlines[chapter]

    def resolve(self, reference: Reference, chapter: str) -> Resolved:
        """What a citation on a chapter's page stands for; AuthorError with the nearest name."""
        match reference.kind:
            case "fact":
                return self._fact(reference)
            case "source":
                return self._source(reference.name)
            case "fig":
                return self._figure(reference, chapter)
            case "sec":
                return self._section(reference, chapter)
            case "value":
                return self._value(reference, chapter)

    def published(self) -> Iterator[tuple[str, Stored]]:
        """Every value with its full name."""
        for chapter in self.chapters.values():
            for name, stored in chapter.values.items():
                yield f"{chapter.name}.{name}", stored

    def _chapter(self, name: str) -> Chapter:
        if name not in self.chapters:
            raise AuthorError(f"no chapter {name!r} with a worked example{nearest(name, self.chapters)}")
        return self.chapters[name]

    def _value(self, reference: Reference, here: str) -> Number | Numbers | Block:
        if reference.chapter is None and here not in self.chapters:
            raise AuthorError(f"this page has no worked example; {self._elsewhere(reference.name)}")
        chapter = self._chapter(reference.chapter or here)
        name = reference.name
        if name in chapter.blocks:
            if reference.index or reference.form:
                raise AuthorError(f"{name!r} is a {chapter.blocks[name]['kind']}; cite it whole, @{{{name}}}")
            return self._block(chapter, name)
        if name not in chapter.values:
            near = nearest(name, [*chapter.values, *chapter.blocks])
            raise AuthorError(
                f"no value {name!r}{'' if chapter.name == here else ' in ' + chapter.name}{near}"
            )
        stored = chapter.values[name]
        try:
            index = find_index(reference.index, stored.shape, stored.labels)
        except AuthorError as error:
            raise AuthorError(f"{name}: {error.message}") from None
        return self._numbers(f"{chapter.name}.{name}", stored, index, reference.form)

    def _elsewhere(self, name: str) -> str:
        """Advice for a page without an example: the chapters that have the name, three at most."""
        having = [
            f"@{{{c.name}.{name}}}" for c in self.chapters.values() if name in c.values or name in c.blocks
        ]
        return f"name the chapter: {', '.join(having[:3])}" if having else f"and no chapter has {name!r}"

    def _numbers(
        self, name: str, stored: Stored, index: tuple[int, ...], form: str | None
    ) -> Number | Numbers:
        part = stored.element(index)
        if not isinstance(part, list):
            return self._number(name, stored, index, float(part), form)
        matrix = isinstance(part[0], list)
        rows = part if matrix else [part]
        places = [(*index, i + 1) if matrix else index for i in range(len(rows))]
        return Numbers(
            tuple(
                tuple(self._number(name, stored, (*at, j + 1), float(x), form) for j, x in enumerate(row))
                for at, row in zip(places, rows, strict=True)
            ),
            matrix,
        )

    def _number(
        self, name: str, stored: Stored, index: tuple[int, ...], x: float, form: str | None
    ) -> Number:
        """Made once for the check and the page together."""
        key = (name, index, form)
        if key not in self._numbers_made:
            self._numbers_made[key] = print_number(name, stored, index, x, form)
        return self._numbers_made[key]

    def _block(self, chapter: Chapter, name: str) -> Block:
        entry = chapter.blocks[name]
        order = None
        if entry["counter"]:
            same = [
                shown.name
                for shown in self.outline(chapter.name).shown
                if shown.chapter in (None, chapter.name)
                and chapter.blocks.get(shown.name, {}).get("counter") == entry["counter"]
            ]
            order = same.index(name) + 1 if name in same else None
        kind, tex = entry["kind"], entry.get("tex")
        return Block(chapter.name, name, kind, entry["title"], entry["counter"], order, tex)

    def _figure(self, reference: Reference, here: str) -> Link:
        chapter = self._chapter(reference.chapter or here)
        if reference.name not in chapter.blocks:
            raise AuthorError(
                f"no figure or table {reference.name!r}{nearest(reference.name, chapter.blocks)}"
            )
        block = self._block(chapter, reference.name)
        if block.counter is None:
            raise AuthorError(f"{block.name!r} is a {block.kind} and has no number; cite a figure or a table")
        if block.order is None:
            where = f"start a paragraph of docs/{chapter.name}.md with @{{{block.name}}}"
            raise AuthorError(f"no page shows {block.name!r}; {where}")
        prefix = "" if chapter.name == here else self._title(chapter.name)
        return Link(f"{prefix}{block.counter}\u00a0{block.order}", chapter.name, f"fig-{block.name}")

    def _section(self, reference: Reference, here: str) -> Link:
        page = reference.chapter or here
        sections = {section.id: section for section in self.outline(page).sections if section.id}
        if reference.name not in sections:
            if not (self.project.docs / f"{page}.md").is_file():
                raise AuthorError(f"no page docs/{page}.md")
            near = nearest(reference.name, (name for name in sections if name))
            raise AuthorError(
                f"no section {reference.name!r} in docs/{page}.md; give its heading {{#id}}{near}"
            )
        section = sections[reference.name]
        numbered = page in self.chapters
        text = f"第\u00a0{section.number}\u00a0节" if numbered else f"“{self._bare(section.text, page)}”"
        return Link(text if page == here else f"{self._title(page)}{text}", page, reference.name)

    def _title(self, page: str) -> str:
        title = self.outline(page).title
        return f"《{self._bare(title, page)}》" if title else page

    def _bare(self, heading: str, page: str) -> str:
        """A heading's source as plain text: citations filled, marks of emphasis and code taken off."""
        filled = inline.fill(heading, lambda inside: self.resolve(cite.parse(inside), page))
        return re.sub(r"(\*\*|__|[*`])(.+?)\1", r"\2", filled)

    def _entry(self, key: str) -> tuple[Source, Fact | None]:
        head, _, name = key.partition(".")
        if head not in self.sources:
            raise AuthorError(f"no source {head!r} in docs/facts.toml{nearest(head, self.sources)}")
        source = self.sources[head]
        if name and name not in source.facts:
            raise AuthorError(f"source {head!r} has no fact {name!r}{nearest(name, source.facts)}")
        return source, source.facts[name] if name else None

    def _fact(self, reference: Reference) -> Number:
        _, fact = self._entry(reference.name)
        if fact is None or fact.value is None:
            raise AuthorError(
                f"facts.{reference.name} has no value; cite @{{source:{reference.name}}} or give it one"
            )
        stored = Stored(
            f"facts.{reference.name}", (), fact.value, None, None, None, fact.form, fact.unit,
            abs(fact.value), "fact", None, None, 0,
        )  # fmt: skip
        made = self._number(stored.name, stored, (), fact.value, reference.form)
        return Number(made.text, made.math, made.code, made.value, made.ref, made.exact, reference.name)

    def _source(self, key: str) -> Cited:
        source, fact = self._entry(key)
        return Cited(source, key, fact.section if fact else None)

    @cached_property
    def labels(self) -> frozenset[str]:
        """Every label of every value: words such as 位置1 that may stand in prose."""
        return frozenset(
            label for _, stored in self.published() for axis in stored.labels if axis for label in axis
        )
