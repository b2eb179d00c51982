"""HTML as a tree whose every element and text knows its place in the file."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {
    "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track",
    "wbr", "circle", "line", "path", "rect", "use",
}  # fmt: skip


@dataclass
class Text:
    """Characters and where they start: line and column from 1."""

    text: str
    line: int
    column: int


@dataclass
class Node:
    """An element; `tag` and attribute names are in lower case."""

    tag: str
    attributes: dict[str, str]
    line: int
    column: int
    children: list[Node | Text] = field(default_factory=list)

    def walk(self) -> Iterator[Node | Text]:
        """This element and everything in it, in order."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()
            else:
                yield child

    def find(self, tag: str | None = None, **attributes: str) -> Iterator[Node]:
        """Elements in it with this tag and these attributes (`class_` tests one class)."""
        for node in self.walk():
            if not isinstance(node, Node) or (tag and node.tag != tag):
                continue
            if all(
                value in node.classes if name == "class_" else node.attributes.get(name) == value
                for name, value in attributes.items()
            ):
                yield node

    @property
    def classes(self) -> list[str]:
        """Its classes."""
        return self.attributes.get("class", "").split()

    @property
    def content(self) -> str:
        """All its text."""
        return "".join(node.text for node in self.walk() if isinstance(node, Text))

    def canonical(self) -> tuple[object, ...]:
        """The element without its place, and without spaces that no reader meets: equal for equal markup."""
        parts: list[object] = []
        for child in self.children:
            if isinstance(child, Node):
                parts.append(child.canonical())
            elif child.text.strip():
                if parts and isinstance(parts[-1], str):
                    parts[-1] += child.text
                else:
                    parts.append(child.text)
        return self.tag, tuple(sorted(self.attributes.items())), tuple(parts)


class _Builder(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=False)
        self.root = Node("", {}, 1, 1)
        self.open = [self.root]

    def place(self) -> tuple[int, int]:
        line, column = self.getpos()
        return line, column + 1

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs}, *self.place())
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, {name: value or "" for name, value in attrs}, *self.place())
        self.open[-1].children.append(node)

    def handle_endtag(self, tag: str) -> None:
        for depth in range(len(self.open) - 1, 0, -1):
            if self.open[depth].tag == tag:
                del self.open[depth:]
                return

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(Text(data, *self.place()))

    def handle_entityref(self, name: str) -> None:
        self.handle_data(html.unescape(f"&{name};"))

    def handle_charref(self, name: str) -> None:
        self.handle_data(html.unescape(f"&#{name};"))


def parse(markup: str) -> Node:
    """Parse a page or a piece of one; what is unclosed ends with its parent."""
    builder = _Builder()
    builder.feed(markup)
    builder.close()
    return builder.root


def one(markup: str) -> Node:
    """Parse markup of a single element."""
    found = [child for child in parse(markup).children if isinstance(child, Node)]
    assert len(found) == 1, markup
    return found[0]
