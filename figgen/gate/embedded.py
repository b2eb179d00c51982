"""What a page embeds and nobody can check: scripts, frames, pictures from elsewhere, typed list starts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from figgen.gate.scanning.tags import Tag
from figgen.gate.source import Source
from figgen.gate.style import style_attributes

SCRIPTS = {"script", "canvas"}
FRAMES = {
    "iframe", "frame", "frameset", "object", "embed", "applet", "video", "audio", "link", "meta", "base",
}  # fmt: skip
_DATA = re.compile(r"\A\s*data:|url\(\s*[\"']?\s*data:", re.IGNORECASE)
_TURNS = re.compile(r"(?:\A|[;{\s])(?P<what>direction|unicode-bidi|writing-mode|transform|rotate|scale)\s*:")
_DIRECTION = re.compile("[\u202a-\u202e\u2066-\u2069\u200f\u061c]")
_MARK = re.compile("[\u0300-\u036f\u20d0-\u20ff]")
_AWAY = re.compile(r"\s*(?:https?:)?//", re.IGNORECASE)
_IMAGE = re.compile(r"!\[[^\[\]]*\]\(\s*<?\Z")
_SOURCES = {"src", "srcset", "href", "xlink:href", "poster"}
_PICTURES = {"img", "image", "source", "use", "input"}


def embedded(source: Source) -> Iterator[tuple[int, str]]:
    """Yield the offset and what is wrong with each thing on a page that cannot be checked."""
    for at, tag in source.tags:
        if not tag.closing:
            yield from ((at, message) for message in _tag(source.text, tag))
    yield from turned(source)
    for stream in source.streams:
        if stream.kind in ("link", "markup", "style") and _DATA.search(stream.text):
            yield stream.offsets[0], "what is written into an address cannot be checked; show it by a block"
        if stream.kind == "link" and _AWAY.match(stream.text):
            before = source.text[max(0, stream.offsets[0] - 400) : stream.offsets[0]]
            if _IMAGE.search(before):
                yield stream.offsets[0], _elsewhere()
        if stream.kind == "style":
            for match in _TURNS.finditer(stream.text):
                message = f"{match['what']} can change how a number reads; leave it out"
                yield stream.offsets[match.start("what")], message
            for offset, name in style_attributes(stream.text):
                yield stream.offsets[offset], unread(name)


def turned(source: Source) -> Iterator[tuple[int, str]]:
    """Yield offset and what is wrong with each sign that makes readers see other digits than there are."""
    for match in _DIRECTION.finditer(source.text):
        yield match.start(), f"U+{ord(match[0]):04X} changes the order of what stands behind it; remove it"
    for each in source.citations:
        if _MARK.match(source.text, each.citation.end):
            shown = source.text[each.citation.end]
            yield each.citation.end, f"U+{ord(shown):04X} is drawn over the number before it; remove it"


def unread(name: str) -> str:
    """What is told about an attribute that a style sheet shows."""
    return f"attr({name}) shows an attribute that is not checked; write its text here or on the page"


def _elsewhere() -> str:
    return "a picture from elsewhere cannot be checked; show it by a block"


def _tag(text: str, tag: Tag) -> Iterator[str]:
    if tag.name in SCRIPTS:
        yield f"what <{tag.name}> shows cannot be checked; cite the number, or show it by a block"
    if tag.name == "bdo":
        yield "<bdo> can change the order of digits; leave it out"
    if tag.name in FRAMES:
        yield f"what <{tag.name}> brings in cannot be checked; write it here, or show it by a block"
    for attribute in tag.attributes:
        value = text[attribute.start : attribute.end]
        if re.fullmatch(r"on[a-z]+", attribute.name):
            yield f"what {attribute.name}=… does cannot be checked; leave it out"
        elif attribute.name == "srcdoc":
            yield "a page within an attribute cannot be checked; write it here, or show it by a block"
        elif attribute.name == "dir" and value.lower() != "ltr":
            yield f"dir={value} can change the order of digits; leave it out"
        elif attribute.name == "start" and tag.name in ("ol", ""):
            yield "the first number of a list is typed; let it count from its first item, or write 3. there"
        elif attribute.name in _SOURCES and tag.name in _PICTURES and _AWAY.match(value):
            yield _elsewhere()
