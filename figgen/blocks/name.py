"""Display names with an index, `W_Q` or `d_model`, as readers see them: the index stands low.

A name is a text wherever figgen keeps it, and stays one in attributes, `<title>` and what scripts read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from figgen.markup import Element, Node, h, markup

_INDEXED = re.compile(
    r"(?<![A-Za-z0-9_])(?P<letter>[A-Za-z\u0370-\u03ff])_"
    r"(?:\{(?P<braced>[^{}]+)\}|(?P<index>[A-Za-z0-9]+))(?![A-Za-z0-9_])"
)
_AS_TEXT = frozenset({"title", "math", "code", "option"})
LOW = "3"  # points that an index stands under the line of a picture's text


def pieces(text: str) -> Iterator[tuple[str, str]]:
    """The text in pairs: what stands on the line, and the index after it ("" at the end)."""
    at = 0
    for found in _INDEXED.finditer(text):
        yield text[at : found.start()] + found["letter"], found["braced"] or found["index"]
        at = found.end()
    if at < len(text) or not text:
        yield text[at:], ""


def write(*nodes: Node) -> str:
    """`markup`, with every name in the nodes typeset: by `<sub>` in HTML, by a lowered `<tspan>` in SVG."""
    return markup(*(part for node in nodes for part in _typeset(node, None)))


@dataclass
class _Line:
    """A text of a picture: whether the next letters have to come back up to the line."""

    low: bool = False


def _typeset(node: Node, line: _Line | None) -> list[Node]:
    if isinstance(node, str):
        return _html(node) if line is None else _svg(node, line)
    if node.tag in _AS_TEXT or "fg-reasons" in (node.get("class") or ""):
        return [node]
    if node.tag == "text":
        line = _Line()
    return [replace(node, children=tuple(part for child in node.children for part in _typeset(child, line)))]


def _html(text: str) -> list[Node]:
    made: list[Node] = []
    for letters, index in pieces(text):
        made += [letters, h("sub", index)] if index else [letters]
    return made


def _svg(text: str, line: _Line) -> list[Node]:
    made: list[Node] = []
    for letters, index in pieces(text):
        if letters:
            made.append(h("tspan", letters, dy=f"-{LOW}") if line.low else letters)
            line.low = False
        if index:
            made.append(Element("tspan", (("dy", LOW), ("font-size", "0.75em")), (index,)))
            line.low = True
    return made
