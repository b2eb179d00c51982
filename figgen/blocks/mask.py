"""Who may see whom: a matrix of truth values, told by mark, pattern and word, never by colour alone."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from figgen.blocks.block import Counter, check_axes, check_title
from figgen.blocks.context import Context
from figgen.blocks.drawing import Drawing
from figgen.blocks.name import write
from figgen.blocks.picture import folded_numbers, frame
from figgen.blocks.sheet import CELL_HEIGHT, GAP, sheet
from figgen.errors import AuthorError
from figgen.markup import Element, Node, h
from figgen.running.values import Array, Value, as_value


@dataclass(frozen=True, eq=False)
class Mask:
    """A mask as a map: True is visible."""

    value: Value
    title: str
    kind: str = "mask"
    counter: Counter | None = "图"

    def shows(self) -> tuple[Value, ...]:
        """The one value."""
        return (self.value,)

    def render(self, context: Context) -> str:
        """The picture, and its content in words folded under it."""
        folded = folded_numbers(context, *self.numbers(context))
        return write(h("div", self.picture(context), folded, class_="fg-body"))

    def picture(self, context: Context) -> Element:
        """The map alone: a tick is visible, a struck cell hidden."""
        paper = sheet("mask", self.value, [])
        drawing = Drawing(paper.right + GAP, paper.bottom + GAP)
        paper.draw(drawing)
        for r, c, x, y in paper.cells():
            at, cell = context.ref(self.value, (r, c)), context.id("cell", r, c)
            if self.value.array[r - 1, c - 1]:
                drawing.rectangle(
                    x,
                    y,
                    paper.cell,
                    CELL_HEIGHT,
                    fill="share",
                    opacity=0.3,
                    id=cell,
                    class_="fg-cell",
                    data_ref=at,
                )
                drawing.line(
                    [x + paper.cell / 2 + d for d in (-6, -1.5, 7)],
                    [y + CELL_HEIGHT / 2 + d for d in (0, 5, -6)],
                    stroke="text",
                    width=2,
                )
            else:
                drawing.rectangle(
                    x, y, paper.cell, CELL_HEIGHT, fill="surface", id=cell, class_="fg-cell", data_ref=at
                )
                paper.hidden(drawing, x, y)
        return frame(
            context,
            drawing.width,
            drawing.height,
            self.title,
            drawing.inline(context.id("drawing"), context.pictures),
        )

    def numbers(self, context: Context) -> tuple[Node, ...]:
        """Row by row, what is visible and what is hidden, by name."""
        say, value = context.messages, self.value
        assert value.rows and value.columns
        joint, lines = say.text("figure.joint"), []
        for name, row in zip(value.rows, value.array, strict=True):
            seen = [column for column, visible in zip(value.columns, row, strict=True) if visible]
            unseen = [column for column in value.columns if column not in seen]
            lines.append(
                h(
                    "li",
                    say.text(
                        "mask.row",
                        row=name,
                        visible=joint.join(seen) or say.text("mask.none"),
                        hidden=joint.join(unseen) or say.text("mask.none"),
                    ),
                )
            )
        axes = say.nodes("heatmap.axes", rows=value.axes[0], columns=value.axes[1]) if value.axes else ()
        return (
            h(
                "div",
                h("p", say.text("mask.key"), axes),
                h("ul", lines),
                id=context.id("description"),
                class_="fg-description",
            ),
        )


def mask(value: Value | Array, *, title: str = "") -> Mask:
    """Show a boolean matrix with named rows (who looks) and columns (what is looked at); True is visible."""
    held = as_value(value)
    check_axes("mask", held, (2,))
    if held.array.dtype != np.bool_:
        raise AuthorError("mask: wants truth values (True: visible), got numbers; show them with heatmap(…)")
    sheet("mask", held, [])
    return Mask(held, check_title("mask", title))
