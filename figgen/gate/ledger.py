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
from itertools import groupby
from pathlib import Path

from figgen.book import Book
from figgen.errors import AuthorError
from figgen.gate.finding import Finding
from figgen.gate.printed import LEDGER, Entry, numbers, page_entries, text_entries
from figgen.gate.source import scan
from figgen.gate.texts import other_texts

NAME = LEDGER
TITLE = "# Every number that readers meet, by `python -m figgen ledger --write`; `make test` compares.\n"
NUMBERS = "numbers"
LONG = 8  # words of an entry that are shown whole

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


def write(ledger: Ledger) -> str:
    """Return the text of the file."""
    parts = [TITLE]
    for section, entries in ledger.items():
        parts.append(f"\n[{section}]\n" + "".join(f"{entry}\n" for entry in entries))
    return "".join(parts)


def load(path: Path) -> dict[str, list[str]]:
    """Return the lines of each section of the file; AuthorError if it is no text."""
    content = path.read_bytes()
    try:
        return read(content.decode("utf-8"))
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        message = "this line is not UTF-8; write it again: `python -m figgen ledger --write`"
        raise AuthorError(message, path.name, line) from None


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
                was, now = _where_they_part(was.split(" ")[1:], now.split(" ")[1:])
            yield Finding(entry.path, entry.line, 1, "ledger", f"{name} {was} → {now}")


def _where_they_part(was: list[str], now: list[str]) -> tuple[str, str]:
    """Two lists of words, of long ones only what differs and a word on each side."""
    if max(len(was), len(now)) <= LONG:
        return " ".join(was), " ".join(now)
    pairs = list(zip(was, now, strict=False))
    first = next((i for i, (a, b) in enumerate(pairs) if a != b), len(pairs))
    last = next((i for i, (a, b) in enumerate(zip(was[::-1], now[::-1], strict=False)) if a != b), len(pairs))
    last = min(last, len(pairs) - first)
    return _cut(was, first - 1, len(was) - last + 1), _cut(now, first - 1, len(now) - last + 1)


def _cut(words: list[str], start: int, end: int) -> str:
    before, behind = "… " if start > 0 else "", " …" if end < len(words) else ""
    return f"{before}{' '.join(words[max(0, start) : end])}{behind}"


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
