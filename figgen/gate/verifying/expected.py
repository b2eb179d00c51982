"""What the article of a page must show, from its source and freshly computed values."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from figgen import cite
from figgen.book import Block, Book, Cited, Link, Number, Numbers
from figgen.errors import AuthorError
from figgen.gate.glyphs import NUMERAL
from figgen.gate.numeral import numerals
from figgen.gate.source import TEXTS, Source
from figgen.gate.verifying.runs import runs
from figgen.pages import inline

UNSEEN = ("link", "markup", "style", "marker", "meta", "length")


@dataclass
class Expected:
    """`references`: full citations of numbers, one each time. `digits`: runs of digits that stand without
    one, in order of the source. `blocks`: names of the blocks, `sources`: keys of the sources with the
    sections cited."""

    references: Counter[str] = field(default_factory=Counter)
    digits: list[str] = field(default_factory=list)
    blocks: Counter[str] = field(default_factory=Counter)
    sources: dict[str, list[str]] = field(default_factory=dict)


def expect(book: Book, source: Source, chapter: str) -> Expected:
    """Return what the article made from a page must show."""
    found = Expected()
    kinds = {cited.citation.start: cited.kind for cited in source.citations}
    parts: list[tuple[int, list[str]]] = []
    spans = []
    for citation in cite.find(source.text):
        spans.append((citation.start, citation.end))
        kind = kinds.get(citation.start)
        if citation.literal or kind is None or kind in UNSEEN:
            continue
        try:
            meant = book.resolve(cite.parse(citation.inside), chapter)
        except AuthorError:
            continue
        parts.append((citation.start, _shown(found, book, meant, kind)))
    for numeral in numerals(source, tuple(sorted(book.labels))):
        if numeral.stream in UNSEEN or numeral.kind in UNSEEN or numeral.kind == "wording":
            continue
        if not any(start <= numeral.start < end for start, end in spans):
            reads = numeral.text if NUMERAL in numeral.reads else numeral.reads
            parts.append((numeral.start, [run for _, run in runs(reads)]))
    for cited in source.citations:
        if cited.citation.literal and cited.kind in TEXTS:
            start = cited.citation.start
            parts.append(
                (start, [run for _, run in runs(source.text[start : source.text.find("}", start) + 1])])
            )
    if chapter in book.chapters:
        for section in book.outline(chapter).sections:
            parts.append((source.starts[section.line - 1], [run for _, run in runs(section.number)]))
    found.digits = [run for _, each in sorted(parts) for run in each]
    for key, sections in found.sources.items():
        entry = book.sources[key]
        for text in (entry.title, entry.identifier, *sections):
            found.digits.extend(run for _, run in runs(text))
    return found


def _shown(found: Expected, book: Book, meant: object, kind: str) -> list[str]:
    """Note a citation's references, and return the digits that it shows without one."""
    if kind in ("prose", "math"):
        match meant:
            case Number() | Numbers():
                for each in [meant] if isinstance(meant, Number) else [n for row in meant.rows for n in row]:
                    found.references[each.ref] += 1
                    if each.source:
                        _note(found, book, each.source)
                return []
            case Cited():
                _note(found, book, meant.key)
                return []
            case Block(tex=str(tex)) if kind == "math":
                return [run for _, run in runs(tex)]
            case Block():
                found.blocks[f"{meant.chapter}.{meant.name}"] += 1
                label = f"{meant.counter} {meant.order} {meant.title}" if meant.counter else ""
                return [run for _, run in runs(label)]
            case Link():
                return [run for _, run in runs(meant.text)]
    if isinstance(meant, Block):
        return []
    assert isinstance(meant, (Number, Numbers, Link, Cited))
    shown = inline.plain(meant, "code" if kind in ("code", "fence") else "text")
    return [run for _, run in runs(shown)]


def _note(found: Expected, book: Book, key: str) -> None:
    head, _, name = key.partition(".")
    sections = found.sources.setdefault(head, [])
    fact = book.sources[head].facts.get(name)
    if fact and fact.section and fact.section not in sections:
        sections.append(fact.section)
