"""Literals that match a computed value become citations, for a diff that an author reviews.

Only decimals, fractions and percentages are bound, to the likeliest value: small integers match too much to
be bound without a reader. The diff is a proposal; where several values print the same digits, the author
chooses.
"""

from __future__ import annotations

from figgen.gate.audit import Audit
from figgen.gate.source import TEXTS, scan
from figgen.gate.suggest import Candidate, Literal

MINUS = ("−", "-")


def bind(audit: Audit, text: str) -> tuple[str, int]:
    """Return the text with matched literals rewritten as citations, and how many there were."""
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    source = scan(text)
    out, at, count = [mark], 0, 0
    for numeral, literal, matches in audit.literals(source):
        negative = source.text[max(0, numeral.start - 1) : numeral.start] in MINUS
        chosen = _choice(literal, matches, negative) if literal else None
        if chosen is None or literal is None or numeral.stream not in (*TEXTS, "math", "code"):
            continue
        start = numeral.start - (chosen.x < 0)
        out += [source.text[at:start], chosen.citation(audit.chapter, literal.form)]
        at, count = numeral.end, count + 1
    return "".join([*out, source.text[at:]]), count


def _choice(literal: Literal, matches: list[Candidate], negative: bool) -> Candidate | None:
    if literal.form in ("int", "hanzi", "liang"):
        return None
    return next((match for match in matches if (match.x < 0) == negative), None)
