"""The source scan: a Markdown page cut into streams of what readers meet, each character with its place.

There is no Markdown parser here. What no reader meets as a number (citations, comments, link destinations,
attribute lists, footnote marks, tag names) is taken out of the prose by position; everything else is prose.
Whatever the scan does not recognise, it therefore takes for prose and has checked: an unclosed fence, a
broken tag or an indented block can hide nothing. Bodies of admonitions, tabs, lists and tables need no care.

Streams (`Stream.kind`):
    prose, attribute, meta    text: sentences, table cells, alt and title texts, front matter
    math, code                a formula, a code span or a script
    fence                     a fenced block: quoted, recorded, not refused
    link, markup, marker      destinations and identifiers; attribute lists and tags; list and note marks
    style                     style sheets and attributes: only what they make readers see is refused
In a text stream entities are resolved, digits of any script are ASCII, invisible characters and emphasis
marks are gone, and a citation, formula or code span is one placeholder character.
"""

from __future__ import annotations

import bisect
import re
from dataclasses import dataclass
from functools import lru_cache

from figgen.gate.scanning.inline import InlineScan
from figgen.gate.scanning.lines import FRONT_MATTER, Paragraphs, fences, meta_lines
from figgen.gate.scanning.sink import TEXTS, Buffer, Cited, Kind, Sink, Stream
from figgen.gate.scanning.tags import Tag

__all__ = ["TEXTS", "Cited", "Kind", "Source", "Stream", "scan"]
FENCE_TITLE = re.compile(r"title=(\"[^\"\n]*\"|'[^'\n]*')")


@dataclass(frozen=True, eq=False)
class Source:
    """A page: its text without a byte order mark, its streams, citations and tags in order of place."""

    path: str
    text: str
    streams: tuple[Stream, ...]
    citations: tuple[Cited, ...]
    tags: tuple[tuple[int, Tag], ...]
    starts: tuple[int, ...]

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column in the file, from 1."""
        line = bisect.bisect_right(self.starts, offset)
        return line, offset - self.starts[line - 1] + 1


@lru_cache(maxsize=4096)
def scan(text: str, path: str = "") -> Source:
    """Cut a page into streams. `text` is the file as it is, line ends and byte order mark included.

    Under `serve` most texts are those of the last build: their sources are kept.
    """
    text = text.removeprefix("\ufeff")
    plain = text.replace("\r\n", " \n").replace("\r", "\n")
    sink = Sink(plain)
    inline = InlineScan(sink, Paragraphs(plain))
    at = 0
    if front := FRONT_MATTER.match(plain):
        at = front.end()
        if front["body"]:
            _front_matter(inline, *front.span("body"))
    prose = Buffer("prose")
    for fence in fences(plain, at):
        inline.read(prose, at, fence.start, lines=True)
        _first_line(inline, fence.start, fence.content)
        sink.quote("fence", fence.content, fence.closing)
        prose.add("\n", max(fence.end - 1, fence.start))
        at = fence.end
    inline.read(prose, at, len(plain), lines=True)
    sink.keep(prose)
    starts = (0, *(match.end() for match in re.finditer("\n", plain)))
    streams = sorted(sink.streams, key=lambda stream: stream.offsets[0])
    cited = sorted(sink.cited, key=lambda each: each.citation.start)
    return Source(path, text, tuple(streams), tuple(cited), tuple(sink.tags), starts)


def _front_matter(inline: InlineScan, start: int, end: int) -> None:
    buffer = Buffer("meta")
    for seen, value, stop in meta_lines(inline.text, start, end):
        if seen:
            inline.read(buffer, value, stop)
        else:
            inline.sink.quote("markup", value, stop)
    inline.sink.keep(buffer)


def _first_line(inline: InlineScan, start: int, end: int) -> None:
    """The opening line of a fence: its title is read, the rest is markup."""
    at = start
    for match in FENCE_TITLE.finditer(inline.text, start, end):
        inline.sink.quote("markup", at, match.start(1))
        inline.attribute_text(match.start(1) + 1, match.end(1) - 1)
        at = match.end(1)
    inline.sink.quote("markup", at, end)
