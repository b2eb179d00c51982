"""The legend of a map: swatches of its scale, and at both ends the number, declared or the array's own."""

from __future__ import annotations

from figgen.blocks.context import Context, Written
from figgen.blocks.drawing import Drawing
from figgen.blocks.extreme import extreme
from figgen.blocks.measure import ems
from figgen.blocks.scale import Scale
from figgen.blocks.sheet import GAP, SIZE, Sheet
from figgen.running.values import Value

BAR_HEIGHT = 9.0
BAR_ROOM = BAR_HEIGHT + 3 * GAP
SHORTEST = 72.0


def bar_right(context: Context, paper: Sheet, value: Value, scale: Scale) -> float:
    """Where the bar with its numbers ends."""
    numbers = sum(ems(end.text) * SIZE + GAP for end, _ in ends(context, value, scale))
    return max(paper.right, paper.left + numbers + SHORTEST)


def ends(context: Context, value: Value, scale: Scale) -> list[tuple[Written, str | None]]:
    """Both ends of the bar, each with the field of the value that declares it (None: an element)."""
    if scale.signed:
        lowest, highest = (extreme(value.array, sign)[0] for sign in (-1, 1))
        return [(context.written(value, index), None) for index in (lowest, highest)]
    fields = ["within[1]", "within[2]"]
    return [(context.stated(x, value), f) for x, f in zip((scale.low, scale.high), fields, strict=True)]


def draw_bar(context: Context, drawing: Drawing, paper: Sheet, value: Value, scale: Scale) -> None:
    """Draw the bar under the cells."""
    (low, low_field), (high, high_field) = ends(context, value, scale)
    steps, length = scale.steps(), bar_right(context, paper, value, scale) - paper.left
    left = paper.left + ems(low.text) * SIZE + GAP
    right = paper.left + length - ems(high.text) * SIZE - GAP
    top, step = paper.bottom + 2 * GAP, (right - left) / len(steps)
    for i, (paint, opacity) in enumerate(steps):
        drawing.rectangle(
            left + i * step, top, step, BAR_HEIGHT,
            fill=paint, opacity=opacity, class_="fg-swatch",
        )  # fmt: skip
    for end, field, x, anchor in (
        (low, low_field, left - GAP, "end"),
        (high, high_field, right + GAP, "start"),
    ):
        drawing.centred(
            x, top + BAR_HEIGHT / 2, end.text,
            anchor=anchor, class_="fg-number fg-bar",
            data_ref=end.ref, data_value=end.value, data_field=field,
        )  # fmt: skip
