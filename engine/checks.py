"""Arguments become what the mathematics is about (read-only arrays, masks, ids), or an EngineError."""

import math
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.errors import EngineError


def array_of(argument: str, x: Any) -> NDArray[Any]:
    """`x` as an array of numpy's own choice of dtype; a ragged list is an EngineError."""
    try:
        return np.asarray(x)
    except (ValueError, TypeError) as error:
        raise EngineError(argument, "an array", f"{type(x).__name__} that is none ({error})") from error


def real(
    argument: str,
    x: ArrayLike,
    shape: str = "(…, length, features)",
    *,
    masked: bool = False,
    empty: bool = False,
) -> NDArray[np.float64]:
    """`x` as a read-only float64 array with at least as many axes as `shape` names beside `…`.

    An array that is read-only float64 already comes back itself; any other is copied. `masked` lets −inf
    through, `empty` lets an axis of length 0 through.
    """
    array = array_of(argument, x)
    if array.dtype.kind != "f":
        raise EngineError(argument, "real numbers in a floating dtype", f"dtype {array.dtype}")
    least = sum(axis.strip() not in ("", "…") for axis in shape.strip("()").split(","))
    if array.ndim < least or ("…" not in shape and array.ndim != least):
        raise EngineError(argument, f"shape {shape}", f"shape {array.shape}")
    if array.size == 0 and not empty:
        raise EngineError(argument, "no empty axis", f"shape {array.shape}")
    if array.dtype != np.float64 or array.flags.writeable:
        array = array.astype(np.float64)
        array.flags.writeable = False
    if not np.isfinite(array).all():
        bad = np.isnan(array) | (array == np.inf) if masked else ~np.isfinite(array)
        if bad.any():
            place = tuple(int(index) for index in np.argwhere(bad)[0])
            wanted = "numbers or −inf" if masked else "finite numbers"
            raise EngineError(argument, wanted, f"{array[place]} at index {list(place)}")
    return array


def integers(
    argument: str,
    x: ArrayLike,
    shape: str = "(…, length)",
    *,
    least: int | None = 0,
    below: int | None = None,
) -> NDArray[np.int64]:
    """`x` as a read-only array of integers from `least` up to, not including, `below`; axes as in `real`."""
    array = array_of(argument, x)
    if array.dtype.kind not in "iu":
        raise EngineError(argument, "integers", f"dtype {array.dtype}")
    axes = sum(axis.strip() not in ("", "…") for axis in shape.strip("()").split(","))
    if array.ndim < axes or ("…" not in shape and array.ndim != axes):
        raise EngineError(argument, f"shape {shape}", f"shape {array.shape}")
    if array.size == 0:
        raise EngineError(argument, "no empty axis", f"shape {array.shape}")
    for bound, wrong in ((least, array.min()), (below, array.max())):
        if bound is not None and (wrong < bound if bound is least else wrong >= bound):
            limits = f"integers >= {least}" if below is None else f"integers from {least} to {below - 1}"
            raise EngineError(argument, limits, str(wrong))
    if array.dtype != np.int64 or array.flags.writeable:
        array = array.astype(np.int64)
        array.flags.writeable = False
    return array


def boolean(argument: str, x: ArrayLike, n_queries: int, n_keys: int) -> NDArray[np.bool_]:
    """`x` as a read-only mask (…, L_q, L_k), True = may attend; an axis of length 1 broadcasts."""
    array = array_of(argument, x)
    if array.dtype != np.bool_:
        raise EngineError(argument, "booleans (True = may attend)", f"dtype {array.dtype}")
    over_scores(argument, array, n_queries, n_keys)
    if array.flags.writeable:
        array = array.copy()
        array.flags.writeable = False
    return array


def pair(argument: str, x: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """`x` as a pair of arrays of real numbers."""
    if not isinstance(x, tuple | list) or len(x) != 2:
        raise EngineError(argument, "a pair of arrays, cos and sin", type(x).__name__)
    return real(argument, x[0]), real(argument, x[1])


def over_scores(argument: str, array: NDArray[Any], n_queries: int, n_keys: int) -> None:
    """Demand that `array` lies over a score table of `n_queries` rows and `n_keys` columns."""
    if array.ndim < 2 or array.shape[-2] not in (1, n_queries) or array.shape[-1] not in (1, n_keys):
        wanted = f"shape (…, {n_queries}, {n_keys}), 1 where it broadcasts"
        raise EngineError(argument, wanted, f"shape {array.shape}")


def broadcasts(**shapes: tuple[int, ...]) -> tuple[int, ...]:
    """The common shape of leading axes; the last argument that does not fit the ones before it is named."""
    common: tuple[int, ...] = ()
    for argument, shape in shapes.items():
        try:
            common = np.broadcast_shapes(common, shape)
        except ValueError:
            raise EngineError(argument, f"leading axes that broadcast with {common}", f"{shape}") from None
    return common


def number(
    argument: str, x: Any, *, above: float = -math.inf, least: float = -math.inf
) -> NDArray[np.float64]:
    """`x` as a read-only float64 array without axes: finite, > `above` and >= `least`."""
    wanted = "a finite number"
    wanted += f" > {above:g}" if above > -math.inf else f" >= {least:g}" if least > -math.inf else ""
    array = array_of(argument, x)
    if array.dtype.kind not in "fiu" or array.ndim:
        raise EngineError(argument, wanted, f"{x!r}")
    value = float(array)
    if not math.isfinite(value) or value <= above or value < least:
        raise EngineError(argument, wanted, f"{value:g}")
    array = np.array(value)
    array.flags.writeable = False
    return array


def count(argument: str, x: Any, least: int = 1) -> int:
    """`x` as an int of at least `least`."""
    if isinstance(x, bool | np.bool_) or not isinstance(x, int | np.integer) or x < least:
        raise EngineError(argument, f"an integer >= {least}", f"{x!r}")
    return int(x)


def instance(argument: str, x: Any, kind: type) -> None:
    """Demand that `x` is of one of the engine's own kinds."""
    if not isinstance(x, kind):
        raise EngineError(argument, kind.__name__, type(x).__name__)


def choice(argument: str, x: Any, among: tuple[str, ...]) -> str:
    """`x` if it is one of `among`."""
    if x not in among:
        raise EngineError(argument, "one of " + ", ".join(among), f"{x!r}")
    return str(x)
