"""An author's mistake, with the place where it was made."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class AuthorError(Exception):
    """Something that an author can put right; its text is `path:line:column: message`.

    Parts of the place that are unknown are left out. Lines and columns count from 1.
    """

    def __init__(
        self, message: str, path: str | None = None, line: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.column = column

    @property
    def place(self) -> str:
        """`path:line:column`, as far as it is known."""
        return ":".join(str(part) for part in (self.path, self.line, self.column) if part is not None)

    def at(self, path: str, line: int | None = None, column: int | None = None) -> AuthorError:
        """The same mistake at a better known place."""
        return AuthorError(self.message, path, line or self.line, column or self.column)

    def sort_key(self) -> tuple[str, int, int, str]:
        """Order of mistakes in a report: by file, then from top to bottom."""
        return (self.path or "", self.line or 0, self.column or 0, self.message)

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


class AuthorErrors(Exception):  # noqa: N818 - the plural of AuthorError
    """All mistakes found in one go, sorted by place, each once."""

    def __init__(self, errors: Iterable[AuthorError]) -> None:
        unique = {error.sort_key(): error for error in errors}
        self.errors = tuple(unique[key] for key in sorted(unique))
        super().__init__("\n".join(str(error) for error in self.errors))


def nearest(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: `; did you mean 'weights'?`, or nothing if none is near."""
    close = difflib.get_close_matches(name, list(known), 1, 0.5)
    return f"; did you mean {close[0]!r}?" if close else ""
