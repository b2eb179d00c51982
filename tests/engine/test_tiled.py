"""Tiled attention: the same output for every size of tile, and an online softmax that a person can follow."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from engine import attention, tiled_attention
from tests.engine.closeness import assert_close
from tests.engine.test_attention import K, Q, V, problems


@given(problems(), st.integers(1, 6), st.integers(1, 7), st.none() | st.floats(0.5, 5))
def test_tiled_is_dense_for_every_size_of_tile(problem, block_q, block_k, softcap):
    q, k, v, mask = problem
    bias = np.linspace(-1, 1, q.shape[-2] * k.shape[-2]).reshape(q.shape[-2], k.shape[-2])
    options = {"mask": mask, "bias": bias, "softcap": softcap, "scale": 0.7}
    dense = attention(q, k, v, **options)
    tiled = tiled_attention(q, k, v, **options, block_q=block_q, block_k=block_k)
    assert_close(tiled.output, dense.output)
    assert_close(tiled.log_sum_exp, dense.log_sum_exp)


def test_leading_axes_of_the_values_alone_do_not_repeat_the_scores():
    v = np.stack([V, 2 * V])
    dense, tiled = attention(Q, K, v), tiled_attention(Q, K, v, block_q=2, block_k=2)
    assert dense.weights.shape == (3, 3)
    assert tiled.log_sum_exp.shape == dense.log_sum_exp.shape == (3, 1)
    assert_close(tiled.output, dense.output)
    assert_close(tiled.output[1], 2 * tiled.output[0])


def test_row_three_in_tiles_of_one_key():
    steps = tiled_attention(Q[2:], K, V, block_q=1, block_k=1).steps
    assert_close([step.row_max[0, 0] for step in steps], np.log([2, 2, 4]))
    assert_close([step.row_sum[0, 0] for step in steps], [1, 2, 2])
    assert_close([step.rescale[0, 0] for step in steps], [0, 1, 1 / 2])
    assert_close([step.accumulator[0] for step in steps], [[2, 0], [2, 1], [3, 1.5]])


def test_row_three_in_tiles_of_two_keys():
    run = tiled_attention(Q[2:], K, V, block_q=1, block_k=2)
    assert [step.keys.tolist() for step in run.steps] == [[0, 1], [2]]
    assert_close([step.row_sum[0, 0] for step in run.steps], [2, 2])
    assert_close(run.output, [[1.5, 0.75]])


def test_steps_are_a_sequence_that_computes_a_tile_when_read():
    steps = tiled_attention(Q, K, V, block_q=2, block_k=2).steps
    assert len(steps) == 4
    assert [(step.queries.tolist(), step.keys.tolist()) for step in steps] == [
        ([0, 1], [0, 1]),
        ([0, 1], [2]),
        ([2], [0, 1]),
        ([2], [2]),
    ]
    assert np.array_equal(steps[-1].accumulator, list(steps)[3].accumulator)
    assert [step.keys.tolist() for step in steps[1:3]] == [[2], [0, 1]]
    assert steps[1] is not steps[1]


def test_a_mask_that_broadcasts_is_cut_to_each_tile():
    mask = np.array([[True, False, True]])
    tiled = tiled_attention(Q, K, V, mask=mask, bias=np.ones((3, 1)), block_q=2, block_k=2)
    assert_close(tiled.output, attention(Q, K, V, mask=mask).output)
