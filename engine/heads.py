"""Heads: several attentions side by side, each on its own slice of the features."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.checks import count, real
from engine.errors import EngineError


def split_heads(x: ArrayLike, n_heads: int) -> NDArray[np.float64]:
    """(…, L, n_heads·d) as (…, n_heads, L, d): head h has the h-th run of d features."""
    x = real("x", x, "(…, L, features)")
    if x.shape[-1] % count("n_heads", n_heads):
        raise EngineError("n_heads", f"a divisor of {x.shape[-1]} features", f"{n_heads}")
    return x.reshape(*x.shape[:-1], n_heads, x.shape[-1] // n_heads).swapaxes(-2, -3)


def merge_heads(x: ArrayLike) -> NDArray[np.float64]:
    """(…, n_heads, L, d) as (…, L, n_heads·d): the inverse of `split_heads`."""
    x = real("x", x, "(…, n_heads, L, d)")
    merged = x.swapaxes(-2, -3).reshape(*x.shape[:-3], x.shape[-2], x.shape[-3] * x.shape[-1])
    merged.flags.writeable = False
    return merged


def repeat_kv(x: ArrayLike, n_repeats: int) -> NDArray[np.float64]:
    """(…, h, L, d) as (…, h·n_repeats, L, d), each head n_repeats times in a row.

    So query head h reads key/value head h // n_repeats (arXiv 2305.13245, section 2.2).
    """
    repeated = np.repeat(real("x", x, "(…, n_kv_heads, L, d)"), count("n_repeats", n_repeats), axis=-3)
    repeated.flags.writeable = False
    return repeated
