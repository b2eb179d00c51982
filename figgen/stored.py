"""A chapter as the build wrote it to build/values: its values and its blocks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from figgen.errors import AuthorError
from figgen.project import Project

MADE = 0
"""The column of a text that no line of the source spells out."""


@dataclass(frozen=True)
class Stored:
    """A value as the build wrote it; `data` is a number, a list or a list of lists."""

    name: str
    shape: tuple[int, ...]
    data: Any
    rows: Sequence[str] | None
    columns: Sequence[str] | None
    axes: Sequence[str] | None
    form: str
    unit: str | None
    magnitude: float
    origin: str
    field: str | None
    formula: str | None
    line: int
    boolean: bool = False
    note: str | None = None
    masked: Sequence[int] = ()

    def form_at(self, index: tuple[int, ...]) -> str:
        """The form of an element (`index` from 1): a masked 0 looks different from a small number."""
        place = 0
        for i, length in zip(index, self.shape, strict=True):
            place = place * length + i - 1
        return "int" if place in self._masked else self.form

    @cached_property
    def _masked(self) -> frozenset[int]:
        return frozenset(self.masked)

    @property
    def labels(self) -> tuple[Sequence[str] | None, ...]:
        """Labels of each axis, in order."""
        if len(self.shape) == 2:
            return (self.rows, self.columns)
        return (self.columns or self.rows,) if self.shape else ()

    def element(self, index: tuple[int, ...]) -> Any:
        """The number, list or nested list at an index from 1."""
        part = self.data
        for i in index:
            part = part[i - 1]
        return part


@dataclass(frozen=True)
class Chapter:
    """One worked example's output; `texts` are line, column and text of each string that readers may see
    (column 0: put together when the example ran)."""

    name: str
    example: str
    values: dict[str, Stored]
    blocks: dict[str, dict[str, Any]]
    texts: list[tuple[int, int, str]]


def read_chapter(project: Project, name: str) -> Chapter:
    """Read a chapter's values; AuthorError if it was not built, or by a figgen that wrote otherwise."""
    path = project.values(name)
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        values = {
            key: Stored(key, tuple(entry.pop("shape")), entry.pop("data"), **entry)
            for key, entry in document["values"].items()
        }
        texts = [(line, column, text) for line, column, text in document["texts"]]
        return Chapter(name, document["example"], values, document["blocks"], texts)
    except FileNotFoundError:
        raise AuthorError("has no values yet; run `python -m figgen build`", f"docs/{name}.py") from None
    except (ValueError, KeyError, TypeError, AttributeError):
        shown = project.relative(path)
        raise AuthorError("cannot be read; run `python -m figgen build`", shown) from None
