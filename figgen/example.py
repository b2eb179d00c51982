"""The words of a worked example: `given`, `constant`, `value`, `labels`, `printed`.

Assignment is registration: what these functions made, and a module-level name holds, can be cited.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from figgen import number
from figgen.errors import AuthorError
from figgen.formula import FormulaError, evaluate
from figgen.values import Array, Element, Invariants, Origin, Value, as_value, declare, declared, freeze


def labels(stem: str, count: int) -> tuple[str, ...]:
    """Numbered labels: `labels("位置", 3)` is 位置1, 位置2, 位置3."""
    if count < 1:
        raise AuthorError(f"labels: wants a count of at least 1, got {count}")
    return tuple(f"{stem}{i}" for i in range(1, count + 1))


def given(
    data: ArrayLike,
    *,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    axes: tuple[str, str] | None = None,
    default: str | None = None,
    unit: str | None = None,
    note: str | None = None,
    by: str | None = None,
) -> Array:
    """Declare an input (0, 1 or 2 axes); returns a plain read-only array to compute with."""
    array = freeze(data)
    origin: Origin = "formula" if by else "given"
    made = _make(array, rows, columns, axes, default, unit, note=note, formula=by, origin=origin)
    return declare(array, made)


def constant(
    expression: str, *, default: str | None = None, unit: str | None = None, note: str | None = None
) -> Array:
    """Declare a number by its expression, such as `sqrt(2)*ln(2)`; returns it as a 0-d array."""
    try:
        array = freeze(evaluate(expression, _no_names))
    except FormulaError as error:
        raise AuthorError(f"constant({expression!r}): {error}") from None
    if array.ndim:
        raise AuthorError(f"constant({expression!r}): wants one number, got shape {array.shape}")
    made = _make(array, None, None, None, default, unit, note=note, formula=expression, origin="constant")
    return declare(array, made)


def value(
    data: ArrayLike | Value,
    *,
    by: str | None = None,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    axes: tuple[str, str] | None = None,
    default: str | None = None,
    unit: str | None = None,
    note: str | None = None,
    rows_sum_to: float | None = None,
    sum_note: str | None = None,
    within: tuple[float, float] | None = None,
    zero_where: NDArray[np.bool_] | None = None,
    symmetric: bool | None = None,
    shape: tuple[int, ...] | None = None,
) -> Value:
    """Declare a computed array (0, 1 or 2 axes): a field of a trace, or one with its formula in `by`.

    The keywords from `rows_sum_to` on are invariants, checked at build. `sum_note` is what readers see
    where the printed digits of a row do not add up.
    """
    hidden = None if zero_where is None else np.asarray(zero_where, dtype=np.bool_)
    invariants = Invariants(rows_sum_to, within, hidden, symmetric, shape)
    origin: Origin = "formula" if by else "trace"
    return _make(
        freeze(data), rows, columns, axes, default, unit, note=note, formula=by, origin=origin, source=data,
        invariants=invariants, sum_note=sum_note,
    )  # fmt: skip


def printed(part: Value | Element | Array, form: str | None = None) -> Array:
    """The numbers that a reader gets from the printed digits; for showing what recomputing them gives."""
    held = part.value if isinstance(part, Element) else as_value(part)
    numbers = part.array if isinstance(part, Element) else held.array
    read = [number.printed(float(x), form or held.form, magnitude=held.magnitude) for x in numbers.flat]
    return freeze(np.array(read).reshape(numbers.shape))


def _make(
    array: Array,
    rows: Sequence[str] | None,
    columns: Sequence[str] | None,
    axes: tuple[str, str] | None,
    default: str | None,
    unit: str | None,
    *,
    origin: Origin,
    formula: str | None = None,
    note: str | None = None,
    sum_note: str | None = None,
    source: object = None,
    invariants: Invariants | None = None,
) -> Value:
    """Check labels and form, then build the value; the line is the caller's caller's."""
    made = Value(
        array, _axis(rows, "rows", array, 0), _axis(columns, "columns", array, -1), axes, _form(default, array),
        unit, formula, origin, note, sum_note, invariants or Invariants(), sys._getframe(2).f_lineno, source,
    )  # fmt: skip
    _check_prints(made)
    return made


def _axis(given_labels: Sequence[str] | None, which: str, array: Array, axis: int) -> tuple[str, ...] | None:
    if given_labels is None:
        return None
    if array.ndim == 0:
        raise AuthorError(f"{which}: a single number has no {which}")
    names = tuple(given_labels)
    if len(names) != array.shape[axis]:
        raise AuthorError(f"{which}: wants {array.shape[axis]} labels for shape {array.shape}, got {len(names)}")
    for name in names:
        if not isinstance(name, str) or not name.strip() or any(ord(c) < 32 for c in name):
            raise AuthorError(f"{which}: a label is a line of text that can be seen, got {name!r}")
    if len(set(names)) != len(names):
        raise AuthorError(f"{which}: labels must differ, got {', '.join(names)}")
    return names


def _form(default: str | None, array: Array) -> str:
    if default is None:
        finite = array[np.isfinite(array)]
        if not np.array_equal(finite, np.round(finite)):
            raise AuthorError("say how to print it: default='d4' (decimals), 'dec' (exact), 'frac', 'pct1', …")
        return "int"
    try:
        number.parse_form(default)
    except number.NumberError as error:
        raise AuthorError(f"default: {error}") from None
    return default


def _check_prints(made: Value) -> None:
    """Every element must print in the default form, so that no citation can fail later."""
    for index, x in np.ndenumerate(made.array):
        try:
            number.text(float(x), made.form, magnitude=made.magnitude, unit=made.unit)
        except number.NumberError as error:
            where = f" at [{', '.join(str(i + 1) for i in index)}]" if index else ""
            raise AuthorError(f"default={made.form!r}{where}: {error}") from None


def _no_names(name: str) -> Array:
    raise FormulaError(f"a constant is made of numbers only, got the name {name!r}")


def is_declared(thing: object) -> bool:
    """Whether a module-level name that holds this can be cited."""
    return declared(thing) is not None
