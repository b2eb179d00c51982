"""Findings in files that are published beside the pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from figgen.book import Book
from figgen.gate.embedded import embedded, unread
from figgen.gate.files import MARKUP, PICTURES, bare_markup, published, spoken
from figgen.gate.finding import Finding
from figgen.gate.numeral import Numeral, numerals
from figgen.gate.remedy import Remedies
from figgen.gate.source import Source, scan
from figgen.gate.structure import CITED_ELSEWHERE
from figgen.gate.style import style_attributes, style_claims


def beyond(book: Book, remedies: Remedies) -> Iterator[Finding]:
    """Yield every typed number in a published file that is no page, and every file that cannot be checked."""
    for path, shown in published(book.project):
        try:
            yield from _file(path, shown, remedies)
        except UnicodeDecodeError:
            yield Finding(shown, 1, 1, "unchecked", "this file is not UTF-8; save it as UTF-8")


def _file(path: Path, shown: str, remedies: Remedies) -> Iterator[Finding]:
    kind = path.suffix.lower()
    if not path.is_file():
        yield Finding(shown, 1, 1, "unchecked", "a linked folder cannot be checked; copy it here")
    elif kind in PICTURES:
        message = (
            "a picture cannot be checked; show numbers by a block, or put one without any into overrides/"
        )
        yield Finding(shown, 1, 1, "unchecked", message)
    elif kind in MARKUP:
        yield from _markup(path.read_text(encoding="utf-8"), shown, remedies)
    elif kind == ".css":
        yield from _style(path.read_text(encoding="utf-8"), shown)
    elif kind == ".js" and shown.startswith("docs/"):
        message = "what a script shows cannot be checked; show numbers by a block, or put it into overrides/"
        yield Finding(shown, 1, 1, "unchecked", message)
    elif kind == ".js":
        text = path.read_text(encoding="utf-8")
        yield from _strings(text, spoken(text), shown, remedies)
    else:
        message = (
            "readers can fetch this file, and nobody checks it; list it under exclude_docs in mkdocs.yml, or "
            "move it out of docs/"
        )
        yield Finding(shown, 1, 1, "unchecked", message)


def _markup(text: str, shown: str, remedies: Remedies) -> Iterator[Finding]:
    source, of_the_look = scan(bare_markup(text), shown), shown.startswith("overrides/")
    for numeral in numerals(source):
        if _refused(numeral) and not (of_the_look and numeral.stream == "code"):
            yield _finding(source, numeral.start, numeral, remedies)
    if of_the_look:
        scripts = ((at, said) for at, said in spoken(text) if _within(source, at))
        yield from _strings(text, scripts, shown, remedies)
    else:
        for offset, message in embedded(source):
            yield Finding(shown, *source.place(offset), "unchecked", message)
    for match in re.finditer(r"\{%.*?%\}|\{\{.*?\}\}", text, re.DOTALL):
        said = ((match.start() + offset, string) for offset, string in spoken(match.group()))
        yield from _strings(text, said, shown, remedies)


def _within(source: Source, at: int) -> bool:
    """Whether a place is in a script."""
    codes = (stream.offsets for stream in source.streams if stream.kind == "code")
    return any(offsets[0] <= at <= offsets[-1] for offsets in codes)


def _strings(text: str, said: Iterator[tuple[int, str]], shown: str, remedies: Remedies) -> Iterator[Finding]:
    whole = scan(text, shown)
    for offset, string in said:
        for numeral in numerals(scan(string, shown)):
            if _refused(numeral):
                yield _finding(whole, offset + numeral.start, numeral, remedies)


def _style(text: str, shown: str) -> Iterator[Finding]:
    whole = scan(text, shown)
    for start, _, said in style_claims(text):
        message = f"“{said}” is typed; leave it out here, or let a block show the computed number"
        yield Finding(shown, *whole.place(start), "typed", message)
    for offset, name in style_attributes(text):
        yield Finding(shown, *whole.place(offset), "unchecked", unread(name))


def _refused(numeral: Numeral) -> bool:
    return numeral.refused or numeral.kind in CITED_ELSEWHERE


def _finding(source: Source, at: int, numeral: Numeral, remedies: Remedies) -> Finding:
    rule, message = remedies.message(numeral, "", citable=False)
    return Finding(source.path, *source.place(at), rule, message)
