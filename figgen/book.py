"""The book as pages see it: every chapter's values and blocks, the facts, and what a citation stands for."""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from figgen import facts, number
from figgen.cite import Reference
from figgen.errors import AuthorError
from figgen.facts import Fact, Source
from figgen.index import find_index
from figgen.outline import Outline, outline
from figgen.project import Project


@dataclass(frozen=True)
class Number:
    """One number as printed.

    `value` is the number that the printed digits say, for machines: the full one's last bits may differ between
    processors. `ref` is the full citation, `exact` whether the digits are the value.
    """

    text: str
    math: str
    code: str
    value: str
    ref: str
    exact: bool
    source: str | None = None


@dataclass(frozen=True)
class Numbers:
    """A row or a whole value: its elements in order, nested once for a matrix."""

    rows: tuple[tuple[Number, ...], ...]
    matrix: bool


@dataclass(frozen=True)
class Block:
    """A table, figure or worked line: where its include lies and how it is called."""

    chapter: str
    name: str
    kind: str
    title: str
    counter: str | None
    order: int | None


@dataclass(frozen=True)
class Link:
    """A reference that jumps: its text and its target, a page ("" is the same page) and an id."""

    text: str
    page: str
    id: str


@dataclass(frozen=True)
class Cited:
    """A source, and the place in it."""

    source: Source
    key: str
    section: str | None


Resolved = Number | Numbers | Block | Link | Cited


@dataclass(frozen=True)
class Stored:
    """A value as the build wrote it."""

    name: str
    shape: tuple[int, ...]
    data: Any
    rows: Sequence[str] | None
    columns: Sequence[str] | None
    axes: Sequence[str] | None
    form: str
    unit: str | None
    magnitude: float
    origin: str
    field: str | None
    formula: str | None
    line: int
    boolean: bool = False
    note: str | None = None

    @property
    def labels(self) -> tuple[Sequence[str] | None, ...]:
        """Labels of each axis, in order."""
        if len(self.shape) == 2:
            return (self.rows, self.columns)
        return (self.columns or self.rows,) if self.shape else ()

    def element(self, index: tuple[int, ...]) -> Any:
        """The number, list or nested list at an index from 1."""
        part = self.data
        for i in index:
            part = part[i - 1]
        return part


@dataclass(frozen=True)
class Chapter:
    """One worked example's output."""

    name: str
    example: str
    values: dict[str, Stored]
    blocks: dict[str, dict[str, Any]]
    texts: list[tuple[int, int, str]]


@dataclass
class Book:
    """Everything that a citation can mean. Read once per build; never changed."""

    project: Project
    chapters: dict[str, Chapter]
    sources: dict[str, Source]
    _outlines: dict[str, Outline] = field(default_factory=dict)

    @classmethod
    def load(cls, project: Project) -> Book:
        """Read build/values and the facts; AuthorError if a chapter was not built."""
        chapters = {}
        for name in project.chapters():
            path = project.values(name)
            if not path.is_file():
                raise AuthorError("has no values yet; run `python -m figgen build`", f"docs/{name}.py")
            document = json.loads(path.read_text(encoding="utf-8"))
            values = {
                key: Stored(key, tuple(entry.pop("shape")), entry.pop("data"), **entry)
                for key, entry in document["values"].items()
            }
            texts = [(line, column, text) for line, column, text in document["texts"]]
            chapters[name] = Chapter(name, document["example"], values, document["blocks"], texts)
        return cls(project, chapters, facts.load(project.facts, "docs/facts.toml"))

    def outline(self, chapter: str) -> Outline:
        """Sections and leading citations of a page."""
        if chapter not in self._outlines:
            path = self.project.docs / f"{chapter}.md"
            text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
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
            raise AuthorError(f"no chapter {name!r} with a worked example{_near(name, self.chapters)}")
        return self.chapters[name]

    def _value(self, reference: Reference, here: str) -> Number | Numbers | Block:
        if reference.chapter is None and here not in self.chapters:
            known = ", ".join(f"@{{{name}.{reference.name}}}" for name in self.chapters)
            raise AuthorError(f"this page has no worked example; name the chapter: {known}")
        chapter = self._chapter(reference.chapter or here)
        name = reference.name
        if name in chapter.blocks:
            if reference.index or reference.form:
                raise AuthorError(f"{name!r} is a {chapter.blocks[name]['kind']}; cite it whole, @{{{name}}}")
            return self._block(chapter, name)
        if name not in chapter.values:
            near = _near(name, [*chapter.values, *chapter.blocks])
            raise AuthorError(f"no value {name!r}{'' if chapter.name == here else ' in ' + chapter.name}{near}")
        stored = chapter.values[name]
        try:
            index = find_index(reference.index, stored.shape, stored.labels)
        except AuthorError as error:
            raise AuthorError(f"{name}: {error.message}") from None
        return self._numbers(f"{chapter.name}.{name}", stored, index, reference.form)

    def _numbers(self, name: str, stored: Stored, index: tuple[int, ...], form: str | None) -> Number | Numbers:
        part = stored.element(index)
        if not isinstance(part, list):
            return _number(name, stored, index, float(part), form)
        nested = isinstance(part[0], list)
        rows = part if nested else [part]
        return Numbers(
            tuple(
                tuple(
                    _number(name, stored, (*index, i + 1, j + 1) if nested else (*index, j + 1), float(x), form)
                    for j, x in enumerate(row)
                )
                for i, row in enumerate(rows)
            ),
            nested,
        )

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
        return Block(chapter.name, name, entry["kind"], entry["title"], entry["counter"], order)

    def _figure(self, reference: Reference, here: str) -> Link:
        chapter = self._chapter(reference.chapter or here)
        if reference.name not in chapter.blocks:
            raise AuthorError(f"no figure or table {reference.name!r}{_near(reference.name, chapter.blocks)}")
        block = self._block(chapter, reference.name)
        if block.counter is None:
            raise AuthorError(f"{block.name!r} is a {block.kind} and has no number; cite a figure or a table")
        if block.order is None:
            raise AuthorError(
                f"no page shows {block.name!r}; start a paragraph of docs/{chapter.name}.md with @{{{block.name}}}"
            )
        prefix = "" if chapter.name == here else self._title(chapter.name)
        return Link(f"{prefix}{block.counter} {block.order}", chapter.name, f"fig-{block.name}")

    def _section(self, reference: Reference, here: str) -> Link:
        page = reference.chapter or here
        sections = {section.id: section for section in self.outline(page).sections if section.id}
        if reference.name not in sections:
            near = _near(reference.name, sections)
            raise AuthorError(f"no section {reference.name!r} in docs/{page}.md; give its heading {{#id}}{near}")
        number_text = sections[reference.name].number
        text = f"第 {number_text} 节" if page in self.chapters else f"“{sections[reference.name].text}”"
        return Link(text if page == here else f"{self._title(page)}{text}", page, reference.name)

    def _title(self, page: str) -> str:
        title = self.outline(page).title
        return f"《{title}》" if title else page

    def _entry(self, key: str) -> tuple[Source, Fact | None]:
        head, _, name = key.partition(".")
        if head not in self.sources:
            raise AuthorError(f"no source {head!r} in docs/facts.toml{_near(head, self.sources)}")
        source = self.sources[head]
        if name and name not in source.facts:
            raise AuthorError(f"source {head!r} has no fact {name!r}{_near(name, source.facts)}")
        return source, source.facts[name] if name else None

    def _fact(self, reference: Reference) -> Number:
        source, fact = self._entry(reference.name)
        if fact is None or fact.value is None:
            raise AuthorError(f"facts.{reference.name} has no value; cite @{{source:{reference.name}}} or give it one")
        stored = Stored(
            f"facts.{reference.name}", (), fact.value, None, None, None, fact.form, fact.unit, abs(fact.value),
            "fact", None, None, 0,
        )  # fmt: skip
        made = _number(stored.name, stored, (), fact.value, reference.form)
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


def _number(name: str, stored: Stored, index: tuple[int, ...], x: float, form: str | None) -> Number:
    chosen = form or stored.form
    ref = name + (f"[{','.join(map(str, index))}]" if index else "") + (f":{form}" if form else "")
    try:
        prose, math, code = (
            number.text(x, chosen, magnitude=stored.magnitude, unit=stored.unit, style=style)
            for style in ("prose", "math", "code")
        )
        exact = number.is_exact(x, chosen, magnitude=stored.magnitude)
        says = number.machine(number.printed(x, chosen, magnitude=stored.magnitude))
    except number.NumberError as error:
        raise AuthorError(f"{ref}: {error}") from None
    return Number(prose, math, code, says, ref, exact)


def _near(name: str, known: Any) -> str:
    close = difflib.get_close_matches(name, list(known), 1, 0.5)
    return f"; did you mean {close[0]!r}?" if close else ""
