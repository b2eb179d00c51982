"""Every numeral of a page, with its place and what it is.

A numeral whose `kind` is "typed" or "wording" states a number that was not computed; every other kind is
structural or quoted, and is recorded in the ledger so that it cannot change unnoticed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from figgen.gate.glyphs import NUMERAL
from figgen.gate.source import TEXTS, Source, Stream
from figgen.gate.structure import CITED_ELSEWHERE, PRODUCTS, structural
from figgen.gate.texnumeral import math_numerals
from figgen.gate.wording import claims

TYPED, WORDING = "typed", "wording"
TOKEN = re.compile(
    rf"(?:(?:[0-9]{{1,3}}(?:[ \u00a0\u202f,'][0-9]{{3}}(?![0-9]))+|[0-9]+)(?:\.[0-9]+)?|\.[0-9]+)"
    rf"(?:[eE][+−-]?[0-9]+)?{NUMERAL}?"
    rf"(?:\s?[×xX·]\s?10(?:[⁻⁰¹²³⁴-⁹]+|\^[+−-]?[0-9]+))?(?:\s?/\s?[0-9]+(?![0-9.]))?(?:\s?[%％‰])?[⁰¹²³⁴-⁹]*"
    rf"|{NUMERAL}+(?:\s?[%％‰])?|[⁻⁰¹²³⁴-⁹]*[⁰¹²³⁴-⁹]|[₀-₉]+"
)
ENTITY = re.compile(r"&#?[0-9A-Za-z]{1,12};?")
CODE_STRUCTURE = re.compile(
    rf"https?://\S+|\bv?[0-9]+(?:\.[0-9]+){{2,}}|\b(?:{PRODUCTS})"
    rf"(?:[:@/ ]|[=><~]=)?[0-9]+(?:\.[0-9]+)*[\w.-]*"
    r"|\\[0-9]|(?<=[(,\s])-1(?=\s*[,)\]])|\b(?:axis|dim|dims|ndim)\s*=\s*-?[0-9]\b"
    r"|\b(?=[0-9a-f]*[a-f])(?=[0-9a-f]*[0-9])[0-9a-f]{7,40}\b"
    r"|(?<![A-Za-z0-9_])(?<![0-9]\.)[A-Za-z_]+[0-9][A-Za-z0-9_]*(?:-[0-9]+(?:\.[0-9]+)?[A-Za-z]+)?"
    r"|(?<![A-Za-z0-9_.])(?:[A-Za-z_][A-Za-z0-9_]*-)+[0-9][A-Za-z0-9.]*"
)


@dataclass(frozen=True)
class Numeral:
    """A numeral: offsets in the page, its characters there, what it is, the kind of its stream, and how it
    reads (digits in ASCII, entities resolved)."""

    start: int
    end: int
    text: str
    kind: str
    stream: str
    reads: str

    @property
    def refused(self) -> bool:
        """Whether it states a number that was not computed."""
        return self.kind in (TYPED, WORDING)


@lru_cache(maxsize=4096)
def numerals(source: Source, labels: tuple[str, ...] = ()) -> list[Numeral]:
    """Every numeral of the page in order of place. `labels` of the worked example may be typed.

    The list is kept for the next time: read it only.
    """
    found = []
    for stream in source.streams:
        for start, end, kind in of_stream(stream, labels):
            first, last = stream.offsets[start], stream.offsets[end - 1]
            entity = ENTITY.match(source.text, last)
            stop = entity.end() if entity else last + 1
            shown = source.text[first:stop]
            found.append(Numeral(first, stop, shown, kind, stream.kind, stream.text[start:end]))
    return sorted(found, key=lambda n: (n.start, n.end))


def of_stream(stream: Stream, labels: tuple[str, ...] = ()) -> Iterator[tuple[int, int, str]]:
    """Yield start, end (in the stream's text) and kind of its numerals."""
    match stream.kind:
        case "math":
            yield from math_numerals(stream.text)
        case "code":
            yield from _covered(
                stream.text, [(m.start(), m.end(), "name") for m in CODE_STRUCTURE.finditer(stream.text)]
            )
        case kind if kind in TEXTS:
            yield from of_text(stream.text, labels)
        case "style":
            yield from _style(stream.text)
        case kind:
            for match in re.finditer(r"[0-9]+(?:\.[0-9]+)*|[^\W\D]+", stream.text):
                yield match.start(), match.end(), kind


def _style(css: str) -> Iterator[tuple[int, int, str]]:
    """What a style sheet makes readers see is typed; its other numerals are markup."""
    from figgen.gate.style import style_claims

    claims = [(start, end) for start, end, _ in style_claims(css)]
    yield from ((start, end, TYPED) for start, end in claims)
    for match in re.finditer(r"[0-9]+(?:\.[0-9]+)*|[^\W\D]+", css):
        if not any(start <= match.start() < end for start, end in claims):
            yield match.start(), match.end(), "markup"


def of_text(text: str, labels: tuple[str, ...] = ()) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and kind of the numerals of a text (simplified as in a text stream)."""
    yield from _covered(text, list(structural(text, labels)))
    for start, end in claims(text):
        yield start, end, WORDING


def _covered(text: str, spans: list[tuple[int, int, str]]) -> Iterator[tuple[int, int, str]]:
    """The numerals of `text`: of the kind of the first span that covers their first character, else typed."""
    covered: dict[int, tuple[int, int, str]] = {}
    for span in spans:
        for at in range(span[0], span[1]):
            covered.setdefault(at, span)
    at = 0
    while match := TOKEN.search(text, at):
        if match.start() not in covered:
            stop = next((i for i in range(match.start(), match.end()) if i in covered), match.end())
            shorter = TOKEN.match(text, match.start(), stop)
            at = shorter.end() if shorter else match.end()
            yield match.start(), at, TYPED
            continue
        span = covered[match.start()]
        stop = span[1]
        if span[2] in CITED_ELSEWHERE:
            yield span
            at = stop
            continue
        for part in re.finditer(rf"[0-9]+(?:\.[0-9]+)*|{NUMERAL}|[⁰¹²³⁴-⁹₀-₉]+", text[match.start() : stop]):
            yield match.start() + part.start(), match.start() + part.end(), span[2]
        at = max(stop, match.start() + 1)
