"""How a resolved citation looks in a line: as HTML, as plain text, as MathML."""

from __future__ import annotations

import re
from collections.abc import Callable

from figgen import cite
from figgen.errors import AuthorError
from figgen.markup import Children, Element, h
from figgen.resolved import Block, Cited, Link, Number, Numbers, Resolved

_PARTS = re.compile(r"^(?P<sign>−?)(?P<body>[^ ]+?)(?: (?P<unit>\S+))?$")


def data(number: Number) -> Element:
    """`<data>` with the number that its digits say and the full citation, showing the printed digits."""
    return h("data", number.text, class_="fg-number", value=number.value, data_ref=number.ref)


def prose(resolved: Number | Numbers) -> list[Children]:
    """A number, or the numbers of a row in brackets, as children of a line."""
    if isinstance(resolved, Number):
        return [data(resolved)]
    return _bracketed(resolved, lambda number: data(number))


def plain(resolved: Resolved, style: str = "text") -> str:
    """The same without markup, for code, attributes, titles; style "text" or "code"."""
    match resolved:
        case Number():
            return resolved.code if style == "code" else resolved.text
        case Numbers():
            return "".join(str(part) for part in _bracketed(resolved, lambda number: plain(number, style)))
        case Link():
            return resolved.text
        case Cited():
            return f"《{resolved.source.title}》（{resolved.source.identifier}）"
        case Block():
            raise AuthorError(
                f"{resolved.name!r} is a {resolved.kind}; start a paragraph with it, it has no place here"
            )


def mathml(resolved: Resolved) -> Element:
    """A number, a row of numbers or a matrix as MathML; AuthorError for anything else."""
    match resolved:
        case Number():
            return _math_number(resolved)
        case Numbers(rows=rows, matrix=True):
            lines = [h("mtr", [h("mtd", _math_number(number)) for number in row]) for row in rows]
            return h("mrow", h("mo", "[", form="prefix"), h("mtable", lines), h("mo", "]", form="postfix"))
        case Numbers():
            parts = _bracketed(resolved, _math_number)
            return h("mrow", [h("mo", part.strip()) if isinstance(part, str) else part for part in parts])
        case _:
            raise AuthorError("only numbers and formulas can stand in a formula; cite this outside of it")


def _math_number(number: Number) -> Element:
    marks = {"data_ref": number.ref, "data_value": number.value}
    match = _PARTS.match(number.text)
    sign, body, unit = (match["sign"], match["body"], match["unit"]) if match else ("", number.text, None)
    if fraction := re.fullmatch(r"(\d+)/(\d+)", body):
        bare = h("mfrac", h("mn", fraction[1]), h("mn", fraction[2]))
    elif scientific := re.fullmatch(r"([\d.]+)×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", body):
        exponent = scientific[2].translate(str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "−0123456789"))
        bare = h("mrow", h("mn", scientific[1]), h("mo", "×"), h("msup", h("mn", "10"), h("mn", exponent)))
    elif re.search(r"\d", body) or body == "∞":
        bare = h("mn", body)
    else:
        bare = h("mtext", body)
    if not sign and not unit:
        return h(bare.tag, bare.children, **marks)
    parts: list[Children] = [h("mo", sign, form="prefix") if sign else None, bare]
    return h("mrow", parts, h("mtext", f"\u00a0{unit}") if unit else None, **marks)


def _bracketed(numbers: Numbers, show: Callable[[Number], Children]) -> list[Children]:
    rows: list[Children] = []
    for i, row in enumerate(numbers.rows):
        rows.append(", " if i else None)
        rows.append("[")
        for j, number in enumerate(row):
            rows.append(", " if j else None)
            rows.append(show(number))
        rows.append("]")
    found: list[Children] = [part for part in rows if part is not None]
    return ["[", *found, "]"] if numbers.matrix else found


def fill(text: str, resolve: Callable[[str], Resolved]) -> str:
    """Text with its citations as plain text; AuthorError for what cannot stand there."""
    parts, at = [], 0
    for citation in cite.find(text):
        parts.append(text[at : citation.start])
        at = citation.end
        parts.append("@{" if citation.literal else plain(resolve(citation.closed_inside())))
    return "".join([*parts, text[at:]])
