"""Numbers as text: the one place where a computed number becomes characters.

Rounding. `x` is taken as the exact binary value of the float. Rounding is half away from zero (四舍五入)
on that value. With t = 1e-12 * max(magnitude, |x|), where `magnitude` is the largest absolute finite value
of the array that `x` belongs to:

* a value exactly on a tie rounds away from zero (0.125 as d2 is 0.13);
* a value at most t away from a tie, but not on it, is refused (2.675 is really 2.67499999999999982…, so d2
  refuses it): another processor or library version, whose last bits may differ, then either prints the same
  digits or refuses, and never prints others;
* dec, frac, int, hanzi and liang claim that the text *is* the value: they print the simplest text within t of
  `x`, and refuse where there is none, or where t is so wide that chance alone would find one.

Zero is never negative, also where a small negative number rounds to it. A refusal is a NumberError (a
ValueError) whose message says what would work.
"""

from __future__ import annotations

import math
from fractions import Fraction
from functools import lru_cache
from typing import Literal

from figgen.numbers import hanzi
from figgen.numbers.form import FORMS, UNITS, Form, NumberError, every_form, parse_form
from figgen.numbers.rounding import (
    MOST_DECIMALS,
    exact_decimal,
    exact_fraction,
    exact_integer,
    exponent_of,
    half_away,
    tolerance_of,
)

__all__ = [
    "FORMS", "UNITS", "Form", "NumberError", "Style",
    "as_fraction", "every_form", "is_exact", "machine", "parse_form", "printed", "text",
]  # fmt: skip

Style = Literal["prose", "math", "code"]
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
WORDS = ("hanzi", "liang")


def text(
    x: float, form: str, *, magnitude: float = 0.0, unit: str | None = None, style: Style = "prose"
) -> str:
    """Return `x` written in `form`.

    `magnitude`: largest absolute finite value of the array that `x` belongs to. `unit`: appended after a
    space; "B" allows the unit forms, which divide. `style`: "prose" (minus U+2212, ∞), "math" (TeX) or
    "code" (ASCII).
    """
    parsed = parse_form(form)
    if parsed.kind in UNITS and unit != "B":
        has = "no unit" if unit is None else f"the unit {unit}"
        raise NumberError(
            f'form {form} needs a value with unit="B", this one has {has}; write d2, or give the unit'
        )
    if math.isinf(x) and (parsed.kind in WORDS or parsed.kind in UNITS):
        raise NumberError(f"an infinite value has no form {form}; write d1, int or frac")
    if math.isinf(x):
        body = {"prose": "∞", "math": r"\infty", "code": "inf"}[style]
        return _signed(x < 0, body, style) + _suffix(unit, style)
    shown = _shown(x, parsed, magnitude)
    negative = shown.numerator < 0
    body = _body(-shown if negative else shown, parsed, style)
    if parsed.kind in WORDS:
        return ("负" if negative else "") + body + (unit or "")
    return _signed(negative, body, style) + _suffix(parsed.kind if parsed.kind in UNITS else unit, style)


def printed(x: float, form: str, *, magnitude: float = 0.0) -> float:
    """Return the number that a reader gets from the text of `x` in `form` (bytes, for the unit forms)."""
    parsed = parse_form(form)
    return x if math.isinf(x) else float(_shown(x, parsed, magnitude) * UNITS.get(parsed.kind, 1))


def is_exact(x: float, form: str, *, magnitude: float = 0.0) -> bool:
    """Return whether the text of `x` in `form` is its value, within 1e-12 * max(magnitude, |x|)."""
    parsed = parse_form(form)
    if math.isinf(x):
        return True
    shown = _shown(x, parsed, magnitude) * UNITS.get(parsed.kind, 1)
    return abs(shown - Fraction(x)) <= tolerance_of(x, magnitude)


def as_fraction(x: float, magnitude: float = 0.0) -> Fraction:
    """Return the fraction of least denominator within 1e-12 * max(magnitude, |x|) of `x`; NumberError if that
    denominator is above 1000, or if a fraction that near would be no evidence."""
    if not math.isfinite(x):
        raise NumberError(f"{x} is no fraction")
    return exact_fraction(Fraction(x), tolerance_of(x, magnitude))


def machine(x: float) -> str:
    """Return a number for programs: the shortest text that reads back to it, with `-`, without `.0`."""
    return repr(float(x) + 0.0).removesuffix(".0") if math.isfinite(x) else ("-inf" if x < 0 else "inf")


@lru_cache(maxsize=65_536)
def _shown(x: float, form: Form, magnitude: float) -> Fraction:
    """The rational number that is written, in units of the form: x rounded, or the exact number behind it."""
    if math.isnan(x):
        raise NumberError("nan is no number that can be published; find the step that made it")
    value, tolerance = Fraction(x), tolerance_of(x, magnitude)
    match form.kind:
        case "d":
            return half_away(value, form.digits, tolerance, form)
        case "pct":
            return half_away(value, form.digits + 2, tolerance, form)
        case "sci":
            return half_away(value, form.digits - 1 - exponent_of(value), tolerance, form) if value else value
        case "frac":
            return exact_fraction(value, tolerance)
        case "dec":
            return exact_decimal(value, tolerance)
        case "int" | "hanzi" | "liang":
            whole = exact_integer(value, tolerance)
            if form.kind in WORDS and abs(whole) > 9999:
                raise NumberError(f"{int(whole)} is above 9999, too large for form {form}; write int")
            return whole
        case unit:
            return half_away(value / UNITS[unit], 2, tolerance / UNITS[unit], form)


def _fixed(size: Fraction, digits: int) -> str:
    whole = str(size.numerator * 10**digits // size.denominator).rjust(digits + 1, "0")
    return f"{whole[:-digits]}.{whole[-digits:]}" if digits else whole


def _body(size: Fraction, form: Form, style: Style) -> str:
    match form.kind:
        case "d":
            return _fixed(size, form.digits)
        case "pct":
            return _fixed(size * 100, form.digits) + (r"\%" if style == "math" else "%")
        case "sci":
            return _scientific(size, form.digits, style)
        case "frac":
            p, q = size.numerator, size.denominator
            return str(p) if q == 1 else rf"\frac{{{p}}}{{{q}}}" if style == "math" else f"{p}/{q}"
        case "liang" if size == 2:
            return "两"
        case "hanzi" | "liang":
            return hanzi.spell(int(size))
        case "int":
            return str(size.numerator)
        case _:
            shown = _fixed(size, MOST_DECIMALS)
            return shown.rstrip("0").rstrip(".")


def _scientific(size: Fraction, digits: int, style: Style) -> str:
    if size == 0:
        return "0"
    exponent = exponent_of(size)
    mantissa = _fixed(size / Fraction(10) ** exponent, digits - 1)
    if style == "math":
        return rf"{mantissa}\times 10^{{{exponent}}}"
    return (
        f"{mantissa}e{exponent}"
        if style == "code"
        else f"{mantissa}×10{str(exponent).translate(SUPERSCRIPTS)}"
    )


def _signed(negative: bool, body: str, style: Style) -> str:
    return (("−" if style == "prose" else "-") if negative else "") + body


def _suffix(unit: str | None, style: Style) -> str:
    if not unit:
        return ""
    return rf"\,\mathrm{{{unit}}}" if style == "math" else f" {unit}"
