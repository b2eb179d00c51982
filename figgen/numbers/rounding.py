"""From a float to the rational number that is printed: rounding with refused ties, and exact recovery.

All functions take exact fractions and `tolerance`, how far the last bits of a computed value may be off.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache

from figgen.numbers.form import NumberError

RELATIVE_TOLERANCE = Fraction(1, 10**12)
LARGEST_DENOMINATOR = 1000
MOST_DECIMALS = 9
CHANCE = Fraction(1, 100)  # above this probability of meeting one by accident, an "exact" text proves nothing


@lru_cache(maxsize=65_536)
def tolerance_of(x: float, magnitude: float) -> Fraction:
    """Return 1e-12 * max(magnitude, |x|)."""
    return RELATIVE_TOLERANCE * max(abs(Fraction(magnitude)), abs(Fraction(x)))


def half_away(value: Fraction, decimals: int, tolerance: Fraction, form: object) -> Fraction:
    """Return `value` rounded half away from zero to `decimals` (may be negative); NumberError within
    `tolerance` of a tie but not on it."""
    above, below = abs(value.numerator), value.denominator
    unit, whole = 10 ** abs(decimals), int(decimals >= 0)
    above, below = above * unit**whole, below * unit ** (1 - whole)
    slack, per = tolerance.numerator * unit**whole, tolerance.denominator * unit ** (1 - whole)
    if 2 * slack >= per:
        raise NumberError(
            f"{form} asks for more digits than {float(value)!r} has among the values of its array; "
            "write fewer digits"
        )
    floor, rest = divmod(above, below)
    beyond = 2 * rest - below  # twice `below` times how far the number lies above the tie
    if 0 < abs(beyond) * per <= 2 * below * slack:
        raise NumberError(
            f"{float(value)!r} is too near to a tie to be rounded as {form}: another processor may print "
            "another last digit; write more or fewer digits, or an exact form (dec, frac)"
        )
    rounded = (floor + (beyond >= 0)) * (1 if value >= 0 else -1)
    return Fraction(rounded, unit) if whole else Fraction(rounded * unit)


def exact_integer(value: Fraction, tolerance: Fraction) -> Fraction:
    """Return the integer within `tolerance` of `value`; NumberError if there is none."""
    whole = Fraction(round(value))
    if abs(whole - value) > tolerance:
        raise NumberError(f"{float(value)!r} is not an integer; write d2 or frac")
    return whole


def exact_decimal(value: Fraction, tolerance: Fraction) -> Fraction:
    """Return the decimal of fewest digits within `tolerance` of `value`; NumberError above nine digits."""
    above, below = value.numerator, value.denominator
    slack, per = tolerance.numerator, tolerance.denominator
    for digits in range(MOST_DECIMALS + 1):
        unit = 10**digits
        nearest = (2 * above * unit + below) // (2 * below)
        if abs(nearest * below - above * unit) * per <= slack * below * unit:
            if digits and Fraction(slack * unit, per) > CHANCE:
                break
            return Fraction(nearest, unit)
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
    above, below = abs(value.numerator), value.denominator
    guess = math.floor(math.log10(above) - math.log10(below))
    while _power(guess, below) > _power(-guess, above):
        guess -= 1
    while _power(guess + 1, below) <= _power(-guess - 1, above):
        guess += 1
    return guess


def _power(exponent: int, number: int) -> int:
    """`number` times ten to the `exponent`, where that is above 0."""
    unit: int = 10 ** max(exponent, 0)
    return number * unit


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction of least denominator in [low, high], by continued fractions."""
    if low <= 0 <= high:
        return Fraction(0)
    if high < 0:
        return -_simplest(-high, -low)
    a, b, c, d = low.numerator, low.denominator, high.numerator, high.denominator
    p, q, before_p, before_q = 1, 0, 0, 1  # convergents
    while True:
        whole = -(-a // b)
        if whole * d <= c:
            return Fraction(whole * p + before_p, whole * q + before_q)
        floor = whole - 1
        p, q, before_p, before_q = floor * p + before_p, floor * q + before_q, p, q
        a, b, c, d = d, c - floor * d, b, a - floor * b
