"""How arrays become arrays: boxes for data, parameters, results and operations, shapes on the lines between.

What a box is, its outline and a word say first, its colour second. Boxes stand in lines from top to bottom;
an arrow runs down from its source, and turns towards its target just above it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from figgen.blocks.block import Counter, check_title
from figgen.blocks.context import Context
from figgen.blocks.flow_picture import Laid, draw
from figgen.blocks.name import write
from figgen.blocks.picture import folded_numbers, frame
from figgen.errors import AuthorError
from figgen.markup import Element, Node, h
from figgen.running.values import Array, Value, as_value
from figgen.running.values import Element as Part

Kind = Literal["data", "parameter", "result", "operation"]


@dataclass(frozen=True, eq=False)
class Box:
    """One box: what it is called, what it is, and the numbers behind it; `column` places it by hand."""

    label: str
    kind: Kind
    part: Part | None = None
    column: float | None = None


@dataclass(frozen=True, eq=False)
class Flow:
    """Boxes in `lines`, and `arrows` from box to box, each with its words (or None)."""

    title: str
    lines: tuple[tuple[Box, ...], ...]
    arrows: tuple[tuple[Box, Box, str | None], ...]
    frames: tuple[tuple[str, tuple[Box, ...]], ...] = ()
    kind: str = "flow"
    counter: Counter | None = "图"
    key: str = "flow.key"

    def shows(self) -> tuple[Value, ...]:
        """Every value of which a box shows numbers or the shape, once each."""
        boxes = [box for line in self.lines for box in line if box.part is not None]
        return tuple({id(box.part.value): box.part.value for box in boxes if box.part}.values())

    def render(self, context: Context) -> str:
        """The picture, a key to the outlines, and the picture in words folded under it."""
        key = h("p", context.messages.text(self.key), class_="fg-key")
        folded = folded_numbers(context, *self.numbers(context))
        return write(h("div", self.picture(context), key, folded, class_="fg-body"))

    def picture(self, context: Context) -> Element:
        """The boxes and arrows alone."""
        widest = max(len(line) for line in self.lines)
        laid = []
        for row, line in enumerate(self.lines):
            for place, box in enumerate(line):
                column = box.column if box.column is not None else (widest - len(line)) / 2 + place
                laid.append(Laid(box.label, box.kind, row, column, said(context, box)))
        boxes = [box for line in self.lines for box in line]
        at = {id(box): place for place, box in enumerate(boxes)}
        arrows = [(at[id(a)], at[id(b)], words or self._shape(context, a)) for a, b, words in self.arrows]
        frames = [(name, [at[id(box)] for box in inside]) for name, inside in self.frames]
        width, height, content = draw(context, laid, arrows, frames)
        return frame(context, width, height, self.title, *content)

    def _shape(self, context: Context, box: Box) -> tuple[Node, ...]:
        """The shape of what leaves a box, where it is more than one number."""
        if box.part is None or box.part.array.ndim == 0 or box.part.index:
            return ()
        return shape(context, box.part.value, "tspan")

    def numbers(self, context: Context) -> tuple[Node, ...]:
        """Each box in words: what it is, its shape or numbers, and where it comes from."""
        say, lines = context.messages.nodes, []
        for box in (box for line in self.lines for box in line):
            sources = [source.label for source, target, _ in self.arrows if target is box]
            node = self._named(context, box)
            if sources:
                joint = context.messages.text("figure.joint")
                lines.append(h("li", say("flow.from", node=node, sources=joint.join(sources))))
            else:
                lines.append(h("li", say("flow.source", node=node)))
        return (h("ul", lines, id=context.id("description"), class_="fg-description"),)

    def _named(self, context: Context, box: Box) -> tuple[Node, ...]:
        say = context.messages
        inside: tuple[Node, ...] = ()
        if box.part is not None:
            part = box.part
            shown = shape(context, part.value, "data") if part.array.ndim == 2 else context.part(part)
            inside = say.nodes("flow.with_shape", shape=shown)
        return say.nodes("flow.node", label=box.label, kind=say.text(f"flow.{box.kind}"), shape=inside)


def said(context: Context, box: Box) -> tuple[Node, ...]:
    """What stands in a box under its label: a number or a row; a matrix tells its shape on the arrows."""
    if box.part is None or box.part.array.ndim == 2:
        return ()
    return tuple(node if isinstance(node, str) else _svg(node) for node in context.part(box.part))


def shape(context: Context, value: Value, tag: str) -> tuple[Node, ...]:
    """Rows and columns of a matrix, or the length of a vector, each bound to the value."""
    counts = [context.count(value, axis) for axis in range(value.array.ndim)]
    made = counts if tag == "data" else [_svg(count) for count in counts]
    return (
        tuple(made) if len(made) == 1 else context.messages.nodes("flow.shape", rows=made[0], columns=made[1])
    )


def _svg(data: Element) -> Element:
    """A `<data>` as a `<tspan>`."""
    renamed = tuple(("data-value" if name == "value" else name, text) for name, text in data.attributes)
    return replace(data, tag="tspan", attributes=renamed)


def box(
    label: str,
    kind: Kind = "operation",
    part: Part | Value | Array | None = None,
    *,
    column: float | None = None,
) -> Box:
    """A box of a flow: `box("Q", "result", q)`. A row or a number is printed in it, a matrix tells its shape.

    `kind`: data, parameter, result or operation. `column` (from 0) places it in its line.
    """
    if kind not in ("data", "parameter", "result", "operation"):
        raise AuthorError(f"box: no kind {kind!r}; the kinds are data, parameter, result, operation")
    if not label.strip():
        raise AuthorError("box: wants a label")
    held = part if part is None or isinstance(part, Part) else Part(as_value(part), ())
    return Box(label, kind, held, column)


def flow(
    *lines: Sequence[Box],
    title: str = "",
    arrows: Sequence[tuple[Box, Box] | tuple[Box, Box, str]],
    frames: Sequence[tuple[str, Sequence[Box]]] = (),
) -> Flow:
    """Show how arrays become arrays: lines of boxes from top to bottom, and arrows between them.

    An arrow is `(source, target)` or `(source, target, "words")`; without words it tells the source's shape.
    `frames` names groups of boxes: `("编码器一层", [a, b])`.
    """
    boxes = [box for line in lines for box in line]
    known = {id(box) for box in boxes}
    if not boxes or len(known) != len(boxes):
        raise AuthorError("flow: wants lines of boxes, each box once")
    for arrow in arrows:
        for end in arrow[:2]:
            if id(end) not in known:
                raise AuthorError(f"flow: an arrow ends at {end.label!r}, which stands in no line")
    made = tuple((arrow[0], arrow[1], arrow[2] if len(arrow) == 3 else None) for arrow in arrows)
    held = tuple((name, tuple(inside)) for name, inside in frames)
    if any(id(box) not in known for _, inside in held for box in inside):
        raise AuthorError("flow: a frame holds a box that stands in no line")
    return Flow(check_title("flow", title), tuple(map(tuple, lines)), made, held)
