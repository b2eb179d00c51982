"""Reading the text of a derivation: where its operands stand, what is raised (see `expression`)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_MARK = re.compile(r"\{(\d+)(?:\.(\d+)([-/]?))?\}|(\^⟨)|(⟩)")


@dataclass(frozen=True)
class Reference:
    """An operand: its array's place among those needed, its element (None: the whole), when to bracket it."""

    array: int
    element: int | None
    guard: str


@dataclass(frozen=True)
class Raised:
    """The start (`opens`) or the end of an exponent."""

    opens: bool


@lru_cache(maxsize=4096)
def pieces(text: str) -> tuple[str | Reference | Raised, ...]:
    """The text in pieces, in order."""
    return tuple(_pieces(text))


def _pieces(text: str) -> Iterator[str | Reference | Raised]:
    at = 0
    for match in _MARK.finditer(text):
        if match.start() > at:
            yield text[at : match.start()]
        at = match.end()
        if match[1] is not None:
            yield Reference(int(match[1]), None if match[2] is None else int(match[2]), match[3] or "")
        else:
            yield Raised(match[4] is not None)
    if at < len(text):
        yield text[at:]


def guarded(shown: str, guard: str) -> bool:
    """Whether a number in this place needs parentheses."""
    return (guard != "" and shown.startswith("−")) or (guard == "/" and ("/" in shown or "×" in shown))
