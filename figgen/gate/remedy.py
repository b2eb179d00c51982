"""What to write instead of a typed number: the sentences that the gate says to authors."""

from __future__ import annotations

import re

from figgen.book import Book
from figgen.gate.numeral import WORDING, Numeral
from figgen.gate.suggest import Candidate, Index, Literal, read

SHOWN = 2  # so many citations are offered; more would hide the remedy


class Remedies:
    """Makes the messages for one book; the index of its numbers is made once."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.index = Index(book)

    def message(self, numeral: Numeral, chapter: str, *, citable: bool = True) -> tuple[str, str]:
        """Return rule and sentence for a numeral on a chapter's page, or in a text that cannot cite."""
        if numeral.kind in ("figure", "section"):
            return "reference", self._reference(numeral, chapter)
        rule = "wording" if numeral.kind == WORDING else "typed"
        what = (
            f"“{numeral.text.strip()}” states a number in words"
            if rule == "wording"
            else f"“{numeral.text}” is typed"
        )
        if not citable:
            return rule, f"{what}; leave it out here, or let a block show the computed number"
        literal = read(numeral.reads)
        matches = self.index.matches(literal, chapter) if literal else []
        if literal and matches:
            return rule, f"{what}; write {self._ways(matches, literal, chapter)}"
        if literal and (near := self.index.nearest(literal, chapter)):
            now = near.text(literal.form)
            return rule, (
                f"{what} and probably stale: {near.citation(chapter, literal.form)} is {now} now; cite that"
            )
        if rule == "wording":
            return (
                rule,
                f"{what}, and no computed value says it; compute it in the worked example and cite it",
            )
        counts = (
            ", or write a number word (三个) if it counts what stands here"
            if literal and _counts(literal)
            else ""
        )
        return rule, (
            f"{what}, and no computed value says it; compute it in the worked example or give its source in "
            f"docs/facts.toml, and cite it{counts}"
        )

    def _ways(self, matches: list[Candidate], literal: Literal, chapter: str) -> str:
        ways = " or ".join(match.citation(chapter, literal.form) for match in matches[:SHOWN])
        more = len(matches) - SHOWN
        rest = f" (or {more} more)" if more > 0 else ""
        counts = ", or a number word (三个) if it counts what stands here" if _counts(literal) else ""
        return f"{ways}{rest}{counts}"

    def _reference(self, numeral: Numeral, chapter: str) -> str:
        found = f"“{numeral.text}” is typed and goes stale when something is inserted before it"
        number = "".join(re.findall(r"[0-9.]", numeral.reads)).strip(".")
        if numeral.kind == "figure":
            return f"{found}; write @{{fig:{self._block(numeral.reads[0], number, chapter) or 'name'}}}"
        for section in self.book.outline(chapter).sections:
            if section.number == number:
                if section.id:
                    return f"{found}; write @{{sec:{section.id}}}"
                return f"{found}; end the heading “{section.text}” with {{#name}} and write @{{sec:name}}"
        return f"{found}; write @{{sec:id}}, or @{{source:key.place}} for a section of a source"

    def _block(self, counter: str, order: str, chapter: str) -> str | None:
        if chapter not in self.book.chapters or not order.isdecimal():
            return None
        blocks = self.book.chapters[chapter].blocks
        shown = [each.name for each in self.book.outline(chapter).shown if each.name in blocks]
        counted = [name for name in shown if blocks[name]["counter"] == counter]
        return counted[int(order) - 1] if 0 < int(order) <= len(counted) else None


def _counts(literal: Literal) -> bool:
    return literal.form == "int" and 0 < literal.value <= 20
