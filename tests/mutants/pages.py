"""Faults in what authors write: pages, facts and the site's names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from figgen import cite, facts
from figgen.book import Book, Number, Numbers
from figgen.errors import AuthorError, AuthorErrors
from figgen.gate import ledger
from figgen.gate.check import check_page, check_text
from figgen.gate.printed import page_entries
from figgen.gate.remedy import Remedies
from figgen.gate.source import scan
from figgen.gate.texts import other_texts
from figgen.numbers.form import every_form
from figgen.pages.inline import plain
from tests.mutants.tally import Tally, another


def page_digits(book: Book) -> Tally:
    """Change every digit of every page."""
    tally = Tally("digits of pages")
    remedies = Remedies(book)
    for path in book.project.pages():
        shown = book.project.relative(path)
        text = path.read_text(encoding="utf-8")
        chapter = path.relative_to(book.project.docs).with_suffix("").as_posix()
        known = [str(entry) for entry in page_entries(book, scan(text, shown), chapter)]
        comments = [match.span() for match in re.finditer("<!--.*?-->", text, re.DOTALL)]
        for match in re.finditer(r"\d", text):
            at = match.start()
            if any(start <= at < end for start, end in comments):
                tally.exceptions["in comments, which no reader meets"] += 1
                continue
            changed = text[:at] + another(match.group()) + text[at + 1 :]
            by = caught_on_page(book, remedies, changed, shown, chapter, known, text.count("\n", 0, at) + 1)
            tally.note(by, f"{shown}:{text.count(chr(10), 0, at) + 1}: {_around(text, at)}")
    return tally


def citations(book: Book) -> Tally:
    """Swap the index and the form of every citation for neighbours, where the text then differs."""
    tally = Tally("indices and forms of citations")
    remedies = Remedies(book)
    for path in book.project.pages():
        shown = book.project.relative(path)
        text = path.read_text(encoding="utf-8")
        chapter = path.relative_to(book.project.docs).with_suffix("").as_posix()
        known = [str(entry) for entry in page_entries(book, scan(text, shown), chapter)]
        for citation in cite.find(text):
            if citation.literal or not citation.closed:
                continue
            for inside in _neighbours(book, citation.inside, chapter):
                changed = f"{text[: citation.start]}@{{{inside}}}{text[citation.end :]}"
                line = text.count("\n", 0, citation.start) + 1
                by = caught_on_page(book, remedies, changed, shown, chapter, known, line)
                tally.note(by, f"{shown}:{line}: @{{{citation.inside}}} became @{{{inside}}}")
    return tally


def caught_on_page(
    book: Book, remedies: Remedies, text: str, shown: str, chapter: str, known: list[str], line: int
) -> str | None:
    """Whether check or the ledger reports the changed page at the right line."""
    source = scan(text, shown)
    if any(finding.line == line for finding in check_page(book, source, chapter, remedies)[0]):
        return "check"
    entries = list(page_entries(book, source, chapter))
    changes = ledger.compare({shown: known}, {shown: entries})
    return "ledger" if any(finding.line == line for finding in changes) else None


def fact_digits(book: Book) -> Tally:
    """Change every digit of the facts and of the site's names."""
    tally = Tally("digits of facts and names")
    remedies = Remedies(book)
    known = ledger.read(ledger.write(ledger.take(book)))
    for path in (book.project.facts, book.project.root / "mkdocs.yml"):
        text = path.read_text(encoding="utf-8")
        shown = book.project.relative(path)
        for match in re.finditer(r"[0-9]", text):
            line = text.count("\n", 0, match.start()) + 1
            content = text.splitlines()[line - 1]
            column = match.start() - text.rfind("\n", 0, match.start()) - 1
            if "#" in content[:column] or (path.name == "mkdocs.yml" and not _named(book, line)):
                tally.exceptions["in comments and settings, which no reader meets"] += 1
                continue
            path.write_text(
                text[: match.start()] + another(match.group()) + text[match.end() :], encoding="utf-8"
            )
            try:
                tally.note(_caught_in_facts(book, remedies, known, shown, line), f"{shown}:{line}: {content}")
            finally:
                path.write_text(text, encoding="utf-8")
    return tally


def _caught_in_facts(
    book: Book, remedies: Remedies, known: dict[str, list[str]], shown: str, line: int
) -> str | None:
    try:
        sources = facts.load(book.project.facts, "docs/facts.toml")
    except (AuthorError, AuthorErrors):
        return "build"
    changed = Book(book.project, book.chapters, sources)
    texts = [text for text in other_texts(changed) if text.path == shown and text.line == line]
    if any(True for text in texts for _ in check_text(changed, text, remedies)):
        return "check"
    now = ledger.take(changed)
    return "ledger" if ledger.compare(known, now) else None


def _named(book: Book, line: int) -> bool:
    return any(text.path == "mkdocs.yml" and text.line == line for text in other_texts(book))


def _neighbours(book: Book, inside: str, chapter: str) -> Iterator[str]:
    """The same citation with an index one further or one nearer, or with two other forms, where the text
    differs."""
    try:
        reference = cite.parse(inside)
        now = book.resolve(reference, chapter)
    except AuthorError:
        return
    if reference.kind not in ("value", "fact") or not isinstance(now, (Number, Numbers)):
        return
    bare = inside.partition(":")[0]
    forms = [f"{bare}:{form}" for form in every_form()]
    others: list[str] = []
    for match in re.finditer(r"(?<=[\[,])\s*([0-9]+)", inside):
        for step in (-1, 1):
            others.append(f"{inside[: match.start(1)]}{int(match[1]) + step}{inside[match.end(1) :]}")
    yield from (other for other in others if _differs(book, other, now, chapter))
    yield from islice((other for other in forms if _differs(book, other, now, chapter)), 2)


def _differs(book: Book, other: str, now: Number | Numbers, chapter: str) -> bool:
    try:
        meant = book.resolve(cite.parse(other), chapter)
    except AuthorError:
        return False
    return isinstance(meant, (Number, Numbers)) and plain(meant) != plain(now)


def _around(text: str, at: int) -> str:
    return text[max(0, at - 12) : at + 12].replace("\n", "⏎")
