"""The words of a worked example: `given`, `constant`, `value`, `labels`, `printed`.

Assignment is registration: what these functions made, and a module-level name holds, can be cited.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import FrameType
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from figgen.errors import AuthorError
from figgen.language.formula import FormulaError, evaluate
from figgen.numbers import number
from figgen.running.admission import admit_form, admit_labels, check_prints, check_visible
from figgen.running.values import Array, Element, Invariants, Origin, Value, as_value, declare, freeze

numbered: set[str] = set()
"""Every label that `labels` made: its number counts, and states no value."""


def labels(stem: str, count: int) -> tuple[str, ...]:
    """Numbered labels: `labels("位置", 3)` is 位置1, 位置2, 位置3."""
    if count < 1:
        raise AuthorError(f"labels: wants a count of at least 1, got {count}")
    made = tuple(f"{stem}{i}" for i in range(1, count + 1))
    numbered.update(made)
    return made


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
    made = _make(
        array,
        rows=rows,
        columns=columns,
        axes=axes,
        default=default,
        unit=unit,
        note=note,
        formula=by,
        origin=origin,
    )
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
    if not np.isfinite(array):
        raise AuthorError(f"constant({expression!r}): is infinite, which no constant is")
    made = _make(array, default=default, unit=unit, note=note, formula=expression, origin="constant")
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
    if within is not None and not (isinstance(within, tuple) and len(within) == 2 and within[0] <= within[1]):
        raise AuthorError(f"within: wants the least and the largest number, got {within!r}")
    hidden = None if zero_where is None else np.asarray(zero_where, dtype=np.bool_)
    invariants = Invariants(rows_sum_to, within, hidden, symmetric, None if shape is None else tuple(shape))
    origin: Origin = "formula" if by else "trace"
    return _make(
        freeze(data), rows=rows, columns=columns, axes=axes, default=default, unit=unit, note=note,
        sum_note=sum_note, formula=by, origin=origin, source=data, invariants=invariants,
    )  # fmt: skip


def printed(part: Value | Element | Array, form: str | None = None) -> Array:
    """The numbers that a reader gets from the printed digits; for showing what recomputing them gives."""
    held = part.value if isinstance(part, Element) else as_value(part)
    numbers = part.array if isinstance(part, Element) else held.array
    read = [number.printed(float(x), form or held.form, magnitude=held.magnitude) for x in numbers.flat]
    return freeze(np.array(read).reshape(numbers.shape))


def _make(
    array: Array,
    *,
    rows: Sequence[str] | None = None,
    columns: Sequence[str] | None = None,
    axes: tuple[str, str] | None = None,
    default: str | None = None,
    unit: str | None = None,
    note: str | None = None,
    sum_note: str | None = None,
    **rest: Any,
) -> Value:
    """Check the words and the form of a value, then build it."""
    for field, text in (("unit", unit), ("note", note), ("sum_note", sum_note)):
        if text is not None:
            check_visible(field, text)
    if axes is not None and (isinstance(axes, str) or len(axes) != 2):
        raise AuthorError(f"axes: wants the names of two axes, got {axes!r}")
    for name in axes or ():
        check_visible("axes", name)
    made = Value(
        array,
        rows=admit_labels("rows", rows, array, 0),
        columns=admit_labels("columns", columns, array, -1),
        axes=None if axes is None else (axes[0], axes[1]),
        form=admit_form(default, array),
        unit=unit,
        note=note,
        sum_note=sum_note,
        line=_line(),
        **rest,
    )
    check_prints(made)
    return made


def _line() -> int:
    """The line of the worked example that is being executed (of the caller, where there is none)."""
    frame = sys._getframe(3)
    line = frame.f_lineno
    outer: FrameType | None = frame
    while outer is not None:
        if str(outer.f_globals.get("__name__")).startswith("docs."):
            line = outer.f_lineno
        outer = outer.f_back
    return line


def _no_names(name: str) -> Array:
    raise FormulaError(f"a constant is made of numbers only, got the name {name!r}")
