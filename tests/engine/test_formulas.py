"""Each field of each trace is what its own formula gives, in figgen's language."""

import numpy as np
import pytest

from engine import (
    Config,
    attention,
    block,
    causal_mask,
    cross_entropy,
    decoder,
    feed_forward,
    generate,
    layer_norm,
    multi_head_attention,
    rms_norm,
    rope,
    rope_table,
    softmax,
    tiled_attention,
)
from tests.engine.models import attention_params, block_params, decoder_params, feed_forward_params, numbers
from tests.engine.walk import assert_formulas_hold

draw = numbers()
X = draw(2, 5, 6)
CAUSAL = causal_mask(range(5))
EMPTY_ROW = CAUSAL & np.array([[True], [False], [True], [True], [True]])
BIAS = np.where(draw(5, 5) > 1, -np.inf, draw(5, 5))
OPTIONS = {
    "bare": {},
    "masked": {"mask": EMPTY_ROW},
    "biased": {"bias": BIAS},
    "all": {"mask": CAUSAL, "bias": draw(5, 5), "softcap": 2.0, "scale": 0.3},
}


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
def test_attention(options):
    told = assert_formulas_hold(attention(X, X, draw(2, 5, 3), **options))
    assert told == (13 if "scale" in options else 14)


@pytest.mark.parametrize("options", OPTIONS.values(), ids=OPTIONS)
@pytest.mark.parametrize("tile", [(1, 1), (2, 2), (5, 4), (6, 6)])
def test_tiled_attention_and_each_of_its_steps(tile, options):
    run = tiled_attention(X, X, draw(2, 5, 3), **options, block_q=tile[0], block_k=tile[1])
    assert assert_formulas_hold(run) >= 2 + 11 * len(run.steps)


def test_softmax():
    assert assert_formulas_hold(softmax(np.array([[1.0, -np.inf, 3.0], [-np.inf] * 3]))) == 5


@pytest.mark.parametrize("eps", [0.0, 1e-5])
def test_norms(eps):
    for x in (X, np.ones((2, 3))):
        wide = x.shape[-1]
        assert assert_formulas_hold(layer_norm(x, eps=eps)) == 6
        assert assert_formulas_hold(layer_norm(x, draw(wide), draw(wide), eps=eps)) == 6
        assert assert_formulas_hold(layer_norm(x, None, draw(wide), eps=eps)) == 6
        assert assert_formulas_hold(rms_norm(x, eps=eps)) == 4
        assert assert_formulas_hold(rms_norm(x, draw(wide), eps=eps)) == 4


@pytest.mark.parametrize("pairing", ["half", "interleaved"])
@pytest.mark.parametrize("rotary", [2, 4, 6])
def test_rope(rotary, pairing):
    assert assert_formulas_hold(rope(X, *rope_table(range(5), rotary), pairing=pairing)) == 5


@pytest.mark.parametrize("activation", ["relu", "gelu", "gelu_tanh", "silu"])
@pytest.mark.parametrize("gated", [False, True])
@pytest.mark.parametrize("bias", [False, True])
def test_feed_forward(bias, gated, activation):
    params = feed_forward_params(draw, gated=gated, bias=bias)
    assert assert_formulas_hold(feed_forward(X, params, activation=activation)) == 4


def test_cross_entropy():
    assert assert_formulas_hold(cross_entropy(X, np.array([[0, 1, 2, 3, 4], [5, 5, 5, 0, 0]]))) == 6


@pytest.mark.parametrize("gain", [False, True])
@pytest.mark.parametrize("table", [None, rope_table(range(5), 4)])
@pytest.mark.parametrize("kv_heads", [1, 2, 4])
@pytest.mark.parametrize("bias", [False, True])
def test_multi_head_attention(bias, kv_heads, table, gain):
    params = attention_params(draw, heads=4, kv_heads=kv_heads, gain=gain, bias=bias)
    options = {"n_heads": 4, "n_kv_heads": kv_heads, "rope_table": table, "softcap": 3.0}
    run = multi_head_attention(X, params, mask=CAUSAL, **options)
    assert assert_formulas_hold(run) > 30
    again = multi_head_attention(X, params, past=run.cache, bias=draw(4, 5, 10), **options)
    assert assert_formulas_hold(again) > 30


def test_cross_attention():
    run = multi_head_attention(X, attention_params(draw, context=3), n_heads=2, context=draw(2, 7, 3))
    assert assert_formulas_hold(run) > 30


@pytest.mark.parametrize("pre_norm", [True, False])
@pytest.mark.parametrize("crossed", [True, False])
@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_block(norm, crossed, pre_norm):
    params = block_params(draw, norm=norm, crossed=crossed, gated=crossed)
    context = {"context": draw(2, 7, 3), "context_mask": np.ones((1, 7), bool)} if crossed else {}
    table = rope_table(range(5), 4)
    config = Config(2, norm=norm, pre_norm=pre_norm, activation="silu", softcap=4.0)
    run = block(X, params, config=config, mask=CAUSAL, rope_table=table, **context)
    assert assert_formulas_hold(run) > 60
    assert assert_formulas_hold(block(X, params, config=config, past=run.cache, **context)) > 50


FULL = Config(2, 1, norm="rms", rope_base=50.0, window=2, logit_softcap=3.0, embedding_scale=2.0)


@pytest.mark.parametrize("use_cache", [True, False])
@pytest.mark.parametrize("config", [Config(2), FULL])
def test_decoder_and_generation(config, use_cache):
    shape = (
        {"kv_heads": 1, "norm": "rms", "gain": True, "positions": 9, "tied": True} if config is FULL else {}
    )
    params = decoder_params(draw, **shape)
    assert assert_formulas_hold(decoder(np.array([[1, 2], [3, 4]]), params, config=config)) > 100
    run = generate([1, 2, 3], params, config=config, n_new=3, use_cache=use_cache)
    assert assert_formulas_hold(run) > 300


def test_generation_that_chooses_by_itself_tells_its_choices_as_inputs():
    run = generate([1, 2], decoder_params(draw), config=Config(2), n_new=2, choose=lambda _: 5)
    assert run.formulas["chosen"] == "choices"
    assert run.formulas["tokens"] == "join(prompt, chosen)"


def test_a_step_not_taken_is_told_by_the_name_of_the_step_before():
    told = attention(X, X, X).formulas
    assert (told["capped"], told["masked"]) == ("scaled", "capped")
    assert attention(X, X, X, mask=CAUSAL, bias=BIAS, softcap=1.0).formulas == {
        "q": "q",
        "k": "k",
        "v": "v",
        "scale": "1 / sqrt(d_k)",
        "scores": "q @ k.mT",
        "scaled": "scores * scale",
        "capped": "softcap * tanh(scaled / softcap)",
        "masked": "where(mask, capped + bias, -inf)",
        "row_max": "max(masked)",
        "exp": "exp(shift(masked, row_max))",
        "total": "sum(exp)",
        "log_sum_exp": "row_max + ln(total)",
        "weights": "exp / total",
        "output": "weights @ v",
    }
