"""Chinese number words, written and read."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from figgen.numbers import hanzi


@pytest.mark.parametrize(
    ("number", "word"),
    [
        (0, "零"),
        (2, "二"),
        (10, "十"),
        (12, "十二"),
        (20, "二十"),
        (101, "一百零一"),
        (110, "一百一十"),
        (112, "一百一十二"),
        (1001, "一千零一"),
        (1010, "一千零一十"),
        (1100, "一千一百"),
        (2345, "二千三百四十五"),
        (-7, "负七"),
    ],
)
def test_number_words_are_the_usual_ones(number: int, word: str) -> None:
    assert hanzi.spell(number) == word


@given(st.integers(-9999, 9999))
def test_every_number_word_is_read_back(number: int) -> None:
    assert hanzi.read(hanzi.spell(number)) == number


@pytest.mark.parametrize(
    ("word", "number"), [("两", 2), ("两百", 200), ("一十二", 12), ("二〇", None), ("百", None), ("样", None)]
)
def test_other_ways_of_writing_are_read_if_they_are_words(word: str, number: int | None) -> None:
    assert hanzi.read(word) == number


def test_numbers_above_9999_are_not_spelled() -> None:
    with pytest.raises(ValueError, match="10000 is above 9999"):
        hanzi.spell(10000)
