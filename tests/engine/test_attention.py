"""Scaled dot-product attention: exact on examples to check by hand, and its properties on any input."""

import numpy as np
import pytest
import sympy as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine import attention, causal_mask, rope, rope_table, softmax
from tests.engine import exact
from tests.engine.closeness import assert_close

C = float(np.sqrt(2) * np.log(2))
X = np.array([[1.0, 0], [0, 1], [1, 1]])
Q, K, V = X, C * X, X @ np.diag([2.0, 1.0])
c = sp.sqrt(2) * sp.log(2)
exact_q = exact.rows([[1, 0], [0, 1], [1, 1]])
exact_k = exact.rows([[c, 0], [0, c], [c, c]])
exact_v = exact.rows([[2, 0], [0, 1], [2, 1]])

numbers = st.floats(-8, 8, allow_nan=False, allow_subnormal=False)


@st.composite
def problems(draw, masked=True):
    """q, k, v with leading axes, and a mask or None."""
    lead = draw(st.sampled_from([(), (2,), (2, 3)]))
    n_queries, n_keys = draw(st.integers(1, 5)), draw(st.integers(1, 6))
    d_k, d_v = draw(st.integers(1, 4)), draw(st.integers(1, 3))
    q = draw(arrays(float, (*lead, n_queries, d_k), elements=numbers))
    k = draw(arrays(float, (*lead, n_keys, d_k), elements=numbers))
    v = draw(arrays(float, (*lead, n_keys, d_v), elements=numbers))
    mask = draw(st.none() | arrays(bool, (n_queries, n_keys))) if masked else None
    return q, k, v, mask


def test_the_three_position_example_has_the_shares_and_outputs_of_exact_arithmetic():
    weights, outputs = exact.attention(exact_q, exact_k, exact_v)
    assert weights == exact.rows([["2/5", "1/5", "2/5"], ["1/5", "2/5", "2/5"], ["1/4", "1/4", "1/2"]])
    assert outputs == exact.rows([["8/5", "3/5"], ["6/5", "4/5"], ["3/2", "3/4"]])
    run = attention(Q, K, V)
    assert_close(run.weights, exact.floats(weights), within=1e-15)
    assert_close(run.output, exact.floats(outputs), within=1e-15)


def test_every_step_of_the_third_position_is_what_the_paper_says():
    run = attention(Q, K, V)
    assert_close(run.scores[2], [C, C, 2 * C])
    assert_close(run.scaled[2], [np.log(2), np.log(2), 2 * np.log(2)])
    assert_close(run.row_max[2], [2 * np.log(2)])
    assert_close(run.exp[2], [1 / 2, 1 / 2, 1])
    assert_close(np.exp(run.masked[2]), [2, 2, 4])
    assert_close(run.total[2], [2])
    assert_close(run.log_sum_exp[2], [np.log(8)])
    assert run.capped is run.scaled
    assert run.masked is run.scaled


def test_the_causal_mask_renormalises_the_shares_instead_of_striking_them():
    weights, outputs = exact.attention(exact_q, exact_k, exact_v, lambda i, j: j <= i)
    assert weights[1] == [sp.Rational(1, 3), sp.Rational(2, 3), 0]
    assert outputs[:2] == exact.rows([[2, 0], ["2/3", "2/3"]])
    run = attention(Q, K, V, mask=causal_mask([0, 1, 2]))
    assert_close(run.weights, exact.floats(weights), within=1e-15)
    assert_close(run.output, exact.floats(outputs), within=1e-15)
    assert np.array_equal(run.masked[1], [0, run.scaled[1, 1], -np.inf])


def test_each_intervention_moves_only_what_it_should():
    other_k, other_v = K.copy(), V.copy()
    other_k[1], other_v[1] = [0, 2 * C], [0, 2]
    for k, v, shares, output in (
        (K, V, [1 / 4, 1 / 4, 1 / 2], [1.5, 0.75]),
        (other_k, V, [1 / 5, 2 / 5, 2 / 5], [1.2, 0.8]),
        (K, other_v, [1 / 4, 1 / 4, 1 / 2], [1.5, 1.0]),
        (other_k, other_v, [1 / 5, 2 / 5, 2 / 5], [1.2, 1.2]),
    ):
        run = attention(Q, k, v)
        assert_close(run.weights[2], shares)
        assert_close(run.output[2], output)


def test_scores_need_not_be_symmetric():
    q, k, v = [[1.0, 2], [3, 0]], [[1.0, 0], [0, 1]], [[10.0, 0], [0, 20]]
    weights, outputs = exact.attention(
        exact.rows([[1, 2], [3, 0]]), exact.rows([[1, 0], [0, 1]]), exact.rows([[10, 0], [0, 20]])
    )
    run = attention(q, k, v)
    assert np.array_equal(run.scores, [[1, 2], [3, 0]])
    assert_close(run.weights, exact.floats(weights))
    assert_close(run.output, exact.floats(outputs))
    assert_close(run.output, [[3.302385, 13.395231], [8.929582, 2.140836]], within=5e-8)


def test_without_positions_order_is_invisible_and_rope_makes_it_visible():
    for order, plain, rotated in (
        ([0, 1, 2], [1.5, 0.75], [1.255983, 0.943036]),
        ([1, 0, 2], [1.5, 0.75], [1.547358, 0.869500]),
    ):
        q, k, v = Q[order], K[order], V[order]
        cos, sin = rope_table([0, 1, 2], 2)
        assert_close(attention(q, k, v).output[2], plain)
        with_rope = attention(rope(q, cos, sin).output, rope(k, cos, sin).output, v)
        assert_close(with_rope.output[2], rotated, within=5e-7)


def test_bias_comes_after_the_softcap_and_the_mask_last():
    q, k, v, cap = [[3.0]], [[1.0], [2.0], [3.0]], [[1.0], [2.0], [4.0]], 2.0
    bias = np.array([[0.5, -np.inf, 0.0]])
    run = attention(q, k, v, bias=bias, mask=[[True, True, False]], softcap=cap, scale=0.5)
    capped = 2 * np.tanh(np.array([[1.5, 3.0, 4.5]]) / 2)
    assert_close(run.scaled, [[1.5, 3.0, 4.5]])
    assert_close(run.capped, capped)
    assert_close(run.masked, [[capped[0, 0] + 0.5, -np.inf, -np.inf]])
    assert np.array_equal(run.weights, [[1, 0, 0]])
    assert np.array_equal(run.output, [[1]])


def test_a_query_that_may_attend_to_nothing_gets_zeros():
    run = attention(Q, K, V, mask=[[True] * 3, [False] * 3, [True] * 3])
    assert np.array_equal(run.weights[1], [0, 0, 0])
    assert np.array_equal(run.output[1], [0, 0])
    assert run.total[1, 0] == 0
    assert run.log_sum_exp[1, 0] == -np.inf


def test_softmax_of_large_numbers_does_not_overflow():
    assert_close(softmax([[1000.0, 1000.0, -1000.0]]).output, [[0.5, 0.5, 0.0]])
    assert_close(softmax([1e308, -1e308]).output, [1.0, 0.0])


def test_inputs_hold_what_went_in_and_the_resolved_scale():
    run = attention(Q, K, V)
    assert list(run.inputs) == ["q", "k", "v", "mask", "bias", "scale", "softcap", "d_k"]
    assert run.inputs["scale"] == 1 / np.sqrt(2)
    assert run.inputs["d_k"] == 2
    assert run.inputs["mask"] is None
    assert run.named("weights") is run.weights
    assert run.named("scale") is run.inputs["scale"]


def test_a_trace_can_not_be_changed_and_does_not_change_what_it_was_given():
    mine = Q.copy()
    run = attention(mine, K, V)
    mine[0, 0] = 7
    assert run.q[0, 0] == 1
    for _, step in run.items():
        assert not step.flags.writeable
    with pytest.raises(TypeError):
        run.inputs["q"] = mine
    with pytest.raises(AttributeError):
        run.weights = mine


def test_a_read_only_array_is_its_own_field():
    frozen = Q.copy()
    frozen.flags.writeable = False
    assert attention(frozen, K, V).q is frozen


@given(problems())
def test_rows_sum_to_one_or_to_nothing_and_masked_weights_are_exactly_zero(problem):
    q, k, v, mask = problem
    run = attention(q, k, v, mask=mask)
    allowed = np.ones(run.weights.shape, bool) if mask is None else np.broadcast_to(mask, run.weights.shape)
    assert (run.weights[~allowed] == 0).all()
    assert (run.weights >= 0).all()
    assert_close(run.weights.sum(axis=-1), allowed.any(axis=-1).astype(float))


@given(problems(masked=False), st.data())
def test_a_causal_output_never_depends_on_later_positions(problem, data):
    _, k, v, _ = problem
    at = data.draw(st.integers(0, k.shape[-2] - 1))
    mask = causal_mask(np.arange(k.shape[-2]))
    before = attention(k, k, v, mask=mask).output[..., : at + 1, :]
    later_k, later_v = k.copy(), v.copy()
    later_k[..., at + 1 :, :] += 3
    later_v[..., at + 1 :, :] -= 5
    assert np.array_equal(attention(later_k, later_k, later_v, mask=mask).output[..., : at + 1, :], before)


@given(problems(masked=False), st.randoms(use_true_random=False))
def test_the_order_of_key_value_pairs_changes_nothing_without_a_mask(problem, random):
    q, k, v, _ = problem
    order = list(range(k.shape[-2]))
    random.shuffle(order)
    assert_close(attention(q, k[..., order, :], v[..., order, :]).output, attention(q, k, v).output)


@settings(max_examples=30)
@given(problems(masked=False), st.floats(-50, 50))
def test_a_number_added_to_all_scores_of_a_row_changes_no_share(problem, added):
    q, k, v, _ = problem
    plain, moved = attention(q, k, v), attention(q, k, v, bias=np.full((1, 1), added))
    assert_close(moved.weights, plain.weights, within=1e-11)
    assert_close(moved.log_sum_exp, plain.log_sum_exp + added)
