"""What the gate reports: one finding is one thing to put right, with its place and what to write."""

from __future__ import annotations

from dataclasses import dataclass

from figgen.errors import AuthorError

RULES = {
    "typed": "a number that a reader meets is typed instead of computed",
    "wording": "a number is stated in words instead of computed",
    "reference": "a figure, table or section number is typed instead of generated",
    "citation": "a citation that nothing answers",
    "equality": "= before rounded digits, ≈ before an exact value, or a false relation",
    "beside": "a sign, digits, a scale or a unit typed against a citation",
    "heading": "a heading that cites has no id of its own",
    "unused": "a value or a figure that no page shows",
    "unchecked": "text that cannot be checked",
    "ledger": "a change of what the book prints that is not in its ledger",
    "site": "a part of the built site that the book does not make",
}


@dataclass(frozen=True, order=True)
class Finding:
    """`path` from the root of the book, line and column from 1, a rule of RULES, and the remedy in words."""

    path: str
    line: int
    column: int
    rule: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}:{self.column}: {self.message}"

    def error(self) -> AuthorError:
        """The same as an author's mistake, for builds that stop at it."""
        return AuthorError(self.message, self.path, self.line, self.column)
