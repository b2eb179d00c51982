"""A matrix as a map: one cell to a number, coloured on one scale per quantity, with the number in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from figgen.blocks.block import Counter, check_axes, check_title
from figgen.blocks.colour_bar import BAR_ROOM, bar_right, draw_bar
from figgen.blocks.context import Context
from figgen.blocks.drawing import Drawing
from figgen.blocks.extreme import extreme, indices
from figgen.blocks.invariant import marks
from figgen.blocks.name import write
from figgen.blocks.picture import folded_numbers, frame
from figgen.blocks.scale import Scale, scale
from figgen.blocks.sheet import CELL_HEIGHT, GAP, Sheet, place, sheet
from figgen.blocks.table import grid
from figgen.errors import AuthorError
from figgen.markup import Element, Node, h
from figgen.running.values import Array, Value, as_value
from figgen.running.values import Element as Part

MOST_PLACES = 3


@dataclass(frozen=True, eq=False)
class Heatmap:
    """A value as a map; `masked` cells are struck through, `focus` is framed."""

    value: Value
    title: str
    scale: Scale
    masked: NDArray[np.bool_]
    focus: Part | None = None
    bar: bool = True
    kind: str = "heatmap"
    counter: Counter | None = "图"

    def shows(self) -> tuple[Value, ...]:
        """The one value."""
        return (self.value,)

    def render(self, context: Context) -> str:
        """The picture, its marks, and its numbers folded under it."""
        folded = folded_numbers(context, *self.numbers(context))
        return write(h("div", self.picture(context), marks(context, self.value), folded, class_="fg-body"))

    def picture(self, context: Context) -> Element:
        """The map alone."""
        value = self.value
        written = {at: context.written(value, at) for at in indices(value.array)}
        paper = sheet("heatmap", value, [number.text for number in written.values()])
        height = paper.bottom + (BAR_ROOM if self.bar else GAP)
        right = bar_right(context, paper, value, self.scale) if self.bar else paper.right
        drawing = Drawing(right + GAP, height)
        paper.draw(drawing)
        for r, c, x, y in paper.cells():
            number, cell = float(value.array[r - 1, c - 1]), context.id("cell", r, c)
            if np.isfinite(number):
                paint, opacity = self.scale.shade(number)
                drawing.rectangle(
                    x,
                    y,
                    paper.cell,
                    CELL_HEIGHT,
                    fill=paint,
                    opacity=opacity,
                    id=cell,
                    class_="fg-cell",
                )
            if self.masked[r - 1, c - 1]:
                paper.hidden(drawing, x, y)
            at = written[r, c]
            drawing.centred(
                x + paper.cell / 2,
                y + CELL_HEIGHT / 2,
                at.text,
                class_="fg-number",
                data_ref=at.ref,
                data_value=at.value,
            )
        self._frame_focus(drawing, paper)
        if self.bar:
            draw_bar(context, drawing, paper, self.value, self.scale)
        return frame(
            context,
            drawing.width,
            drawing.height,
            self.title,
            drawing.inline(context.id("drawing"), context.pictures),
        )

    def _frame_focus(self, drawing: Drawing, paper: Sheet) -> None:
        if self.focus is None:
            return
        row, *column = self.focus.index
        x = paper.left + sum((c - 1) * paper.cell for c in column)
        width = paper.cell if column else paper.right - paper.left
        y = paper.top + (row - 1) * CELL_HEIGHT
        drawing.rectangle(x, y, width, CELL_HEIGHT, stroke="text", stroke_width=2, class_="fg-focus")

    def numbers(self, context: Context) -> tuple[Node, ...]:
        """What the map shows in words, and the table of its numbers."""
        words = h("p", self._described(context), id=context.id("description"), class_="fg-description")
        return (words, grid(context, self.value, self.title))

    def _described(self, context: Context) -> list[Node | tuple[Node, ...]]:
        say, value = context.messages.nodes, self.value
        told: list[Node | tuple[Node, ...]] = [
            say("heatmap.size", rows=context.count(value, 0), columns=context.count(value, 1))
        ]
        if value.axes:
            told.append(say("heatmap.axes", rows=value.axes[0], columns=value.axes[1]))
        lowest, highest = extreme(value.array, -1), extreme(value.array, 1)
        largest = context.number(value, highest[0])
        if lowest == highest:
            told.append(say("heatmap.constant", largest=largest))
        else:
            told.append(
                say(
                    "heatmap.extremes",
                    largest=largest,
                    largest_places=self._places(context, highest),
                    smallest=context.number(value, lowest[0]),
                    smallest_places=self._places(context, lowest),
                )
            )
        if self.masked.any():
            told.append(say("heatmap.masked"))
        if self.focus is not None and value.rows:
            row, *column = self.focus.index
            framed = place(context, value, row, *column) if column else value.rows[row - 1]
            told.append(say("heatmap.focus", framed=framed))
        return told

    def _places(self, context: Context, found: list[tuple[int, ...]]) -> str:
        named = [place(context, self.value, *at) for at in found[:MOST_PLACES]]
        more = context.messages.text("figure.and_more") if len(found) > MOST_PLACES else ""
        return context.messages.text("figure.joint").join(named) + more


def heatmap(
    value: Value | Array,
    *,
    title: str = "",
    over: Sequence[Value | Array] = (),
    masked: Value | Array | None = None,
    focus: Part | None = None,
    bar: bool = True,
) -> Heatmap:
    """Show a matrix with named rows and columns as a map.

    Colours: a value with a declared range (`within=(0, 1)`) from pale to full; any other in two colours away
    from zero, up to the largest magnitude in it and in `over`. Cells where the value is declared zero
    (`zero_where`) or is infinite, or where `masked` is True, are struck through. `focus`, a row or an element
    of the value, is framed.
    """
    held = as_value(value)
    check_axes("heatmap", held, (2,))
    if held.array.dtype == np.bool_:
        raise AuthorError("heatmap: these are truth values; show them with mask(…)")
    struck = ~np.isfinite(held.array)
    if held.invariants.zero_where is not None:
        struck |= held.invariants.zero_where
    if masked is not None:
        extra = np.asarray(as_value(masked).array if isinstance(masked, Value) else masked)
        if extra.dtype != np.bool_ or extra.shape != held.array.shape:
            raise AuthorError(
                f"heatmap: masked wants truth values of shape {held.array.shape}, got {extra.shape}"
            )
        struck |= extra
    if focus is not None and (focus.value is not held or not focus.index):
        raise AuthorError("heatmap: focus wants a row or an element of the same value: value.at(3)")
    chosen = scale(held, tuple(as_value(other) for other in over))
    sheet("heatmap", held, [])
    return Heatmap(held, check_title("heatmap", title), chosen, struck, focus, bar)
