"""Masks are relations between positions: True where the query may attend to the key."""

import numpy as np

from engine import causal_mask, padding_mask, window_mask


def test_causal_lets_each_position_see_itself_and_what_came_before():
    assert causal_mask([0, 1, 2]).tolist() == [[True, False, False], [True, True, False], [True, True, True]]


def test_causal_with_a_cache_goes_on_from_the_positions_before():
    assert causal_mask([3], range(4)).tolist() == [[True, True, True, True]]
    assert causal_mask([2, 3], range(4)).tolist() == [[True, True, True, False], [True, True, True, True]]


def test_positions_need_not_lie_in_order():
    """Keys in the order 2, 3, 1: row 2 sees the first and the last of them."""
    assert causal_mask([1, 2, 3], [2, 3, 1]).tolist() == [
        [False, False, True],
        [True, False, True],
        [True, True, True],
    ]


def test_a_window_of_two_counts_the_position_itself():
    assert window_mask(range(4), left=1, right=0).tolist() == [
        [True, False, False, False],
        [True, True, False, False],
        [False, True, True, False],
        [False, False, True, True],
    ]


def test_each_side_of_a_window_may_be_open():
    assert window_mask([0, 1], left=0).tolist() == [[True, True], [False, True]]
    assert window_mask([0, 1], right=0).tolist() == [[True, False], [True, True]]
    assert window_mask([0, 1]).all()


def test_padding_hides_the_keys_beyond_each_length():
    mask = padding_mask([1, 3, 0], 3)
    assert mask.shape == (3, 1, 3)
    assert mask[:, 0].tolist() == [[True, False, False], [True, True, True], [False, False, False]]


def test_masks_combine_with_and_over_leading_axes():
    both = causal_mask(range(3)) & padding_mask([3, 2], 3)
    assert both.shape == (2, 3, 3)
    assert both[1].tolist() == [[True, False, False], [True, True, False], [True, True, False]]


def test_positions_may_have_leading_axes():
    mask = causal_mask(np.array([[0, 1], [2, 3]]), range(3))
    assert mask.shape == (2, 2, 3)
    assert mask[0].tolist() == [[True, False, False], [True, True, False]]
    assert mask[1].all()
