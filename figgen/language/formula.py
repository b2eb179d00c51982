"""The language in which a value says how it was computed: read here, never given to Python to run.

A formula is written like a Python expression: numbers, names (`x`, `run.masked`, `run.blocks[1].output`: a
dotted name is one name), `+ - * / @ **`, unary minus, `.mT` for the transpose of the last two axes, lists
`[[1, 0], [0, 1]]`, indices that count from 1 (`weights[3,1]` an element, `weights[3]` a row), and the
functions that `formula_operations` lists. Whatever else is refused with a FormulaError that tells the column.
"""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figgen.language.operations import CONSTANTS, OPERATIONS, OPERATORS
from figgen.language.parser import parse
from figgen.language.tree import (
    Binary,
    Call,
    FormulaError,
    Index,
    Name,
    Negative,
    Node,
    Number,
    Transpose,
    children,
)

__all__ = ["FormulaError", "evaluate", "names", "parse"]


def names(text: str) -> tuple[str, ...]:
    """The names that a formula needs values of, each once, in the order of their first appearance."""
    found = (node.text for node in _walk(parse(text)) if isinstance(node, Name))
    return tuple(name for name in dict.fromkeys(found) if name not in CONSTANTS)


def evaluate(text: str | Node, lookup: Callable[[str], NDArray[Any]]) -> NDArray[Any]:
    """What a formula gives, `lookup` telling the array of each name; FormulaError if it cannot be computed.

    A KeyError of `lookup` means that it knows no such name; its other errors pass through. The result has no
    nan.
    """
    with np.errstate(all="ignore"):
        result = _value(parse(text) if isinstance(text, str) else text, lookup)
    if result.dtype.kind == "f" and np.isnan(result).any():
        raise FormulaError("the formula gives nan")
    return result


def _value(node: Node, lookup: Callable[[str], NDArray[Any]]) -> NDArray[Any]:
    if isinstance(node, Number):
        return np.asarray(node.value)
    if isinstance(node, Name):
        if node.text in CONSTANTS:
            return np.asarray(CONSTANTS[node.text])
        try:
            return np.asarray(lookup(node.text))
        except KeyError:
            raise FormulaError(f"no value {node.text!r}", node.column) from None
    parts = [_value(part, lookup) for part in children(node)]
    try:
        return np.asarray(_applied(node, parts))
    except (ValueError, TypeError, IndexError) as error:
        raise FormulaError(f"cannot be computed: {error}", node.column) from error


def _applied(node: Node, parts: list[NDArray[Any]]) -> Any:
    match node:
        case Negative():
            return np.negative(parts[0])
        case Transpose():
            return parts[0].mT
        case Binary():
            return OPERATORS[node.operator](*parts)
        case Call():
            return OPERATIONS[node.function].compute(*parts)
        case Index():
            return _element(parts[0], node.indices)
    return np.stack(parts)


def _element(array: NDArray[Any], indices: tuple[int, ...]) -> Any:
    too_large = any(index > axis for index, axis in zip(indices, array.shape, strict=False))
    if too_large or len(indices) > array.ndim:
        raise ValueError(f"no element [{','.join(map(str, indices))}] in an array of shape {array.shape}")
    return array[tuple(index - 1 for index in indices)]


def _walk(node: Node) -> Iterator[Node]:
    yield node
    for part in children(node):
        yield from _walk(part)
