"""The order of a page: its numbered sections and blocks, read from its source.

Sections are numbered on pages that have a worked example; blocks are counted per kind (图, 表) in page order.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from figgen import cite
from figgen.errors import AuthorError

_FENCE = re.compile(r"^\s*(?:>\s*)*(`{3,}|~{3,})")
_HEADING = re.compile(r"^(#{2,3})\s+(?P<text>.*?)\s*(?:\{[^}]*?#(?P<id>[\w-]+)[^}]*\})?\s*#*\s*$")
_BEFORE_BLOCK = re.compile(r"^(?:[\s>]|[-*+]\s|\d+[.)]\s|:\s)*$")
_TITLE = re.compile(r"^#\s+(?P<text>.*?)\s*(?:\{[^}]*\})?\s*$")


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
    title, sections, shown = None, [], []
    counts = [0, 0]
    fence: str | None = None
    for line_number, line in enumerate(text.lstrip("\ufeff").splitlines(), start=1):
        if match := _FENCE.match(line):
            if fence is None:
                fence = match[1]
            elif match[1].startswith(fence):
                fence = None
            continue
        if fence is not None:
            continue
        if title is None and (match := _TITLE.match(line)):
            title = match["text"]
        elif match := _HEADING.match(line):
            level = len(match[1]) - 2
            counts = [counts[0] + 1, 0] if level == 0 else [counts[0], counts[1] + 1]
            number = str(counts[0]) if level == 0 else f"{counts[0]}.{counts[1]}"
            sections.append(Section(number, match["text"], match["id"], line_number))
        elif found := cite.find(line):
            first = found[0]
            if not first.literal and first.closed and _BEFORE_BLOCK.match(line[: first.start]):
                _append(shown, first.inside, line_number)
    return Outline(title, tuple(sections), tuple(shown))


def _append(shown: list[Shown], inside: str, line: int) -> None:
    try:
        reference = cite.parse(inside)
    except AuthorError:
        return
    if reference.kind == "value" and not reference.index:
        shown.append(Shown(reference.chapter, reference.name, line))
