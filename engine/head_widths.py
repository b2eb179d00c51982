"""Which widths of projections and heads fit together."""

import numpy as np
from numpy.typing import NDArray

from engine.errors import EngineError
from engine.parameters import AttentionParams

Array = NDArray[np.float64]


def check_widths(
    x: Array, source: Array, source_name: str, params: AttentionParams, n_heads: int, n_kv_heads: int
) -> None:
    """Demand that inputs, projections and head counts fit; the EngineError names the one that does not."""
    if n_heads % n_kv_heads:
        raise EngineError("n_kv_heads", f"a divisor of n_heads = {n_heads}", f"{n_kv_heads}")
    for name, array, w in (("x", x, params.w_q), (source_name, source, params.w_k)):
        if array.shape[-1] != w.shape[0]:
            raise EngineError(
                name, f"{w.shape[0]} features, as its projection has rows", f"shape {array.shape}"
            )
    for name, heads, width in (
        ("n_heads", n_heads, params.w_q.shape[1]),
        ("n_kv_heads", n_kv_heads, params.w_v.shape[1]),
    ):
        if width % heads:
            raise EngineError(name, f"a divisor of {width} projected features", f"{heads}")
    wanted = {
        "w_k": params.w_q.shape[1] // n_heads * n_kv_heads,
        "w_o": params.w_v.shape[1] // n_kv_heads * n_heads,
    }
    if params.w_k.shape[1] != wanted["w_k"]:
        raise EngineError(
            "w_k",
            f"{wanted['w_k']} columns for {n_kv_heads} heads as wide as w_q's",
            f"shape {params.w_k.shape}",
        )
    if params.w_o.shape[0] != wanted["w_o"]:
        raise EngineError(
            "w_o", f"{wanted['w_o']} rows, as wide as the merged heads", f"shape {params.w_o.shape}"
        )
