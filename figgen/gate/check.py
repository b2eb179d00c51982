"""The gate: everything on a page, in an example or a catalogue that states a number nobody computed.

`check` reports all at once, sorted by place. It reads the files as they are and needs an up-to-date build.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from figgen import cite
from figgen.book import Book, Number, Numbers, Resolved
from figgen.errors import AuthorError
from figgen.gate import equality
from figgen.gate.beyond import beyond
from figgen.gate.embedded import embedded
from figgen.gate.finding import Finding
from figgen.gate.neighbours import neighbours
from figgen.gate.numeral import numerals
from figgen.gate.remedy import Remedies
from figgen.gate.source import TEXTS, Source, scan
from figgen.gate.structure import CITED_ELSEWHERE
from figgen.gate.texts import Text, other_texts
from figgen.gate.unused import unused

HEADING = re.compile(r"^[ \t>]*#{1,6}[ \t].*@\{.*$|^(?=\S).*@\{[^\n]*(?=\n(?:=+|-+)[ \t]*$)", re.MULTILINE)
OWN_ID = re.compile(r"\{[^{}]*#[^{}\s]+[^{}]*\}[ \t]*#*[ \t]*$")
SNIPPET = re.compile(r"^[ \t>]*(?:;*)-+8<-+(?:[ \t].*)?$", re.MULTILINE)


def check(book: Book) -> list[Finding]:
    """Return every finding in the book, sorted by place."""
    remedies = Remedies(book)
    found: list[Finding] = []
    used: set[str] = set()
    for path in book.project.pages():
        shown = book.project.relative(path)
        chapter = path.relative_to(book.project.docs).with_suffix("").as_posix()
        try:
            text = path.read_bytes().decode("utf-8")
        except UnicodeDecodeError as error:
            line = path.read_bytes()[: error.start].count(b"\n") + 1
            found.append(
                Finding(shown, line, 1, "unchecked", "this line is not UTF-8; save the page as UTF-8")
            )
            continue
        page, cited = check_page(book, scan(text, shown), chapter, remedies)
        found.extend(page)
        used |= cited
    for text_ in other_texts(book):
        found.extend(check_text(book, text_, remedies))
    found.extend(beyond(book, remedies))
    found.extend(unused(book, used))
    return sorted(set(found))


def errors_of(book: Book) -> list[AuthorError]:
    """Return the findings as an author's mistakes, for builds that stop at them."""
    return [finding.error() for finding in check(book)]


def check_page(
    book: Book, source: Source, chapter: str, remedies: Remedies
) -> tuple[list[Finding], set[str]]:
    """Return the findings of one page, and the full names that it cites."""
    resolved, found, used = _citations(book, source, chapter)
    included = [match.span() for match in SNIPPET.finditer(source.text)]
    found.extend(_numerals(book, source, chapter, remedies, included))
    found.extend(_equality(source, resolved))
    found.extend(neighbours(source, resolved))
    found.extend(_headings(source))
    for offset, message in embedded(source):
        found.append(Finding(source.path, *source.place(offset), "unchecked", message))
    for start, _ in included:
        message = "an included file cannot be checked; write its text here"
        found.append(Finding(source.path, *source.place(start), "unchecked", message))
    return sorted(found), used


def check_text(book: Book, text: Text, remedies: Remedies) -> Iterator[Finding]:
    """Yield the findings of a text outside the pages: it is all prose, and its place is given."""
    source = scan(text.text, text.path)
    for numeral in numerals(source, tuple(sorted(book.labels))):
        if numeral.refused or numeral.kind in CITED_ELSEWHERE:
            rule, message = remedies.message(numeral, text.chapter, citable=False)
            if text.made:
                yield Finding(text.path, text.line, text.column, rule, f"in “{text.text}”: {message}")
                continue
            line, column = source.place(numeral.start)
            column += text.column - 1 if line == 1 else 0
            yield Finding(text.path, text.line + line - 1, column, rule, message)


def _numerals(
    book: Book, source: Source, chapter: str, remedies: Remedies, included: list[tuple[int, int]]
) -> Iterator[Finding]:
    for numeral in numerals(source, tuple(sorted(book.labels))):
        if any(start <= numeral.start < end for start, end in included):
            continue
        if numeral.refused or (numeral.kind in CITED_ELSEWHERE and numeral.stream in TEXTS):
            rule, message = remedies.message(numeral, chapter)
            yield Finding(source.path, *source.place(numeral.start), rule, message)


def _citations(
    book: Book, source: Source, chapter: str
) -> tuple[dict[int, Resolved], list[Finding], set[str]]:
    resolved: dict[int, Resolved] = {}
    found: list[Finding] = []
    used: set[str] = set()
    for citation in cite.find(source.text):
        if citation.literal:
            continue
        try:
            if not citation.closed:
                raise AuthorError(f"the citation @{{{citation.inside.strip()} is not closed; write @{{name}}")
            reference = cite.parse(citation.inside)
            meant = book.resolve(reference, chapter)
            resolved[citation.start] = meant
            if reference.kind == "value":
                used.add(f"{reference.chapter or chapter}.{reference.name}")
        except AuthorError as error:
            found.append(Finding(source.path, *source.place(citation.start), "citation", error.message))
    return resolved, found, used


def _equality(source: Source, resolved: dict[int, Resolved]) -> Iterator[Finding]:
    exact = {
        offset: _exact(meant) for offset, meant in resolved.items() if isinstance(meant, (Number, Numbers))
    }
    inside = {citation.start: citation.inside for citation in cite.find(source.text)}
    for stream in source.streams:
        if stream.kind == "math":
            mistakes: Iterable[tuple[int, bool]] = equality.math_mistakes(stream, exact)
            equal, about = "=", "\\approx"
        elif stream.kind in TEXTS:
            mistakes, equal, about = equality.text_mistakes(stream, exact), "= or 等于", "≈ or 约"
        else:
            continue
        for offset, is_exact in mistakes:
            name = f"@{{{inside[offset]}}}"
            if is_exact:
                message = f"{name} prints its exact value; write {equal} instead of {about}"
            else:
                message = (
                    f"{name} prints rounded digits, which {equal} denies; write {about}, "
                    "or an exact form (frac, dec)"
                )
            yield Finding(source.path, *source.place(offset), "equality", message)


def _exact(meant: Number | Numbers) -> bool:
    if isinstance(meant, Number):
        return meant.exact
    return all(each.exact for row in meant.rows for each in row)


def _headings(source: Source) -> Iterator[Finding]:
    """Headings with a citation whose id would change with the number."""
    cited = {
        each.citation.start for each in source.citations if each.kind == "prose" and not each.citation.literal
    }
    for match in HEADING.finditer(source.text.replace("\r", " ")):
        inside = sorted(offset for offset in cited if match.start() <= offset < match.end())
        if inside and not OWN_ID.search(match.group().rstrip()):
            message = "a heading that cites a number needs an id that stays; end it with {#name}"
            yield Finding(source.path, *source.place(inside[0]), "heading", message)
