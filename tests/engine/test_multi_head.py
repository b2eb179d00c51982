"""Heads: splitting and merging, grouped queries, cross-attention, QK-norm, RoPE, the cache."""

import numpy as np
import sympy as sp

from engine import (
    AttentionParams,
    attention,
    causal_mask,
    merge_heads,
    multi_head_attention,
    repeat_kv,
    rms_norm,
    rope,
    rope_table,
    split_heads,
)
from tests.engine import exact
from tests.engine.closeness import assert_close
from tests.engine.models import attention_params, numbers
from tests.engine.test_attention import C, X, c, exact_q


def test_a_head_is_a_run_of_features_and_merging_undoes_splitting():
    x = np.arange(12.0).reshape(3, 4)
    heads = split_heads(x, 2)
    assert heads[0].tolist() == [[0, 1], [4, 5], [8, 9]]
    assert heads[1].tolist() == [[2, 3], [6, 7], [10, 11]]
    assert np.array_equal(merge_heads(heads), x)


def test_repeated_heads_come_in_runs():
    x = np.array([[[1.0]], [[2.0]]])
    assert repeat_kv(x, 2).ravel().tolist() == [1, 1, 2, 2]


def test_two_heads_on_width_two_give_the_shares_of_exact_arithmetic():
    """Head 1 of the worked example beside one that compares differences; 2 + 2 features on a model of 2."""
    second = [[1.0, -1], [-1, 1]]
    params = AttentionParams(
        w_q=np.hstack([np.eye(2), second]),
        w_k=np.hstack([C * np.eye(2)] * 2),
        w_v=np.hstack([np.diag([2.0, 1]), [[0.0, 1], [1, 0]]]),
        w_o=np.array([[1.0, 0], [0, 1], [1, 0], [0, 1]]),
    )
    run = multi_head_attention(X, params, n_heads=2)
    q = exact.product(exact_q, exact.rows([[1, -1], [-1, 1]]))
    v = exact.product(exact_q, exact.rows([[0, 1], [1, 0]]))
    weights, outputs = exact.attention(q, exact.product(exact_q, exact.rows([[c, 0], [0, c]])), v)
    assert weights[0] == [sp.Rational(4, 7), sp.Rational(1, 7), sp.Rational(2, 7)]
    assert outputs == exact.rows([["3/7", "6/7"], ["6/7", "3/7"], ["2/3", "2/3"]])
    assert_close(run.heads.weights[1], exact.floats(weights))
    assert_close(run.heads.weights[0, 2], [1 / 4, 1 / 4, 1 / 2])
    assert run.merged.shape == (3, 4)
    assert_close(run.merged[:, :2], [[1.6, 0.6], [1.2, 0.8], [1.5, 0.75]])
    assert_close(run.merged[:, 2:], exact.floats(outputs))
    assert_close(run.output, run.merged[:, :2] + run.merged[:, 2:])


def test_cross_attention_reads_keys_and_values_from_the_context_only():
    draw = numbers()
    x, context, params = draw(2, 6), draw(3, 5), attention_params(draw, context=5)
    run = multi_head_attention(x, params, n_heads=2, context=context)
    assert run.heads.weights.shape == (2, 2, 3)
    assert_close(run.k, context @ params.w_k + params.b_k)
    assert_close(run.v, context @ params.w_v + params.b_v)
    assert_close(run.q, x @ params.w_q + params.b_q)
    heads = attention(run.q_heads, run.k_heads, run.v_heads)
    assert_close(run.output, merge_heads(heads.output) @ params.w_o + params.b_o)


def test_query_heads_of_one_group_share_keys_and_values_but_not_shares():
    draw = numbers()
    run = multi_head_attention(
        draw(5, 6), attention_params(draw, heads=4, kv_heads=2), n_heads=4, n_kv_heads=2
    )
    assert run.k_heads.shape == (2, 5, 4)
    assert np.array_equal(run.k_shared[0], run.k_shared[1])
    assert np.array_equal(run.k_shared[1], run.k_heads[0])
    assert np.array_equal(run.v_shared[2], run.v_heads[1])
    assert not np.allclose(run.heads.weights[0], run.heads.weights[1])


def test_the_head_width_is_what_w_q_gives_not_the_model_width_over_the_heads():
    draw = numbers()
    run = multi_head_attention(draw(3, 6), attention_params(draw, heads=2, width=7), n_heads=2)
    assert run.q_heads.shape == (2, 3, 7)
    assert run.heads.inputs["scale"] == 1 / np.sqrt(7)


def test_qk_norm_is_per_head_and_comes_before_rope():
    draw = numbers()
    params, table = attention_params(draw, gain=True), rope_table(range(3), 4)
    run = multi_head_attention(draw(3, 6), params, n_heads=2, rope_table=table, eps=1e-3)
    normed = rms_norm(run.q_heads, params.q_gain, eps=1e-3).output
    assert_close(run.q_normed, normed)
    assert_close(run.q_rotated, rope(normed, *table).output)
    assert_close(run.k_rotated, rope(rms_norm(run.k_heads, params.k_gain, eps=1e-3).output, *table).output)
    assert np.array_equal(run.heads.v, run.v_heads)


def test_with_a_cache_the_last_position_is_what_the_whole_gives():
    draw = numbers()
    x, params = draw(2, 6, 6), attention_params(draw, heads=4, kv_heads=2, gain=True)
    options = {"n_heads": 4, "n_kv_heads": 2}
    whole = multi_head_attention(
        x, params, **options, mask=causal_mask(range(6)), rope_table=rope_table(range(6), 4)
    )
    first = multi_head_attention(
        x[:, :4], params, **options, mask=causal_mask(range(4)), rope_table=rope_table(range(4), 4)
    )
    rest = multi_head_attention(
        x[:, 4:],
        params,
        **options,
        mask=causal_mask([4, 5], range(6)),
        rope_table=rope_table([4, 5], 4),
        past=first.cache,
    )
    assert_close(np.concatenate([first.output, rest.output], axis=-2), whole.output)
    assert_close(rest.cache.k, whole.cache.k)
    assert_close(rest.cache.v, whole.cache.v)
    assert rest.cache.k.shape == (2, 2, 6, 4)


def test_a_step_not_taken_is_the_same_array():
    draw = numbers()
    run = multi_head_attention(draw(3, 6), attention_params(draw), n_heads=2)
    assert run.q_rotated is run.q_normed is run.q_heads
    assert run.k_shared is run.k_all is run.k_heads
    assert run.q_norm is run.k_rope is None
