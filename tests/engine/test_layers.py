"""Norms, activations, the feed-forward part and cross-entropy."""

import math

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine import FeedForwardParams, cross_entropy, feed_forward, gelu, layer_norm, relu, rms_norm, silu
from tests.engine import exact
from tests.engine.closeness import assert_close
from tests.engine.models import feed_forward_params, numbers

rows = arrays(float, st.tuples(st.integers(1, 4), st.integers(2, 6)), elements=st.floats(-100, 100))


def test_without_epsilon_the_norms_of_one_and_three_are_exact():
    assert layer_norm([1.0, 3.0], eps=0).output.tolist() == [-1, 1]
    assert_close(rms_norm([1.0, 3.0], eps=0).output, [1 / math.sqrt(5), 3 / math.sqrt(5)], within=1e-15)


def test_epsilon_stands_inside_the_root_and_the_variance_divides_by_n():
    got = layer_norm([1.0, 3.0, 8.0], [1.0, 2.0, 3.0], [0.5, 0.0, -1.0], eps=0.25)
    wanted = exact.layer_norm([sp.Integer(1), sp.Integer(3), sp.Integer(8)], sp.Rational(1, 4))
    wanted = [wanted[0] + sp.Rational(1, 2), 2 * wanted[1], 3 * wanted[2] - 1]
    assert_close(got.output, exact.floats(wanted))
    assert_close(got.variance, [26 / 3])
    assert_close(rms_norm([1.0, 3.0], [2.0, 1.0], eps=4.0).output, [2 / 3, 1.0])


def test_pre_and_post_norm_are_two_orders_of_the_same_parts():
    x = np.array([-2.0, 1.0, 4.0])
    pre = x + 0.5 * relu(layer_norm(x, eps=0).output)
    post = layer_norm(x + 0.5 * relu(x), eps=0).output
    assert_close(pre, [-2, 1, 4 + float(sp.sqrt(6) / 4)])
    assert_close(post, exact.floats(exact.layer_norm(exact.rows([[-2, "3/2", 6]])[0])))
    assert_close(pre, [-2, 1, 4.612372], within=1e-6)
    assert_close(post, [-1.170669, -0.101797, 1.272467], within=1e-6)


def test_equal_features_without_epsilon_give_zeros():
    assert layer_norm([2.0, 2.0], eps=0).output.tolist() == [0, 0]
    assert rms_norm([0.0, 0.0], eps=0).output.tolist() == [0, 0]


@given(rows)
def test_a_normed_row_has_mean_zero_and_variance_below_one(x):
    run = layer_norm(x, eps=1e-5)
    assert_close(run.output.mean(axis=-1), np.zeros(len(x)), within=1e-9)
    assert (run.output.var(axis=-1) <= 1 + 1e-12).all()
    assert_close(run.output * run.std + run.mean, x, within=1e-9)


@given(rows, st.floats(-1e3, 1e3))
def test_a_number_added_to_all_features_does_not_change_layer_norm(x, added):
    assert_close(layer_norm(x + added, eps=1.0).output, layer_norm(x, eps=1.0).output, within=1e-9)


def test_activations_at_points_known_from_tables():
    x = np.array([-1.0, 0.0, 2.0])
    assert relu(x).tolist() == [0, 0, 2]
    phi = [float(sp.N((1 + sp.erf(sp.Integer(n) / sp.sqrt(2))) / 2, 30)) for n in (-1, 0, 2)]
    assert_close(gelu(x), x * phi, within=1e-15)
    inner = [sp.sqrt(2 / sp.pi) * (n + sp.Rational(44715, 10**6) * n**3) for n in (-1, 0, 2)]
    tanh = [float(sp.N(sp.tanh(one), 30)) for one in inner]
    assert_close(gelu(x, approximate="tanh"), x * (1 + np.array(tanh)) / 2, within=1e-15)
    assert_close(silu(x), x / (1 + np.exp(-x)))
    assert_close(silu(x, beta=2.0), x / (1 + np.exp(-2 * x)))
    assert silu([-1e4, 1e4]).tolist() == [0, 1e4]


def test_feed_forward_on_a_case_to_do_by_hand():
    params = FeedForwardParams(
        np.array([[1.0, -1.0]]), np.array([[2.0], [3.0]]), np.array([0.5, 0.0]), np.array([1.0])
    )
    run = feed_forward([[2.0], [-1.0]], params)
    assert run.hidden.tolist() == [[2.5, -2], [-0.5, 1]]
    assert run.activated.tolist() == [[2.5, 0], [0, 1]]
    assert run.output.tolist() == [[6], [4]]
    assert run.gate is run.hidden


@pytest.mark.parametrize("activation", ["relu", "gelu", "gelu_tanh", "silu"])
def test_the_gate_is_activated_and_multiplies_the_other_projection(activation):
    act = {"relu": relu, "gelu": gelu, "gelu_tanh": lambda x: gelu(x, approximate="tanh"), "silu": silu}
    draw = numbers()
    x, params = draw(3, 6), feed_forward_params(draw, gated=True)
    run = feed_forward(x, params, activation=activation)
    hidden = act[activation](x @ params.w_gate) * (x @ params.w_in + params.b_in)
    assert_close(run.output, hidden @ params.w_out + params.b_out)


def test_cross_entropy_is_minus_the_logarithm_of_the_probability():
    logits = np.log([[1.0, 2.0, 5.0], [3.0, 3.0, 2.0]])
    run = cross_entropy(logits, [2, 0])
    assert_close(run.losses, [-math.log(5 / 8), -math.log(3 / 8)])
    assert_close(run.output, -math.log(15 / 64) / 2)
    assert_close(np.exp(run.log_probabilities), [[1 / 8, 1 / 4, 5 / 8], [3 / 8, 3 / 8, 1 / 4]])


def test_cross_entropy_of_far_apart_logits_stays_finite():
    assert cross_entropy([[1000.0, 0.0]], [1]).losses.tolist() == [1000]
    assert cross_entropy([[0.0, -np.inf]], [1]).losses.tolist() == [np.inf]
