"""Indices count from 1 or are labels; each refusal says what would work."""

import pytest

from figgen.errors import AuthorError
from figgen.index import find_index

LABELS = (("行1", "行2"), ("甲", "乙", "丙"))


@pytest.mark.parametrize(
    ("index", "found"),
    [
        ((), ()),
        ((2,), (2,)),
        ((2, 3), (2, 3)),
        (("行2",), (2,)),
        (("行2", "丙"), (2, 3)),
        ((1, "乙"), (1, 2)),
    ],
)
def test_numbers_and_labels_are_found(index: tuple[int | str, ...], found: tuple[int, ...]) -> None:
    assert find_index(index, (2, 3), LABELS) == found


@pytest.mark.parametrize(
    ("index", "shape", "labels", "message"),
    [
        ((0,), (2,), (None,), "index 0: indices count from 1 to 2"),
        ((3,), (2,), (None,), "index 3 is outside 1 to 2"),
        ((-1,), (2,), (None,), "index -1 is outside 1 to 2"),
        ((1, 1), (2,), (None,), "2 indices, but the value has one axis"),
        ((1,), (), (), "1 indices, but the value is a single number"),
        ((1, 1, 1), (2, 3), LABELS, "3 indices, but the value has 2 axes"),
        (("甲",), (2, 3), LABELS, "no label '甲'; its labels are 行1, 行2"),
        (("甲",), (2,), (None,), "no label '甲'; this axis has no labels"),
    ],
)
def test_a_refusal_says_what_would_work(
    index: tuple[int | str, ...],
    shape: tuple[int, ...],
    labels: tuple[tuple[str, ...] | None, ...],
    message: str,
) -> None:
    with pytest.raises(AuthorError) as refused:
        find_index(index, shape, labels)
    assert refused.value.message == message
