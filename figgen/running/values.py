"""A value: an array of numbers that pages may cite, with its labels, its form and its origin."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from figgen.errors import AuthorError
from figgen.index import find_index
from figgen.running.uncomputed import Uncomputed

Array = NDArray[np.float64]
Origin = Literal["given", "constant", "trace", "formula"]
LARGEST = 65536
"""Most elements of a value; each is a number that somebody may want to read."""


@dataclass(frozen=True, eq=False)
class Invariants:
    """What must hold for a value; checked at build, shown to readers as small marks."""

    rows_sum_to: float | None = None
    within: tuple[float, float] | None = None
    zero_where: NDArray[np.bool_] | None = None
    symmetric: bool | None = None
    shape: tuple[int, ...] | None = None


@dataclass(frozen=True, eq=False)
class Value(Uncomputed):
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
    def masked(self) -> NDArray[np.bool_]:
        """Which elements are declared to be masked, and are 0: they are printed so, unlike small ones."""
        rule = self.invariants.zero_where
        if rule is None or rule.shape != self.array.shape:
            return np.zeros(self.array.shape, bool)
        hidden: NDArray[np.bool_] = rule & (self.array == 0)
        return hidden

    def form_at(self, index: tuple[int, ...]) -> str:
        """The form of an element (`index` from 1)."""
        rule, at = self.invariants.zero_where, tuple(i - 1 for i in index)
        if rule is None or rule.shape != self.array.shape:
            return self.form
        return "int" if rule[at] and self.array[at] == 0 else self.form

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
class Element(Uncomputed):
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
    parts = data if isinstance(data, (list, tuple)) else [data]
    if any(isinstance(part, np.ma.MaskedArray) for part in parts):
        raise AuthorError("is a masked array, whose hidden numbers would be shown; write np.ma.filled(…)")
    try:
        array = np.array(data)
    except (ValueError, TypeError, OverflowError) as error:
        raise AuthorError(f"not a rectangular array of numbers: {error}") from None
    if array.ndim > 2:
        raise AuthorError(
            f"has {array.ndim} axes, shape {array.shape}; a page shows at most 2: take a part of it"
        )
    if array.size == 0:
        raise AuthorError(f"is empty, shape {array.shape}")
    if array.size > LARGEST:
        raise AuthorError(f"has {array.size} elements, shape {array.shape}; a page shows at most {LARGEST}")
    if array.dtype != np.bool_:
        array = _as_floats(array)
    array.setflags(write=False)
    return array


def _as_floats(array: NDArray[Any]) -> Array:
    if array.dtype.kind not in "iuf":
        raise AuthorError(f"wants numbers or truth values, got an array of {array.dtype}")
    floats = array.astype(np.float64)
    if array.dtype.kind in "iu" and (np.abs(floats) >= 2**53).any():
        raise AuthorError("an integer of 2**53 or more: float64 cannot hold every one of these")
    if np.isnan(floats).any():
        raise AuthorError(f"nan{place_of(np.isnan(floats))}: a number that is no number cannot be published")
    return floats


def place_of(where: NDArray[np.bool_]) -> str:
    """The first true place, as authors count: ` at [3, 1]`; nothing for a single number."""
    return f" at [{', '.join(str(i + 1) for i in np.argwhere(where)[0])}]" if where.ndim else ""


_declared: dict[int, tuple[object, Value]] = {}


def declare(array: Array, value: Value) -> Array:
    """Remember, by identity, the value that a plain array stands for (given, constant)."""
    _declared[id(array)] = (array, value)
    return array


def declared(thing: object) -> Value | None:
    """The value behind a Value or behind an array made by `given` or `constant`, or None."""
    if isinstance(thing, Value):
        return thing
    held = _declared.get(id(thing))
    return held[1] if held else None


def as_value(thing: object) -> Value:
    """The same, AuthorError for anything else."""
    held = declared(thing)
    if held is None:
        kind = type(thing).__name__
        raise AuthorError(f"wants a value, got {kind}; make one with value(…, by=…) or given(…)")
    return held
