"""What the book prints, entry by entry: computed numbers, what blocks show, and the numerals of pages and
texts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from figgen import cite
from figgen.book import Book, Number, Numbers, Stored
from figgen.errors import AuthorError
from figgen.gate.numeral import Numeral, numerals
from figgen.gate.scanning.tags import SEEN
from figgen.gate.source import Source, scan
from figgen.gate.texts import Text as OtherText
from figgen.gate.verifying.runs import runs
from figgen.gate.verifying.tree import Node, parse
from figgen.numbers import number
from figgen.pages import inline

LEDGER = "ledger.txt"


@dataclass(frozen=True)
class Entry:
    """A line of the ledger: `key` says what it is, `text` what is printed; line, column and path say where it
    stands now (`path` only for what is declared elsewhere than in the file of its section)."""

    key: str
    text: str
    line: int = 1
    column: int = 1
    path: str = LEDGER

    def __str__(self) -> str:
        return f"{self.key} {self.text}".strip()


def page_entries(book: Book, source: Source, chapter: str) -> Iterator[Entry]:
    """Yield the citations and numerals of one page in order of place."""
    citations = [citation for citation in cite.find(source.text) if not citation.literal]
    spans = [(c.start, c.end) for c in citations]
    found: list[tuple[int, str, str]] = [
        (c.start, _written(c), _printed(book, c, chapter)) for c in citations
    ]
    found += [
        (n.start, n.kind, n.reads) for n in _outside(numerals(source, tuple(sorted(book.labels))), spans)
    ]
    for offset, key, text in sorted(found):
        yield Entry(key, text, *source.place(offset))


def numbers(book: Book) -> Iterator[Entry]:
    """Yield every computed number, every formula with a digit, every fact with a number, and what each block
    shows."""
    for full, stored in book.published():
        if re.search(r"\d", stored.formula or ""):
            example = book.chapters[full.rpartition(".")[0]].example
            yield Entry(f"{full}:by", " ".join((stored.formula or "").split()), stored.line, 1, example)
        for index, x in _elements(stored):
            place = f"[{','.join(map(str, index))}]" if index else ""
            example = book.chapters[full.rpartition(".")[0]].example
            shown = f"{stored.form} {text_of(stored, x, index)}"
            yield Entry(f"{full}{place}", shown, stored.line, 1, example)
    for key, source in book.sources.items():
        for name, fact in source.facts.items():
            if fact.value is not None:
                shown = number.text(
                    fact.value, fact.form, magnitude=abs(fact.value), unit=fact.unit, style="code"
                )
                yield Entry(f"facts.{key}.{name}", f"{fact.form} {shown}", path="docs/facts.toml")
    for chapter in book.chapters.values():
        for name, block in chapter.blocks.items():
            shows = " ".join(_block(book.project.include(chapter.name, name), f"{chapter.name}."))
            yield Entry(
                f"{chapter.name}.{name}",
                f"{block['kind']} {shows}".strip(),
                block["line"],
                1,
                chapter.example,
            )


def _block(include: Path, prefix: str) -> Iterator[str]:
    """What a block shows, in order: references of numbers, what exercises accept, and other digits; then a
    fingerprint of its words, so that no label, arrow or mark changes unnoticed beside the same numbers."""
    if include.is_file():
        tree = parse(include.read_text(encoding="utf-8"))
        yield from _parts(tree, prefix)
        words = "\n".join(_words(tree))
        yield f"words:{hashlib.sha256(words.encode()).hexdigest()[:6]}"


def _parts(node: Node, prefix: str) -> Iterator[str]:
    for name in ("data-ref", "data-accept", "data-gives", "data-tolerance"):
        if name in node.attributes:
            field = node.attributes.get("data-field", "") if name == "data-ref" else ""
            said = f".{field}={''.join(node.content.split())}" if field else ""
            yield node.attributes[name].removeprefix(prefix).replace(" ", ",") + said
    for child in node.children if "data-ref" not in node.attributes else ():
        if isinstance(child, Node):
            yield from _parts(child, prefix)
        else:
            yield from (run for _, run in runs(child.text))


def _words(node: Node) -> Iterator[str]:
    """Texts outside numbers, and attributes that readers meet, in order."""
    if "data-ref" in node.attributes:
        return
    yield from (value for name, value in node.attributes.items() if name in SEEN)
    for child in node.children:
        if isinstance(child, Node):
            yield from _words(child)
        elif said := " ".join(child.text.split()):
            yield said


def text_of(stored: Stored, x: float, index: tuple[int, ...]) -> str:
    """Return an element in its value's own form; its full digits where that form is only for parts of it."""
    try:
        form = stored.form_at(index)
        return number.text(x, form, magnitude=stored.magnitude, unit=stored.unit, style="code")
    except number.NumberError:
        return f"≈{number.text(x, 'sci9', magnitude=abs(x), style='code')}"


def _elements(stored: Stored) -> Iterator[tuple[tuple[int, ...], float]]:
    if not stored.shape:
        yield (), float(stored.data)
    elif len(stored.shape) == 1:
        for i, x in enumerate(stored.data, start=1):
            yield (i,), float(x)
    else:
        for i, row in enumerate(stored.data, start=1):
            for j, x in enumerate(row, start=1):
                yield (i, j), float(x)


def _written(citation: cite.Citation) -> str:
    return "@{" + "".join(citation.inside.split()) + "}"


def _printed(book: Book, citation: cite.Citation, chapter: str) -> str:
    try:
        meant = book.resolve(cite.parse(citation.inside), chapter)
    except AuthorError:
        return "?"
    return inline.plain(meant) if isinstance(meant, (Number, Numbers)) else ""


def _outside(found: list[Numeral], spans: list[tuple[int, int]]) -> list[Numeral]:
    return [n for n in found if not any(start <= n.start < end for start, end in spans)]


def text_entries(book: Book, text: OtherText) -> Iterator[Entry]:
    """Yield the numerals of a text outside the pages."""
    source = scan(text.text, text.path)
    for numeral in numerals(source, tuple(sorted(book.labels))):
        column = text.column if text.made else text.column + numeral.start
        yield Entry(numeral.kind, numeral.reads, text.line, column)
