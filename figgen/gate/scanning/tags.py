"""HTML tags and attribute lists: their names and the values of their attributes, by position."""

from __future__ import annotations

import re
from dataclasses import dataclass

OPEN = re.compile(r"<(?P<close>/?)(?P<name>[A-Za-z][A-Za-z0-9:-]*)")
ATTRIBUTE = re.compile(r"\s*(?P<name>[^\s\"'<>/=]+)(?:\s*=\s*(?P<value>\"[^\"]*\"|'[^']*'|[^\s\"'=<>`]+))?")
SHUT = re.compile(r"\s*/?>")
ENTRY = re.compile(r"[ ]*(?:[#.][^\s{}=\"'#]+|(?P<name>[\w:-]+)=(?P<value>\"[^\"]*\"|'[^']*'|[^\s{}\"']+))")
ENTRIES_SHUT = re.compile(r"[ ]*\}")
INLINE = {
    "a", "abbr", "b", "bdi", "bdo", "big", "cite", "code", "data", "del", "dfn", "em", "font", "i", "ins",
    "kbd", "mark", "q", "s", "samp", "small", "span", "strong", "sub", "sup", "time", "tt", "u", "var", "wbr",
}  # fmt: skip
SEEN = {
    "alt", "title", "placeholder", "label", "summary", "value", "content", "caption", "data-title",
    "data-caption", "data-description", "data-hint", "abbr", "max", "min", "srcdoc", "aria-label",
    "aria-description", "aria-valuetext", "aria-valuenow", "aria-valuemin", "aria-valuemax",
    "aria-placeholder",
    "aria-roledescription", "aria-braillelabel", "aria-brailleroledescription", "aria-rowindextext",
    "aria-colindextext", "aria-level", "aria-setsize", "aria-posinset", "aria-rowcount", "aria-colcount",
}  # fmt: skip


@dataclass(frozen=True)
class Attribute:
    """An attribute's name in lower case and the place of its value, without quotes."""

    name: str
    start: int
    end: int

    @property
    def seen(self) -> bool:
        """Whether readers meet its value."""
        return self.name in SEEN


@dataclass(frozen=True)
class Tag:
    """A tag or an attribute list: where it ends, its attributes, and the places of its other parts."""

    name: str
    closing: bool
    end: int
    attributes: tuple[Attribute, ...]
    parts: tuple[tuple[int, int], ...]


def read_tag(text: str, at: int, end: int) -> Tag | None:
    """Read the tag at `at`, or None if there is none."""
    opened = OPEN.match(text, at, end)
    if opened is None:
        return None
    position, attributes = opened.end(), []
    while (match := ATTRIBUTE.match(text, position, end)) and match.end() > position:
        if match["value"] is not None:
            attributes.append(_attribute(match))
        position = match.end()
    shut = SHUT.match(text, position, end)
    if shut is None:
        return None
    parts = ((opened.start(), opened.end()),)
    return Tag(opened["name"].lower(), bool(opened["close"]), shut.end(), tuple(attributes), parts)


def read_attribute_list(text: str, at: int, end: int) -> Tag | None:
    """Read `{#id .class key="value"}` at `at`, or None if there is none."""
    first = position = at + (2 if text.startswith("{:", at) else 1)
    attributes, parts = [], []
    while match := ENTRY.match(text, position, end):
        if match["name"]:
            attributes.append(_attribute(match))
        else:
            parts.append(match.span())
        position = match.end()
    shut = ENTRIES_SHUT.match(text, position, end)
    if shut is None or position == first:
        return None
    return Tag("", False, shut.end(), tuple(attributes), tuple(parts))


def _attribute(match: re.Match[str]) -> Attribute:
    quoted = match["value"][:1] in "\"'"
    return Attribute(match["name"].lower(), match.start("value") + quoted, match.end("value") - quoted)
