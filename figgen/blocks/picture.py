"""The frame around a drawing: a named, described SVG that shrinks, and scrolls before it is too small."""

from __future__ import annotations

from figgen.blocks.context import Context
from figgen.markup import Element, Node, h, walk
from figgen.svg import coordinate

LARGEST = 1.25  # CSS pixels to a point where there is room: 12-point text is 15 px
SMALLEST = 11 / 12  # CSS pixels to a point on a phone: 12-point text is 11 px
BESIDE = 1.05  # CSS pixels to a point beside other pictures
PHONE = 248  # CSS pixels that a page of 320 leaves for a picture inside a step player


def frame(context: Context, width: float, height: float, title: str, *content: Node) -> Element:
    """The SVG of a picture of `width` × `height` points, described by the element with id `…-description`."""
    smallest, largest = width * SMALLEST, width * LARGEST
    svg = h(
        "svg",
        h("title", title, id=context.id("title")),
        content,
        class_="fg-svg",
        role="img",
        viewBox=f"0 0 {coordinate(width)} {coordinate(height)}",
        aria_labelledby=context.id("title"),
        aria_describedby=context.id("description"),
        style=f"width:{coordinate(largest)}px;min-width:{coordinate(smallest)}px",
    )
    label = context.messages.text("figure.scroll", title=title)
    return scroll_box(context, svg, smallest > PHONE, label, "fg-picture")


def room(picture: Element, words: float) -> str:
    """Style of a box beside others: not narrower than the picture can be read, nor wider than it grows.

    `words`: how wide the widest line under the picture is, in CSS pixels; it does not break either.
    """
    width = next(float((e.get("viewBox") or "").split()[2]) for e in walk(picture) if e.tag == "svg")
    basis, most = max(width * BESIDE, words), max(width * LARGEST, words)
    return f"flex-basis:{coordinate(basis)}px;max-width:{coordinate(most)}px"


def scroll_box(context: Context, content: Node, wide: bool, label: str, class_: str) -> Element:
    """A box that scrolls sideways; where it has to, on a phone, it says so, has a name, and keys reach it.

    It is a group and no landmark: a chapter has dozens.
    """
    if not wide:
        return h("div", content, class_=class_)
    hint = context.messages.text("figure.hint")
    named = {"role": "group", "tabindex": "0", "aria_label": label, "data_hint": hint}
    return h("div", content, class_=f"{class_} fg-wide", **named)


def folded_numbers(context: Context, *content: Node) -> Element:
    """The description and the table of a picture, folded under it."""
    return h("details", h("summary", context.messages.text("figure.numbers")), content, class_="fg-numbers")
