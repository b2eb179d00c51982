"""From a float to the rational number that is printed: rounding with refused ties, and exact recovery.

All functions take exact fractions and `tolerance`, how far the last bits of a computed value may be off.
"""

from __future__ import annotations

import math
from fractions import Fraction

from figgen.numbers.form import NumberError

RELATIVE_TOLERANCE = Fraction(1, 10**12)
LARGEST_DENOMINATOR = 1000
MOST_DECIMALS = 9
CHANCE = Fraction(1, 100)  # above this probability of meeting one by accident, an "exact" text proves nothing


def tolerance_of(x: float, magnitude: float) -> Fraction:
    """Return 1e-12 * max(magnitude, |x|)."""
    return RELATIVE_TOLERANCE * max(abs(Fraction(magnitude)), abs(Fraction(x)))


def half_away(value: Fraction, decimals: int, tolerance: Fraction, form: object) -> Fraction:
    """Return `value` rounded half away from zero to `decimals` (may be negative); NumberError within
    `tolerance` of a tie but not on it."""
    unit = Fraction(10) ** decimals
    scaled = abs(value) * unit
    floor = scaled.numerator // scaled.denominator
    part = scaled - floor
    if tolerance * unit >= Fraction(1, 2):
        raise NumberError(
            f"{form} asks for more digits than {float(value)!r} has among the values of its array; "
            "write fewer digits"
        )
    if 0 < abs(part - Fraction(1, 2)) <= tolerance * unit:
        raise NumberError(
            f"{float(value)!r} is too near to a tie to be rounded as {form}: another processor may print "
            "another last digit; write more or fewer digits, or an exact form (dec, frac)"
        )
    whole = floor + (part >= Fraction(1, 2))
    return (whole if value >= 0 else -whole) / unit


def exact_integer(value: Fraction, tolerance: Fraction) -> Fraction:
    """Return the integer within `tolerance` of `value`; NumberError if there is none."""
    whole = Fraction(round(value))
    if abs(whole - value) > tolerance:
        raise NumberError(f"{float(value)!r} is not an integer; write d2 or frac")
    return whole


def exact_decimal(value: Fraction, tolerance: Fraction) -> Fraction:
    """Return the decimal of fewest digits within `tolerance` of `value`; NumberError above nine digits."""
    for digits in range(MOST_DECIMALS + 1):
        found = Fraction(round(value * 10**digits), 10**digits)
        if abs(found - value) <= tolerance:
            if digits and tolerance * 10**digits > CHANCE:
                break
            return found
    raise NumberError(
        f"{float(value)!r} is no decimal of up to {MOST_DECIMALS} digits; write d4, frac or sci4"
    )


def exact_fraction(value: Fraction, tolerance: Fraction) -> Fraction:
    """Return the fraction of least denominator within `tolerance` of `value`; NumberError if that denominator
    is above 1000, or `tolerance` so wide that some fraction is always near."""
    found = _simplest(value - tolerance, value + tolerance)
    if found.denominator > LARGEST_DENOMINATOR:
        raise NumberError(
            f"{float(value)!r} is no fraction with a denominator up to {LARGEST_DENOMINATOR}; "
            "write d4 or sci4"
        )
    if found.denominator > 1 and found.denominator**2 * tolerance > CHANCE:
        raise NumberError(
            f"{float(value)!r} stands among values so large that fractions cannot be told apart; write d4"
        )
    return found


def exponent_of(value: Fraction) -> int:
    """Return the power of ten of the leading digit of `value`, which is not 0."""
    size = abs(value)
    guess = math.floor(math.log10(size.numerator) - math.log10(size.denominator))
    while Fraction(10) ** guess > size:
        guess -= 1
    while Fraction(10) ** (guess + 1) <= size:
        guess += 1
    return guess


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of least denominator in [low, high], by continued fractions."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -_simplest(-high, -low)
    whole = Fraction(-(-low.numerator // low.denominator))
    if whole <= high:
        return whole
    floor = whole - 1
    return floor + 1 / _simplest(1 / (high - floor), 1 / (low - floor))
