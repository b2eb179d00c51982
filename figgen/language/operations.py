"""What a formula may do: the closed list of its functions, and what its operators mean.

Of each element:  exp  ln (also written log)  sqrt  tanh  erf  sin  cos  abs  maximum(a, b)
Of each row (the last axis, which stays with length 1):  max  sum  mean  argmax (from 0, like token ids)
Of everything:  average(x)
Where some may not be seen:  where(mask, a, b)  shift(x, m), x - m and -inf where m is -inf;  0 / 0 is 0
Rows and columns:  columns(x, first, last, step=1) counting from 1, `last` included;
    join(a, b, ...) side by side;  interleave(a, b), a's and b's columns in turn;
    append_rows(a, b, ...) one under the other;  rows(table, ids) the rows with these ids (from 0);
    pick(x, ids) of each row the element with its id (from 0);  integers(first, last) a row of whole numbers
Heads:  split_heads(x, n) from (..., L, n*d) to (..., n, L, d);  merge_heads(x) back;
    repeat_kv(x, n) each head n times in a row
Constants:  inf  pi
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]
LARGEST_COUNT = 65536
CONSTANTS = {"inf": math.inf, "pi": math.pi}


@dataclass(frozen=True)
class Operation:
    """A function of the language: how it is computed, and how many arguments it takes."""

    compute: Callable[..., Array]
    least: int = 1
    most: int = 1


def where(mask: Array, a: Array, b: Array) -> Array:
    """a where the mask is true (or not 0), b elsewhere."""
    return np.asarray(np.where(mask != 0, a, b))


def shift(x: Array, m: Array) -> Array:
    """x - m; -inf where m is -inf."""
    return x - np.where(np.isneginf(m), np.inf, m)


def divide(a: Array, b: Array) -> Array:
    """a / b; 0 where both are 0; anything else over 0 is a ValueError."""
    if ((b == 0) & (a != 0)).any():
        raise ValueError("division by zero")
    return np.asarray(a / np.where(b == 0, 1.0, b))


def power(a: Array, b: Array) -> Array:
    """a to the b, which must stay within float64."""
    result = np.asarray(a**b)
    if (np.isinf(result) & np.isfinite(a) & np.isfinite(b)).any():
        raise ValueError("a power beyond float64")
    return result


def columns(x: Array, first: Array, last: Array, step: Array | None = None) -> Array:
    """Columns first, first + step, ... up to last, counting from 1."""
    start, stop = whole(first, least=1), whole(last)
    if stop > x.shape[-1]:
        raise ValueError(f"no column {stop} in an array of shape {x.shape}")
    return x[..., start - 1 : stop : 1 if step is None else whole(step, least=1)]


def join(*parts: Array) -> Array:
    """The arrays side by side."""
    return np.concatenate(_alike(parts, kept=1), axis=-1)


def append_rows(*parts: Array) -> Array:
    """The arrays one under the other."""
    return np.concatenate(_alike(parts, kept=2), axis=-2)


def interleave(a: Array, b: Array) -> Array:
    """The first column of a, the first of b, the second of a, ..."""
    a, b = np.broadcast_arrays(a, b)
    return np.stack((a, b), axis=-1).reshape(*a.shape[:-1], 2 * a.shape[-1])


def split_heads(x: Array, n: Array) -> Array:
    """(..., L, n*d) as (..., n, L, d)."""
    heads = whole(n, least=1)
    if x.shape[-1] % heads:
        raise ValueError(f"{x.shape[-1]} columns do not divide into {heads} heads")
    return x.reshape(*x.shape[:-1], heads, -1).swapaxes(-2, -3)


def merge_heads(x: Array) -> Array:
    """(..., n, L, d) as (..., L, n*d)."""
    return x.swapaxes(-2, -3).reshape(*x.shape[:-3], x.shape[-2], -1)


def repeat_kv(x: Array, n: Array) -> Array:
    """(..., h, L, d) as (..., h*n, L, d), each head n times in a row."""
    return np.repeat(x, whole(n, least=1), axis=-3)


def rows(table: Array, ids: Array) -> Array:
    """The rows of a table with these ids, counted from 0."""
    return np.asarray(table[..., _ids(ids, table.shape[-2]), :])


def integers(first: Array, last: Array) -> Array:
    """first, first + 1, ..., last."""
    return np.arange(whole(first), whole(last) + 1, dtype=np.float64)


def pick(x: Array, ids: Array) -> Array:
    """Of each row of x the element with its id, counted from 0."""
    return np.take_along_axis(x, _ids(ids, x.shape[-1])[..., None], axis=-1)[..., 0]


def whole(x: Array, least: int = 0) -> int:
    """An argument that must be one whole number."""
    if x.ndim or x != round(float(x)) or not least <= x <= LARGEST_COUNT:
        raise ValueError(f"{x} where a whole number from {least} to {LARGEST_COUNT} belongs")
    return int(x)


def _ids(ids: Array, below: int) -> NDArray[np.int64]:
    if ((ids != np.floor(ids)) | (ids < 0) | (ids >= below)).any():
        raise ValueError(f"ids that are not whole numbers from 0 to {below - 1}")
    return np.asarray(ids).astype(np.int64)


def _alike(parts: tuple[Array, ...], kept: int) -> list[Array]:
    if any(part.ndim < kept for part in parts):
        raise ValueError(f"an array of fewer than {kept} axes")
    leading = np.broadcast_shapes(*(part.shape[:-kept] for part in parts))
    return [np.broadcast_to(part, leading + part.shape[-kept:]) for part in parts]


def _of_rows(reduce: Callable[..., Any]) -> Operation:
    return Operation(lambda x: np.asarray(reduce(x, axis=-1, keepdims=True)))


OPERATIONS = {
    "exp": Operation(np.exp),
    "ln": Operation(np.log),
    "log": Operation(np.log),
    "sqrt": Operation(np.sqrt),
    "tanh": Operation(np.tanh),
    "erf": Operation(np.vectorize(math.erf, otypes=[np.float64])),
    "sin": Operation(np.sin),
    "cos": Operation(np.cos),
    "abs": Operation(np.abs),
    "maximum": Operation(np.maximum, 2, 2),
    "max": _of_rows(np.max),
    "sum": _of_rows(np.sum),
    "mean": _of_rows(np.mean),
    "argmax": _of_rows(np.argmax),
    "average": Operation(lambda x: np.asarray(np.mean(x))),
    "where": Operation(where, 3, 3),
    "shift": Operation(shift, 2, 2),
    "columns": Operation(columns, 3, 4),
    "join": Operation(join, 1, LARGEST_COUNT),
    "append_rows": Operation(append_rows, 1, LARGEST_COUNT),
    "interleave": Operation(interleave, 2, 2),
    "split_heads": Operation(split_heads, 2, 2),
    "merge_heads": Operation(merge_heads),
    "repeat_kv": Operation(repeat_kv, 2, 2),
    "rows": Operation(rows, 2, 2),
    "integers": Operation(integers, 2, 2),
    "pick": Operation(pick, 2, 2),
}

OPERATORS: dict[str, Callable[[Array, Array], Any]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": divide,
    "@": lambda a, b: a @ b,
    "**": power,
}
