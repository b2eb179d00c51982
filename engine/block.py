"""One layer of a Transformer: attention, perhaps cross-attention, feed-forward, each added to its input."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.block_formulas import formulas
from engine.cache import KVCache
from engine.checks import instance, real
from engine.config import Config
from engine.errors import EngineError
from engine.feed_forward import FeedForwardTrace, feed_forward
from engine.multi_head import MultiHeadAttentionTrace, multi_head_attention
from engine.norms import LayerNormTrace, RMSNormTrace, layer_norm, rms_norm
from engine.parameters import AttentionParams, BlockParams, NormParams
from engine.trace import Trace

Array = NDArray[np.float64]
NormTrace = LayerNormTrace | RMSNormTrace


@dataclass(frozen=True, eq=False)
class BlockTrace(Trace):
    """residual_…: x plus what the parts so far have added, (…, L, d_model); the norms lie before or after.

    Without cross-attention norm_cross and cross are None and residual_cross is residual_1.
    """

    norm_1: NormTrace
    attention: MultiHeadAttentionTrace
    residual_1: Array
    norm_cross: NormTrace | None
    cross: MultiHeadAttentionTrace | None
    residual_cross: Array
    norm_2: NormTrace
    feed_forward: FeedForwardTrace
    residual_2: Array
    cache: KVCache
    output: Array


def normed(x: Array, params: NormParams, config: Config) -> NormTrace:
    """The norm that `config` names."""
    if config.norm == "layer":
        return layer_norm(x, params.gain, params.bias, eps=config.eps)
    if params.bias is not None:
        raise EngineError("NormParams.bias", "None, since RMSNorm has no bias", f"shape {params.bias.shape}")
    return rms_norm(x, params.gain, eps=config.eps)


def _pre_norm(
    x: Array,
    params: BlockParams,
    config: Config,
    mask: Any,
    context: Any,
    context_mask: Any,
    rope: Any,
    past: Any,
) -> BlockTrace:
    norm_1 = normed(x, params.norm_1, config)
    attention = attend(norm_1.output, params.attention, config, mask, None, rope, past)
    residual_1 = x + attention.output
    norm_cross, cross, residual_cross = None, None, residual_1
    if params.cross and params.norm_cross:
        norm_cross = normed(residual_1, params.norm_cross, config)
        cross = attend(norm_cross.output, params.cross, config, context_mask, context, None, None)
        residual_cross = residual_1 + cross.output
    norm_2 = normed(residual_cross, params.norm_2, config)
    fed = feed_forward(norm_2.output, params.feed_forward, activation=config.activation)
    residual_2 = residual_cross + fed.output
    return BlockTrace(
        norm_1,
        attention,
        residual_1,
        norm_cross,
        cross,
        residual_cross,
        norm_2,
        fed,
        residual_2,
        attention.cache,
        output=residual_2,
    )


def _post_norm(
    x: Array,
    params: BlockParams,
    config: Config,
    mask: Any,
    context: Any,
    context_mask: Any,
    rope: Any,
    past: Any,
) -> BlockTrace:
    attention = attend(x, params.attention, config, mask, None, rope, past)
    residual_1 = x + attention.output
    norm_1 = normed(residual_1, params.norm_1, config)
    norm_cross, cross, residual_cross, stream = None, None, residual_1, norm_1.output
    if params.cross and params.norm_cross:
        cross = attend(stream, params.cross, config, context_mask, context, None, None)
        residual_cross = stream + cross.output
        norm_cross = normed(residual_cross, params.norm_cross, config)
        stream = norm_cross.output
    fed = feed_forward(stream, params.feed_forward, activation=config.activation)
    residual_2 = stream + fed.output
    norm_2 = normed(residual_2, params.norm_2, config)
    return BlockTrace(
        norm_1,
        attention,
        residual_1,
        norm_cross,
        cross,
        residual_cross,
        norm_2,
        fed,
        residual_2,
        attention.cache,
        output=norm_2.output,
    )


def attend(
    x: Array, params: AttentionParams, config: Config, mask: Any, context: Any, rope: Any, past: Any
) -> MultiHeadAttentionTrace:
    """Multi-head attention with the options of `config`."""
    return multi_head_attention(
        x,
        params,
        n_heads=config.n_heads,
        n_kv_heads=config.n_kv_heads,
        context=context,
        mask=mask,
        softcap=config.softcap,
        rope_table=rope,
        rope_pairing=config.rope_pairing,
        eps=config.eps,
        past=past,
    )


def block(
    x: ArrayLike,
    params: BlockParams,
    *,
    config: Config,
    mask: ArrayLike | None = None,
    context: ArrayLike | None = None,
    context_mask: ArrayLike | None = None,
    rope_table: tuple[ArrayLike, ArrayLike] | None = None,
    past: KVCache | None = None,
) -> BlockTrace:
    """One layer, pre-norm (arXiv 2002.04745) or post-norm (arXiv 1706.03762, section 3.1) as `config` says.

    x: (…, L, d_model). mask over (…, n_heads, L, L_k), context (…, L_c, d_context) and context_mask over
    (…, n_heads, L, L_c) as in `multi_head_attention`; so rope_table and past. The mask is the caller's alone:
    config.window and config.rope_base are for `decoder`, which knows the positions.
    """
    x = real("x", x, "(…, L, d_model)")
    instance("params", params, BlockParams)
    instance("config", config, Config)
    if (context is None) != (params.cross is None):
        wanted = (
            "nothing, since params.cross is None" if params.cross is None else "an array for params.cross"
        )
        raise EngineError("context", wanted, "none" if context is None else "an array")
    context = None if context is None else real("context", context, "(…, L_c, d_context)")
    if config.pre_norm:
        trace = _pre_norm(x, params, config, mask, context, context_mask, rope_table, past)
    else:
        trace = _post_norm(x, params, config, mask, context, context_mask, rope_table, past)
    attended = trace.attention.inputs
    inputs = {
        "x": x,
        "mask": attended["mask"],
        "context": context,
        "context_mask": None if trace.cross is None else trace.cross.inputs["mask"],
        "cos": attended["cos"],
        "sin": attended["sin"],
        "past": past,
        "params": params,
        "config": config,
    }
    return trace.explained(inputs, formulas(inputs))
