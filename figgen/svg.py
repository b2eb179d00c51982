"""From the SVG that matplotlib saves to one that is part of a page.

matplotlib draws with stand-in colours and names every artist that matters (`gid`). Here its style sheet,
metadata and fonts go, the colours become CSS variables (so that one picture follows light, dark and print),
each named artist becomes one element with the attributes that the page wants, and every id starts with the
figure's own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from xml.etree import ElementTree

from figgen.markup import Element, Node, h

PAINTS = {
    "text": "#010203",
    "muted": "#040506",
    "line": "#070809",
    "surface": "#0a0b0c",
    "share": "#0d0e0f",
    "plus": "#101112",
    "minus": "#131415",
    "hidden": "#161718",
    "series-1": "#191a1b",
    "series-2": "#1c1d1e",
    "series-3": "#1f2021",
    "series-4": "#222324",
}
_COLOUR = re.compile(r"#[0-9a-fA-F]{6}\b")
_REFERENCE = re.compile(r"url\(#([\w.-]+)\)")
_NUMBER = re.compile(r"-?\d+\.\d+(?:e-?\d+)?")
_BY_COLOUR = {colour: f"var(--fg-{name})" for name, colour in PAINTS.items()}


@dataclass(frozen=True)
class Artist:
    """What becomes of one named artist: its attributes on the page and, for a text, its content."""

    attributes: tuple[tuple[str, str], ...]
    content: tuple[Node, ...] = ()


def coordinate(x: float) -> str:
    """A length in a picture, to two decimals: far finer than a pixel, far coarser than the last bits."""
    text = f"{round(x, 6):.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def inline(saved: str, prefix: str, artists: Mapping[str, Artist]) -> Element:
    """Turn a saved SVG document into the inner `<g>` of an inline one; `artists` by gid.

    ids that are referred to get `prefix`; others go. ValueError for a colour that is no stand-in, and for a
    named artist that was not drawn.
    """
    root = ElementTree.fromstring(saved)
    missing = set(artists) - {node.get("id") for node in root.iter()}
    if missing:
        raise ValueError(f"not drawn: {', '.join(sorted(missing))}")
    return h("g", [_converted(child, prefix, artists) for child in root])


def _converted(
    node: ElementTree.Element, prefix: str, artists: Mapping[str, Artist], named: bool = False
) -> list[Node]:
    tag = node.tag.rpartition("}")[2]
    if tag in ("metadata", "style"):
        return []
    artist = artists.get(node.get("id", ""))
    children = [part for child in node for part in _converted(child, prefix, artists, artist is not None)]
    if artist is not None:
        return [_named(children, artist)]
    if tag == "g" or (tag == "defs" and not children):
        return children
    if tag == "text" and not named:
        raise ValueError(f"a text without a name was drawn: {node.text!r}")
    return [Element(tag, tuple(_attributes(tag, node, prefix)), tuple(children))]


def _named(children: list[Node], artist: Artist) -> Element:
    drawn = [child for child in children if isinstance(child, Element)]
    if len(drawn) == 1:
        kept = tuple(pair for pair in drawn[0].attributes if pair[0] not in dict(artist.attributes))
        return replace(drawn[0], attributes=artist.attributes + kept, children=artist.content)
    return Element("g", artist.attributes, tuple(drawn))


def _attributes(tag: str, node: ElementTree.Element, prefix: str) -> Iterator[tuple[str, str]]:
    for key, text in node.attrib.items():
        name = key.rpartition("}")[2]
        if name == "id":
            yield name, f"{prefix}-{text}"
        elif name == "href":
            yield name, f"#{prefix}-{text.removeprefix('#')}"
        elif name == "style":
            yield name, _style(text, tag, prefix)
        elif name == "transform" and text.startswith("rotate(-0 "):
            continue
        else:
            yield name, _value(text, prefix)


def _style(style: str, tag: str, prefix: str) -> str:
    pairs = [part.strip() for part in style.split(";") if part.strip()]
    dropped = ("font", "font-family") if tag == "text" else ()
    return ";".join(
        f"{name.strip()}:{_value(text.strip(), prefix)}"
        for name, _, text in (pair.partition(":") for pair in pairs) if name.strip() not in dropped
    )  # fmt: skip


def _value(text: str, prefix: str) -> str:
    if found := _REFERENCE.fullmatch(text):
        return f"url(#{prefix}-{found[1]})"
    text = _COLOUR.sub(lambda match: _paint(match.group()), text)
    text = _NUMBER.sub(lambda match: coordinate(float(match.group())), text)
    return " ".join(text.split())


def _paint(colour: str) -> str:
    if colour.lower() not in _BY_COLOUR:
        raise ValueError(f"colour {colour} is no stand-in for a CSS variable; draw with figgen.svg.PAINTS")
    return _BY_COLOUR[colour.lower()]
