"""Citations in text: finding `@{…}` and reading what it asks for.

@{weights[3,1]}  @{weights[位置3]}  @{weights[3]:frac}  @{attention.weights[3,1]}
@{facts.qwen3-0-6b.query-heads}  @{fig:weights_map}  @{sec:match}  @{source:qwen3-0-6b}
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from figgen.errors import AuthorError

Kind = Literal["value", "fact", "fig", "sec", "source"]
CITATION = re.compile(r"(?P<escape>\\)?@\{(?P<inside>[^{}\n]*)(?P<close>\})?")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
_VALUE = re.compile(
    rf"(?:(?P<chapter>[\w/-]+)\.)?(?P<name>{_NAME})(?:\[(?P<index>[^\[\]]*)\])?(?::(?P<form>[A-Za-z0-9]+))?"
)
_FACT = re.compile(r"facts\.(?P<key>[\w-]+(?:\.[\w-]+)+)(?::(?P<form>[A-Za-z0-9]+))?")
_LINK = re.compile(r"(?P<kind>fig|sec):(?:(?P<chapter>[\w/-]+)\.)?(?P<name>[\w-]+)")
_SOURCE = re.compile(r"source:(?P<key>[\w-]+(?:\.[\w-]+)?)")


@dataclass(frozen=True)
class Citation:
    """One `@{…}` in a text: `start` and `end` are offsets; `literal` when it is escaped as `\\@{`."""

    start: int
    end: int
    inside: str
    literal: bool
    closed: bool = True

    @property
    def written(self) -> str:
        """The citation as it stands in the source."""
        return "\\@{" if self.literal else f"@{{{self.inside}" + ("}" if self.closed else "")

    def closed_inside(self) -> str:
        """The text between the braces; AuthorError without the closing one."""
        if not self.closed:
            raise AuthorError("citation without its closing brace; write @{…}, or \\@{ for the characters")
        return self.inside


@dataclass(frozen=True)
class Reference:
    """What a citation asks for. `key` is a fact's or a source's dotted name; indices count from 1."""

    kind: Kind
    name: str
    chapter: str | None = None
    index: tuple[int | str, ...] = ()
    form: str | None = None


def find(text: str) -> list[Citation]:
    """Every citation in the text, in order; a literal `\\@{` covers only these three characters."""
    found = []
    for match in CITATION.finditer(text):
        if match["escape"]:
            found.append(Citation(match.start(), match.start() + 3, "", literal=True))
        else:
            closed = match["close"] is not None
            found.append(Citation(match.start(), match.end(), match["inside"], literal=False, closed=closed))
    return found


def parse(inside: str) -> Reference:
    """Read the text between the braces; AuthorError says which form would work.

    Formatters of Markdown put a backslash before brackets and stars; it is taken off again.
    """
    text = _ESCAPED.sub(r"\1", inside).strip()
    if match := _SOURCE.fullmatch(text):
        return Reference("source", match["key"])
    if match := _LINK.fullmatch(text):
        kind: Kind = "fig" if match["kind"] == "fig" else "sec"
        return Reference(kind, match["name"], match["chapter"])
    if match := _FACT.fullmatch(text):
        return Reference("fact", match["key"], form=match["form"])
    if text.partition(".")[0] == "facts":
        raise AuthorError(f"ill-formed citation @{{{inside}}}; a fact has two names: @{{facts.source.fact}}")
    if match := _VALUE.fullmatch(text):
        return Reference(
            "value", match["name"], match["chapter"], _indices(text, match["index"]), match["form"]
        )
    raise AuthorError(
        f"ill-formed citation @{{{inside}}}; write @{{name}}, @{{name[3,1]}}, @{{name[3]:frac}}, "
        f"@{{fig:name}}, @{{sec:id}}, @{{source:key}} or @{{facts.key.name}}, or \\@{{ for the characters"
    )


def _indices(text: str, inside: str | None) -> tuple[int | str, ...]:
    if inside is None:
        return ()
    parts = [part.strip() for part in inside.split(",")]
    if not all(parts):
        raise AuthorError(f"ill-formed citation @{{{text}}}; an index is empty: write [3] or [3,1]")
    return tuple(int(part) if re.fullmatch(r"-?[0-9]+", part) else part.strip("\"'") for part in parts)
