"""A number at full precision, for readers who doubt the printed digits.

Ten significant digits, counted from the largest number of its array; a number that *is* a decimal, fraction
or integer (within the tolerance of `rounding`) is written as that one's decimals. Not more: a twelfth
digit lies at the last bits of a float, and would differ between processors for one number in ten thousand.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from figgen.numbers import number
from figgen.numbers.form import NumberError
from figgen.numbers.rounding import exact_decimal, exact_fraction, exponent_of, half_away, tolerance_of

DIGITS = 10
_FEWEST = 4
_SHORT = 7  # characters of an exact text that is read more easily than a rounded one
EXPONENTS = range(-5, 13)  # of the leading digit, for what is written without a power of ten


def full(x: float, magnitude: float) -> str:
    """`x` for people, `−` as minus sign; `magnitude` is the largest finite absolute value of its array."""
    if not math.isfinite(x):
        return number.text(x, "int")
    value, tolerance = Fraction(x), tolerance_of(x, magnitude)
    for exact in (exact_decimal, exact_fraction):
        try:
            value = exact(value, tolerance)
            break
        except NumberError:
            continue
    if value == 0:
        return "0"
    leading = exponent_of(abs(value))
    largest = max(leading, exponent_of(Fraction(magnitude)) if magnitude else leading)
    if leading not in EXPONENTS:
        return _scientific(value, leading, DIGITS - 1 - max(largest - leading, 0), tolerance)
    return _decimal(_rounded(value, DIGITS - 1 - largest, tolerance))


@lru_cache(maxsize=4096)
def shown_form(numbers: tuple[float, ...], magnitude: float) -> str:
    """The form in which an array that is not published is shown: the simplest that prints all of it."""
    finite = [x for x in numbers if math.isfinite(x)]
    smallest = min((abs(x) for x in finite if x), default=1.0)
    rounded = ["d6", "d5", "d7", "d4", "sci6", "sci5", "sci7", "sci4"]
    if smallest < 1e-3 or magnitude >= 1e6:
        rounded = ["sci6", "sci5", "sci7", "sci4", "d9"]
    for form in ("int", "dec", "frac", *rounded, "d3", "d2", "d1", "d0"):
        try:
            texts = [number.text(x, form, magnitude=magnitude) for x in finite]
        except NumberError:
            continue
        if form not in ("dec", "frac") or all(len(text) <= _SHORT for text in texts):
            return form
    raise NumberError("no form prints every number of this array")


def _rounded(value: Fraction, decimals: int, tolerance: Fraction) -> Fraction:
    """Rounded to so many decimals, or to fewer where a tie is too near."""
    for fewer in range(DIGITS - _FEWEST):
        try:
            return half_away(value, decimals - fewer, tolerance, "full precision")
        except NumberError:
            continue
    raise NumberError(f"{float(value)!r} has no digits that are sure")


def _decimal(value: Fraction) -> str:
    """A fraction with a power of ten below, as digits."""
    digits = 0
    while 10**digits % value.denominator:
        digits += 1
    whole = str(abs(int(value * 10**digits))).rjust(digits + 1, "0")
    text = f"{whole[:-digits]}.{whole[-digits:]}" if digits else whole
    return f"−{text}" if value < 0 else text


def _scientific(value: Fraction, leading: int, decimals: int, tolerance: Fraction) -> str:
    scale = Fraction(10) ** leading
    mantissa = _rounded(value / scale, max(decimals, _FEWEST - 1), tolerance / scale)
    return f"{_decimal(mantissa)}×10{str(leading).translate(number.SUPERSCRIPTS)}"
