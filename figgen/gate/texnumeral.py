"""Numerals in formulas: which belong to the notation, and which state a number.

Notation: whole numbers in subscripts and exponents (x_3, w_{31}, x^2), shapes in an exponent
(\\mathbb{R}^{3\\times 2}), lengths (\\hspace{2em}), and the constants 0, 1 and 2 inside a side of a relation
that also has a variable (\\frac{1}{\\sqrt{d_k}}, 2i). A side made of numerals only (= 0.25, \\approx 0.944),
an entry of a matrix or list, a number beside citations only, and every decimal state a number.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from figgen.gate.glyphs import NUMERAL, SUBSCRIPT, SUPERSCRIPT, simplified
from figgen.gate.wording import claims

_LENGTH = r"-?[0-9]*\.?[0-9]+\s*(?:em|ex|pt|mu|px|cm|mm)\b"
_SCRIPT_GROUP = r"\{(?:[^{}]|\{[^{}]*\})*\}"
LEX = re.compile(
    rf"""(?P<space>\\\\\[{_LENGTH}\]|\\[hvm]?(?:space|kern|skip)\*?\{{?\s*{_LENGTH}\s*\}}?)
    |(?P<environment>\\(?:begin|end)\{{[A-Za-z*]+\}}(?:\{{[clr|@\s]*\}})?)
    |(?P<text>\\(?:text|textbf|textit|mathrm|operatorname\*?|mathsf|textrm|label|ref|tag)\s*\{{[^{{}}]*\}})
    |(?P<script>[_^]\s*(?:{_SCRIPT_GROUP}|[0-9](?![0-9]*\.[0-9])))
    |(?P<row>\\\\|&)
    |(?P<relation>\\(?:approx|leq?|geq?|neq?|equiv|to|mapsto|in|sim|propto|[Rr]ightarrow|[Ll]eftarrow|iff|implies|ll|gg
        |lt|gt|cong|simeq|coloneqq|longrightarrow|Longrightarrow|rightarrow|qquad|quad)(?![A-Za-z])|:?[=<>≈≤≥≠→])
    |(?P<greek>\\(?:alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|vartheta|kappa|lambda|mu|nu|xi|rho|sigma
        |tau|phi|varphi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Sigma|Phi|Psi|Omega|ell)(?![A-Za-z]))
    |(?P<command>\\[A-Za-z]+|\\.)
    |(?P<number>(?:[0-9]+(?:[,'][0-9]{{3}}(?![0-9]))*(?:\.[0-9]+)?|\.[0-9]+)(?:\s*\\?%)?|[^\W\D]+|{NUMERAL}+)
    |(?P<letter>[A-Za-zα-ωΑ-Ω])
    |(?P<open>[(\[{{])|(?P<close>[)\]}}])|(?P<comma>[,;])""",
    re.VERBOSE,
)
SHAPE = re.compile(r"\{\s*[0-9A-Za-z_]+\s*(?:\\times\s*[0-9A-Za-z_]+\s*)+\}")
CONSTANTS = ("0", "1", "2")


def math_numerals(formula: str) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and kind ("script", "shape", "length", "constant" or "typed") of every numeral."""
    formula = "".join(map(_shown, formula))
    pending: list[tuple[int, int, str]] = []
    variable = False
    before = ""
    opened: list[str] = []
    for match in LEX.finditer(formula):
        kind = match.lastgroup or ""
        if kind == "space":
            yield from _inside(match, r"[0-9]*\.?[0-9]+", "length")
        elif kind == "text":
            tagged = match.group().startswith((r"\label", r"\ref"))
            for start, end in () if tagged else claims(match.group()):
                yield match.start() + start, match.start() + end, "wording"
            yield from _inside(
                match, r"[0-9]+(?:\.[0-9]+)?", "name" if tagged or _named(match.group()) else "typed"
            )
        elif kind == "script":
            shape = match.group()[0] == "^" and SHAPE.fullmatch(match.group()[1:].strip())
            for start, end, _ in _inside(match, r"[0-9]+(?:\.[0-9]+)?", ""):
                decimal = "." in formula[start:end]
                yield start, end, "typed" if decimal else "shape" if shape else "script"
        elif kind in ("letter", "greek"):
            variable = True
        elif kind == "number":
            pending.append((match.start(), match.end(), match.group()))
        elif kind == "open":
            call = match.group() == "(" and before in (
                "letter",
                "command",
                "text",
                "script",
                "greek",
                "close",
            )
            grouping = match.group() == "{" and not match.string[: match.start()].endswith("\\")
            opened.append("call" if call or grouping else "list")
        elif kind == "close" and opened:
            opened.pop()
        ends = kind in ("relation", "row", "environment") or (kind == "comma" and "call" not in opened[-1:])
        if ends:
            yield from _side(pending, variable)
            pending, variable = [], False
        before = kind
    yield from _side(pending, variable)


def _shown(character: str) -> str:
    """A numeral that is no digit (½, ⅞, ①) as NUMERAL; raised and lowered digits stay notation."""
    if character <= "\x7f" or character in SUPERSCRIPT + SUBSCRIPT or simplified(character) != NUMERAL:
        return character
    return NUMERAL


def _side(numbers: list[tuple[int, int, str]], variable: bool) -> Iterator[tuple[int, int, str]]:
    for start, end, text in numbers:
        yield start, end, "constant" if variable and text in CONSTANTS else "typed"


def _inside(match: re.Match[str], pattern: str, kind: str) -> Iterator[tuple[int, int, str]]:
    for part in re.finditer(pattern, match.group()):
        yield match.start() + part.start(), match.start() + part.end(), kind


def _named(text: str) -> bool:
    """Whether the digits of a \\text{…} belong to a word (head1, GPT-2)."""
    return re.search(r"(?<![A-Za-z\u4e00-\u9fff_-])[0-9]", text.partition("{")[2]) is None
