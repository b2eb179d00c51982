"""Numbers and rows of numbers as MathML, each bound to the value that it comes from."""

from __future__ import annotations

import re

from figgen.blocks.context import Context, Written
from figgen.markup import Element, Node, h, walk
from figgen.running.values import Value

_SCIENTIFIC = re.compile(r"([\d.]+)×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")
TALL = "2.2em"  # height of a bracket beside a fraction
_PLAIN = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "−0123456789")


def numeral(written: Written) -> Element:
    """One number; a fraction is built up, a sign is an operator, a unit stands upright beside it."""
    body, _, unit = written.text.removeprefix("−").partition(" ")
    top, slash, bottom = body.partition("/")
    scientific = _SCIENTIFIC.fullmatch(body)
    if slash:
        made = h("mfrac", h("mn", top), h("mn", bottom))
    elif scientific:
        exponent = scientific[2].translate(_PLAIN)
        power = h(
            "mrow", h("mo", "−") if exponent.startswith("−") else None, h("mn", exponent.removeprefix("−"))
        )
        made = h("mrow", h("mn", scientific[1]), h("mo", "×"), h("msup", h("mn", "10"), power))
    else:
        made = h("mn", body)
    if unit or written.text.startswith("−"):
        sign = h("mo", "−", form="prefix") if written.text.startswith("−") else None
        made = h("mrow", sign, made, h("mtext", f"\N{NO-BREAK SPACE}{unit}") if unit else None)
    bound = h(made.tag, class_="fg-number", data_ref=written.ref, data_value=written.value)
    return Element(made.tag, bound.attributes, made.children)


def number(context: Context, value: Value, index: tuple[int, ...]) -> Element:
    """One element of a value."""
    return numeral(context.written(value, index))


def row(items: list[Node]) -> Element:
    """Items in brackets, with commas."""
    return h("mrow", row_pieces(items))


def row_pieces(items: list[Node]) -> list[Node]:
    """The same, piece by piece: each item with the bracket or comma that belongs to it.

    Beside a fraction both brackets are as tall as one, also where a line breaks between them.
    """
    last = len(items) - 1
    tall = any(part.tag == "mfrac" for item in items if isinstance(item, Element) for part in walk(item))
    size = {"stretchy": "true", "minsize": TALL} if tall else {"stretchy": "false"}
    return [
        h(
            "mrow",
            h("mo", "[", form="prefix", **size) if place == 0 else None,
            item,
            h("mo", "]", form="postfix", **size)
            if place == last
            else h("mo", ",", separator="true", rspace="0.25em"),
        )
        for place, item in enumerate(items)
    ]


def matrix(lines: list[list[Node]]) -> Element:
    """Lines of items as a matrix in brackets."""
    table = h("mtable", [h("mtr", [h("mtd", item) for item in line]) for line in lines], displaystyle="true")
    return h("mrow", h("mo", "[", form="prefix"), table, h("mo", "]", form="postfix"))


def operator(sign: str, *, form: str | None = None) -> Element:
    """An operator sign."""
    return h("mo", sign, form=form)


def symbol(text: str) -> Element:
    """A name as mathematics writes it: `o_3`, `w_{31}`, `q_3 · k_3`; what follows `_` is an index."""
    return h("mrow", [_word(word) for word in text.split()])


def _word(word: str) -> Element:
    name, _, below = word.partition("_")
    if not any(character.isalnum() for character in name):
        return operator(word)
    if len(name) > 1:
        letters = h(
            "mi" if name.isascii() else "mtext", name, mathvariant="normal" if name.isascii() else None
        )
    else:
        letters = h("mi", name)
    below = below.removeprefix("{").removesuffix("}")
    return (
        h("msub", letters, h("mn" if below.isdecimal() else "mi", below, class_="fg-index"))
        if below
        else letters
    )
