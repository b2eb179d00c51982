"""Blocks, decoder and generation: a whole small decoder by exact arithmetic, and what must hold of any."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import (
    AttentionParams,
    BlockParams,
    Config,
    DecoderParams,
    FeedForwardParams,
    NormParams,
    block,
    cache_numbers,
    causal_mask,
    decoder,
    feed_forward,
    generate,
    layer_norm,
    multi_head_attention,
    multiply_adds,
    rms_norm,
    softmax,
)
from tests.engine import exact
from tests.engine.closeness import assert_close
from tests.engine.models import block_params, decoder_params, numbers

ONE = np.eye(2)
TWO_POSITIONS = DecoderParams(
    embedding=np.array([[1.0, 0], [0, 2]]),
    blocks=(
        BlockParams(
            NormParams(), AttentionParams(ONE, ONE, ONE, ONE), NormParams(), FeedForwardParams(ONE, ONE / 2)
        ),
    ),
    norm=NormParams(),
    unembedding=np.array([[1.0, 0, -1], [0, 1, 0.5]]),
)


def two_positions_exactly():
    """The teaching decoder with two positions, number by number."""
    eps = sp.Rational(1, 10**5)
    x = exact.rows([[1, 0], [0, 2]])
    normed = [exact.layer_norm(row, eps) for row in x]
    weights, attended = exact.attention(normed, normed, normed, lambda i, j: j <= i)
    stream = [[a + b for a, b in zip(*pair, strict=True)] for pair in zip(x, attended, strict=True)]
    stream = [[sp.N(number, 40) for number in row] for row in stream]
    fed = [[sp.Max(number, 0) / 2 for number in exact.layer_norm(row, eps)] for row in stream]
    stream = [[a + b for a, b in zip(*pair, strict=True)] for pair in zip(stream, fed, strict=True)]
    last = [exact.layer_norm(row, eps) for row in stream]
    logits = exact.product(last, exact.rows([[1, 0, -1], [0, 1, "1/2"]]))
    return {
        "norm": normed,
        "weights": weights,
        "attention": attended,
        "feed_forward": fed,
        "stream": stream,
        "logits": logits,
        "probabilities": [[sp.exp(n) / sp.Add(*map(sp.exp, row)) for n in row] for row in logits],
    }


def test_the_two_position_decoder_is_what_exact_arithmetic_gives_at_every_stage():
    wanted = {name: exact.floats(rows) for name, rows in two_positions_exactly().items()}
    run = decoder([0, 1], TWO_POSITIONS, config=Config(n_heads=1))
    only = run.blocks[0]
    assert_close(only.norm_1.output, wanted["norm"])
    assert_close(only.attention.heads.weights[0], wanted["weights"])
    assert_close(only.attention.output, wanted["attention"])
    assert_close(only.feed_forward.output, wanted["feed_forward"])
    assert_close(only.output, wanted["stream"])
    assert_close(run.logits, wanted["logits"])
    assert_close(run.probabilities, wanted["probabilities"])
    assert_close(run.probabilities[0], [0.821408, 0.111166, 0.067426], within=5e-7)
    assert_close(run.probabilities[1], [0.048611, 0.359188, 0.592201], within=5e-7)
    assert only.output is only.residual_2


def test_the_second_input_leaves_the_first_position_alone_and_the_first_moves_the_second():
    def stream(x):
        parts = TWO_POSITIONS.blocks, TWO_POSITIONS.norm, TWO_POSITIONS.unembedding
        return decoder([0, 1], DecoderParams(np.array(x), *parts), config=Config(n_heads=1)).blocks[0].output

    plain = stream([[1.0, 0], [0, 2]])
    assert np.array_equal(stream([[1.0, 0], [3, 2]])[0], plain[0])
    assert np.abs(stream([[0.0, 1], [0, 2]])[1] - plain[1]).max() > 0.1


@pytest.mark.parametrize("norm", ["layer", "rms"])
@pytest.mark.parametrize("crossed", [False, True])
@pytest.mark.parametrize("pre_norm", [True, False])
def test_a_block_adds_each_part_to_its_own_input(pre_norm, crossed, norm):
    draw = numbers()
    x, context, mask = draw(4, 6), draw(3, 3), causal_mask(range(4))
    params = block_params(draw, norm=norm, crossed=crossed)
    config = Config(n_heads=2, pre_norm=pre_norm, norm=norm, activation="gelu")
    run = block(x, params, config=config, mask=mask, context=context if crossed else None)

    def normed(x, which):
        if norm == "rms":
            return rms_norm(x, which.gain, eps=1e-5).output
        return layer_norm(x, which.gain, which.bias, eps=1e-5).output

    stream = x
    parts = [
        (params.norm_1, lambda z: multi_head_attention(z, params.attention, n_heads=2, mask=mask).output)
    ]
    if crossed:
        parts.append(
            (
                params.norm_cross,
                lambda z: multi_head_attention(z, params.cross, n_heads=2, context=context).output,
            )
        )
    parts.append((params.norm_2, lambda z: feed_forward(z, params.feed_forward, activation="gelu").output))
    for which, part in parts:
        stream = stream + part(normed(stream, which)) if pre_norm else normed(stream + part(stream), which)
    assert_close(run.output, stream)


CONFIGS = {
    "gpt": (Config(2, activation="gelu_tanh"), {"positions": 12, "tied": True}),
    "llama": (
        Config(2, 1, norm="rms", activation="silu", rope_base=1e4),
        {"norm": "rms", "gated": True, "kv_heads": 1, "bias": False},
    ),
    "window": (
        Config(2, norm="rms", rope_base=100.0, rope_pairing="interleaved", window=2, eps=1e-6),
        {"norm": "rms", "gain": True},
    ),
    "caps": (Config(2, softcap=2.0, logit_softcap=3.0, embedding_scale=2.5, pre_norm=False), {"tied": True}),
}


@pytest.mark.parametrize("name", CONFIGS)
def test_decoding_with_the_cache_is_decoding_without(name):
    config, shape = CONFIGS[name]
    params = decoder_params(numbers(), **shape)
    tokens = np.array([3, 1, 4, 1, 5, 2])
    whole = decoder(tokens, params, config=config)
    for cut in ([1] * 6, [2, 3, 1], [5, 1]):
        past, start, rows = None, 0, []
        for length in cut:
            run = decoder(tokens[start : start + length], params, config=config, past=past)
            past, start = run.cache, start + length
            rows.append(run.logits)
        assert_close(np.concatenate(rows), whole.logits)
        assert_close(past[1].k, whole.cache[1].k)


@settings(max_examples=25)
@given(st.sampled_from(sorted(CONFIGS)), st.lists(st.integers(0, 8), min_size=2, max_size=10), st.data())
def test_wherever_decoding_is_cut_the_cache_carries_on(name, tokens, data):
    config, shape = CONFIGS[name]
    params = decoder_params(numbers(), **shape)
    cut = data.draw(st.integers(1, len(tokens) - 1))
    first = decoder(tokens[:cut], params, config=config)
    rest = decoder(tokens[cut:], params, config=config, past=first.cache)
    whole = decoder(tokens, params, config=config)
    assert_close(np.concatenate([first.probabilities, rest.probabilities]), whole.probabilities)


@pytest.mark.parametrize("name", CONFIGS)
def test_generation_with_the_cache_chooses_what_generation_without_chooses(name):
    config, shape = CONFIGS[name]
    params = decoder_params(numbers(), **shape)
    with_cache = generate([1, 2, 3], params, config=config, n_new=5)
    without = generate([1, 2, 3], params, config=config, n_new=5, use_cache=False)
    assert with_cache.tokens.tolist() == without.tokens.tolist()
    assert with_cache.tokens[:3].tolist() == [1, 2, 3]
    assert_close(with_cache.steps[-1].probabilities[-1], without.steps[-1].probabilities[-1])
    assert [len(step.inputs["tokens"]) for step in with_cache.steps] == [3, 1, 1, 1, 1]
    assert [len(step.inputs["tokens"]) for step in without.steps] == [3, 4, 5, 6, 7]


def test_generation_takes_the_most_probable_token_unless_told_otherwise():
    params = decoder_params(numbers())
    run = generate([1], params, config=Config(2), n_new=2)
    assert run.chosen.tolist() == [int(step.probabilities[-1].argmax()) for step in run.steps]
    last = generate(
        [1], params, config=Config(2), n_new=2, choose=lambda probabilities: probabilities.size - 1
    )
    assert last.tokens.tolist() == [1, 8, 8]


def test_a_decoder_with_a_batch_is_each_row_by_itself():
    params, config = decoder_params(numbers(), positions=8), Config(2, rope_base=10.0)
    tokens = np.array([[1, 2, 3], [4, 0, 4]])
    both = decoder(tokens, params, config=config)
    for row in range(2):
        assert_close(both.probabilities[row], decoder(tokens[row], params, config=config).probabilities)


def test_tied_unembedding_is_the_embedding_turned():
    params = decoder_params(numbers(), tied=True)
    run = decoder([1, 2], params, config=Config(2, logit_softcap=3.0, embedding_scale=2.0))
    assert_close(run.unembedded, run.hidden @ params.embedding.T)
    assert_close(run.logits, 3 * np.tanh(run.unembedded / 3))
    assert_close(run.embedded, 2 * params.embedding[[1, 2]])
    assert_close(run.probabilities, softmax(run.logits).output)
    assert run.output is run.probabilities


def test_a_window_reaches_back_through_the_layers():
    """With two blocks and windows of 2, position 4 depends on position 2 but not on position 1 (from 1)."""
    params, config = decoder_params(numbers()), Config(2, window=2)
    plain = decoder([1, 2, 3, 4], params, config=config).logits[3]
    assert np.array_equal(decoder([5, 2, 3, 4], params, config=config).logits[3], plain)
    assert not np.allclose(decoder([1, 5, 3, 4], params, config=config).logits[3], plain)


def test_multiply_adds_are_counted_from_the_shapes():
    """d = 2, one head, two positions: 4 projections, scores and mix, two feed-forward products, the head."""
    run = decoder([0, 1], TWO_POSITIONS, config=Config(n_heads=1))
    projections, scores_and_mix, hidden, head = 4 * (2 * 2 * 2), 2 * (2 * 2 * 2), 2 * (2 * 2 * 2), 2 * 2 * 3
    assert multiply_adds(run) == projections + scores_and_mix + hidden + head


def test_the_cache_saves_the_multiply_adds_of_the_positions_before():
    params, config = decoder_params(numbers(), n_blocks=1), Config(2)
    cached = [multiply_adds(step) for step in generate([1], params, config=config, n_new=5).steps]
    whole = [
        multiply_adds(step) for step in generate([1], params, config=config, n_new=5, use_cache=False).steps
    ]
    assert cached[0] == whole[0]
    growth = 2 * 2 * 4  # one more key and one more value in each of 2 heads of width 4
    assert np.diff(cached).tolist() == [growth] * 4
    assert np.diff(whole, 2).tolist() == [2 * growth] * 3


def test_a_cache_holds_keys_and_values_of_all_heads_and_blocks():
    run = decoder([1, 2, 3], decoder_params(numbers(), heads=4, kv_heads=2), config=Config(4, 2))
    assert cache_numbers(run.cache) == 2 * 2 * 3 * 2 * 4
    assert cache_numbers(run.cache[0]) == cache_numbers(run.cache) // 2
