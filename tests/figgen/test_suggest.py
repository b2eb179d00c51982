"""Literals as they are read, and the values that they may mean."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from figgen.gate.check import check
from figgen.gate.suggest import Index, read
from figgen.numbers import number
from tests.figgen.book_of import COUNT, WEIGHTS, C, book_of, stored


@pytest.mark.parametrize(
    ("literal", "value", "form"),
    [
        ("0.9442", Fraction(4721, 5000), "d4"),
        ("25%", Fraction(1, 4), "pct0"),
        ("25.4 %", Fraction(254, 1000), "pct1"),
        ("1/4", Fraction(1, 4), "frac"),
        ("10 000", Fraction(10000), "int"),
        ("1,024", Fraction(1024), "int"),
        (".5", Fraction(1, 2), "d1"),
        ("3.39×10⁻⁴", Fraction(339, 10**6), "sci3"),
        ("1e-5", Fraction(1, 10**5), "sci1"),
        ("三分之一", Fraction(1, 3), "frac"),
        ("百分之二十五", Fraction(1, 4), "frac"),
        ("一半", Fraction(1, 2), "frac"),
        ("十二", Fraction(12), "hanzi"),
        ("两", Fraction(2), "liang"),
    ],
)
def test_literals_are_read_as_a_value_and_the_form_that_prints_them(
    literal: str, value: Fraction, form: str
) -> None:
    found = read(literal)
    assert found is not None and (found.value, found.form) == (value, form)


@pytest.mark.parametrize("literal", ["", "½", "3/0", "翻倍", "0.1234567890", "abc"])
def test_what_is_no_number_in_any_form_is_not_read(literal: str) -> None:
    assert read(literal) is None


@given(
    st.floats(0, 1e4, allow_nan=False),
    st.sampled_from(["d1", "d4", "pct1", "sci3", "frac", "int", "hanzi", "liang"]),
)
def test_what_a_form_prints_is_read_back_as_that_number(x: float, form: str) -> None:
    try:
        shown = number.text(x, form)
    except number.NumberError:
        return
    found = read(shown)
    assert found is not None and float(found.value) == number.printed(x, form)


def test_exact_values_of_the_page_come_first(tmp_path: Path) -> None:
    index = Index(book_of(tmp_path, {}, [stored("close", 0.2501, "d4"), WEIGHTS]))
    literal = read("0.25")
    assert literal is not None
    names = [match.citation("attention", literal.form) for match in index.matches(literal, "attention")]
    assert names == ["@{weights[3,1]:d2}", "@{weights[3,2]:d2}", "@{close:d2}"]


def test_a_negative_value_answers_its_digits(tmp_path: Path) -> None:
    index = Index(book_of(tmp_path, {}, [stored("low", -0.75, "dec")]))
    literal = read("0.75")
    assert literal is not None
    assert [m.citation("b", "d2") for m in index.matches(literal, "b")] == ["@{attention.low:d2}"]


def test_a_rounded_literal_is_compared_with_the_nearest_value_and_an_integer_is_not(tmp_path: Path) -> None:
    index = Index(book_of(tmp_path, {}, [C, stored("big", 1000.0, "int")]))
    stale, far, whole = read("0.9806"), read("0.7"), read("1001")
    assert stale is not None and far is not None and whole is not None
    near = index.nearest(stale, "attention")
    assert near is not None and near.name == "c"
    assert index.nearest(far, "attention") is None
    assert index.nearest(whole, "attention") is None


@pytest.mark.parametrize("literal", ["1e309", "1×10^400", "9" * 400, "9" * 5000, "0." + "9" * 5000])
def test_what_no_computed_value_can_be_is_typed_like_any_other(literal: str, tmp_path: Path) -> None:
    book = book_of(tmp_path, {"attention": f"数{literal}。\n\n@{{count}}\n"}, [COUNT])
    found = [finding for finding in check(book) if finding.rule == "typed"]
    assert len(found) == 1
    assert found[0].message.startswith(f"“{literal}” is typed, and no computed value says it; ")
