"""What a citation can stand for."""

from __future__ import annotations

from dataclasses import dataclass

from figgen.facts import Source


@dataclass(frozen=True)
class Number:
    """One number as printed.

    `value` is the number that the printed digits say, for machines: the full one's last bits may differ
    between processors. `ref` is the full citation, `exact` whether the digits are the value, `source` the
    dotted name of the fact that it comes from.
    """

    text: str
    math: str
    code: str
    value: str
    ref: str
    exact: bool
    source: str | None = None


@dataclass(frozen=True)
class Numbers:
    """A row or a whole value: its elements in order, nested once for a matrix."""

    rows: tuple[tuple[Number, ...], ...]
    matrix: bool


@dataclass(frozen=True)
class Block:
    """A table, figure or worked line: whose it is and how it is called; `order` only if its page shows it.

    `tex` is what stands for it within a formula of a page; None for what cannot stand there.
    """

    chapter: str
    name: str
    kind: str
    title: str
    counter: str | None
    order: int | None
    tex: str | None = None


@dataclass(frozen=True)
class Link:
    """A reference that jumps: its text and its target, a page and an id."""

    text: str
    page: str
    id: str


@dataclass(frozen=True)
class Cited:
    """A source (`key` is its dotted name), and the section meant in it."""

    source: Source
    key: str
    section: str | None


Resolved = Number | Numbers | Block | Link | Cited
