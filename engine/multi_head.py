"""Multi-head attention: self- and cross-attention, grouped queries, QK-norm, RoPE, cached keys and values."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.attention import AttentionTrace, attention
from engine.cache import KVCache
from engine.checks import count, instance, number, pair, real
from engine.errors import EngineError
from engine.feed_forward import project
from engine.head_widths import check_widths
from engine.heads import merge_heads, repeat_kv, split_heads
from engine.multi_head_formulas import formulas
from engine.norms import RMSNormTrace, rms_norm
from engine.parameters import AttentionParams, arrays_of
from engine.positions import RopeTrace, rope
from engine.trace import Trace

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class MultiHeadAttentionTrace(Trace):
    """q, k, v: projections (…, L, heads·d); what follows up to `heads` is split, (…, heads, L, d).

    k_all, v_all: with the cached positions before; k_shared, v_shared: one for each query head; heads: the
    attention of all heads at once; merged: (…, L, n_heads·d_v); cache: k_all and v_all.
    """

    q: Array
    k: Array
    v: Array
    q_heads: Array
    k_heads: Array
    v_heads: Array
    q_norm: RMSNormTrace | None
    k_norm: RMSNormTrace | None
    q_normed: Array
    k_normed: Array
    q_rope: RopeTrace | None
    k_rope: RopeTrace | None
    q_rotated: Array
    k_rotated: Array
    k_all: Array
    v_all: Array
    k_shared: Array
    v_shared: Array
    heads: AttentionTrace
    merged: Array
    cache: KVCache
    output: Array


def multi_head_attention(
    x: ArrayLike,
    params: AttentionParams,
    *,
    n_heads: int,
    n_kv_heads: int | None = None,
    context: ArrayLike | None = None,
    mask: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    rope_table: tuple[ArrayLike, ArrayLike] | None = None,
    rope_pairing: str = "half",
    eps: float = 1e-6,
    past: KVCache | None = None,
) -> MultiHeadAttentionTrace:
    """Project, split into heads, attend, merge, project (arXiv 1706.03762, section 3.2.2).

    x: (…, L, d_model). context: (…, L_k, d_context), where keys and values come from in cross-attention.
    mask, bias: over (…, n_heads, L, L_k), L_k counting the cached positions too. n_kv_heads: fewer than
    n_heads share keys and values in runs (grouped queries). rope_table: cos and sin of x's positions. eps:
    that of QK-norm. past: the cache of the positions before x. The head width is what w_q gives, never
    d_model / n_heads.
    """
    x = real("x", x, "(…, L, d_model)")
    instance("params", params, AttentionParams)
    if past is not None:
        instance("past", past, KVCache)
    context = None if context is None else real("context", context, "(…, L_k, d_context)")
    if context is not None and (rope_table is not None or past is not None):
        raise EngineError("context", "neither rope_table nor past beside it", "one of them")
    n_heads = count("n_heads", n_heads)
    n_kv_heads = n_heads if n_kv_heads is None else count("n_kv_heads", n_kv_heads)
    source, source_name = (x, "x") if context is None else (context, "context")
    check_widths(x, source, source_name, params, n_heads, n_kv_heads)
    epsilon = number("eps", eps, least=0)
    cos, sin = (None, None) if rope_table is None else pair("rope_table", rope_table)

    q = project(x, params.w_q, params.b_q)
    k = project(source, params.w_k, params.b_k)
    v = project(source, params.w_v, params.b_v)
    q_heads, k_heads, v_heads = (
        split_heads(q, n_heads),
        split_heads(k, n_kv_heads),
        split_heads(v, n_kv_heads),
    )
    q_norm = None if params.q_gain is None else rms_norm(q_heads, params.q_gain, eps=eps)
    k_norm = None if params.k_gain is None else rms_norm(k_heads, params.k_gain, eps=eps)
    q_normed, k_normed = (
        q_heads if q_norm is None else q_norm.output,
        k_heads if k_norm is None else k_norm.output,
    )
    q_rope = None if cos is None or sin is None else rope(q_normed, cos, sin, pairing=rope_pairing)
    k_rope = None if cos is None or sin is None else rope(k_normed, cos, sin, pairing=rope_pairing)
    q_rotated, k_rotated = (
        q_normed if q_rope is None else q_rope.output,
        k_normed if k_rope is None else k_rope.output,
    )
    cache = KVCache(k_rotated, v_heads) if past is None else past.append(k_rotated, v_heads)
    k_all, v_all = cache.k, cache.v
    group = n_heads // n_kv_heads
    k_shared = k_all if group == 1 else repeat_kv(k_all, group)
    v_shared = v_all if group == 1 else repeat_kv(v_all, group)
    heads = attention(q_rotated, k_shared, v_shared, mask=mask, bias=bias, scale=scale, softcap=softcap)
    merged = merge_heads(heads.output)
    output = project(merged, params.w_o, params.b_o)
    trace = MultiHeadAttentionTrace(
        q,
        k,
        v,
        q_heads,
        k_heads,
        v_heads,
        q_norm,
        k_norm,
        q_normed,
        k_normed,
        q_rope,
        k_rope,
        q_rotated,
        k_rotated,
        k_all,
        v_all,
        k_shared,
        v_shared,
        heads,
        merged,
        cache,
        output,
    )
    inputs = {
        "x": x,
        "context": context,
        "params": params,
        **arrays_of(params),
        "n_heads": n_heads,
        "n_kv_heads": n_kv_heads,
        "group": group,
        "cos": cos,
        "sin": sin,
        "rope_pairing": rope_pairing,
        "eps": epsilon,
        "past": past,
        **{name: heads.inputs[name] for name in ("mask", "bias", "scale", "softcap")},
    }
    return trace.explained(inputs, formulas(inputs, source_name))
