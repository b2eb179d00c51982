"""A matrix or a vector as a table with named rows and columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from figgen.blocks.block import Counter, check_axes, check_title
from figgen.blocks.context import Context
from figgen.blocks.invariant import marks
from figgen.blocks.measure import ems
from figgen.blocks.name import write
from figgen.blocks.picture import scroll_box
from figgen.errors import AuthorError
from figgen.markup import Element, Node, h, plain
from figgen.running.values import Array, Value, as_value

CELL_PADDING = 1.0  # ems beside the text of a cell, on a phone
PHONE_EMS = 16.5  # what a page of 320 px leaves for a table inside a step player, in ems of its text


@dataclass(frozen=True, eq=False)
class Table:
    """A value as a table."""

    value: Value
    title: str
    kind: str = "table"
    counter: Counter | None = "表"

    def shows(self) -> tuple[Value, ...]:
        """The one value."""
        return (self.value,)

    def render(self, context: Context) -> str:
        """The table, and what is known to hold of its numbers."""
        return write(
            h("div", grid(context, self.value, self.title), marks(context, self.value), class_="fg-body")
        )


def table(value: Value | Array, *, title: str = "") -> Table:
    """Show a matrix (1 or 2 axes) with its labels."""
    held = as_value(value)
    check_axes("table", held, (1, 2))
    if held.array.dtype == np.bool_:
        raise AuthorError("table: these are truth values; show them with mask(…)")
    return Table(held, check_title("table", title))


def grid(context: Context, value: Value, title: str) -> Element:
    """The `<table>` of a value in its scroll box, one bound number to a cell."""
    matrix = value.array.ndim == 2
    rows = value.rows if matrix else None
    columns = value.columns if matrix else (value.columns or value.rows)
    count = value.array.shape[-1]
    lines = range(1, value.array.shape[0] + 1) if matrix else (None,)
    body = [
        (
            [rows[line - 1]] if rows and line else [],
            [context.number(value, (line, c) if line else (c,)) for c in range(1, count + 1)],
        )
        for line in lines
    ]
    head = None
    if columns:
        corner = [h("td", _corner(value), class_="fg-corner")] if rows else []
        head = h("thead", h("tr", corner, [h("th", name, scope="col") for name in columns]))
    made = h(
        "table",
        head,
        h(
            "tbody",
            [
                h("tr", [h("th", name, scope="row") for name in names], [h("td", cell) for cell in cells])
                for names, cells in body
            ],
        ),
        class_="fg-table",
    )
    widths = [max(ems(plain(cells[c])) for _, cells in body) for c in range(count)]
    widths = [max(width, ems(columns[c])) if columns else width for c, width in enumerate(widths)]
    label = [max(ems(name) for name in rows)] if rows else []
    wide = sum(width + CELL_PADDING for width in widths + label) > PHONE_EMS
    return scroll_box(context, made, wide, context.messages.text("table.scroll", title=title), "fg-scroll")


def _corner(value: Value) -> tuple[Node, ...]:
    if not value.axes:
        return ()
    return (
        h("span", f"{value.axes[0]} ↓", class_="fg-down"),
        h("span", f"{value.axes[1]} →", class_="fg-right"),
    )
