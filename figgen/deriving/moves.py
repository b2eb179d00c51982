"""Functions that only move elements: where in which argument an element of the result comes from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from numpy.typing import NDArray

from figgen.language.tree import FormulaError

At = tuple[int, ...]
Shape = tuple[int, ...]


def moved(function: str, shapes: Sequence[Shape], arrays: Sequence[NDArray[Any]], at: At) -> tuple[int, At]:
    """The place (from 0) of the argument, and the index (from 0) in it, that the result's element is."""
    match function:
        case "columns":
            first, step = int(arrays[1]), int(arrays[3]) if len(arrays) > 3 else 1
            return 0, (*at[:-1], first - 1 + at[-1] * step)
        case "join":
            return _beside(shapes, at, -1)
        case "append_rows":
            return _beside(shapes, at, -2)
        case "interleave":
            return at[-1] % 2, _own((*at[:-1], at[-1] // 2), shapes[at[-1] % 2])
        case "split_heads":
            width = shapes[0][-1] // int(arrays[1])
            *lead, head, row, column = at
            return 0, (*lead, row, head * width + column)
        case "merge_heads":
            width = shapes[0][-1]
            *lead, row, column = at
            return 0, (*lead, column // width, row, column % width)
        case "repeat_kv":
            return 0, (*at[:-3], at[-3] // int(arrays[1]), *at[-2:])
    raise FormulaError(f"cannot tell where an element of {function}(...) comes from")


def _beside(shapes: Sequence[Shape], at: At, axis: int) -> tuple[int, At]:
    place = at[axis]
    for which, shape in enumerate(shapes):
        if place < shape[axis]:
            inner = list(at)
            inner[axis] = place
            return which, _own(tuple(inner), shape)
        place -= shape[axis]
    raise FormulaError(f"index {at} lies outside")


def _own(at: At, shape: Shape) -> At:
    """The index of an argument whose leading axes may be fewer, or of length 1."""
    own = at[len(at) - len(shape) :]
    return tuple(0 if length == 1 else i for i, length in zip(own, shape, strict=True))
