"""A value: an array of numbers that pages may cite, with its labels, its form and its origin."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from figgen.errors import AuthorError
from figgen.index import find_index

Array = NDArray[np.float64]
Origin = Literal["given", "constant", "trace", "formula"]


@dataclass(frozen=True, eq=False)
class Invariants:
    """What must hold for a value; checked at build, shown to readers as small marks."""

    rows_sum_to: float | None = None
    within: tuple[float, float] | None = None
    zero_where: NDArray[np.bool_] | None = None
    symmetric: bool | None = None
    shape: tuple[int, ...] | None = None


@dataclass(frozen=True, eq=False)
class Value:
    """Numbers that pages may cite.

    `array`: read-only, float64 (or bool for a mask), 0, 1 or 2 axes. `rows` labels the first axis of a
    matrix, `columns` the last axis; `axes` names the two axes. `form` prints an element when a citation
    names no form. `formula` computes the array from other names of the same example.
    """

    array: Array
    rows: tuple[str, ...] | None = None
    columns: tuple[str, ...] | None = None
    axes: tuple[str, str] | None = None
    form: str = "int"
    unit: str | None = None
    formula: str | None = None
    origin: Origin = "given"
    note: str | None = None
    sum_note: str | None = None
    invariants: Invariants = field(default_factory=Invariants)
    line: int = 0
    source: object = None

    @property
    def magnitude(self) -> float:
        """Largest finite absolute value in the array: the yardstick of its rounding errors."""
        numbers = np.abs(np.asarray(self.array, dtype=np.float64))
        finite = numbers[np.isfinite(numbers)]
        return float(finite.max()) if finite.size else 0.0

    @property
    def labels(self) -> tuple[tuple[str, ...] | None, ...]:
        """Labels of each axis, in order."""
        if self.array.ndim == 2:
            return (self.rows, self.columns)
        return (self.columns or self.rows,) if self.array.ndim == 1 else ()

    def at(self, *index: int | str) -> Element:
        """One row or one element; indices count from 1, as pages do, or are labels."""
        return Element(self, resolve_index(self, index))


@dataclass(frozen=True, eq=False)
class Element:
    """A row or an element of a value; `index` counts from 1 and may be shorter than the array has axes."""

    value: Value
    index: tuple[int, ...]

    @property
    def array(self) -> Array:
        """The numbers meant, as a sub-array."""
        return np.asarray(self.value.array[tuple(i - 1 for i in self.index)])


def resolve_index(value: Value, index: Sequence[int | str]) -> tuple[int, ...]:
    """Turn indices from 1 and labels into indices from 1; AuthorError says what would work."""
    return find_index(index, value.array.shape, value.labels)


def freeze(data: object) -> Array:
    """A read-only copy of numbers or truth values; AuthorError for anything else, nan included."""
    if isinstance(data, Value):
        return data.array
    try:
        array = np.array(data)
    except (ValueError, TypeError) as error:
        raise AuthorError(f"not a rectangular array of numbers: {error}") from None
    if array.dtype != np.bool_:
        if array.dtype.kind not in "iuf":
            raise AuthorError(f"wants numbers or truth values, got an array of {array.dtype}")
        array = array.astype(np.float64)
        if np.isnan(array).any():
            where = ", ".join(str(i + 1) for i in np.argwhere(np.isnan(array))[0])
            raise AuthorError(f"nan at [{where}]: a number that is no number cannot be published")
    if array.ndim > 2:
        raise AuthorError(f"has {array.ndim} axes, shape {array.shape}; pages show at most 2: take a part of it")
    if array.size == 0:
        raise AuthorError(f"is empty, shape {array.shape}")
    array.setflags(write=False)
    return array


_declared: dict[int, tuple[object, Value]] = {}


def declare(array: Array, value: Value) -> Array:
    """Remember, by identity, the value that a plain array stands for (given, constant)."""
    _declared[id(array)] = (array, value)
    return array


def as_value(thing: object) -> Value:
    """The value behind a Value or behind an array made by `given` or `constant`."""
    if isinstance(thing, Value):
        return thing
    held = _declared.get(id(thing))
    if held is None:
        raise AuthorError(
            f"wants a value, got {type(thing).__name__}; make one with value(…, by=…) or given(…)"
        )
    return held[1]


def declared(thing: object) -> Value | None:
    """The value behind an object, or None."""
    if isinstance(thing, Value):
        return thing
    held = _declared.get(id(thing))
    return held[1] if held else None


Names = Mapping[int, str]
