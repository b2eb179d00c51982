"""A table of cases: each line a few words and the numbers that belong to them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from figgen.blocks.block import Counter, check_title
from figgen.blocks.context import Context
from figgen.blocks.measure import ems
from figgen.blocks.name import write
from figgen.blocks.picture import scroll_box
from figgen.blocks.table import CELL_PADDING, PHONE_EMS
from figgen.errors import AuthorError
from figgen.markup import Element, Node, h, plain
from figgen.running.values import Array, Value, as_value
from figgen.running.values import Element as Part
from figgen.svg import coordinate

LEAST_WORDS = 7.0  # ems below which a column of words gets no narrower
Cell = str | Part | Value | Array


@dataclass(frozen=True, eq=False)
class Records:
    """Named columns, and lines of words, numbers and rows of numbers."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str | Part | Value, ...], ...]
    kind: str = "records"
    counter: Counter | None = "表"

    def shows(self) -> tuple[Value, ...]:
        """Every value of which a cell shows a part, once each."""
        found: dict[int, Value] = {}
        for cell in (cell for row in self.rows for cell in row if not isinstance(cell, str)):
            value = cell.value if isinstance(cell, Part) else cell
            found.setdefault(id(value), value)
        return tuple(found.values())

    def render(self, context: Context) -> str:
        """The table in its scroll box; the first column names the lines."""
        widths = [ems(name) for name in self.columns]
        lines = []
        for row in self.rows:
            cells = [(cell,) if isinstance(cell, str) else context.part(cell) for cell in row]
            widths = [
                max(width, min(ems(plain(*cell)), 12)) for width, cell in zip(widths, cells, strict=True)
            ]
            lines.append(h("tr", [_cell(i, row[i], cell) for i, cell in enumerate(cells)]))
        words = [any(isinstance(row[i], str) for row in self.rows) for i in range(len(self.columns))]
        least = [coordinate(min(w + 0.4, LEAST_WORDS)) if words[i] else None for i, w in enumerate(widths)]
        head = h("thead", h("tr", [_head(*pair) for pair in zip(self.columns, least, strict=True)]))
        made = h("table", head, h("tbody", lines), class_="fg-table fg-records")
        wide = sum(width + CELL_PADDING for width in widths) > PHONE_EMS
        label = context.messages.text("table.scroll", title=self.title)
        return write(h("div", scroll_box(context, made, wide, label, "fg-scroll"), class_="fg-body"))


def _head(name: str, least: str | None) -> Element:
    return h("th", name, scope="col", style=f"min-width:{least}em" if least else None)


def _cell(place: int, cell: object, content: tuple[Node, ...]) -> Element:
    if place == 0:
        return h("th", content, scope="row")
    return h("td", content, class_=None if isinstance(cell, str) else "fg-numeric")


def records(*, title: str = "", columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> Records:
    """Show cases line by line. A cell is a text, a number or a row of numbers (`value`, `value.at(3)`)."""
    if not rows:
        raise AuthorError("records: wants at least one row")
    lines = []
    for place, row in enumerate(rows, start=1):
        if len(row) != len(columns):
            raise AuthorError(f"records: row {place} has {len(row)} cells for {len(columns)} columns")
        lines.append(tuple(cell if isinstance(cell, str | Part) else as_value(cell) for cell in row))
        for cell in lines[-1]:
            if not isinstance(cell, str) and cell.array.ndim > 1:
                raise AuthorError(
                    f"records: row {place} holds a matrix; a cell shows a number or a row: value.at(3)"
                )
    return Records(check_title("records", title), tuple(columns), tuple(lines))
