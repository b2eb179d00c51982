"""The picture of a flow: where boxes stand, how arrows run, and how each kind of box is outlined."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from figgen.blocks.context import Context
from figgen.blocks.measure import ems
from figgen.markup import Element, Node, h, plain
from figgen.svg import coordinate

SIZE, SMALL = 12.0, 11.0
LOW, TALL = 36.0, 50.0  # heights of boxes: of one line of words, and of two where any box has two
ROW_GAP, COLUMN_GAP, MARGIN = 38.0, 18.0, 8.0
FRAME_GAP, FRAME_NAME = 10.0, 16.0  # around the boxes of a frame, and above it for its name
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
    names = [2 * (ems(name) * SMALL - FRAME_GAP + 6) for name, _ in frames]  # left of the arrow that comes in
    width = max([NARROWEST, *(_room(context, box) for box in boxes), *names])
    height = TALL if any(box.said for box in boxes) else LOW
    first = min(box.column for box in boxes)
    edge = MARGIN + (FRAME_GAP if frames else 0.0)
    above = FRAME_NAME if any(boxes[i].row == 0 for _, inside in frames for i in inside) else 0.0
    lefts = [edge + (box.column - first) * (width + COLUMN_GAP) for box in boxes]
    tops = [edge + above + box.row * (height + ROW_GAP) for box in boxes]
    size = (width, height)
    content = [_arrow_head(context)]
    for name, inside in frames:
        content += _frame(name, [lefts[i] for i in inside], [tops[i] for i in inside], size)
    into: dict[int, list[int]] = {}
    for place, (source, target, _) in enumerate(arrows):
        if boxes[source].row != boxes[target].row:
            into.setdefault(target, []).append(place)
    for ends in into.values():
        ends.sort(key=lambda place: boxes[arrows[place][0]].column)
    for place, (source, target, words) in enumerate(arrows):
        start, end = (lefts[source], tops[source]), (lefts[target], tops[target])
        if boxes[source].row == boxes[target].row:
            content += _sideways(context, start, end, size, words)
        else:
            ends = into[target]
            share = (ends.index(place) + 1) / (len(ends) + 1)
            content += _down(context, start, end, size, share, words)
    for box, left, top in zip(boxes, lefts, tops, strict=True):
        content.append(_box(context, box, left, top, size))
    return max(lefts) + width + edge, max(tops) + height + edge, content


def _room(context: Context, box: Laid) -> float:
    kind = context.messages.text(f"flow.{box.kind}")
    heading = ems(box.label) * SIZE + (0 if box.kind == "operation" else ems(kind) * SMALL + 8)
    return max(heading, ems(plain(*box.said)) * SMALL) + 16


def _box(context: Context, box: Laid, left: float, top: float, size: tuple[float, float]) -> Element:
    width, height = size
    middle = left + width / 2
    label = [h("tspan", box.label, class_="fg-flow-label")]
    if box.kind != "operation":
        kind = context.messages.text(f"flow.{box.kind}")
        label.append(h("tspan", kind, class_="fg-flow-kind", dx="5"))
    lines = [_text(middle, top + (height / 2 - 5 if box.said else height / 2 + 4.5), SIZE, *label)]
    if box.said:
        lines.append(_text(middle, top + height / 2 + 13, SMALL, *box.said))
    return h("g", _outline(box.kind, left, top, width, height), lines, class_=f"fg-flow-{box.kind}")


def _outline(kind: str, left: float, top: float, width: float, height: float) -> list[Element]:
    """Plain for data, dashed for parameters, double for results, round ends for operations."""
    radius = {"operation": height / 2, "parameter": 6.0}.get(kind, 0.0)
    outer = _rectangle(left, top, width, height, radius, "fg-flow-outline")
    if kind != "result":
        return [outer]
    return [outer, _rectangle(left + 3, top + 3, width - 6, height - 6, radius, "fg-flow-inner")]


def _rectangle(x: float, y: float, width: float, height: float, radius: float, class_: str) -> Element:
    return h(
        "rect", x=coordinate(x), y=coordinate(y), width=coordinate(width), height=coordinate(height),
        rx=coordinate(radius) if radius else None, class_=class_,
    )  # fmt: skip


def _down(
    context: Context,
    start: tuple[float, float],
    end: tuple[float, float],
    size: tuple[float, float],
    share: float,
    words: Words,
) -> list[Element]:
    """Down from the source's foot, across just above the target, into its head."""
    width, height = size
    x, y = start[0] + width / 2, start[1] + height
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
    context: Context,
    start: tuple[float, float],
    end: tuple[float, float],
    size: tuple[float, float],
    words: Words,
) -> list[Element]:
    width, height = size
    y = start[1] + height / 2
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


def _frame(name: str, lefts: list[float], tops: list[float], size: tuple[float, float]) -> list[Element]:
    """A dotted line around boxes, its name above it on the left: arrows come in at the middle."""
    left, top = min(lefts) - FRAME_GAP, min(tops) - FRAME_GAP
    right, bottom = max(lefts) + size[0] + FRAME_GAP, max(tops) + size[1] + FRAME_GAP
    outline = _rectangle(left, top, right - left, bottom - top, 8, "fg-flow-frame")
    return [outline, _text(left, top - 4, SMALL, name, anchor="start", class_="fg-flow-words")]


def _text(
    x: float, y: float, size: float, *content: Node | None, anchor: str = "middle", class_: str | None = None
) -> Element:
    look = {
        "text_anchor": anchor if anchor != "middle" else None,
        "font_size": coordinate(size) if size != SIZE else None,
    }
    return h("text", content, x=coordinate(x), y=coordinate(y), class_=class_, **look)


def _at(x: float, y: float) -> str:
    return f"{coordinate(x)} {coordinate(y)}"
