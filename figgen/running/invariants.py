"""What must hold for a value: its formula gives it, its rows add up, its range, its zeros, its symmetry."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

from figgen.errors import AuthorError
from figgen.language.formula import FormulaError, evaluate
from figgen.numbers import number
from figgen.running.values import Value, place_of

TOLERANCE = 1e-12
PRINTED_SLACK = 1e-11  # far below one unit of the last decimal that any form prints


def check_formula(value: Value, lookup: Callable[[str], NDArray[np.float64]]) -> None:
    """The formula, evaluated, must give the array to 1e-12 of its magnitude; AuthorError otherwise."""
    assert value.formula is not None
    try:
        expected = np.asarray(evaluate(value.formula, lookup))
    except (FormulaError, AuthorError) as error:
        raise AuthorError(f"by={value.formula!r}: {error}") from None
    if expected.shape != value.array.shape:
        raise AuthorError(
            f"by={value.formula!r} gives shape {expected.shape}, the value has shape {value.array.shape}"
        )
    off = ~same(expected, value.array, value.magnitude)
    if off.any():
        place = tuple(np.argwhere(off)[0]) if off.ndim else ()
        gives, has = float(expected[place]), float(value.array[place])
        raise AuthorError(f"by={value.formula!r} gives {gives!r}{place_of(off)}, the value has {has!r}")


def same(a: NDArray[np.float64], b: NDArray[np.float64], magnitude: float) -> NDArray[np.bool_]:
    """Where two arrays of one shape agree to 1e-12 of a magnitude, infinities included."""
    with np.errstate(invalid="ignore"):
        close = np.abs(np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64))
    return np.asarray((close <= TOLERANCE * max(magnitude, np.finfo(float).tiny)) | (a == b))


def broken(value: Value) -> Iterator[str]:
    """A sentence for every declared invariant that does not hold."""
    rule, array, slack = value.invariants, value.array, TOLERANCE * max(value.magnitude, 1.0)
    if rule.shape is not None and array.shape != rule.shape:
        yield f"shape={rule.shape}: the value has shape {array.shape}"
    if rule.within is not None:
        low, high = rule.within
        outside = (array < low - slack) | (array > high + slack)
        if outside.any():
            yield f"within={rule.within}: {float(array[outside][0])!r}{place_of(outside)} is outside"
    if rule.zero_where is not None:
        if rule.zero_where.shape != array.shape:
            yield f"zero_where has shape {rule.zero_where.shape}, the value {array.shape}"
        elif (array[rule.zero_where] != 0).any():
            yield f"zero_where: must be exactly 0{place_of(rule.zero_where & (array != 0))}"
    if rule.symmetric is not None:
        square = array.ndim == 2 and array.shape[0] == array.shape[1]
        holds = square and bool(same(array, array.T, value.magnitude).all())
        if holds != rule.symmetric:
            yield f"symmetric={rule.symmetric}: the value is {'symmetric' if holds else 'not symmetric'}"
    if rule.rows_sum_to is not None:
        yield from _broken_sums(value, rule.rows_sum_to, slack)


def _broken_sums(value: Value, target: float, slack: float) -> Iterator[str]:
    rows = np.atleast_2d(value.array)
    for place, row in enumerate(rows, start=1):
        if abs(float(row.sum()) - target) > slack:
            yield f"rows_sum_to={target:g}: row {place} sums to {float(row.sum())!r}"
            continue
        magnitude, unit = value.magnitude, value.unit
        total = math.fsum(number.printed(float(x), value.form, magnitude=magnitude) for x in row)
        if abs(total - target) > PRINTED_SLACK * max(magnitude, 1.0) and value.sum_note is None:
            shown = ", ".join(number.text(float(x), value.form, magnitude=magnitude, unit=unit) for x in row)
            yield (
                f"rows_sum_to={target:g}: the printed digits of row {place} ({shown}) add to {total:.9g}; "
                f"choose another form, or give readers the reason in sum_note=…"
            )
