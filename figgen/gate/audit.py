"""The gate's eyes on text that was not written with citations: an old chapter, a translation, a draft.

Every number of the text is one of three: it matches a computed value, it contradicts one (it is near to it,
but not what it prints), or nothing explains it. Structural numerals (dates, versions, names, sections,
figures) are none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from figgen.book import Book
from figgen.gate.numeral import Numeral, numerals
from figgen.gate.source import Source, scan
from figgen.gate.suggest import Candidate, Index, Literal, read
from figgen.gate.verifying.tree import Node, Text, parse

TOGETHER = re.compile(r"[\s,，、\[\]()（）]{1,4}")
UNREAD = ("script", "style", "head", "template")


@dataclass(frozen=True)
class Remark:
    """One number of an audited text: `verdict` is "matches", "contradicts" or "unexplained"."""

    path: str
    line: int
    column: int
    text: str
    verdict: str
    citation: str = ""
    now: str = ""

    def __str__(self) -> str:
        place = f"{self.path}:{self.line}:{self.column}: “{self.text}” {self.verdict}"
        return (
            f"{place} {self.citation}{f', which is {self.now}' if self.now else ''}"
            if self.citation
            else place
        )


class Audit:
    """Audits texts against one book; `chapter` is preferred where several chapters have a number."""

    def __init__(self, book: Book, chapter: str = "") -> None:
        self.book, self.chapter = book, chapter
        self.index = Index(book)
        self.labels = tuple(sorted(book.labels))

    def text(self, text: str, path: str) -> list[Remark]:
        """Return a remark for each number of a Markdown text, or of an HTML page."""
        if re.match(r"\s*<(?:!doctype|html)\b", text, re.IGNORECASE):
            return [remark for source, line, column in _html_texts(text, path)
                    for remark in self._source(source, line, column)]  # fmt: skip
        return self._source(scan(text, path))

    def literals(self, source: Source) -> list[tuple[Numeral, Literal | None, list[Candidate]]]:
        """Return each number of a text that is no structural numeral, as it reads, with the values it
        matches, the likeliest first: numbers that stand together, as in [1.5, 0.75], belong to one value if
        one has them."""
        found: list[tuple[Numeral, Literal | None, list[Candidate]]] = []
        for numeral in numerals(source, self.labels):
            if numeral.refused:
                literal = read(numeral.reads)
                found.append((numeral, literal, self._matches(literal) if literal else []))
        for group in _groups(source, found):
            for start in _sequence([found[i][2] for i in group]):
                for place, i in enumerate(group):
                    mine = (*start.index[:-1], start.index[-1] + place)
                    same = [
                        c
                        for c in found[i][2]
                        if (c.chapter, c.name, c.index) == (start.chapter, start.name, mine)
                    ]
                    found[i] = (*found[i][:2], same + [c for c in found[i][2] if c not in same])
        return found

    def _matches(self, literal: Literal) -> list[Candidate]:
        """The values that print a literal: with a chapter, its own and the facts."""
        matches = self.index.matches(literal, self.chapter)
        return [m for m in matches if not self.chapter or m.chapter in (self.chapter, "facts")]

    def _source(self, source: Source, line: int = 1, column: int = 1) -> list[Remark]:
        remarks = []
        for numeral, literal, matches in self.literals(source):
            at_line, at_column = source.place(numeral.start)
            place = (source.path, line + at_line - 1, at_column + (column - 1 if at_line == 1 else 0))
            only = (self.chapter, "facts") if self.chapter else ()
            near = self.index.nearest(literal, self.chapter, only) if literal and not matches else None
            if literal and matches:
                citation = matches[0].citation(self.chapter, literal.form)
                remarks.append(Remark(*place, numeral.text, "matches", citation))
            elif literal and near:
                citation, now = near.citation(self.chapter, literal.form), near.text(literal.form) or ""
                remarks.append(Remark(*place, numeral.text, "contradicts", citation, now))
            else:
                remarks.append(Remark(*place, numeral.text, "unexplained"))
        return remarks


def _groups(
    source: Source, found: list[tuple[Numeral, Literal | None, list[Candidate]]]
) -> Iterator[list[int]]:
    """Indices of numbers that stand together, with nothing but commas and brackets between them."""
    group: list[int] = []
    for i, (numeral, _, _) in enumerate(found):
        if group and not TOGETHER.fullmatch(source.text[found[group[-1]][0].end : numeral.start]):
            yield group
            group = []
        group.append(i)
    yield group


def _sequence(matches: list[list[Candidate]]) -> Iterator[Candidate]:
    """The first candidate of the first number whose value has all of them in a row, if there is one."""
    if len(matches) < 2:
        return
    known = [{(c.chapter, c.name, c.index) for c in each} for each in matches]
    for first in matches[0]:
        if first.index and all(
            (first.chapter, first.name, (*first.index[:-1], first.index[-1] + place)) in each
            for place, each in enumerate(known)
        ):
            yield first
            return


def _html_texts(html: str, path: str) -> list[tuple[Source, int, int]]:
    """The texts of a page, each scanned as prose: its Markdown characters are escaped."""
    found: list[tuple[Source, int, int]] = []

    def visit(node: Node) -> None:
        if node.tag in UNREAD or "data-ref" in node.attributes:
            return
        for child in node.children:
            if isinstance(child, Node):
                visit(child)
            elif isinstance(child, Text) and re.search(r"\w", child.text):
                plain = re.sub(r"[\\`$<&@\[\]{*~=]", "\u00b7", child.text)
                found.append((scan(plain, path), child.line, child.column))

    visit(parse(html))
    return found
