"""A worked line: a symbol, what it is computed from with the numbers filled in, and the result."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from figgen.blocks import mathml
from figgen.blocks.block import Counter
from figgen.blocks.context import Context
from figgen.blocks.expression import Expression, arrays, operand
from figgen.blocks.measure import ems
from figgen.blocks.picture import scroll_box
from figgen.blocks.table import PHONE_EMS
from figgen.errors import AuthorError
from figgen.language.formula import FormulaError, evaluate, parse
from figgen.language.formula import names as names_of
from figgen.language.tree import Binary, Index, Name, Number, children
from figgen.language.tree import Node as Formula
from figgen.markup import Element, Node, h, markup, plain
from figgen.running.invariants import same
from figgen.running.values import Array, Value, as_value, declared
from figgen.running.values import Element as Part


@dataclass(frozen=True, eq=False)
class Arithmetic:
    """`symbol` = `formula` = `result`, where the formula was evaluated and gave the result."""

    symbol: str
    formula: Formula
    values: Mapping[str, Value]
    result: Part
    terms: bool = False
    letters: Mapping[str, Value] = field(default_factory=dict)
    title: str = ""
    kind: str = "arithmetic"
    counter: Counter | None = None

    def shows(self) -> tuple[Value, ...]:
        """The operands in the order of the formula, then the result."""
        return tuple({id(value): value for value in (*self.values.values(), self.result.value)}.values())

    def render(self, context: Context) -> str:
        """One paragraph of mathematics that can break before each sign on a narrow page."""
        expression = Expression(context, self.values, self.letters)
        if self.terms:
            middle = expression.multiplied(self.formula)
        else:
            middle = [term.node for term in expression.terms(self.formula)]
        faithful = all(expression.exact(*part) for part in _operands(self.formula, self.values))
        ends = faithful and expression.exact(self.result.value, self.result.index)
        middle[0] = h("mrow", mathml.symbol(self.symbol), _relation(faithful), middle[0])
        last = h("mrow", _relation(ends), _result(expression, self.result))
        pieces: list[Node] = []
        for piece in (*middle, last):
            pieces += [h("math", piece, displaystyle="true"), h("wbr")]
        line = h("p", pieces[:-1], class_="fg-line")
        wide = max(ems(plain(piece)) for piece in (*middle, last)) > PHONE_EMS
        label = context.messages.text("arithmetic.scroll", symbol=plain(mathml.symbol(self.symbol)))
        return markup(scroll_box(context, line, wide, label, "fg-scroll"))


def arithmetic(
    symbol: str,
    expression: str,
    result: Part | Value | Array,
    *,
    terms: bool = False,
    names: Mapping[str, Any] | None = None,
    letters: Mapping[str, Any] | None = None,
) -> Arithmetic:
    """Show how a number or a row comes about: `arithmetic("o_3", "weights[3] @ v", output.at(3))`.

    The expression, in the language of formulas over the example's names (or `names`), is evaluated
    and must give the result. `terms=True` writes out every product, element by element. `letters={"c": c}`
    shows the letter wherever a number is that constant, and whole numbers without decimals.
    """
    scope = sys._getframe(1).f_globals if names is None else names
    target = result if isinstance(result, Part) else Part(as_value(result), ())
    try:
        formula = parse(expression)
        values = {name: _value(name, scope) for name in names_of(expression)}
        for node in _walk(formula):
            _refuse_typed(node)
        computed = np.asarray(evaluate(formula, arrays(values)))
    except FormulaError as error:
        raise AuthorError(f"arithmetic: {expression!r}, column {error.column}: {error.message}") from None
    if computed.shape != target.array.shape:
        raise AuthorError(
            f"arithmetic: {expression!r} gives shape {computed.shape}, the result has {target.array.shape}"
        )
    if not same(computed, target.array, target.value.magnitude).all():
        raise AuthorError(
            f"arithmetic: {expression!r} gives {_shown(computed)}, the result is {_shown(target.array)}"
        )
    constants = {letter: as_value(held) for letter, held in (letters or {}).items()}
    if any(held.array.ndim for held in constants.values()):
        raise AuthorError("arithmetic: letters wants single numbers, such as {'c': c}")
    return Arithmetic(symbol, formula, values, target, terms, constants)


def _value(name: str, scope: Mapping[str, Any]) -> Value:
    held = declared(scope.get(name))
    if held is None:
        there = "is no value" if name in scope else "is not defined"
        raise AuthorError(
            f"arithmetic: {name!r} {there}; make it one with value(…) or given(…) above this line"
        )
    return held


def _walk(node: Formula) -> Iterator[Formula]:
    """Every part but exponents, whose numbers are part of how a formula is written."""
    yield node
    parts = (node.left,) if isinstance(node, Binary) and node.operator == "**" else children(node)
    for part in parts:
        if not (isinstance(node, Index) and isinstance(part, Name)):
            yield from _walk(part)


def _refuse_typed(node: Formula) -> None:
    if isinstance(node, Number):
        raise AuthorError(
            f"arithmetic: {node.value:g} is typed; give it a name, given({node.value:g}), so that it is bound"
        )


def _operands(node: Formula, values: Mapping[str, Value]) -> Iterator[tuple[Value, tuple[int, ...]]]:
    return (operand(part, values) for part in _walk(node) if isinstance(part, Name | Index))


def _relation(exact: bool) -> Element:
    return mathml.operator("=" if exact else "≈", form="infix")


def _result(expression: Expression, part: Part) -> Node:
    array, value, index = part.array, part.value, part.index
    if array.ndim == 0:
        return expression.number(value, index).node
    if array.ndim == 1:
        return mathml.row([expression.number(value, (*index, i + 1)).node for i in range(array.shape[0])])
    rows, columns = array.shape
    return mathml.matrix(
        [[expression.number(value, (i + 1, j + 1)).node for j in range(columns)] for i in range(rows)]
    )


def _shown(array: Array) -> str:
    return np.array2string(np.asarray(array, dtype=float), precision=9, separator=", ").replace("\n", "")
