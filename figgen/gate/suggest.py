"""Which computed values a typed literal may mean, and the citation to write instead."""

from __future__ import annotations

import bisect
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from figgen.book import Book, Stored
from figgen.numbers import hanzi, number

_SUPER = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-")

LARGEST = Fraction(sys.float_info.max) / 2


@dataclass(frozen=True)
class Literal:
    """A typed number as it reads: its value, the form that prints such digits, a unit of its last place."""

    value: Fraction
    form: str
    unit: Fraction

    @property
    def rounded(self) -> bool:
        """Whether its digits may be a rounded value's."""
        return self.form[0] in "dps" and self.form != "d0"


@dataclass(frozen=True)
class Candidate:
    """An element of a value: its name with chapter, index from 1, and its number."""

    chapter: str
    name: str
    index: tuple[int, ...]
    x: float
    stored: Stored

    def citation(self, here: str, form: str) -> str:
        """The citation to write on the page `here`."""
        chapter = "" if self.chapter == here else f"{self.chapter}."
        index = f"[{','.join(map(str, self.index))}]" if self.index else ""
        return f"@{{{chapter}{self.name}{index}{'' if form == self.stored.form else ':' + form}}}"

    def text(self, form: str) -> str | None:
        """Its text in a form, or None where the form is refused."""
        try:
            return number.text(self.x, form, magnitude=self.stored.magnitude, style="code")
        except number.NumberError:
            return None


def read(literal: str) -> Literal | None:
    """Understand a literal: digits, a fraction, percentage, power of ten or Chinese number word; or None.

    None also for what is too large to be a computed value.
    """
    plain = re.sub(r"[\s,'\u00a0\u202f]", "", literal).translate(_SUPER).replace("％", "%")
    if match := re.fullmatch(r"(?=\.?[0-9])([0-9]{0,300})(?:\.([0-9]{1,9}))?(%?)", plain):
        digits = len(match[2] or "")
        scale = 100 if match[3] else 1
        unit = Fraction(1, 10**digits * scale)
        value = Fraction(int((match[1] or "0") + (match[2] or "")), 10**digits) / scale
        form = f"pct{digits}" if match[3] else f"d{digits}" if digits else "int"
        return Literal(value, form, unit) if digits <= 6 or not match[3] else None
    if match := re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", plain):
        return Literal(Fraction(int(match[1]), int(match[2])), "frac", Fraction(0)) if int(match[2]) else None
    if match := re.fullmatch(r"([0-9])(?:\.([0-9]{1,8}))?(?:[×xX·]10\^?|[eE])(-?[0-9]{1,3})", plain):
        digits, power = len(match[2] or ""), Fraction(10) ** int(match[3])
        value = Fraction(int(match[1] + (match[2] or "")), 10**digits) * power
        return Literal(value, f"sci{digits + 1}", power / 10**digits) if value <= LARGEST else None
    if match := re.fullmatch(r"(.+)分之(.+)", plain):
        below, above = (100 if match[1] == "百" else hanzi.read(match[1])), hanzi.read(match[2])
        return Literal(Fraction(above, below), "frac", Fraction(0)) if below and above is not None else None
    if plain in ("一半", "减半"):
        return Literal(Fraction(1, 2), "frac", Fraction(0))
    word = hanzi.read(plain)
    return (
        None if word is None else Literal(Fraction(word), "liang" if "两" in plain else "hanzi", Fraction(0))
    )


class Index:
    """Every citable number of a book, by size."""

    def __init__(self, book: Book) -> None:
        self._sorted = sorted(_elements(book), key=lambda c: c.x)
        self._sizes = [c.x for c in self._sorted]

    def within(self, low: float, high: float) -> list[Candidate]:
        """The candidates from `low` to `high`."""
        return self._sorted[bisect.bisect_left(self._sizes, low) : bisect.bisect_right(self._sizes, high)]

    def matches(self, literal: Literal, here: str) -> list[Candidate]:
        """Candidates whose text in the literal's form is the literal; exact ones of the page come first."""
        reach = float(literal.unit) + 1e-9 * (1 + abs(float(literal.value)))
        center = float(literal.value)
        hits = []
        for candidate in [
            *self.within(center - reach, center + reach),
            *self.within(-center - reach, reach - center),
        ]:
            shown = candidate.text(literal.form)
            said = read(shown.lstrip("-−负")) if shown else None
            if said is not None and said.value == literal.value:
                hits.append(candidate)
        unique = {(c.chapter, c.name, c.index): c for c in hits}
        return sorted(unique.values(), key=lambda c: _rank(c, literal, here))

    def nearest(self, literal: Literal, here: str, only: tuple[str, ...] = ()) -> Candidate | None:
        """The candidate nearest to a rounded literal, if the literal may be its stale text: five units of the
        last place or one percent away, and a tenth at most. `only`: of these chapters."""
        if not literal.rounded:
            return None
        center = float(literal.value)
        reach = min(max(5 * float(literal.unit), 0.01 * center), 0.1 * center)
        near = [
            candidate
            for candidate in self.within(center - reach, center + reach)
            if candidate.text(literal.form) is not None and (not only or candidate.chapter in only)
        ]
        unit = float(literal.unit)
        return min(
            near, key=lambda c: (round(abs(c.x - center) / unit), _rank(c, literal, here)), default=None
        )


def _rank(candidate: Candidate, literal: Literal, here: str) -> tuple[object, ...]:
    return (
        candidate.chapter != here,
        abs(Fraction(candidate.x) - literal.value) > Fraction(1, 10**12),
        candidate.stored.form != literal.form,
        candidate.x < 0,
        candidate.stored.line,
        candidate.name,
        candidate.index,
    )


def _elements(book: Book) -> Iterator[Candidate]:
    for full, stored in book.published():
        chapter = full.rpartition(".")[0]
        for index, x in _entries(stored.data, ()):
            if x - x == 0 and not stored.boolean:
                yield Candidate(chapter, stored.name, index, float(x), stored)
    for key, source in book.sources.items():
        for name, fact in source.facts.items():
            if fact.value is not None:
                stored = Stored(f"{key}.{name}", (), fact.value, None, None, None, fact.form, fact.unit,
                                abs(fact.value), "fact", None, None, 0)  # fmt: skip
                yield Candidate("facts", f"{key}.{name}", (), fact.value, stored)


def _entries(data: object, index: tuple[int, ...]) -> Iterator[tuple[tuple[int, ...], float]]:
    if isinstance(data, list):
        for place, part in enumerate(data, start=1):
            yield from _entries(part, (*index, place))
    else:
        assert isinstance(data, (int, float))
        yield index, float(data)
