"""figgen's few own words, by language.

A catalogue is a TOML file beside this module: sections of templates whose `{names}` are filled in with text
or with markup (a number bound to its value). Everything else a reader sees is written by the author.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from figgen.markup import Node, plain

CATALOGUES = Path(__file__).parent / "messages"
LANGUAGE = "zh"  # of the book


class MessageError(LookupError):
    """A message that is not in the catalogue, or is filled in wrongly."""


@dataclass(frozen=True)
class Messages:
    """One language's templates, by `section.key`."""

    language: str
    templates: Mapping[str, str]

    def nodes(self, key: str, /, **fields: Node | tuple[Node, ...]) -> tuple[Node, ...]:
        """The message as markup: text between the fields, and the fields as they are."""
        if key not in self.templates:
            raise MessageError(f"no message {key!r} in messages/{self.language}.toml")
        parts: list[Node] = []
        wanted = set()
        for text, field, _, _ in string.Formatter().parse(self.templates[key]):
            if text:
                parts.append(text)
            if field is None:
                continue
            wanted.add(field)
            if field not in fields:
                raise MessageError(f"message {key!r} wants {{{field}}}")
            filled = fields[field]
            parts.extend(filled if isinstance(filled, tuple) else (filled,))
        if unused := sorted(set(fields) - wanted):
            raise MessageError(f"message {key!r} has no {{{unused[0]}}}")
        return tuple(parts)

    def text(self, key: str, /, **fields: Node | tuple[Node, ...]) -> str:
        """The message as plain text."""
        return plain(*self.nodes(key, **fields))


@cache
def catalogue(language: str) -> Messages:
    """The messages of one language; MessageError names the languages that there are."""
    path = CATALOGUES / f"{language}.toml"
    if not path.is_file():
        there = ", ".join(sorted(file.stem for file in CATALOGUES.glob("*.toml")))
        raise MessageError(f"no messages for language {language!r}; there are: {there}")
    sections = tomllib.loads(path.read_text(encoding="utf-8"))
    return Messages(
        language,
        {f"{section}.{key}": text for section, entries in sections.items() for key, text in entries.items()},
    )
