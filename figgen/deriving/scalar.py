"""How one number is computed from other numbers: a tree whose leaves are elements of named arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from figgen.deriving.entry import Entry
from figgen.language.operations import OPERATIONS, OPERATORS
from figgen.language.tree import Node


@dataclass(frozen=True)
class Scalar:
    """A part of the tree."""


@dataclass(frozen=True)
class Literal(Scalar):
    """A number that the formula itself holds."""

    value: float


@dataclass(frozen=True)
class Operand(Scalar):
    """An element (index from 0) of a named array."""

    entry: Entry
    index: tuple[int, ...]


@dataclass(frozen=True)
class Whole(Scalar):
    """A part over arrays too long to write out, told by its formula; `arrays` are those that it names."""

    node: Node
    value: float
    arrays: tuple[tuple[str, Entry], ...]


@dataclass(frozen=True)
class Negated(Scalar):
    """Unary minus."""

    part: Scalar


@dataclass(frozen=True)
class Pair(Scalar):
    """Two parts under one of + - * / **."""

    operator: str
    left: Scalar
    right: Scalar


@dataclass(frozen=True)
class Sum(Scalar):
    """Two or more terms added; `mean` divides by their count."""

    terms: tuple[Scalar, ...]
    mean: bool = False


@dataclass(frozen=True)
class Applied(Scalar):
    """A function of single numbers: exp, ln, maximum, max, argmax, ..."""

    function: str
    arguments: tuple[Scalar, ...]


@dataclass(frozen=True)
class Chosen(Scalar):
    """`part`, taken because `by` is what it is: a branch of where(), a row or an element with an id."""

    part: Scalar
    by: Scalar
    how: str


def parts(of: Scalar) -> tuple[Scalar, ...]:
    """The parts right under a part."""
    match of:
        case Negated(part=part):
            return (part,)
        case Pair(left=left, right=right):
            return (left, right)
        case Sum(terms=terms):
            return terms
        case Applied(arguments=arguments):
            return arguments
        case Chosen(part=part, by=by):
            return (part, by)
    return ()


def leaves(of: Scalar) -> Iterator[Operand | Whole]:
    """Every operand, from left to right."""
    if isinstance(of, Operand | Whole):
        yield of
    for part in parts(of):
        yield from leaves(part)


def evaluate(of: Scalar) -> float:
    """What the tree gives, its operands being taken at full precision."""
    with np.errstate(all="ignore"):
        return float(_value(of))


def _value(of: Scalar) -> Any:
    match of:
        case Literal(value=value) | Whole(value=value):
            return np.float64(value)
        case Operand(entry=entry, index=index):
            return np.float64(entry.array[index])
        case Negated(part=part):
            return -_value(part)
        case Pair(operator=operator, left=left, right=right):
            return OPERATORS[operator](np.asarray(_value(left)), np.asarray(_value(right)))
        case Sum(terms=terms, mean=mean):
            total = np.float64(0)
            for term in terms:
                total = total + _value(term)
            return total / len(terms) if mean else total
        case Applied(function="max" | "argmax" as function, arguments=arguments):
            return OPERATIONS[function].compute(np.array([_value(a) for a in arguments]))[0]
        case Applied(function=function, arguments=arguments):
            compute: Callable[..., Any] = OPERATIONS[function].compute
            return compute(*(np.asarray(_value(argument)) for argument in arguments))
        case Chosen(part=part):
            return _value(part)
    raise TypeError(type(of).__name__)
