"""Whole lines: front matter, fences, and what stands before the text of a line."""

from __future__ import annotations

import bisect
import re
from collections.abc import Iterator
from dataclasses import dataclass

FRONT_MATTER = re.compile(r"---[ \t]*\n(?P<body>.*?\n)?(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
META_KEY = re.compile(r"[ \t]*(?P<key>[\w-]+):(?=\s|$)")
UNSEEN_META = {"template", "icon", "hide", "search", "boost", "exclude", "image", "links", "status", "lang"}
FENCE = re.compile(r"(?P<lead>[ \t>]*(?:(?:[-*+]|[0-9]+[.)])[ \t]+)?)(?P<mark>`{3,}|~{3,})(?P<info>[^`\n]*)$")
CLOSING = re.compile(r"^[ \t>]*(?P<mark>`{3,}|~{3,})[ \t]*$", re.MULTILINE)
LEAD = re.compile(r"[ \t>]*(?:(?:[-*+:]|(?P<marker>[0-9]{1,9}[.)]))[ \t]+[ \t>]*)*")
UNNUMBERED_LEAD = re.compile(r"[ \t>]*(?:[-*+:][ \t]+)*")
MARKER = re.compile(r"(?<![^\s>])[0-9]{1,9}[.)](?=[ \t])")
ITEM = re.compile(r"(?:[-*+]|[0-9]{1,9}[.)])[ \t]")
OPENER = re.compile(r"[ \t>]*(?:!!!|\?\?\?|===|#)")
BREAK_LINE = re.compile(r"\n[ \t>]*(?=\n|\Z)")
DEFINITION = re.compile(r"\[(?P<name>[^\]\n^][^\]\n]*)\]:[ \t]*(?P<target>[^\s\"']\S*)?")


@dataclass(frozen=True)
class Fence:
    """A closed fence: its first line, its content, and where it ends."""

    start: int
    content: int
    closing: int
    end: int


def meta_lines(text: str, start: int, end: int) -> Iterator[tuple[bool, int, int]]:
    """Yield, for each line of the front matter, whether readers meet its value, and where it stands."""
    seen, at = True, start
    for line in text[start:end].splitlines(keepends=True):
        key = META_KEY.match(line)
        if key:
            seen = key["key"] not in UNSEEN_META
        yield seen, at + (key.end() if key else 0), at + len(line)
        at += len(line)


def fences(text: str, at: int) -> Iterator[Fence]:
    """Yield the closed fences from `at` on. An unclosed fence is none: readers meet its lines as prose."""
    closings = [(match.start(), match["mark"]) for match in CLOSING.finditer(text, at)]
    position, opened, mark = at, (0, 0), ""
    for line in text[at:].split("\n"):
        end = min(position + len(line) + 1, len(text))
        if mark:
            bare = line.strip(" \t>")
            if bare and set(bare) == {mark[0]} and len(bare) >= len(mark):
                yield Fence(*opened, position, end)
                mark = ""
        elif (match := FENCE.match(line.rstrip())) and any(
            start >= end and other[0] == match["mark"][0] and len(other) >= len(match["mark"])
            for start, other in closings[bisect.bisect_left(closings, (end, "")) :]
        ):
            opened, mark = (position, end), match["mark"]
        position = end


class Paragraphs:
    """Where paragraphs end, and which numbers at line starts are list markers."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.breaks = [match.start() for match in BREAK_LINE.finditer(text)]
        definitions = re.finditer(r"^[ \t>]*" + DEFINITION.pattern, text, re.MULTILINE)
        self.labels = {match["name"].lower() for match in definitions}

    def end(self, at: int, limit: int) -> int:
        """The end of the paragraph that holds `at`."""
        index = bisect.bisect_left(self.breaks, at)
        return min(limit, self.breaks[index]) if index < len(self.breaks) else limit

    def starts_item(self, at: int) -> bool:
        """Whether a number and a dot at this line start are a list marker, and not a wrapped sentence."""
        index = bisect.bisect_left(self.breaks, at - 1)
        first = self.text.find("\n", self.breaks[index - 1] + 1) + 1 if index else 0
        if first >= at or not self.text[first:at].strip(" \t>\n"):
            return True
        above = self.text.rfind("\n", 0, max(at - 1, 0)) + 1
        return bool(ITEM.match(self.text[first:at].lstrip("> \n")) or OPENER.match(self.text, above, at))
