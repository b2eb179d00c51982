"""Every place that shows a name: citations on pages, blocks, and formulas that use it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from figgen import cite
from figgen.book import Book
from figgen.errors import AuthorError
from figgen.gate.source import scan


@dataclass(frozen=True, order=True)
class Use:
    """A place and how the name is used there: the citation, the block, or the value computed from it."""

    path: str
    line: int
    column: int
    how: str


def uses(book: Book, name: str) -> list[Use]:
    """Return where `name` (a value, block, fact or source, with or without its chapter) is used; AuthorError
    if nothing is called so."""
    names = _full_names(book, name)
    found = [*_citations(book, names), *_blocks(book, names), *_formulas(book, names)]
    return sorted(set(found))


def _full_names(book: Book, name: str) -> set[str]:
    known = {full for full, _ in book.published()}
    known |= {f"{chapter.name}.{block}" for chapter in book.chapters.values() for block in chapter.blocks}
    for key, source in book.sources.items():
        known |= {f"source:{key}", *(f"facts.{key}.{fact}" for fact in source.facts)}
    bare = re.sub(r"\[.*", "", name.removeprefix("@{").removesuffix("}")).partition(":")
    wanted = name if bare[1] and bare[0] == "source" else bare[0]
    matching = {full for full in known if full == wanted or full.partition(".")[2] == wanted}
    if not matching:
        raise AuthorError(f"nothing is called {name!r}; `python -m figgen list` prints every name")
    return matching


def _citations(book: Book, names: set[str]) -> Iterator[Use]:
    for path in book.project.pages():
        chapter = path.relative_to(book.project.docs).with_suffix("").as_posix()
        source = scan(path.read_bytes().decode("utf-8", "replace"), book.project.relative(path))
        for citation in cite.find(source.text):
            if citation.literal or not citation.closed:
                continue
            try:
                reference = cite.parse(citation.inside)
            except AuthorError:
                continue
            match reference.kind:
                case "fact":
                    meant = {f"facts.{reference.name}", f"source:{reference.name.partition('.')[0]}"}
                case "source":
                    meant = {f"facts.{reference.name}", f"source:{reference.name.partition('.')[0]}"}
                case "sec":
                    continue
                case _:
                    meant = {f"{reference.chapter or chapter}.{reference.name}"}
            if meant & names:
                yield Use(source.path, *source.place(citation.start), f"@{{{citation.inside}}}")


def _blocks(book: Book, names: set[str]) -> Iterator[Use]:
    for chapter in book.chapters.values():
        for name, block in chapter.blocks.items():
            if names & set(block["shows"]):
                yield Use(chapter.example, block["line"], 1, f"shown in the {block['kind']} {name}")


def _formulas(book: Book, names: set[str]) -> Iterator[Use]:
    for full, stored in book.published():
        chapter = full.rpartition(".")[0]
        words = {f"{chapter}.{word}" for word in re.findall(r"[A-Za-z_]\w*", stored.formula or "")}
        if words & names:
            yield Use(book.chapters[chapter].example, stored.line, 1, f"{stored.name} = {stored.formula}")
