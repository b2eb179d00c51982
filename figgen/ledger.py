"""The ledger: every number that readers meet, in one committed file, so that none changes unnoticed.

`ledger.txt` at the root of the book has one section for the computed numbers, a line each (name, form, text),
and for the blocks (what each shows, in order), and one for each page and text file: its citations with what
they print and its structural and quoted numerals, in order of place. Only `figgen ledger --write` writes it.
CI and `make test` compare, so that a change of an input, of an index, of a form, of a year or of a version is
a line in a diff that somebody reads.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from figgen import cite, inline, number
from figgen.book import Book, Number, Numbers, Stored
from figgen.errors import AuthorError
from figgen.finding import Finding
from figgen.numeral import Numeral, numerals
from figgen.source import Source, scan
from figgen.texts import Text as OtherText
from figgen.texts import other_texts
from figgen.verifying.runs import runs
from figgen.verifying.tree import Node, parse

NAME = "ledger.txt"
TITLE = "# Every number that readers meet, by `python -m figgen ledger --write`; `make test` compares.\n"
NUMBERS = "numbers"


@dataclass(frozen=True)
class Entry:
    """A line of the ledger: `key` says what it is, `text` what is printed; line, column and path say where it
    stands now (`path` only for what is declared elsewhere than in the file of its section)."""

    key: str
    text: str
    line: int = 1
    column: int = 1
    path: str = NAME

    def __str__(self) -> str:
        return f"{self.key} {self.text}".strip()


Ledger = dict[str, list[Entry]]  # section (NUMBERS or a path) -> entries in order


def take(book: Book) -> Ledger:
    """Return what the book prints now."""
    sections: Ledger = {NUMBERS: list(numbers(book))}
    for path in book.project.pages():
        chapter = path.relative_to(book.project.docs).with_suffix("").as_posix()
        source = scan(path.read_bytes().decode("utf-8", "replace"), book.project.relative(path))
        sections[source.path] = list(page_entries(book, source, chapter))
    for path_, texts in groupby(other_texts(book, everything=True), key=lambda text: text.path):
        sections[path_] = [entry for text in texts for entry in text_entries(book, text)]
    return {section: entries for section, entries in sections.items() if entries}


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


def write(ledger: Ledger) -> str:
    """Return the text of the file."""
    parts = [TITLE]
    for section, entries in ledger.items():
        parts.append(f"\n[{section}]\n" + "".join(f"{entry}\n" for entry in entries))
    return "".join(parts)


def read(text: str) -> dict[str, list[str]]:
    """Return the lines of each section."""
    sections: dict[str, list[str]] = {}
    current: list[str] = []
    for line in text.splitlines():
        if header := re.fullmatch(r"\[(.+)\]", line):
            current = sections.setdefault(header[1], [])
        elif line and not line.startswith("#"):
            current.append(line)
    return sections


def compare(old: dict[str, list[str]], new: Ledger) -> list[Finding]:
    """Return the differences, each with its place now: `attention.weights[3,1] 1/4 → 3/10`."""
    found: list[Finding] = []
    for section in sorted(old.keys() | new.keys()):
        entries = new.get(section, [])
        if section == NUMBERS:
            found.extend(_by_name(old.get(section, []), entries))
        else:
            found.extend(_by_order(section, old.get(section, []), entries))
    return sorted(found)


def _by_name(old: list[str], new: list[Entry]) -> Iterator[Finding]:
    before = dict(line.split(" ", 1) for line in old if " " in line)
    after = {entry.key: entry for entry in new}
    for name in sorted(before.keys() | after.keys()):
        entry = after.get(name, Entry(name, "(gone)"))
        was, now = before.get(name, "(new)"), entry.text
        if was != now:
            if was.partition(" ")[0] == now.partition(" ")[0]:
                was, now = was.partition(" ")[2], now.partition(" ")[2]
            yield Finding(entry.path, entry.line, 1, "ledger", f"{name} {was} → {now}")


def _by_order(section: str, old: list[str], new: list[Entry]) -> Iterator[Finding]:
    lines = [str(entry) for entry in new]
    for tag, i, i_end, j, j_end in difflib.SequenceMatcher(None, old, lines, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for k in range(max(i_end - i, j_end - j)):
            was = old[i + k] if i + k < i_end else "(new)"
            now = lines[j + k] if j + k < j_end else "(gone)"
            at = new[min(j + k, len(new) - 1)] if new else Entry("", "")
            yield Finding(section, at.line, at.column, "ledger", f"{was} → {now}")


def numbers(book: Book) -> Iterator[Entry]:
    """Yield every computed number, every fact with a number, and what each block shows."""
    for full, stored in book.published():
        for index, x in _elements(stored):
            place = f"[{','.join(map(str, index))}]" if index else ""
            example = book.chapters[full.rpartition(".")[0]].example
            yield Entry(f"{full}{place}", f"{stored.form} {text_of(stored, x)}", stored.line, 1, example)
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
    """What a block shows, in order: references of numbers, what exercises accept, and other digits."""
    if include.is_file():
        yield from _parts(parse(include.read_text(encoding="utf-8")), prefix)


def _parts(node: Node, prefix: str) -> Iterator[str]:
    for name in ("data-ref", "data-accept", "data-gives", "data-tolerance"):
        if name in node.attributes:
            yield node.attributes[name].removeprefix(prefix).replace(" ", ",")
    for child in node.children if "data-ref" not in node.attributes else ():
        if isinstance(child, Node):
            yield from _parts(child, prefix)
        else:
            yield from (run for _, run in runs(child.text))


def text_of(stored: Stored, x: float) -> str:
    """Return an element in its value's own form; its full digits where that form is only for parts of it."""
    try:
        return number.text(x, stored.form, magnitude=stored.magnitude, unit=stored.unit, style="code")
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
        yield Entry(numeral.kind, numeral.reads, text.line, text.column + numeral.start)
