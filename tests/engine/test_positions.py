"""Positions: sine and cosine vectors, and rotations."""

import numpy as np
import pytest
import sympy as sp

from engine import rope, rope_table, sinusoidal_positions
from tests.engine.closeness import assert_close


def test_sinusoidal_positions_interleave_sine_and_cosine_of_falling_frequencies():
    table = sinusoidal_positions([0, 1, 3], 4, base=100)
    exact = [
        [f(position / sp.sqrt(100) ** i) for i in range(2) for f in (sp.sin, sp.cos)]
        for position in (0, 1, 3)
    ]
    assert_close(table, [[float(number) for number in row] for row in exact])


def test_rope_table_starts_with_one_radian_for_each_position():
    cos, sin = rope_table([0, 1, 2], 4, base=10_000)
    assert_close(cos, [[np.cos(p), np.cos(p / 100)] for p in range(3)])
    assert_close(sin, [[np.sin(p), np.sin(p / 100)] for p in range(3)])


def test_rope_turns_a_pair_by_the_angle_of_its_position():
    cos, sin = rope_table([0, 1], 2)
    run = rope([[1.0, 0.0], [1.0, 0.0]], cos, sin)
    assert_close(run.output, [[1, 0], [np.cos(1), np.sin(1)]])


def test_pairings_pair_other_features():
    x = np.array([[1.0, 2, 3, 4]])
    cos, sin = rope_table([1], 4, base=4)
    a, b = 1.0, 0.5  # the two angles
    half = [
        np.cos(a) - 3 * np.sin(a),
        2 * np.cos(b) - 4 * np.sin(b),
        np.sin(a) + 3 * np.cos(a),
        2 * np.sin(b) + 4 * np.cos(b),
    ]
    interleaved = [
        np.cos(a) - 2 * np.sin(a),
        np.sin(a) + 2 * np.cos(a),
        3 * np.cos(b) - 4 * np.sin(b),
        3 * np.sin(b) + 4 * np.cos(b),
    ]
    assert_close(rope(x, cos, sin, pairing="half").output, [half])
    assert_close(rope(x, cos, sin, pairing="interleaved").output, [interleaved])


@pytest.mark.parametrize("pairing", ["half", "interleaved"])
def test_scores_of_rotated_vectors_depend_on_the_distance_only(pairing):
    rng = np.random.default_rng(3)
    q, k = rng.normal(size=(1, 8)), rng.normal(size=(1, 8))

    def score(at_q, at_k):
        turned = [rope(x, *rope_table([p], 8), pairing=pairing).output for x, p in ((q, at_q), (k, at_k))]
        return (turned[0] @ turned[1].T).item()

    assert score(7, 4) == pytest.approx(score(103, 100), abs=1e-12)
    assert score(7, 4) != pytest.approx(score(4, 7), abs=1e-3)
    assert score(5, 5) == pytest.approx((q @ k.T).item(), abs=1e-12)


@pytest.mark.parametrize("pairing", ["half", "interleaved"])
def test_features_beyond_the_rotary_ones_stay(pairing):
    x = np.arange(6.0).reshape(1, 6)
    run = rope(x, *rope_table([2], 4), pairing=pairing)
    assert np.array_equal(run.output[:, 4:], x[:, 4:])
    assert_close(run.output[:, :4], rope(x[:, :4], *rope_table([2], 4), pairing=pairing).output)
