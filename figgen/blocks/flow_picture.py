"""The picture of a flow: where boxes stand, how arrows run, and how each kind of box is outlined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from figgen.blocks.context import Context
from figgen.blocks.measure import ems
from figgen.markup import Element, Node, h, plain
from figgen.svg import coordinate

SIZE, SMALL = 12.0, 11.0
BOX_HEIGHT, ROW_GAP, COLUMN_GAP, MARGIN = 40.0, 34.0, 18.0, 8.0
NARROWEST = 66.0


@dataclass(frozen=True)
class Laid:
    """A box with its place in the grid and what it says under its label."""

    label: str
    kind: str
    row: int
    column: float
    said: tuple[Node, ...]


Words = str | tuple[Node, ...]


def draw(
    context: Context,
    boxes: Sequence[Laid],
    arrows: Sequence[tuple[int, int, Words]],
    frames: Sequence[tuple[str, Sequence[int]]],
) -> tuple[float, float, list[Element]]:
    """Width, height and content; arrows and frames refer to boxes by their place in the list."""
    width = max([NARROWEST, *(_room(context, box) for box in boxes)])
    first = min(box.column for box in boxes)
    edge = MARGIN + (14.0 if frames else 0.0)
    lefts = [edge + (box.column - first) * (width + COLUMN_GAP) for box in boxes]
    tops = [edge + (14.0 if frames else 0.0) + box.row * (BOX_HEIGHT + ROW_GAP) for box in boxes]
    content = [_arrow_head(context)]
    for name, inside in frames:
        content += _frame(name, [lefts[i] for i in inside], [tops[i] for i in inside], width)
    into: dict[int, list[int]] = {}
    for place, (source, target, _) in enumerate(arrows):
        if boxes[source].row != boxes[target].row:
            into.setdefault(target, []).append(place)
    for ends in into.values():
        ends.sort(key=lambda place: boxes[arrows[place][0]].column)
    for place, (source, target, words) in enumerate(arrows):
        start, end = (lefts[source], tops[source]), (lefts[target], tops[target])
        if boxes[source].row == boxes[target].row:
            content += _sideways(context, start, end, width, words)
        else:
            ends = into[target]
            share = (ends.index(place) + 1) / (len(ends) + 1)
            content += _down(context, start, end, width, share, words)
    for box, left, top in zip(boxes, lefts, tops, strict=True):
        content.append(_box(context, box, left, top, width))
    return max(lefts) + width + edge, max(tops) + BOX_HEIGHT + edge, content


def _room(context: Context, box: Laid) -> float:
    kind = context.messages.text(f"flow.{box.kind}")
    heading = ems(box.label) * SIZE + (0 if box.kind == "operation" else ems(kind) * SMALL + 8)
    return max(heading, ems(plain(*box.said)) * SMALL) + 16


def _box(context: Context, box: Laid, left: float, top: float, width: float) -> Element:
    middle = left + width / 2
    name, _, below = box.label.partition("_")
    label = [h("tspan", name, class_="fg-flow-label")]
    if below:
        label.append(h("tspan", below, class_="fg-flow-label", dy="3", font_size="11"))
    if box.kind != "operation":
        kind = context.messages.text(f"flow.{box.kind}")
        label.append(h("tspan", kind, class_="fg-flow-kind", dx="5", dy="-3" if below else None))
    lines = [_text(middle, top + (17 if box.said else BOX_HEIGHT / 2 + 4.5), SIZE, *label)]
    if box.said:
        lines.append(_text(middle, top + 32, SMALL, *box.said))
    return h("g", _outline(box.kind, left, top, width), lines, class_=f"fg-flow-{box.kind}")


def _outline(kind: str, left: float, top: float, width: float) -> list[Element]:
    """Plain for data, dashed for parameters, double for results, round ends for operations."""
    radius = {"operation": BOX_HEIGHT / 2, "parameter": 6.0}.get(kind, 0.0)
    outer = _rectangle(left, top, width, BOX_HEIGHT, radius, "fg-flow-outline")
    if kind != "result":
        return [outer]
    return [outer, _rectangle(left + 3, top + 3, width - 6, BOX_HEIGHT - 6, radius, "fg-flow-inner")]


def _rectangle(x: float, y: float, width: float, height: float, radius: float, class_: str) -> Element:
    return h(
        "rect", x=coordinate(x), y=coordinate(y), width=coordinate(width), height=coordinate(height),
        rx=coordinate(radius) if radius else None, class_=class_,
    )  # fmt: skip


def _down(
    context: Context,
    start: tuple[float, float],
    end: tuple[float, float],
    width: float,
    share: float,
    words: Words,
) -> list[Element]:
    """Down from the source's foot, across just above the target, into its head."""
    x, y = start[0] + width / 2, start[1] + BOX_HEIGHT
    to = end[0] + width * (0.5 if start[0] == end[0] and share == 0.5 else share)
    if abs(to - x) < width * 0.3 and start[0] == end[0]:
        x = to
    turn = end[1] - ROW_GAP * 0.42
    path = (
        f"M{_at(x, y)}V{coordinate(end[1] - 2)}"
        if x == to
        else (f"M{_at(x, y)}V{coordinate(turn)}H{coordinate(to)}V{coordinate(end[1] - 2)}")
    )
    return [_line(context, path), *_label(x + 4, y + 13, words, "start")]


def _sideways(
    context: Context, start: tuple[float, float], end: tuple[float, float], width: float, words: Words
) -> list[Element]:
    y = start[1] + BOX_HEIGHT / 2
    right = start[0] < end[0]
    x, to = (start[0] + width, end[0] - 2) if right else (start[0], end[0] + width + 2)
    return [_line(context, f"M{_at(x, y)}H{coordinate(to)}"), *_label((x + to) / 2, y - 4, words, "middle")]


def _line(context: Context, path: str) -> Element:
    return h("path", d=path, class_="fg-flow-arrow", marker_end=f"url(#{context.id('arrow')})")


def _arrow_head(context: Context) -> Element:
    head = h("path", d="M0 0L8 4L0 8z", class_="fg-flow-head")
    marker = h("marker", head, id=context.id("arrow"), viewBox="0 0 8 8", refX="7", refY="4",
               markerWidth="8", markerHeight="8", markerUnits="userSpaceOnUse", orient="auto")  # fmt: skip
    return h("defs", marker)


def _label(x: float, y: float, words: Words, anchor: str) -> list[Element]:
    nodes = (words,) if isinstance(words, str) else words
    return [_text(x, y, SMALL, *nodes, anchor=anchor, class_="fg-flow-words")] if nodes else []


def _frame(name: str, lefts: list[float], tops: list[float], width: float) -> list[Element]:
    left, top = min(lefts) - 10, min(tops) - 20
    right, bottom = max(lefts) + width + 10, max(tops) + BOX_HEIGHT + 8
    outline = _rectangle(left, top, right - left, bottom - top, 8, "fg-flow-frame")
    return [outline, _text(right - 6, top + 12, SMALL, name, anchor="end", class_="fg-flow-words")]


def _text(
    x: float, y: float, size: float, *content: Node | None, anchor: str = "middle", class_: str | None = None
) -> Element:
    place = {"x": coordinate(x), "y": coordinate(y), "text_anchor": anchor, "font_size": coordinate(size)}
    return h("text", content, **place, class_=class_)


def _at(x: float, y: float) -> str:
    return f"{coordinate(x)} {coordinate(y)}"
