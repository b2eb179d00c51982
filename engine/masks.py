"""Masks: a mask is a relation between positions, True = may attend. Masks combine with `&`."""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.checks import count, integers
from engine.errors import EngineError


def causal_mask(query_positions: ArrayLike, key_positions: ArrayLike | None = None) -> NDArray[np.bool_]:
    """Each query may attend to the keys at its own position and before (arXiv 1706.03762, section 3.2.3).

    query_positions: integers (…, L_q); key_positions: integers (…, L_k), by default the same.
    Gives (…, L_q, L_k).
    With a cache the query positions go on where the cached keys end, so no alignment has to be chosen.
    """
    return window_mask(query_positions, key_positions, right=0)


def window_mask(
    query_positions: ArrayLike,
    key_positions: ArrayLike | None = None,
    *,
    left: int | None = None,
    right: int | None = None,
) -> NDArray[np.bool_]:
    """Each query at position p may attend to keys from p − left to p + right; None is no limit on that side.

    A window of W positions that counts the position itself is `left=W-1, right=0`. Shapes as in
    `causal_mask`.
    """
    queries = integers("query_positions", query_positions, least=None)[..., :, None]
    if key_positions is None:
        keys = queries.mT
    else:
        keys = integers("key_positions", key_positions, least=None)[..., None, :]
    try:
        mask = np.ones(np.broadcast_shapes(queries.shape, keys.shape), dtype=np.bool_)
    except ValueError:
        wanted = f"leading axes that broadcast with {queries.shape[:-2]}"
        raise EngineError("key_positions", wanted, f"{keys.shape[:-2]}") from None
    if left is not None:
        mask &= queries - count("left", left, least=0) <= keys
    if right is not None:
        mask &= keys <= queries + count("right", right, least=0)
    mask.flags.writeable = False
    return mask


def padding_mask(lengths: ArrayLike, n_keys: int) -> NDArray[np.bool_]:
    """Every query may attend to the first `length` of `n_keys` keys.

    lengths: integers (…), from 0 to n_keys. Gives (…, 1, n_keys).
    """
    n_keys = count("n_keys", n_keys)
    limits = integers("lengths", lengths, "(…)", below=n_keys + 1)
    mask: NDArray[np.bool_] = np.arange(n_keys) < limits[..., None, None]
    mask.flags.writeable = False
    return mask
