"""The grid that maps are drawn on: named rows and columns around equal cells."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import nan

from figgen.blocks.context import Context
from figgen.blocks.drawing import Drawing
from figgen.blocks.measure import ems
from figgen.errors import AuthorError
from figgen.running.values import Value

SIZE = 12.0  # points of every text in a map
CELL_HEIGHT = 38.0
NARROWEST_CELL = 46.0
GAP = 6.0


@dataclass(frozen=True)
class Sheet:
    """Where things stand, in points: `left`, `top` is the corner of the first cell."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    axes: tuple[str, str] | None
    cell: float

    @property
    def left(self) -> float:
        """Room for the names of the rows."""
        names = [*self.rows, f"{self.axes[0]} ↓"] if self.axes else list(self.rows)
        return max(map(ems, names)) * SIZE + 2 * GAP

    @property
    def top(self) -> float:
        """Room for the names of the columns, and above them of the axis."""
        return (2 if self.axes else 1) * (SIZE + GAP) + GAP

    @property
    def right(self) -> float:
        """The right edge of the cells."""
        return self.left + self.cell * len(self.columns)

    @property
    def bottom(self) -> float:
        """The lower edge of the cells."""
        return self.top + CELL_HEIGHT * len(self.rows)

    def cells(self) -> Iterator[tuple[int, int, float, float]]:
        """Row and column from 1, and the upper left corner, of every cell."""
        for r in range(len(self.rows)):
            for c in range(len(self.columns)):
                yield r + 1, c + 1, self.left + c * self.cell, self.top + r * CELL_HEIGHT

    def draw(self, drawing: Drawing) -> None:
        """Names of axes, rows and columns, and an opaque ground under the cells."""
        if self.axes:
            drawing.text((self.left + self.right) / 2, SIZE, f"{self.axes[1]} →", paint="muted")
            drawing.text(
                self.left - GAP, self.top - GAP - 2, f"{self.axes[0]} ↓", anchor="end", paint="muted"
            )
        for c, name in enumerate(self.columns):
            drawing.text(self.left + (c + 0.5) * self.cell, self.top - GAP - 2, name, class_="fg-name")
        for r, name in enumerate(self.rows):
            drawing.centred(
                self.left - GAP, self.top + (r + 0.5) * CELL_HEIGHT, name, anchor="end", class_="fg-name"
            )
        width, height = self.right - self.left, self.bottom - self.top
        drawing.rectangle(self.left, self.top, width, height, fill="surface")

    def hidden(self, drawing: Drawing, x: float, y: float) -> None:
        """Strike a cell through: hatched, with a cross in its corner."""
        drawing.rectangle(x, y, self.cell, CELL_HEIGHT, hatch=True, class_="fg-hidden")
        right, top, arm = x + self.cell - 4, y + 4, 5
        xs, ys = [right - arm, right, nan, right - arm, right], [top, top + arm, nan, top + arm, top]
        drawing.line(xs, ys, stroke="text", width=1.2, class_="fg-cross")


def sheet(kind: str, value: Value, texts: list[str]) -> Sheet:
    """The grid for a matrix whose cells hold these texts; AuthorError where it has no names to show."""
    if value.rows is None or value.columns is None:
        raise AuthorError(
            f"{kind}: wants a value with names for its rows and columns: value(…, rows=…, columns=…)"
        )
    widest = max((ems(text) for text in (*texts, *value.columns)), default=0.0) * SIZE + 2 * GAP + 4
    return Sheet(value.rows, value.columns, value.axes, max(NARROWEST_CELL, widest))


def place(context: Context, value: Value, row: int, column: int) -> str:
    """How a description names a cell: by its labels, with the name of an axis that its label does not say."""
    assert value.rows and value.columns
    names = {"row": value.rows[row - 1], "column": value.columns[column - 1]}
    if value.axes is None:
        return context.messages.text("place.cell", **names)
    rows, columns = (
        "" if label.startswith(axis) else axis for axis, label in zip(value.axes, names.values(), strict=True)
    )
    return context.messages.text("place.named", **names, rows=rows, columns=columns)
