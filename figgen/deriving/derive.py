"""From the formula of an array to how one element of it is computed: which numbers meet in it, and how."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figgen.deriving.catalogue import Catalogue
from figgen.deriving.entry import Entry
from figgen.deriving.moves import moved
from figgen.deriving.scalar import Applied, Chosen, Literal, Negated, Operand, Pair, Scalar, Sum, Whole
from figgen.language.formula import FormulaError, evaluate
from figgen.language.operations import CONSTANTS
from figgen.language.tree import Binary, Call, Index, Listed, Name, Negative, Node, Number, Transpose
from figgen.language.tree import children as parts_of

MOST_TERMS = 64  # of a sum, a maximum or a mean that is written out
OF_ELEMENTS = ("exp", "ln", "log", "sqrt", "tanh", "erf", "sin", "cos", "abs", "maximum")
At = tuple[int, ...]


class Derivation:
    """The formula of one entry, ready to be told element by element."""

    def __init__(self, catalogue: Catalogue, entry: Entry) -> None:
        assert entry.formula is not None
        self.catalogue, self.entry, self.formula = catalogue, entry, entry.formula
        self._arrays: dict[int, NDArray[Any]] = {}
        self._entries: dict[str, Entry] = {}

    def of(self, name: str) -> Entry:
        """The entry that a name of the formula means."""
        if name not in self._entries:
            self._entries[name] = self.catalogue.resolve(name, self.entry)
        return self._entries[name]

    def array(self, node: Node) -> NDArray[Any]:
        """What a part of the formula gives as a whole."""
        if id(node) not in self._arrays:
            self._arrays[id(node)] = np.asarray(evaluate(node, lambda name: self.of(name).array))
        return self._arrays[id(node)]

    def element(self, index: At) -> Scalar:
        """How the element at an index (from 0) is computed; FormulaError if it cannot be told."""
        shape = self.array(self.formula).shape
        if shape != self.entry.array.shape:
            raise FormulaError(f"the formula gives shape {shape}, the array has {self.entry.array.shape}")
        return self._at(self.formula, index)

    def _at(self, node: Node, at: At) -> Scalar:
        match node:
            case Number(value=value):
                return Literal(value)
            case Name(text=text) if text in CONSTANTS:
                return Literal(CONSTANTS[text])
            case Name(text=text):
                return Operand(self.of(text), _within(at, self.of(text).array.shape))
            case Index(operand=operand, indices=indices):
                return self._at(operand, (*(i - 1 for i in indices), *at))
            case Negative(operand=operand):
                return Negated(self._at(operand, at))
            case Transpose(operand=operand):
                return self._at(operand, (*at[:-2], at[-1], at[-2]))
            case Listed(items=items):
                return self._at(items[at[0]], at[1:])
            case Binary(operator="@", left=left, right=right):
                return self._product(node, left, right, at)
            case Binary(operator=operator, left=left, right=right):
                return Pair(operator, self._spread(left, at), self._spread(right, at))
            case Call(function=function, arguments=arguments):
                return self._call(node, function, arguments, at)
        raise FormulaError(f"cannot tell an element of {type(node).__name__.lower()}", node.column)

    def _spread(self, node: Node, at: At) -> Scalar:
        """An element of a part that is broadcast to a larger shape."""
        return self._at(node, _within(at, self.array(node).shape))

    def _product(self, node: Node, left: Node, right: Node, at: At) -> Scalar:
        a, b = self.array(left), self.array(right)
        row = at[len(at) - 1 - (b.ndim > 1) : len(at) - (b.ndim > 1)] if a.ndim > 1 else ()
        column = at[-1:] if b.ndim > 1 else ()
        lead = at[: len(at) - len(row) - len(column)]
        if a.shape[-1] > MOST_TERMS:
            return self._whole(node, at)
        first = [(*_within(lead, a.shape[:-2]), *row, k) for k in range(a.shape[-1])]
        second = [(*_within(lead, b.shape[:-2]), k, *column) for k in range(a.shape[-1])]
        products = [
            Pair("*", self._at(left, i), self._at(right, j)) for i, j in zip(first, second, strict=True)
        ]
        return Sum(tuple(products)) if len(products) > 1 else products[0]

    def _call(self, node: Node, function: str, arguments: tuple[Node, ...], at: At) -> Scalar:
        if function in OF_ELEMENTS:
            return Applied(function, tuple(self._spread(argument, at) for argument in arguments))
        if function in ("max", "sum", "mean", "argmax", "average"):
            return self._reduced(node, function, arguments[0], at)
        if function == "integers":
            return Literal(float(self.array(node)[at]))
        if function == "shift":
            m = self._spread(arguments[1], at)
            below = float(np.broadcast_to(self.array(arguments[1]), self.array(node).shape)[at])
            return Literal(-math.inf) if below == -math.inf else Pair("-", self._spread(arguments[0], at), m)
        if function == "where":
            mask = np.broadcast_to(self.array(arguments[0]), self.array(node).shape)[at]
            how = "true" if mask else "false"
            return Chosen(self._spread(arguments[1 if mask else 2], at), self._spread(arguments[0], at), how)
        if function in ("rows", "pick"):
            ids = at[:-1] if function == "rows" else at
            place = int(self.array(arguments[1])[ids])
            inner = (place, *at[-1:]) if function == "rows" else (*at, place)
            return Chosen(self._at(arguments[0], inner), self._at(arguments[1], ids), function)
        shapes = [self.array(argument).shape for argument in arguments]
        which, inner = moved(function, shapes, [self.array(a) for a in arguments], at)
        return self._at(arguments[which], inner)

    def _reduced(self, node: Node, function: str, argument: Node, at: At) -> Scalar:
        array = self.array(argument)
        if (array.size if function == "average" else array.shape[-1]) > MOST_TERMS:
            return self._whole(node, at)
        if function == "average":
            terms = [self._at(argument, i) for i in np.ndindex(array.shape)]
        else:
            terms = [self._at(argument, (*at[:-1], k)) for k in range(array.shape[-1])]
        if function in ("max", "argmax"):
            return Applied(function, tuple(terms)) if len(terms) > 1 or function == "argmax" else terms[0]
        return Sum(tuple(terms), mean=function != "sum") if len(terms) > 1 else terms[0]

    def _whole(self, node: Node, at: At) -> Scalar:
        names = dict.fromkeys(part.text for part in _walk(node) if isinstance(part, Name))
        arrays = tuple((name, self.of(name)) for name in names if name not in CONSTANTS)
        return Whole(node, float(self.array(node)[at]), arrays)


def _within(at: At, shape: tuple[int, ...]) -> At:
    """The index of an array that is broadcast: its own last axes, 0 where it has length 1."""
    own = at[len(at) - len(shape) :]
    return tuple(0 if length == 1 else i for i, length in zip(own, shape, strict=True))


def _walk(node: Node) -> list[Node]:
    return [node, *(inner for part in parts_of(node) for inner in _walk(part))]
