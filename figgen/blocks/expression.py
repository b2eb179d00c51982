"""A formula with its numbers filled in, as MathML: whole, or multiplied out element by element."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from figgen.blocks import mathml
from figgen.blocks.context import Context
from figgen.blocks.tightness import ATOM, POWER, PRODUCT, RANK, SUM, Written
from figgen.errors import AuthorError
from figgen.language.formula import evaluate
from figgen.language.tree import Binary, Call, Index, Name, Negative, Number
from figgen.language.tree import Node as Formula
from figgen.markup import Node, h
from figgen.numbers import number
from figgen.running.values import Array, Value


@dataclass(frozen=True)
class Expression:
    """A formula over citable values by name; `letters` are constants whose numbers are shown as letters."""

    context: Context
    values: Mapping[str, Value]
    letters: Mapping[str, Value] = field(default_factory=dict)

    def shape(self, part: Formula) -> tuple[int, ...]:
        """The shape of what a part gives."""
        return self._array(part).shape

    def whole(self, part: Formula) -> Written:
        """A part with its numbers, rows and matrices filled in."""
        match part:
            case Name() | Index():
                return self._filled(part)
            case Number(value=value):
                return Written(h("mn", f"{value:g}"), ATOM)
            case Negative(operand=operand):
                minus = mathml.operator("−", form="prefix")
                return Written(h("mrow", minus, self.whole(operand).within(PRODUCT, False)), SUM, True)
            case Binary(operator="/", left=left, right=right):
                return Written(h("mfrac", self.whole(left).node, self.whole(right).node), ATOM)
            case Binary(operator="**", left=left, right=right):
                return Written(h("msup", self.whole(left).within(ATOM, False), self.whole(right).node), POWER)
            case Binary(operator=sign, left=left, right=right):
                return self._joined(sign, self._sign(part), self.whole(left), self.whole(right))
            case Call(function="sqrt", arguments=(inner,)):
                return Written(h("msqrt", self.whole(inner).node), ATOM)
            case Call(function=name, arguments=arguments):
                inside = [n for a in arguments for n in (mathml.operator(","), self.whole(a).node)][1:]
                return Written(
                    h(
                        "mrow",
                        h("mi", name),
                        mathml.operator("(", form="prefix"),
                        inside,
                        mathml.operator(")", form="postfix"),
                    ),
                    ATOM,
                )
            case _:
                raise AuthorError(f"a worked line cannot show {type(part).__name__.lower()} of a formula")

    def terms(self, part: Formula) -> list[Written]:
        """A sum as its terms, each but the first with its sign, so that a line can break between them."""
        if isinstance(part, Binary) and RANK[part.operator] == SUM:
            sign = mathml.operator("+" if part.operator == "+" else "−", form="infix")
            last = self.whole(part.right).within(PRODUCT, False)
            return [*self.terms(part.left), Written(h("mrow", sign, last), PRODUCT)]
        return [self.whole(part)]

    def multiplied(self, part: Formula) -> list[Node]:
        """A part element by element, every product written out, in pieces between which a line can break."""
        shape = self.shape(part)
        if len(shape) == 0:
            return [self._element(part, ()).node]
        if len(shape) == 2:
            lines = [[self._element(part, (i, j)).node for j in range(shape[1])] for i in range(shape[0])]
            return [mathml.matrix(lines)]
        items = [self._element(part, (i,)).node for i in range(shape[0])]
        return mathml.row_pieces(items)

    def _element(self, part: Formula, at: tuple[int, ...]) -> Written:
        """One element (from 0) of what a part gives, `at` being clipped to the part's own axes."""
        shape = self.shape(part)
        at = at[len(at) - len(shape) :] if shape else ()
        at = tuple(0 if length == 1 else i for i, length in zip(at, shape, strict=True))
        match part:
            case Name() | Index():
                return self._number(part, tuple(i + 1 for i in at))
            case Binary(operator="@", left=left, right=right):
                inner = self.shape(left)[-1]
                row, column = at[: len(self.shape(left)) - 1], at[len(at) - len(self.shape(right)) + 1 :]
                products = [
                    self._joined("*", "×", self._element(left, (*row, k)), self._element(right, (k, *column)))
                    for k in range(inner)
                ]
                total = products[0]
                for product in products[1:]:
                    total = self._joined("+", "+", total, product)
                return total
            case Binary(operator="/", left=left, right=right):
                return Written(h("mfrac", self._element(left, at).node, self._element(right, at).node), ATOM)
            case Call(function="sqrt", arguments=(inner,)):
                return Written(h("msqrt", self._element(inner, at).node), ATOM)
            case Binary(operator=("+" | "-" | "*") as sign, left=left, right=right):
                shown = {"+": "+", "-": "−", "*": "×"}[sign]
                return self._joined(sign, shown, self._element(left, at), self._element(right, at))
            case _ if not shape:
                return self.whole(part)
            case _:
                raise AuthorError(
                    f"terms=True cannot multiply out {type(part).__name__.lower()} of a formula"
                )

    def _joined(self, operator: str, sign: str, left: Written, right: Written) -> Written:
        rank = RANK[operator]
        between = mathml.operator(sign, form="infix") if sign else h("mspace", width="0.2em")
        if operator in "+-":
            first, signed, tighter = left.within(SUM), left.signed, PRODUCT
        else:
            first, signed, tighter = left.within(PRODUCT, False), False, POWER
        return Written(h("mrow", first, between, right.within(tighter, False)), rank, signed)

    def _sign(self, part: Binary) -> str:
        shapes = (self.shape(part.left), self.shape(part.right))
        if part.operator in "+-":
            return {"+": "+", "-": "−"}[part.operator]
        if part.operator == "@":
            return "" if max(map(len, shapes)) == 2 else "·"
        return "×" if shapes == ((), ()) else "·"

    def _filled(self, part: Name | Index) -> Written:
        shape = self.shape(part)
        if not shape:
            return self._number(part, ())
        if len(shape) == 1:
            return Written(mathml.row([self._number(part, (i + 1,)).node for i in range(shape[0])]), ATOM)
        return Written(
            mathml.matrix(
                [[self._number(part, (i + 1, j + 1)).node for j in range(shape[1])] for i in range(shape[0])]
            ),
            ATOM,
        )

    def _number(self, part: Name | Index, rest: tuple[int, ...]) -> Written:
        value, index = operand(part, self.values)
        return self.number(value, index + rest)

    def number(self, value: Value, index: tuple[int, ...]) -> Written:
        """One element of a value, or the letter of the constant that it is."""
        if letter := self.letter(value, index):
            return Written(h("mi", letter), ATOM)
        whole = bool(self.letters) and float(value.array[tuple(i - 1 for i in index)]).is_integer()
        written = self.context.written(value, index, "int" if whole else None)
        return Written(mathml.numeral(written), ATOM, written.text.startswith("−"))

    def letter(self, value: Value, index: tuple[int, ...]) -> str | None:
        """The letter whose constant an element is."""
        x = float(value.array[tuple(i - 1 for i in index)])
        found = (
            name for name, held in self.letters.items() if abs(x - float(held.array)) <= 1e-12 * abs(x) and x
        )
        return next(found, None)

    def exact(self, value: Value, index: tuple[int, ...]) -> bool:
        """Whether what is shown of a value, or of a part of it, says all of it."""
        part = value.array[tuple(i - 1 for i in index)]
        places = (tuple(i + 1 for i in place) for place in np.ndindex(part.shape))
        return all(self._says_all(value, index + place) for place in places)

    def _says_all(self, value: Value, index: tuple[int, ...]) -> bool:
        x = float(value.array[tuple(i - 1 for i in index)])
        return bool(self.letter(value, index)) or number.is_exact(x, value.form, magnitude=value.magnitude)

    def _array(self, part: Formula) -> Array:
        return np.asarray(evaluate(part, arrays(self.values)))


def operand(part: Name | Index, values: Mapping[str, Value]) -> tuple[Value, tuple[int, ...]]:
    """The value and the index (from 1) that a name, or an indexed name, stands for."""
    if isinstance(part, Name):
        return values[part.text], ()
    if not isinstance(part.operand, Name):
        raise AuthorError("a worked line takes indices of names only: weights[3,1]")
    return values[part.operand.text], part.indices


def arrays(values: Mapping[str, Value]) -> Callable[[str], Any]:
    """The look-up of a formula: a name's array."""
    return lambda name: values[name].array
