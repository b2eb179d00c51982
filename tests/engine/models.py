"""Small random models, with every option that the engine has."""

import numpy as np

from engine import AttentionParams, BlockParams, DecoderParams, FeedForwardParams, NormParams

SEED = 20170612


def numbers(seed: int = SEED):
    """A function that draws normal numbers of a shape."""
    rng = np.random.default_rng(seed)
    return lambda *shape: rng.normal(size=shape)


def attention_params(
    draw, d=6, heads=2, kv_heads=None, width=4, context=None, bias=True, gain=False, d_out=None
):
    kv_heads, context = kv_heads or heads, context or d
    sizes = heads * width, kv_heads * width, kv_heads * width, d_out or d
    biases = [draw(size) for size in sizes] if bias else [None] * 4
    gains = [draw(width), draw(width)] if gain else [None, None]
    w_q, w_k, w_v = draw(d, sizes[0]), draw(context, sizes[1]), draw(context, sizes[2])
    return AttentionParams(w_q, w_k, w_v, draw(sizes[0], sizes[3]), *biases, *gains)


def feed_forward_params(draw, d=6, d_ff=8, gated=False, bias=True):
    biases = [draw(d_ff), draw(d)] if bias else [None, None]
    return FeedForwardParams(draw(d, d_ff), draw(d_ff, d), *biases, draw(d, d_ff) if gated else None)


def block_params(draw, norm="layer", gated=False, crossed=False, context=3, **attention):
    def norms():
        return NormParams(draw(6), draw(6) if norm == "layer" else None)

    parts = norms(), attention_params(draw, **attention), norms(), feed_forward_params(draw, gated=gated)
    if not crossed:
        return BlockParams(*parts)
    return BlockParams(*parts, norms(), attention_params(draw, context=context))


def decoder_params(draw, n_blocks=2, vocabulary=9, positions=None, tied=False, **block):
    blocks = tuple(block_params(draw, **block) for _ in range(n_blocks))
    norm = NormParams(draw(6))
    unembedding = None if tied else draw(6, vocabulary)
    table = draw(positions, 6) if positions else None
    return DecoderParams(draw(vocabulary, 6), blocks, norm, unembedding, table)
