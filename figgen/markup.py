"""Markup as a tree: HTML, inline SVG and MathML, escaped in one place.

Everything figgen puts on a page is built from `h(...)` and written by `markup(...)`; no template holds data.
A number is refused as a child or an attribute: it has to be text first, by `figgen.numbers.number` or, for
coordinates, by `figgen.svg.coordinate`, so that no `0.30000000000000004` reaches a page unasked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
FOREIGN = frozenset({"svg", "math"})
RAW_TEXT = frozenset({"script", "style", "textarea", "pre"})
_NAME = re.compile(r"[A-Za-z_][-A-Za-z0-9_:.]*\Z")
_ESCAPED = re.compile(r"[&<>\"\r\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
_FORBIDDEN = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


class MarkupError(ValueError):
    """A tree that no HTML parser would read back as it was meant."""


@dataclass(frozen=True, slots=True)
class Element:
    """One element: its tag, its attributes in the order given, its children."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple[Node, ...] = ()

    def get(self, name: str) -> str | None:
        """The text of attribute `name`, or None."""
        return dict(self.attributes).get(name)


Node: TypeAlias = Element | str
Children: TypeAlias = Node | Iterable["Children"] | None
Attribute: TypeAlias = str | bool | None
_NODES = (str, Element)
_NESTED = (list, tuple, Iterator)


def h(tag: str, *children: Children, **attributes: Attribute) -> Element:
    """Build an element.

    Attribute names are written as Python names: `class_` is `class`, `data_ref` is `data-ref`. None and False
    leave the attribute out; True writes it empty. Children may be nested in lists; None is left out.
    """
    _check_tag(tag)
    pairs: list[tuple[str, str]] = []
    for key, attribute in attributes.items():
        if attribute is None or attribute is False:
            continue
        name = _attribute_name(key)
        if attribute is not True and not isinstance(attribute, str):
            raise MarkupError(f"attribute {name} of <{tag}> is {attribute!r}: make it text first")
        pairs.append((name, "" if attribute is True else attribute))
    nodes: list[Node] = []
    _flatten(children, tag, nodes)
    return Element(tag, tuple(pairs), tuple(nodes))


@lru_cache
def _check_tag(tag: str) -> None:
    if not _NAME.match(tag):
        raise MarkupError(f"not a tag name: {tag!r}")


@lru_cache
def _attribute_name(key: str) -> str:
    name = key.removesuffix("_").replace("_", "-")
    if not _NAME.match(name):
        raise MarkupError(f"not an attribute name: {name!r}")
    return name


def _flatten(children: Iterable[Children], tag: str, into: list[Node]) -> None:
    for child in children:
        if isinstance(child, _NODES):
            into.append(child)
        elif isinstance(child, _NESTED):
            _flatten(child, tag, into)
        elif child is not None:
            raise MarkupError(f"child of <{tag}> is {child!r}: make it text first")


def markup(*nodes: Node) -> str:
    """Write nodes as HTML5 (with inline SVG and MathML): the same tree gives the same bytes."""
    parts: list[str] = []
    for node in nodes:
        _write(node, False, parts)
    return "".join(parts)


def _write(node: Node, foreign: bool, parts: list[str]) -> None:
    if isinstance(node, str):
        parts.append(escape(node))
        return
    tag, children = node.tag, node.children
    foreign = foreign or tag in FOREIGN
    parts.append(f"<{tag}")
    for name, text in node.attributes:
        parts.append(f' {name}="{escape(text)}"' if text else f" {name}")
    if not foreign and tag in VOID:
        if children:
            raise MarkupError(f"<{tag}> can have no content")
        parts.append(">")
    elif foreign and not children:
        parts.append("/>")
    else:
        if children and tag in RAW_TEXT:
            raise MarkupError(f"<{tag}> is read by other rules; figgen does not write it")
        parts.append(">")
        for child in children:
            if isinstance(child, str):
                parts.append(escape(child))
            else:
                _write(child, foreign, parts)
        parts.append(f"</{tag}>")


def escape(text: str) -> str:
    """Escape for text and for quoted attributes alike; control characters are refused."""
    if not _ESCAPED.search(text):
        return text
    found = _FORBIDDEN.search(text)
    if found:
        raise MarkupError(f"character U+{ord(found.group()):04X} cannot stand in HTML: {text!r}")
    for plain, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;"), ("\r", "&#13;")):
        text = text.replace(plain, entity)
    return text


def walk(node: Node) -> Iterator[Element]:
    """Every element of a tree, in the order of the page."""
    if isinstance(node, Element):
        yield node
        for child in node.children:
            yield from walk(child)


def plain(*nodes: Node) -> str:
    """The text a tree shows, without its markup: for titles, attributes and aria-labels."""
    return "".join(node if isinstance(node, str) else plain(*node.children) for node in nodes)
