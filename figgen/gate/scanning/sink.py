"""Where the scan puts what it reads: streams of characters, each with its place in the page."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from figgen import cite
from figgen.gate.glyphs import CITED, simplify
from figgen.gate.scanning.tags import Tag

Kind = Literal["prose", "attribute", "meta", "math", "code", "fence", "link", "markup", "style", "marker"]
TEXTS: tuple[Kind, ...] = ("prose", "attribute", "meta")


@dataclass(frozen=True)
class Stream:
    """Characters that are read together, and the offset in the page of each."""

    kind: Kind
    text: str
    offsets: tuple[int, ...]


@dataclass(frozen=True)
class Cited:
    """A citation, and the kind of text that it stands in."""

    citation: cite.Citation
    kind: Kind


@dataclass
class Buffer:
    """A stream that grows; with `fixed`, several characters come from one place (an entity)."""

    kind: Kind
    characters: list[str] = field(default_factory=list)
    offsets: list[int] = field(default_factory=list)

    def add(self, characters: str, offset: int, *, fixed: bool = False) -> None:
        """Append characters that stand at `offset`."""
        self.characters.extend(characters)
        self.offsets.extend([offset] * len(characters) if fixed else range(offset, offset + len(characters)))


class Sink:
    """The finished streams, the citations and the tags of one page."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.streams: list[Stream] = []
        self.cited: list[Cited] = []
        self.tags: list[tuple[int, Tag]] = []

    def keep(self, buffer: Buffer) -> None:
        """Finish a buffer: text streams are simplified to what readers take in."""
        if not buffer.characters:
            return
        if buffer.kind in TEXTS:
            text, offsets = simplify(buffer.characters, buffer.offsets)
        else:
            text, offsets = "".join(buffer.characters), tuple(buffer.offsets)
        if text:
            self.streams.append(Stream(buffer.kind, text, offsets))

    def quote(self, kind: Kind, start: int, end: int) -> None:
        """Keep the characters from `start` to `end` as a stream of their own; citations are placeholders."""
        if not 0 <= start < end:
            return
        buffer, at = Buffer(kind), start
        for found in cite.find(self.text[start:end]):
            buffer.add(self.text[at : start + found.start], at)
            at = start + found.end
            moved = cite.Citation(start + found.start, at, found.inside, found.literal, found.closed)
            self.cited.append(Cited(moved, kind))
            if not found.literal:
                buffer.add(CITED, moved.start)
        buffer.add(self.text[at:end], at)
        self.keep(buffer)

    def literal(self, kind: Kind, start: int, end: int) -> None:
        """Note a `\\@{` that stands for its characters."""
        self.quote("markup", start + 3, end)
        self.cited.append(Cited(cite.Citation(start, start + 3, "", literal=True), kind))
