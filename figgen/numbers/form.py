"""The closed list of forms in which a number can be written."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from functools import cache

FORMS: dict[str, str] = {
    "d0…d9": "that many decimals, rounded",
    "dec": "the exact decimal, at most nine decimals",
    "frac": "the exact fraction, denominator at most 1000",
    "int": "an exact integer",
    "pct0…pct6": "percent with that many decimals, rounded",
    "sci1…sci9": "that many significant digits and a power of ten, rounded",
    "hanzi": "an exact integer as a Chinese number word (2 is 二)",
    "liang": "the same before a measure word (2 is 两)",
    "KiB, MiB, GiB, kB, MB, GB": 'bytes in that unit, at most two decimals; only for values with unit="B"',
}
UNITS = {"KiB": 2**10, "MiB": 2**20, "GiB": 2**30, "kB": 10**3, "MB": 10**6, "GB": 10**9}
RANGES = {"d": range(0, 10), "pct": range(0, 7), "sci": range(1, 10)}
PLAIN = ("dec", "frac", "int", "hanzi", "liang", *UNITS)


class NumberError(ValueError):
    """A number that cannot be written as asked; the message says what would work."""


@dataclass(frozen=True)
class Form:
    """How a number is written: a kind of FORMS and, for d, pct and sci, its count of digits."""

    kind: str
    digits: int = 0

    def __str__(self) -> str:
        return f"{self.kind}{self.digits}" if self.kind in RANGES else self.kind


def every_form() -> list[str]:
    """Return the names of all forms."""
    return [*PLAIN, *(f"{kind}{digits}" for kind, counts in RANGES.items() for digits in counts)]


@cache
def parse_form(form: str) -> Form:
    """Return the Form named `form` ("d4", "GiB"); NumberError names the closed list and the nearest."""
    if form in PLAIN:
        return Form(form)
    match = re.fullmatch(r"(d|pct|sci)([0-9])", form)
    if match and int(match[2]) in RANGES[match[1]]:
        return Form(match[1], int(match[2]))
    near = difflib.get_close_matches(form, every_form(), 1, 0.5)
    hint = f"; did you mean '{near[0]}'?" if near else ""
    raise NumberError(f"no form '{form}'; the forms are {', '.join(FORMS)}{hint}")
