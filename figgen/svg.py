"""From the SVG that matplotlib saves to one that is part of a page.

matplotlib draws with stand-in colours and names every artist that matters (`gid`). Here its style sheet,
metadata and fonts go, the colours become classes of figgen.css (so that one picture follows light, dark and
print), what figgen.css says of every picture is left out, each named artist becomes one element with the
attributes that the page wants, and every id starts with the figure's own.
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
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")
_COMMAND = re.compile(r"([MLQCz])([^MLQCz]*)")
_BY_COLOUR = {colour: name for name, colour in PAINTS.items()}
_SAID_ALREADY = {
    "stroke-linejoin": "miter", "stroke-linecap": "butt", "stroke-width": "1", "stroke-dashoffset": "0",
    "font-size": "12px", "text-anchor": "middle", "stroke": "none",
}  # fmt: skip
_LOOKS = frozenset({"fg-hidden", "fg-cross"})
"""Classes of artists whose lines figgen.css draws; only a pattern is the picture's own."""
"""What SVG, or `.fg-svg` in figgen.css, says of every element that says nothing else."""
_HATCH = "M-2 2L2-2M0 8L8 0M6 10L10 6"
"""The slanted lines that matplotlib draws over a tile of 72 points, in one of 8."""


@dataclass(frozen=True)
class Artist:
    """What becomes of one named artist: its attributes on the page and, for a text, its content."""

    attributes: tuple[tuple[str, str], ...]
    content: tuple[Node, ...] = ()


def coordinate(x: float) -> str:
    """A length in a picture, to a tenth of a point: finer than a pixel, far coarser than the last bits."""
    text = f"{round(x, 6):.1f}".removesuffix(".0")
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
    if tag == "pattern":
        return [_hatch(f"{prefix}-{node.get('id')}")]
    if tag == "g" or (tag == "defs" and not children):
        return children
    if tag == "text" and not named:
        raise ValueError(f"a text without a name was drawn: {node.text!r}")
    return [Element(tag, tuple(_attributes(tag, node, prefix)), tuple(children))]


def _named(children: list[Node], artist: Artist) -> Element:
    drawn = [child for child in children if isinstance(child, Element)]
    if len(drawn) != 1:
        return Element("g", artist.attributes, tuple(drawn))
    given, own = dict(artist.attributes), dict(drawn[0].attributes)
    if given.get("class") in _LOOKS:
        own = {name: text for name, text in own.items() if name in ("d", "fill") and text != "none"}
    classes = " ".join(filter(None, (given.get("class"), own.get("class"))))
    merged = {**given, **({"class": classes} if classes else {})}
    kept = tuple(pair for pair in own.items() if pair[0] not in merged)
    return replace(drawn[0], attributes=(*merged.items(), *kept), children=artist.content)


def _hatch(name: str) -> Element:
    tile = {"patternUnits": "userSpaceOnUse", "width": "8", "height": "8"}
    return h("pattern", h("path", d=_HATCH, class_="fg-hatch"), id=name, **tile)


def _attributes(tag: str, node: ElementTree.Element, prefix: str) -> Iterator[tuple[str, str]]:
    for key, text in node.attrib.items():
        name = key.rpartition("}")[2]
        if name == "id":
            yield name, f"{prefix}-{text}"
        elif name == "href":
            yield name, f"#{prefix}-{text.removeprefix('#')}"
        elif name == "style":
            if "id" not in node.attrib:  # a mark of a line looks as where it is used
                yield from _look(text, tag, prefix)
        elif name == "d":
            yield name, path(text)
        elif name == "transform" and text.startswith("rotate(-0 "):
            continue
        else:
            yield name, _numbers(text)


def _look(style: str, tag: str, prefix: str) -> Iterator[tuple[str, str]]:
    """A style as classes for its colours, and attributes for what is not said already."""
    classes, attributes = [], []
    for pair in style.split(";"):
        name, _, text = (part.strip() for part in pair.partition(":"))
        if not name or (tag == "text" and name in ("font", "font-family")) or _SAID_ALREADY.get(name) == text:
            continue
        if _COLOUR.fullmatch(text):
            paint = _paint(text)
            if (tag, name, paint) != ("text", "fill", "text"):
                classes.append(f"fg-{name}-{paint}")
        elif found := _REFERENCE.fullmatch(text):
            attributes.append((name, f"url(#{prefix}-{found[1]})"))
        elif name == "fill-opacity":
            attributes.append((name, f"{float(text):.2f}".rstrip("0").rstrip(".")))
        elif name.startswith(("stroke-width", "stroke-dash")):
            attributes.append((name, " ".join(f"{float(x):g}" for x in text.replace(",", " ").split())))
        else:
            attributes.append((name, text))
    if classes:
        yield "class", " ".join(classes)
    lines_only = any(name.startswith("fg-stroke-") for name in classes)
    yield from (pair for pair in attributes if pair != ("fill", "none") or not lines_only)


def path(drawn: str) -> str:
    """A path in fewer letters: level and upright lines by one number, no space that nothing needs."""
    parts, last = [], ["", ""]
    for command, numbers in _COMMAND.findall(drawn):
        at = [coordinate(float(x)) for x in _NUMBER.findall(numbers)]
        if command == "L" and at[1] == last[1]:
            parts.append(f"H{at[0]}")
        elif command == "L" and at[0] == last[0]:
            parts.append(f"V{at[1]}")
        else:
            parts.append(command + " ".join(at).replace(" -", "-"))
        last = at[-2:] or last
    return "".join(parts)


def _numbers(text: str) -> str:
    return " ".join(_NUMBER.sub(lambda match: coordinate(float(match.group())), text).split())


def _paint(colour: str) -> str:
    if colour.lower() not in _BY_COLOUR:
        raise ValueError(f"colour {colour} is no stand-in for a CSS variable; draw with figgen.svg.PAINTS")
    return _BY_COLOUR[colour.lower()]
