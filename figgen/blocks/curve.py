"""Lines over a shared axis, each told by name, mark and dash; every tick is one of their numbers."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from figgen.blocks.block import Counter, check_axes, check_title
from figgen.blocks.context import Context, Written
from figgen.blocks.drawing import Drawing
from figgen.blocks.extreme import extreme
from figgen.blocks.measure import ems
from figgen.blocks.name import write
from figgen.blocks.picture import folded_numbers, frame, scroll_box
from figgen.errors import AuthorError
from figgen.markup import Element, Node, h
from figgen.running.values import Array, Value, as_value

WIDTH, HEIGHT, SIZE = 250.0, 170.0, 12.0
CLOSEST = 15.0  # points between two ticks of the upright axis
LOOKS = (
    ("series-1", "o", None),
    ("series-2", "s", (6.0, 3.0)),
    ("series-3", "^", (2.0, 2.0)),
    ("series-4", "D", (8.0, 2.0, 2.0, 2.0)),
)


@dataclass(frozen=True, eq=False)
class Axis:
    """From numbers to points: linear, or logarithmic."""

    low: float
    high: float
    length: float
    logarithmic: bool = False

    def at(self, x: float) -> float:
        """How far along the axis a number lies."""
        low, high, x = (math.log(n) if self.logarithmic else n for n in (self.low, self.high, x))
        return self.length * (x - low) / (high - low) if high > low else self.length / 2


@dataclass(frozen=True, eq=False)
class Curve:
    """`lines` over `x`, all vectors of one length."""

    title: str
    x: Value
    lines: Mapping[str, Value]
    x_name: str
    y_name: str
    logarithmic: bool
    kind: str = "curve"
    counter: Counter | None = "图"

    def shows(self) -> tuple[Value, ...]:
        """The shared axis, then every line."""
        return tuple({id(value): value for value in (self.x, *self.lines.values())}.values())

    def render(self, context: Context) -> str:
        """The picture, and its numbers folded under it."""
        folded = folded_numbers(context, *self.numbers(context))
        return write(h("div", self.picture(context), folded, class_="fg-body"))

    def picture(self, context: Context) -> Element:
        """The lines alone."""
        ticks = list(self._ticks(context))
        left = max(ems(tick.text) for _, tick, _ in ticks) * SIZE + 14
        told = [] if [*self.lines] == [self.y_name] else [*self.lines]  # the axis names a line that is alone
        top = 14.0 + SIZE * 1.5 * (len(told) + 1)
        drawing = Drawing(left + WIDTH + 24, top + HEIGHT + 3.6 * SIZE)
        across = Axis(float(self.x.array.min()), float(self.x.array.max()), WIDTH, self.logarithmic)
        upright = self._upright()
        _draw_legend(drawing, left, told)
        drawing.text(left, top - 10, self.y_name, anchor="start", paint="muted")
        for y, tick, field in ticks:
            level = top + HEIGHT - upright.at(y)
            drawing.line([left, left + WIDTH], [level, level], stroke="line", width=0.75)
            _draw_number(drawing, left - 6, level + 0.36 * SIZE, tick, "end", field)
        base, free = top + HEIGHT, 0.0
        for place, x in enumerate(self.x.array, start=1):
            where, tick = left + across.at(float(x)), context.written(self.x, (place,))
            half = ems(tick.text) * SIZE / 2
            drawing.line([where, where], [base, base + 4], stroke="muted", width=0.75)
            if where - half >= free:
                _draw_number(drawing, where, base + 4 + SIZE, tick, "middle", None)
                free = where + half + 3
        drawing.text(left + WIDTH / 2, top + HEIGHT + 3 * SIZE, self.x_name, paint="muted")
        for (paint, marker, dash), value in zip(LOOKS, self.lines.values(), strict=False):
            xs = [left + across.at(float(x)) for x in self.x.array]
            ys = [top + HEIGHT - upright.at(float(y)) for y in value.array]
            drawing.line(xs, ys, stroke=paint, width=1.8, dash=dash, marker=marker, class_="fg-curve")
        return frame(
            context,
            drawing.width,
            drawing.height,
            self.title,
            drawing.inline(context.id("drawing"), context.pictures),
        )

    def _upright(self) -> Axis:
        """From zero where nothing is below it; within the declared range where all lines share one."""
        if (shared := self._shared_range()) is not None:
            return Axis(*shared, HEIGHT)
        low = min(float(value.array.min()) for value in self.lines.values())
        return Axis(min(low, 0.0), max(float(value.array.max()) for value in self.lines.values()), HEIGHT)

    def _shared_range(self) -> tuple[float, float] | None:
        ranges = {value.invariants.within for value in self.lines.values()}
        return ranges.pop() if len(ranges) == 1 else None

    def _ticks(self, context: Context) -> Iterator[tuple[float, Written, str | None]]:
        """Ends of the axis first, then every number of the lines that has room between those before it."""
        upright, first = self._upright(), next(iter(self.lines.values()))
        found: list[tuple[float, Written, str | None]] = []
        if self._shared_range() is not None:
            found += [(upright.low, context.stated(upright.low, first), "within[1]")]
            found += [(upright.high, context.stated(upright.high, first), "within[2]")]
        elif upright.low == 0.0:
            found.append((0.0, context.stated(0.0, first), "zero"))
        for value in self.lines.values():
            ends = [extreme(value.array, sign)[0] for sign in (1, -1)]
            for index in [*ends, *((i + 1,) for i in range(len(value.array)))]:
                found.append((float(value.array[index[0] - 1]), context.written(value, index), None))
        taken: list[float] = []
        for y, tick, field in sorted(found, key=lambda one: one[0] not in (upright.low, upright.high)):
            if all(abs(upright.at(y) - other) >= CLOSEST for other in taken):
                taken.append(upright.at(y))
                yield y, tick, field

    def numbers(self, context: Context) -> tuple[Node, ...]:
        """What the lines do in words, and all their numbers as a table."""
        say, told = (
            context.messages.nodes,
            [context.messages.nodes("curve.axes", x=self.x_name, y=self.y_name)],
        )
        for name, value in self.lines.items():
            ends = {"first": (1,), "last": (len(value.array),)}
            told.append(
                say("curve.line", name=name, **{key: context.number(value, at) for key, at in ends.items()})
            )
        words = h("p", told, id=context.id("description"), class_="fg-description")
        head = h("tr", [h("th", name, scope="col") for name in (self.x_name, *self.lines)])
        rows = [
            h(
                "tr",
                h("th", context.number(self.x, (i,)), scope="row"),
                [h("td", context.number(value, (i,))) for value in self.lines.values()],
            )
            for i in range(1, len(self.x.array) + 1)
        ]
        made = h("table", h("thead", head), h("tbody", rows), class_="fg-table")
        return (words, scroll_box(context, made, False, "", "fg-scroll"))


def _draw_legend(drawing: Drawing, left: float, names: list[str]) -> None:
    for place, ((paint, marker, dash), name) in enumerate(zip(LOOKS, names, strict=False)):
        y = 12.0 + place * SIZE * 1.5
        drawing.line([left, left + 18, left + 36], [y] * 3, stroke=paint, width=1.8, dash=dash, marker=marker)
        drawing.centred(left + 44, y, name, anchor="start", class_="fg-name")


def _draw_number(
    drawing: Drawing, x: float, y: float, number: Written, anchor: str, field: str | None
) -> None:
    drawing.text(
        x, y, number.text, anchor="end" if anchor == "end" else "middle", size=SIZE,
        class_="fg-number", data_ref=number.ref, data_value=number.value, data_field=field,
    )  # fmt: skip


def curve(
    x: Value | Array,
    lines: Mapping[str, Value | Array],
    *,
    title: str = "",
    x_name: str,
    y_name: str,
    logarithmic: bool = False,
) -> Curve:
    """Show up to four vectors as lines over the vector `x`: `curve(widths, {"缩放": a, "不缩放": b}, …)`.

    `x_name` and `y_name` say what the axes are; `logarithmic` spaces `x` by ratios.
    """
    across = as_value(x)
    held = {name: as_value(line) for name, line in lines.items()}
    if not 1 <= len(held) <= len(LOOKS):
        raise AuthorError(f"curve: wants one to four lines, got {len(held)}")
    for value in (across, *held.values()):
        check_axes("curve", value, (1,))
        if len(value.array) != len(across.array) or len(value.array) < 2:
            raise AuthorError(f"curve: wants vectors of one length, at least 2, got {len(value.array)}")
        if not np.isfinite(value.array).all():
            raise AuthorError("curve: an infinite number has no place on a line")
    if not (np.diff(across.array) > 0).all() or (logarithmic and across.array[0] <= 0):
        raise AuthorError("curve: x wants rising numbers" + (", all above zero" if logarithmic else ""))
    return Curve(check_title("curve", title), across, held, x_name, y_name, logarithmic)
