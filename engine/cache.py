"""The cache of keys and values, which decoding token by token goes on from."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.checks import real
from engine.errors import EngineError

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class KVCache:
    """Keys and values of the positions so far: (…, n_kv_heads, L, d_k) and (…, n_kv_heads, L, d_v)."""

    k: Array
    v: Array

    def __post_init__(self) -> None:
        """Check the shapes."""
        for name in ("k", "v"):
            object.__setattr__(
                self, name, real(f"KVCache.{name}", getattr(self, name), "(…, n_kv_heads, L, d)")
            )
        if self.k.shape[:-1] != self.v.shape[:-1]:
            wanted = ", ".join(map(str, self.k.shape[:-1]))
            raise EngineError("KVCache.v", f"shape ({wanted}, d_v)", f"shape {self.v.shape}")

    def append(self, k: Array, v: Array) -> "KVCache":
        """This cache and after it the keys and values of new positions, (…, n_kv_heads, L_new, d)."""
        return KVCache(_append("past.k", self.k, k), _append("past.v", self.v, v))


def _append(argument: str, past: Array, new: Array) -> Array:
    if past.shape[-3] != new.shape[-3] or past.shape[-1] != new.shape[-1]:
        raise EngineError(argument, f"shape (…, {new.shape[-3]}, L, {new.shape[-1]})", f"shape {past.shape}")
    try:
        leading = np.broadcast_shapes(past.shape[:-3], new.shape[:-3])
    except ValueError:
        wanted = f"leading axes that broadcast with {new.shape[:-3]}"
        raise EngineError(argument, wanted, f"{past.shape[:-3]}") from None
    parts = [np.broadcast_to(part, leading + part.shape[-3:]) for part in (past, new)]
    together = np.concatenate(parts, axis=-2)
    together.flags.writeable = False
    return together
