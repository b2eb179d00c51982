"""A built block against the one made afresh, and against its own references."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from figgen import cite
from figgen.book import Book, Number
from figgen.errors import AuthorError
from figgen.gate.verifying.runs import runs
from figgen.gate.verifying.tree import Node, Text, parse

VALUES = ("data-value", "value", "data-accept")
Mistake = tuple[Node | Text, str]


def full_name(book: Book, figure: Node, chapter: str) -> tuple[str, str] | None:
    """Return chapter and name of the block that a figure's id names on a page, or None."""
    name = figure.attributes.get("id", "").removeprefix("fig-")
    if chapter in book.chapters and name in book.chapters[chapter].blocks:
        return chapter, name
    for other, held in book.chapters.items():
        prefix = f"{other.replace('/', '-')}-"
        if name.startswith(prefix) and name.removeprefix(prefix) in held.blocks:
            return other, name.removeprefix(prefix)
    return None


def caption_of(figure: Node) -> Node | None:
    """Return the caption of a figure, if it has one."""
    return next((c for c in figure.children if isinstance(c, Node) and c.tag == "figcaption"), None)


def block_mistakes(book: Book, figure: Node, include: Path, chapter: str, name: str) -> Iterator[Mistake]:
    """Yield every part of a figure that is not as in its include made afresh, or denies its reference."""
    caption = caption_of(figure)
    shown = [part for part in child_parts(figure) if part is not caption]
    for ours, theirs in _differences(shown, child_parts(_parsed(include, include.stat().st_mtime_ns))):
        yield ours or figure, f"in the block {name!r}: {_describe(ours)} instead of {_describe(theirs)}"
    for part in shown:
        for node in part.walk() if isinstance(part, Node) else ():
            if isinstance(node, Node) and (message := _dishonest(book, node, chapter)):
                yield node, message


def _dishonest(book: Book, node: Node, chapter: str) -> str | None:
    """A number within a block: its digits and its value must be those of its reference."""
    value = next((node.attributes[name] for name in VALUES if name in node.attributes), None)
    ref = node.attributes.get("data-ref")
    if ref is None or value is None or "data-field" in node.attributes:
        return None
    try:
        number = book.resolve(cite.parse(ref), chapter)
    except AuthorError as error:
        return f"the reference {ref!r} cannot be computed: {error.message}"
    if isinstance(number, Number):
        shown = "".join(run for _, run in runs(node.content))
        if value != number.value or (shown and shown != "".join(run for _, run in runs(number.text))):
            said = node.content.strip()
            return f"“{said}” (value {value}) stands for {ref}, which is {number.text} now"
    return None


@lru_cache(maxsize=512)
def _parsed(include: Path, stamp: int) -> Node:
    return parse(include.read_text(encoding="utf-8"))


def _differences(
    shown: list[Node | Text], made: list[Node | Text]
) -> Iterator[tuple[Node | Text | None, Node | Text | None]]:
    """The smallest pairs of parts that differ."""
    for i in range(max(len(shown), len(made))):
        ours = shown[i] if i < len(shown) else None
        theirs = made[i] if i < len(made) else None
        if isinstance(ours, Node) and isinstance(theirs, Node):
            if ours.canonical() == theirs.canonical():
                continue
            same = ours.tag == theirs.tag and ours.attributes == theirs.attributes
            inner = list(_differences(child_parts(ours), child_parts(theirs))) if same else []
            yield from inner or [(ours, theirs)]
        elif isinstance(ours, Text) and isinstance(theirs, Text):
            if ours.text.strip() != theirs.text.strip():
                yield ours, theirs
        else:
            yield ours, theirs


def child_parts(node: Node) -> list[Node | Text]:
    """Children, with texts joined that entities parted."""
    parts: list[Node | Text] = []
    for child in node.children:
        last = parts[-1] if parts else None
        if isinstance(child, Text) and isinstance(last, Text):
            parts[-1] = Text(last.text + child.text, last.line, last.column)
        else:
            parts.append(child)
    return [part for part in parts if isinstance(part, Node) or part.text.strip()]


def _describe(part: Node | Text | None) -> str:
    if part is None:
        return "nothing"
    if isinstance(part, Text):
        return f"“{part.text.strip()}”"
    attributes = "".join(f" {name}={value!r}" for name, value in part.attributes.items())
    content = part.content.strip()
    return f"<{part.tag}{attributes}>{content[:40]}"
