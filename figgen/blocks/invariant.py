"""Small marks under a table or a map: what was declared of its numbers, and checked by the build."""

from __future__ import annotations

from figgen.blocks.context import Context
from figgen.blocks.measure import ems
from figgen.markup import Element, Node, h, plain
from figgen.running.values import Value

TEXT = 15.5  # CSS pixels of the text of a mark, and a little room
MOST = 124.0  # CSS pixels that marks may ask for: beyond it they break into even lines


def marks(context: Context, *values: Value) -> Element | None:
    """A line of marks and notes for all that is declared of the values; None where there is nothing."""
    lines: list[Node] = []
    said: set[str] = set()
    for value in values:
        for words in _declared(context, value):
            mark = h("span", context.messages.text("invariant.mark"), class_="fg-tick", aria_hidden="true")
            if plain(*words) not in said:
                said.add(plain(*words))
                lines.append(h("li", mark, words))
        if value.sum_note and value.sum_note not in said:
            said.add(value.sum_note)
            lines.append(h("li", value.sum_note, class_="fg-note"))
    return h("ul", lines, class_="fg-marks") if lines else None


def widest(told: Element | None) -> float:
    """How wide marks are in CSS pixels, as far as they ask for it."""
    lines = [line for line in (told.children if told else ()) if isinstance(line, Element)]
    return min(MOST, max((ems(plain(line)) * TEXT for line in lines), default=0.0))


def _declared(context: Context, value: Value) -> list[tuple[Node, ...]]:
    rule, say = value.invariants, context.messages.nodes
    words = []
    if rule.rows_sum_to is not None:
        total = context.declared(rule.rows_sum_to, value, "rows_sum_to")
        words.append(say("invariant.rows_sum_to", total=total))
    if rule.within is not None:
        low, high = (context.declared(x, value, f"within[{i}]") for i, x in enumerate(rule.within, 1))
        words.append(say("invariant.within", low=low, high=high))
    if rule.zero_where is not None and rule.zero_where.any():
        words.append(say("invariant.zero_where"))
    if rule.symmetric:
        words.append(say("invariant.symmetric"))
    return words
