"""Numbers as text, told a second time by fractions and sympy."""

from __future__ import annotations

import math
import subprocess
import sys
from fractions import Fraction

import pytest
import sympy
from hypothesis import assume, given
from hypothesis import strategies as st

from figgen.numbers.number import (
    UNITS,
    Form,
    NumberError,
    as_fraction,
    every_form,
    is_exact,
    parse_form,
    printed,
    text,
)

finite = st.floats(-1e6, 1e6, allow_nan=False)


@pytest.mark.parametrize(
    ("x", "form", "prose", "math_", "code"),
    [
        (0.25, "frac", "1/4", r"\frac{1}{4}", "1/4"),
        (-0.25, "frac", "−1/4", r"-\frac{1}{4}", "-1/4"),
        (2.0, "frac", "2", "2", "2"),
        (math.exp(math.log(2)), "int", "2", "2", "2"),
        (1.5, "dec", "1.5", "1.5", "1.5"),
        (-3.0, "dec", "−3", "-3", "-3"),
        (0.1 + 0.2, "dec", "0.3", "0.3", "0.3"),
        (1e-5, "dec", "0.00001", "0.00001", "0.00001"),
        (0.735194, "d4", "0.7352", "0.7352", "0.7352"),
        (0.5, "d3", "0.500", "0.500", "0.500"),
        (7.2, "d0", "7", "7", "7"),
        (0.254, "pct1", "25.4%", r"25.4\%", "25.4%"),
        (-0.25, "pct0", "−25%", r"-25\%", "-25%"),
        (3.391e-4, "sci3", "3.39×10⁻⁴", r"3.39\times 10^{-4}", "3.39e-4"),
        (-40000.0, "sci1", "−4×10⁴", r"-4\times 10^{4}", "-4e4"),
        (9.996, "sci3", "1.00×10¹", r"1.00\times 10^{1}", "1.00e1"),
        (0.0, "sci3", "0", "0", "0"),
        (12.0, "hanzi", "十二", "十二", "十二"),
        (-2.0, "hanzi", "负二", "负二", "负二"),
        (2.0, "liang", "两", "两", "两"),
        (12.0, "liang", "十二", "十二", "十二"),
        (math.inf, "d2", "∞", r"\infty", "inf"),
        (-math.inf, "frac", "−∞", r"-\infty", "-inf"),
    ],
)
def test_each_form_reads_as_declared_in_prose_math_and_code(
    x: float, form: str, prose: str, math_: str, code: str
) -> None:
    assert [text(x, form, style=s) for s in ("prose", "math", "code")] == [prose, math_, code]


@pytest.mark.parametrize(
    ("x", "form", "expected"),
    [
        (114688.0, "KiB", "112 KiB"),
        (1536.0, "KiB", "1.5 KiB"),
        (3.0 * 2**30, "GiB", "3 GiB"),
        (1e9, "GB", "1 GB"),
        (1e9, "GiB", "0.93 GiB"),
        (1e9, "MB", "1000 MB"),
        (4096.0, "int", "4096 B"),
    ],
)
def test_bytes_are_divided_by_the_unit_that_is_printed(x: float, form: str, expected: str) -> None:
    assert text(x, form, unit="B") == expected


def test_a_unit_follows_the_number_and_stays_upright_in_math() -> None:
    assert text(0.5, "d1", unit="rad") == "0.5 rad"
    assert text(0.5, "d1", unit="rad", style="math") == r"0.5\,\mathrm{rad}"


@pytest.mark.parametrize(
    ("x", "form", "expected"),
    [
        (0.125, "d2", "0.13"),
        (-0.125, "d2", "−0.13"),
        (0.5, "d0", "1"),
        (2.5, "d0", "3"),
        (0.00390625, "pct0", "0%"),
    ],
)
def test_a_value_on_the_tie_rounds_away_from_zero(x: float, form: str, expected: str) -> None:
    assert text(x, form) == expected


@pytest.mark.parametrize(
    ("x", "form"), [(2.675, "d2"), (0.605, "d2"), (1.005, "d2"), (0.285, "pct0"), (1.0005, "sci4")]
)
def test_a_value_beside_the_tie_is_refused_and_told_what_would_work(x: float, form: str) -> None:
    with pytest.raises(NumberError) as caught:
        text(x, form)
    assert str(caught.value) == (
        f"{x!r} is too near to a tie to be rounded as {form}: another processor may print another last "
        "digit; write more or fewer digits, or an exact form (dec, frac)"
    )


def test_the_reach_of_a_near_tie_grows_with_the_magnitude_of_the_array() -> None:
    x = 0.125 + 1e-10
    assert text(x, "d2", magnitude=1.0) == "0.13"
    with pytest.raises(NumberError, match="too near to a tie"):
        text(x, "d2", magnitude=1000.0)


@pytest.mark.parametrize("form", ["d3", "pct0", "dec", "frac", "int", "hanzi"])
@pytest.mark.parametrize("x", [-0.0, 0.0, -1e-17])
def test_zero_is_never_negative(x: float, form: str) -> None:
    assert text(x, form, magnitude=1.0) in {"0", "0.000", "0%", "零"}


def test_digits_below_the_precision_of_the_array_are_refused() -> None:
    with pytest.raises(NumberError) as caught:
        text(-1e-17, "sci3", magnitude=1.0)
    assert str(caught.value) == (
        "sci3 asks for more digits than -1e-17 has among the values of its array; write fewer digits"
    )


def test_a_small_negative_number_that_rounds_to_zero_loses_its_sign() -> None:
    assert text(-0.0004, "d3") == "0.000"
    assert not is_exact(-0.0004, "d3")


@pytest.mark.parametrize(
    ("x", "form", "message"),
    [
        (
            math.sqrt(2),
            "frac",
            "1.4142135623730951 is no fraction with a denominator up to 1000; write d4 or sci4",
        ),
        (math.sqrt(2), "dec", "1.4142135623730951 is no decimal of up to 9 digits; write d4, frac or sci4"),
        (1.5, "int", "1.5 is not an integer; write d2 or frac"),
        (1.5, "hanzi", "1.5 is not an integer; write d2 or frac"),
        (10000.0, "hanzi", "10000 is above 9999, too large for form hanzi; write int"),
        (math.nan, "d2", "nan is no number that can be published; find the step that made it"),
        (math.inf, "hanzi", "an infinite value has no form hanzi; write d1, int or frac"),
        (
            1.0,
            "GiB",
            'form GiB needs a value with unit="B", this one has no unit; write d2, or give the unit',
        ),
    ],
)
def test_a_refusal_says_what_would_work(x: float, form: str, message: str) -> None:
    with pytest.raises(NumberError) as caught:
        text(x, form)
    assert str(caught.value) == message


def test_a_unit_form_is_refused_for_another_unit() -> None:
    with pytest.raises(NumberError) as caught:
        text(1.0, "GiB", unit="rad")
    assert str(caught.value) == (
        'form GiB needs a value with unit="B", this one has the unit rad; write d2, or give the unit'
    )


def test_an_unknown_form_is_told_the_closed_list_and_the_nearest_form() -> None:
    with pytest.raises(NumberError) as caught:
        parse_form("frca")
    assert str(caught.value) == (
        "no form 'frca'; the forms are d0…d9, dec, frac, int, pct0…pct6, sci1…sci9, hanzi, liang, "
        "KiB, MiB, GiB, kB, MB, GB; did you mean 'frac'?"
    )


@pytest.mark.parametrize("form", ["d10", "pct7", "sci0", "d", "D4", "d٤", "", "frac2"])
def test_forms_outside_the_closed_list_are_refused(form: str) -> None:
    with pytest.raises(NumberError):
        parse_form(form)


def test_every_form_parses_and_prints_its_own_name() -> None:
    assert [str(parse_form(form)) for form in every_form()] == every_form()
    assert parse_form("d4") == Form("d", 4)


@given(st.integers(-2000, 2000), st.integers(1, 1000))
def test_every_small_fraction_is_found_again_from_its_float(p: int, q: int) -> None:
    assert as_fraction(p / q) == Fraction(p, q)


@given(st.integers(1, 40), st.integers(1, 40))
def test_fractions_agree_with_sympy(p: int, q: int) -> None:
    found = as_fraction(p / q * (1 + 2e-16))
    assert sympy.nsimplify(p / q, rational=True, tolerance=1e-12) == sympy.Rational(
        found.numerator, found.denominator
    )


def test_fractions_among_large_values_are_refused_because_some_fraction_is_always_near() -> None:
    assert as_fraction(1 / 3, magnitude=100.0) == Fraction(1, 3)
    with pytest.raises(NumberError) as caught:
        as_fraction(math.pi, magnitude=1e10)
    assert "so large that fractions cannot be told apart" in str(caught.value)


@given(finite, st.integers(0, 9))
def test_fixed_decimals_agree_with_exact_rounding_half_away(x: float, digits: int) -> None:
    try:
        shown = text(x, f"d{digits}", style="code")
    except NumberError:
        scaled = abs(Fraction(x)) * 10**digits
        nearest_tie = Fraction(int(scaled)) + Fraction(1, 2)
        assert 0 < abs(scaled - nearest_tie) <= abs(Fraction(x)) * Fraction(10**digits, 10**12)
        return
    exact = sympy.Rational(Fraction(x).numerator, Fraction(x).denominator)
    whole = sympy.floor(abs(exact) * 10**digits + sympy.Rational(1, 2)) * sympy.sign(exact)
    assert sympy.Rational(shown) == sympy.Rational(whole, 10**digits)
    assert len(shown.partition(".")[2]) == digits


@given(finite, st.sampled_from([f for f in every_form() if f not in UNITS]))
def test_printed_is_what_a_reader_reads(x: float, form: str) -> None:
    try:
        shown = text(x, form, style="code")
    except NumberError:
        return
    assume(form not in ("hanzi", "liang"))
    percent = shown.endswith("%")
    assert printed(x, form) == float(Fraction(shown.rstrip("%")) / (100 if percent else 1))


@given(
    finite,
    st.floats(0, 1e6),
    st.sampled_from(["d3", "pct2", "sci3", "frac", "dec", "int"]),
    st.integers(-2, 2),
)
def test_a_change_of_the_last_bits_changes_no_printed_digit(
    x: float, magnitude: float, form: str, ulps: int
) -> None:
    assume(x == 0 or abs(x) > 1e-300)  # a last bit of a subnormal number is no small change of it
    moved = x
    for _ in range(abs(ulps)):
        moved = math.nextafter(moved, math.inf if ulps > 0 else -math.inf)
    try:
        first, second = text(x, form, magnitude=magnitude), text(moved, form, magnitude=magnitude)
    except NumberError:
        return
    on_tie = (form in ("d3", "pct2") and (Fraction(x) * 2000).denominator == 1) or (
        Fraction(x) * 20000
    ).denominator == 1
    assert first == second or on_tie


@pytest.mark.parametrize(
    ("x", "form", "exact"),
    [
        (0.25, "d2", True),
        (0.25, "d4", True),
        (0.1 + 0.2, "d1", True),
        (1 / 3, "frac", True),
        (1 / 3, "d4", False),
        (0.25, "d1", False),
        (0.25, "pct0", True),
        (0.255, "pct1", True),
        (400.0, "sci1", True),
        (-math.inf, "d2", True),
    ],
)
def test_exactness_is_whether_the_printed_digits_are_the_value(x: float, form: str, exact: bool) -> None:
    assert is_exact(x, form) is exact


def test_bytes_are_exact_only_if_the_two_decimals_are() -> None:
    assert is_exact(1536.0, "KiB")
    assert not is_exact(1e9, "GiB")
    assert printed(1536.0, "KiB") == 1536.0


def test_forms_with_no_number_behind_them_never_reach_a_page() -> None:
    for x in (0.1 + 0.2, 1e-5, 1e7, 1 / 3):
        for form in ("d4", "sci3", "pct1"):
            shown = text(x, form)
            assert "e" not in shown and "nan" not in shown and "float" not in shown


def test_numbers_as_text_need_neither_numpy_nor_matplotlib() -> None:
    heavy = "[m for m in ('numpy', 'matplotlib') if m in sys.modules]"
    code = f"import sys, figgen.numbers.number; print({heavy})"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"
