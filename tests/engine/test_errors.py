"""Bad input: the error names the argument, what is wanted and what came."""

import numpy as np
import pytest

from engine import (
    AttentionParams,
    BlockParams,
    Config,
    DecoderParams,
    EngineError,
    FeedForwardParams,
    KVCache,
    NormParams,
    attention,
    block,
    causal_mask,
    cross_entropy,
    decoder,
    feed_forward,
    generate,
    layer_norm,
    merge_heads,
    multi_head_attention,
    padding_mask,
    repeat_kv,
    rms_norm,
    rope,
    rope_table,
    silu,
    sinusoidal_positions,
    softmax,
    split_heads,
    tiled_attention,
    window_mask,
)
from tests.engine.models import attention_params, block_params, decoder_params, feed_forward_params, numbers

draw = numbers()
X, V = draw(3, 2), draw(3, 4)
NAN = np.array([[1.0, np.nan], [0, 0], [0, 0]])
WIDE = draw(3, 6)
ATTENTION, BLOCK, DECODER = attention_params(draw), block_params(draw), decoder_params(draw, positions=4)
CROSSED = block_params(draw, crossed=True)
CACHE = KVCache(draw(2, 3, 4), draw(2, 3, 4))
COS, SIN = rope_table(range(3), 2)
ONE = np.eye(2)

BAD = {
    # dtype
    lambda: attention([[1, 0]], X, V): "q: wants real numbers in a floating dtype, got dtype int64",
    lambda: attention(X, X > 0, V): "k: wants real numbers in a floating dtype, got dtype bool",
    lambda: attention(
        X, X, V.astype(complex)
    ): "v: wants real numbers in a floating dtype, got dtype complex128",
    lambda: attention(
        X, X, V, mask=np.ones((3, 3))
    ): "mask: wants booleans (True = may attend), got dtype float64",
    lambda: softmax([["a"]]): "x: wants real numbers in a floating dtype, got dtype <U1",
    lambda: decoder([1.0], DECODER, config=Config(2)): "tokens: wants integers, got dtype float64",
    lambda: causal_mask([0.5]): "query_positions: wants integers, got dtype float64",
    lambda: causal_mask([True]): "query_positions: wants integers, got dtype bool",
    # shape
    lambda: attention(X[0], X, V): "q: wants shape (…, L_q, d_k), got shape (2,)",
    lambda: attention(X, V, V): "k: wants 2 features, as many as q, got shape (3, 4)",
    lambda: attention(X, X, V[:2]): "v: wants length 3, as long as k, got shape (2, 4)",
    lambda: attention(X, X, V, mask=np.ones((3, 2), bool)): (
        "mask: wants shape (…, 3, 3), 1 where it broadcasts, got shape (3, 2)"
    ),
    lambda: attention(X, X, V, mask=np.ones(3, bool)): (
        "mask: wants shape (…, 3, 3), 1 where it broadcasts, got shape (3,)"
    ),
    lambda: attention(X, X, V, bias=np.ones((2, 3))): (
        "bias: wants shape (…, 3, 3), 1 where it broadcasts, got shape (2, 3)"
    ),
    lambda: attention(draw(2, 3, 2), draw(4, 3, 2), V): (
        "k: wants leading axes that broadcast with (2,), got (4,)"
    ),
    lambda: tiled_attention(X, X, V[:2], block_q=1, block_k=1): (
        "v: wants length 3, as long as k, got shape (2, 4)"
    ),
    lambda: layer_norm(X, [1.0]): "gain: wants shape (2,), one for each feature of x, got shape (1,)",
    lambda: layer_norm(X, None, ONE): "bias: wants shape (features,), got shape (2, 2)",
    lambda: split_heads([1.0, 2.0], 2): "x: wants shape (…, L, features), got shape (2,)",
    lambda: merge_heads(X): "x: wants shape (…, n_heads, L, d), got shape (3, 2)",
    lambda: rope(X, COS, SIN[:2]): "sin: wants shape (3, 1), like cos, got shape (2, 1)",
    lambda: rope(X[:2], COS, SIN): "cos: wants shape (…, 2, at most 1), got shape (3, 1)",
    lambda: feed_forward(X, feed_forward_params(draw)): (
        "x: wants 6 features, as w_in has rows, got shape (3, 2)"
    ),
    lambda: multi_head_attention(X, ATTENTION, n_heads=2): (
        "x: wants 6 features, as its projection has rows, got shape (3, 2)"
    ),
    lambda: multi_head_attention(WIDE, ATTENTION, n_heads=2, context=X): (
        "context: wants 6 features, as its projection has rows, got shape (3, 2)"
    ),
    lambda: cross_entropy(X, [0, 1]): "targets: wants shape (3,), one for each row, got shape (2,)",
    lambda: multi_head_attention(WIDE, ATTENTION, n_heads=2, past=KVCache(draw(1, 3, 4), draw(1, 3, 4))): (
        "past.k: wants shape (…, 2, L, 4), got shape (1, 3, 4)"
    ),
    lambda: KVCache(draw(2, 3, 4), draw(2, 4, 4)): "KVCache.v: wants shape (2, 3, d_v), got shape (2, 4, 4)",
    lambda: AttentionParams(ONE, ONE, draw(3, 2), ONE): (
        "AttentionParams.w_v: wants shape (2, values), got shape (3, 2)"
    ),
    lambda: AttentionParams(ONE, ONE, ONE, ONE, b_q=[1.0]): (
        "AttentionParams.b_q: wants shape (2,), got shape (1,)"
    ),
    lambda: FeedForwardParams(draw(2, 3), draw(4, 2)): (
        "FeedForwardParams.w_out: wants shape (3, d_out), got shape (4, 2)"
    ),
    lambda: DecoderParams(draw(5, 2), (), unembedding=draw(3, 5)): (
        "DecoderParams.unembedding: wants shape (2, vocabulary), got shape (3, 5)"
    ),
    lambda: attention([[1.0], [1.0, 2.0]], X, V): None,
    # value
    lambda: attention(NAN, X, V): "q: wants finite numbers, got nan at index [0, 1]",
    lambda: attention(X, X, -np.inf + 0 * V): "v: wants finite numbers, got -inf at index [0, 0]",
    lambda: attention(X, X, V, bias=np.full((1, 1), np.inf)): (
        "bias: wants numbers or −inf, got inf at index [0, 0]"
    ),
    lambda: softmax(NAN): "x: wants numbers or −inf, got nan at index [0, 1]",
    lambda: attention(X * 1e200, X * 1e200, V): "scores: wants numbers within float64, got an overflow",
    lambda: tiled_attention(X * 1e200, X * 1e200, V, block_q=1, block_k=1): (
        "scores: wants numbers within float64, got an overflow"
    ),
    lambda: attention(X, X, V, scale=np.nan): "scale: wants a finite number, got nan",
    lambda: attention(X, X, V, scale="1"): "scale: wants a finite number, got '1'",
    lambda: attention(X, X, V, softcap=0): "softcap: wants a finite number > 0, got 0",
    lambda: layer_norm(X, eps=-1e-5): "eps: wants a finite number >= 0, got -1e-05",
    lambda: rms_norm(X, eps=np.inf): "eps: wants a finite number >= 0, got inf",
    lambda: silu(X, beta=np.inf): "beta: wants a finite number, got inf",
    lambda: window_mask([0], left=-1): "left: wants an integer >= 0, got -1",
    lambda: window_mask([0], right=1.5): "right: wants an integer >= 0, got 1.5",
    lambda: padding_mask([4], 3): "lengths: wants integers from 0 to 3, got 4",
    lambda: padding_mask([-1], 3): "lengths: wants integers from 0 to 3, got -1",
    lambda: split_heads(X, 3): "n_heads: wants a divisor of 2 features, got 3",
    lambda: split_heads(X, 0): "n_heads: wants an integer >= 1, got 0",
    lambda: repeat_kv(X[None], True): "n_repeats: wants an integer >= 1, got True",
    lambda: multi_head_attention(WIDE, ATTENTION, n_heads=3): (
        "n_heads: wants a divisor of 8 projected features, got 3"
    ),
    lambda: multi_head_attention(WIDE, ATTENTION, n_heads=4, n_kv_heads=3): (
        "n_kv_heads: wants a divisor of n_heads = 4, got 3"
    ),
    lambda: multi_head_attention(WIDE, ATTENTION, n_heads=4, n_kv_heads=2): (
        "w_k: wants 4 columns for 2 heads as wide as w_q's, got shape (6, 8)"
    ),
    lambda: multi_head_attention(WIDE, ATTENTION, n_heads=2, context=WIDE, past=CACHE): (
        "context: wants neither rope_table nor past beside it, got one of them"
    ),
    lambda: tiled_attention(X, X, V, block_q=0, block_k=1): "block_q: wants an integer >= 1, got 0",
    lambda: rope_table([0], 3): "d_rotary: wants an even number of features, got 3",
    lambda: sinusoidal_positions([0], 3): "d_model: wants an even number of features, got 3",
    lambda: rope(X, COS, SIN, pairing="both"): "pairing: wants one of half, interleaved, got 'both'",
    lambda: feed_forward(WIDE, feed_forward_params(draw), activation="swish"): (
        "activation: wants one of relu, gelu, gelu_tanh, silu, got 'swish'"
    ),
    lambda: cross_entropy(X, [0, 1, 2]): "targets: wants integers from 0 to 1, got 2",
    lambda: decoder([9], DECODER, config=Config(2)): "tokens: wants integers from 0 to 8, got 9",
    lambda: decoder([-1], DECODER, config=Config(2)): "tokens: wants integers from 0 to 8, got -1",
    lambda: decoder([0] * 5, DECODER, config=Config(2)): "tokens: wants at most 4 positions, got 5",
    lambda: decoder([0], DECODER, config=Config(2), past=()): (
        "past: wants 2 caches, one for each block, got 0"
    ),
    lambda: generate([0], DECODER, config=Config(2), n_new=0): "n_new: wants an integer >= 1, got 0",
    lambda: generate([0], DECODER, config=Config(2), n_new=1, choose=lambda _: 9): (
        "choose: wants an id from 0 to 8, got 9"
    ),
    lambda: block(WIDE, BLOCK, config=Config(2), context=X): (
        "context: wants nothing, since params.cross is None, got an array"
    ),
    lambda: block(WIDE, CROSSED, config=Config(2)): ("context: wants an array for params.cross, got none"),
    lambda: block(WIDE, BLOCK, config=Config(2, norm="rms")): (
        "NormParams.bias: wants None, since RMSNorm has no bias, got shape (6,)"
    ),
    lambda: BlockParams(NormParams(), ATTENTION, NormParams(), ATTENTION): (
        "BlockParams.feed_forward: wants FeedForwardParams, got AttentionParams"
    ),
    lambda: BlockParams(NormParams(), ATTENTION, NormParams(), feed_forward_params(draw), cross=ATTENTION): (
        "BlockParams.norm_cross: wants norm_cross and cross together, got one of them"
    ),
    lambda: DecoderParams(ONE, (ATTENTION,)): (
        "DecoderParams.blocks[0]: wants BlockParams, got AttentionParams"
    ),
    lambda: Config(2, norm="batch"): "Config.norm: wants one of layer, rms, got 'batch'",
    lambda: Config(0): "Config.n_heads: wants an integer >= 1, got 0",
    lambda: Config(2, window=0): "Config.window: wants an integer >= 1, got 0",
    lambda: Config(2, pre_norm=1): "Config.pre_norm: wants True or False, got 1",
    lambda: attention(X, X, V).named("wieghts"): (
        "name: wants a field or an input of AttentionTrace, got 'wieghts'"
    ),
    # kind
    lambda: feed_forward(WIDE, ATTENTION): "params: wants FeedForwardParams, got AttentionParams",
    lambda: multi_head_attention(WIDE, {}, n_heads=2): "params: wants AttentionParams, got dict",
    lambda: multi_head_attention(
        WIDE, ATTENTION, n_heads=2, past=(COS, SIN)
    ): "past: wants KVCache, got tuple",
    lambda: multi_head_attention(WIDE, ATTENTION, n_heads=2, rope_table=COS): (
        "rope_table: wants a pair of arrays, cos and sin, got ndarray"
    ),
    lambda: block(WIDE, ATTENTION, config=Config(2)): "params: wants BlockParams, got AttentionParams",
    lambda: block(WIDE, BLOCK, config=2): "config: wants Config, got int",
    lambda: decoder([0], BLOCK, config=Config(2)): "params: wants DecoderParams, got BlockParams",
    lambda: decoder([0], DECODER, config=None): "config: wants Config, got NoneType",
    lambda: decoder([0], DECODER, config=Config(2), past=(1, 2)): "past: wants KVCache, got int",
    lambda: generate([0], None, config=Config(2), n_new=1): "params: wants DecoderParams, got NoneType",
    # empty
    lambda: attention(X[:0], X, V): "q: wants no empty axis, got shape (0, 2)",
    lambda: attention(X, X[:0], V[:0]): "k: wants no empty axis, got shape (0, 2)",
    lambda: attention(X[:, :0], X[:, :0], V): "q: wants no empty axis, got shape (3, 0)",
    lambda: softmax([]): "x: wants no empty axis, got shape (0,)",
    lambda: causal_mask(np.array([], dtype=int)): "query_positions: wants no empty axis, got shape (0,)",
    lambda: decoder(np.array([], dtype=int), DECODER, config=Config(2)): (
        "tokens: wants no empty axis, got shape (0,)"
    ),
}


@pytest.mark.parametrize(("call", "message"), BAD.items(), ids=[str(n) for n in range(1, len(BAD) + 1)])
def test_bad_input_is_refused_with_what_is_wanted_and_what_came(call, message):
    with pytest.raises(EngineError) as caught:
        call()
    if message is None:
        assert str(caught.value).startswith("q: wants an array, got list that is none")
    else:
        assert str(caught.value) == message


def test_the_error_is_a_value_error_that_tells_its_parts():
    error = EngineError("k", "2 features", "3")
    assert isinstance(error, ValueError)
    assert (error.argument, error.wanted, error.got) == ("k", "2 features", "3")


def test_half_precision_is_taken_up_to_float64():
    run = attention(X.astype(np.float16), X.astype(np.float32), V)
    assert {step.dtype for _, step in run.items()} == {np.dtype(np.float64)}


def test_a_negative_position_is_a_position():
    assert causal_mask([-1], [-2, -1, 0]).tolist() == [[True, True, False]]
