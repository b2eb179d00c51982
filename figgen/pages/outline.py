"""The order of a page: its numbered sections and blocks, read from its source.

Sections are numbered on pages that have a worked example; blocks are counted per kind (图, 表) in page order.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from figgen import cite
from figgen.errors import AuthorError

_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)
_FENCE = re.compile(r"^(?:[\s>]|[-*+]\s|\d+[.)]\s)*(?P<fence>`{3,}|~{3,})(?P<rest>.*)$")
_HEADING = re.compile(r"^(?P<marks>#{1,6})(?!#)[ \t]*(?P<text>.*?)[ \t]*#*[ \t]*$")
_UNDERLINE = re.compile(r"^(?:=+|-+)[ \t]*$")
_ATTRIBUTES = re.compile(r"^(?P<text>.*?)[ \t]*\{:?(?P<inside>[^{}\n]*)\}$")
_BEFORE_BLOCK = re.compile(r"^(?:[\s>]|[-*+]\s|\d+[.)]\s|:\s|\[\^[^\]]+\]:\s)*$")


@dataclass(frozen=True)
class Section:
    """A heading of level 2 or 3; `number` such as "4" or "4.1"; `id` only if the source gives one."""

    number: str
    text: str
    id: str | None
    line: int


@dataclass(frozen=True)
class Shown:
    """A paragraph that starts with a citation: perhaps a block; `name` as cited, with or without chapter."""

    chapter: str | None
    name: str
    line: int


@dataclass(frozen=True)
class Outline:
    """Title, sections and the leading citations of paragraphs, in page order."""

    title: str | None
    sections: tuple[Section, ...]
    shown: tuple[Shown, ...]


def outline(text: str) -> Outline:
    """Read the order of a page from its Markdown source (front matter may be there)."""
    title: str | None = None
    sections: list[Section] = []
    shown: list[Shown] = []
    counts = [0, 0]
    lines = list(_readable(text))
    for (place, line), (_, below) in zip(lines, [*lines[1:], (0, "")], strict=True):
        if heading := _heading(line, below):
            level, words, own_id = heading
            if level == 1:
                title = title if title is not None else words
            elif level in (2, 3):
                counts = [counts[0] + 1, 0] if level == 2 else [counts[0], counts[1] + 1]
                number = str(counts[0]) if level == 2 else f"{counts[0]}.{counts[1]}"
                sections.append(Section(number, words, own_id, place))
        elif found := cite.find(line):
            first = found[0]
            if first.closed and not first.literal and _BEFORE_BLOCK.match(line[: first.start]):
                shown.extend(_shown(first.inside, place))
    return Outline(title, tuple(sections), tuple(shown))


def _readable(text: str) -> Iterator[tuple[int, str]]:
    """Number and text of each line; empty for front matter, fences and comments."""
    front = _FRONT_MATTER.match(text)
    skipped = front[0].count("\n") if front else 0
    fence = ""
    comment = False
    for place, line in enumerate(text.lstrip("\ufeff").split("\n"), start=1):
        match = _FENCE.match(line)
        hidden = place <= skipped or bool(fence) or comment
        if comment:
            comment = "-->" not in line
        elif fence:
            if match and match["fence"].startswith(fence) and not match["rest"].strip():
                fence = ""
        elif match and place > skipped:
            fence, hidden = match["fence"], True
        elif line.lstrip().startswith("<!--"):
            comment, hidden = "-->" not in line, True
        yield place, "" if hidden else line.rstrip("\r")


def _heading(line: str, below: str) -> tuple[int, str, str | None] | None:
    """Level, text and own id of a heading at the left margin, whichever way it is written."""
    if match := _HEADING.match(line):
        level, words = len(match["marks"]), match["text"]
    elif line.strip() and not line[0].isspace() and line[0] not in ">|-*+:" and _UNDERLINE.match(below):
        level, words = 1 if below[0] == "=" else 2, line.strip()
    else:
        return None
    attributes = _ATTRIBUTES.match(words)
    if attributes is None:
        return level, words, None
    found = re.search(r"(?:^|\s)#([^\s#}]+)", attributes["inside"])
    return level, attributes["text"], found[1] if found else None


def _shown(inside: str, line: int) -> Iterator[Shown]:
    try:
        reference = cite.parse(inside)
    except AuthorError:
        return
    if reference.kind == "value" and not reference.index:
        yield Shown(reference.chapter, reference.name, line)
