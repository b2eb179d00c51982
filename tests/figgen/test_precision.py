"""Full precision: digits that no processor changes, and exact texts where a number is exact."""

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from figgen.deriving.derived import machine
from figgen.numbers.precision import DIGITS, full, shown_form


@pytest.mark.parametrize(
    ("x", "magnitude", "text"),
    [
        (0.25, 1, "0.25"),
        (-2.0, 4, "−2"),
        (1 / 3, 1, "0.333333333"),
        (1 / 3, 0.5, "0.3333333333"),
        (0.1 + 0.2, 1, "0.3"),
        (0.0, 5, "0"),
        (-0.0, 5, "0"),
        (math.inf, 1, "∞"),
        (-math.inf, 1, "−∞"),
        (1e-17, 1, "0"),
        (math.pi, math.pi, "3.141592654"),
        (math.e * 1e-9, math.e * 1e-9, "2.718281828×10⁻⁹"),
        (math.pi * 1e14, math.pi * 1e14, "3.141592654×10¹⁴"),
        (math.pi / 1000, math.pi, "0.003141593"),
        (1e-5, 1e-5, "0.00001"),
    ],
)
def test_ten_digits_of_the_array_are_written_and_exact_numbers_whole(
    x: float, magnitude: float, text: str
) -> None:
    assert full(x, magnitude) == text


@given(st.floats(-1e6, 1e6), st.floats(0, 1e6))
def test_full_precision_is_the_number_to_ten_digits_of_its_array(x: float, other: float) -> None:
    largest = max(abs(x), other)
    told = Fraction(Decimal(machine(full(x, largest))))
    assert abs(told - Fraction(x)) <= Fraction(largest) / 10 ** (DIGITS - 4)


@given(st.floats(0.1, 10))
def test_a_last_bit_changes_no_digit_unless_a_tie_is_near(x: float) -> None:
    near = float(np.nextafter(x, 11))
    same = full(x, 10) == full(near, 10)
    part = Fraction(x) * 10**8 % 1
    assert same or min(abs(part - half) for half in (0, Fraction(1, 2), 1)) < Fraction(1, 1000)


@pytest.mark.parametrize(
    ("numbers", "form"),
    [
        ((1.0, 2.0), "int"),
        ((0.5, 2.0), "dec"),
        ((1 / 3, 0.5), "frac"),
        ((math.sqrt(2), 1.0), "d6"),
        ((1e-7 * math.pi, 1.0), "sci5"),
        ((1e-4 * math.pi, 1.0), "sci6"),
        ((-math.inf, 0.25), "dec"),
    ],
)
def test_an_array_between_is_shown_in_the_simplest_form_that_prints_it(
    numbers: tuple[float, ...], form: str
) -> None:
    assert shown_form(numbers, max(abs(x) for x in numbers if math.isfinite(x))) == form
