"""Cited facts: numbers that somebody else published, each with its source.

[vaswani2017]                        # a source: title and identifier, shown to readers
title = "Attention Is All You Need"
identifier = "arXiv:1706.03762v7"

[vaswani2017.heads]                  # a fact, @{facts.vaswani2017.heads}
value = 8
section = "3.2.2"

[vaswani2017.masking]                # a place without a number, @{source:vaswani2017.masking}
section = "3.2.3"
"""

from __future__ import annotations

import math
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from figgen.errors import AuthorError, AuthorErrors
from figgen.numbers import number

SOURCE_KEYS = {"title", "identifier", "note"}
MOST = 10**300  # integers above it are no number that anybody published
FACT_KEYS = {"value", "section", "form", "unit", "note"}


@dataclass(frozen=True)
class Fact:
    """One entry of a source: a number with its section, or only the section."""

    key: str
    value: float | None
    form: str
    unit: str | None
    section: str | None


@dataclass(frozen=True)
class Source:
    """A publication: `key` in the file, title, identifier, and its facts by name."""

    key: str
    title: str
    identifier: str
    facts: dict[str, Fact]


def load(path: Path, shown: str) -> dict[str, Source]:
    """Read the facts file; AuthorErrors holds everything that is wrong in it. No file: no facts."""
    if not path.is_file():
        if path.exists() or path.is_symlink():
            what = "a folder" if path.is_dir() else "no file that can be read"
            raise AuthorErrors([AuthorError(f"is {what}; the cited facts are one file", shown)])
        return {}
    try:
        text = path.read_text(encoding="utf-8-sig")
        document = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # of TOML, of UTF-8, and of integers of thousands of digits
        place = re.search(r"line (\d+), column (\d+)", str(error))
        line, column = (int(place[1]), int(place[2])) if place else (None, None)
        raise AuthorErrors([AuthorError(f"not valid TOML: {error}", shown, line, column)]) from None
    sources, errors = {}, []
    for key, table in document.items():
        try:
            sources[key] = _source(key, table)
        except AuthorError as error:
            errors.append(AuthorError(error.message, shown, _line(text, error.path or key)))
    if errors:
        raise AuthorErrors(errors)
    return sources


def _source(key: str, table: Any) -> Source:
    if not isinstance(table, dict):
        raise AuthorError(f"{key}: wants a table [{key}] with title and identifier")
    own = {name: entry for name, entry in table.items() if not isinstance(entry, dict)}
    if unknown := own.keys() - SOURCE_KEYS:
        raise AuthorError(f"[{key}]: unknown key {min(unknown)!r}; a source has title, identifier, note")
    for name in ("title", "identifier"):
        if not isinstance(own.get(name), str) or not own[name].strip():
            raise AuthorError(f'[{key}]: wants {name} = "…", so that readers can find the source')
    facts = {name: _fact(f"{key}.{name}", entry) for name, entry in table.items() if isinstance(entry, dict)}
    return Source(key, own["title"], own["identifier"], facts)


def _fact(key: str, entry: dict[str, Any]) -> Fact:
    if unknown := entry.keys() - FACT_KEYS:
        raise AuthorError(
            f"[{key}]: unknown key {min(unknown)!r}; a fact has value, section, form, unit, note", key
        )
    value, section = entry.get("value"), entry.get("section")
    if section is not None and not isinstance(section, str):
        raise AuthorError(f'[{key}]: section is text, such as "3.2.2"', key)
    if value is None:
        if section is None:
            raise AuthorError(f'[{key}]: wants value = …, or at least section = "…"', key)
        return Fact(key, None, "int", None, section)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise AuthorError(f"[{key}]: value is a number, got {value!r}", key)
    if entry.get("unit") is not None and not isinstance(entry["unit"], str):
        raise AuthorError(f'[{key}]: unit is text, such as "B"', key)
    if not isinstance(entry.get("form", ""), str):
        raise AuthorError(f'[{key}]: form is text, such as "d2"', key)
    _check_fits(key, value)
    form = entry.get("form", "int" if isinstance(value, int) else "dec")
    try:
        number.text(float(value), form, magnitude=abs(float(value)), unit=entry.get("unit"))
    except (number.NumberError, TypeError) as error:
        raise AuthorError(f"[{key}]: {error}", key) from None
    return Fact(key, float(value), form, entry.get("unit"), section)


def _check_fits(key: str, value: int | float) -> None:
    """Numbers are kept as float64: what that cannot hold would be published as another number."""
    if isinstance(value, int):
        if abs(value) > MOST or int(float(value)) != value:
            shown = str(value) if abs(value) < 10**30 else "this integer"
            raise AuthorError(f"[{key}]: float64 cannot hold {shown}; give fewer digits as a float", key)
    elif math.isinf(value):
        raise AuthorError(f"[{key}]: value is infinite or above 1.8e308; a source publishes a number", key)


def _line(text: str, key: str) -> int:
    """Line of the table's header in the file."""
    for place, line in enumerate(text.splitlines(), start=1):
        if line.split("#")[0].strip().replace('"', "") == f"[{key}]":
            return place
    return 1
