"""What stands directly beside a cited number in a formula and makes another number of it.

A minus in the place of a sign is refused, also before a fraction, a root or a bracket that the citation
begins. Between brackets that a name opens, as in \\max(x, -@{n}), it belongs to an expression.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator

from figgen.gate.beside import DIGITS, SCALE, SCALES, SIGN, TOUCHING, UNIT, UNITS, Beside
from figgen.gate.glyphs import CITED
from figgen.gate.source import Stream

_GAP = r"(?:\s|\{\}|\\[,;:! ]|~)*+"
_WRAPPED = (  # what may stand between a sign and the number that it is taken for
    r"(?:\\[dtc]?frac\s*\{|\\sqrt\s*(?:\[[^\]]*\]\s*)?\{|\\left\s*[(\[|.]|\\[bB]igg?l?\s*[(\[|]|\\[lr]?[vV]ert"
    r"|\\(?:math(?:bf|rm|it|sf|tt)|bold(?:symbol)?|bm|text(?:bf|rm|it)?|boxed|underline|overline|phantom)\s*\{"
    r"|\\(?:display|text|script)style|\\color\s*\{[a-z]+\}"
    r"|\\(?:q?quad|en(?:space|skip)|thinspace|hspace\*?\s*\{[^{}]*\})|[\s{(|]|\\[,;:! ])*"
)
MINUS = re.compile(
    r"(?P<mark>[-−–—]|\\(?:pm|mp|minus|text\s*\{\s*[-−–—]\s*\}|mathrm\s*\{\s*[-−–]\s*\}|text\s*\{\s*负\s*\}))"
    + _WRAPPED
    + r"\Z"
)
_BRACED = re.compile(r"(?<!\\text)(?<!\\mathrm)\{\s*(?P<mark>[-−–—])\s*\}" + _GAP + r"\Z")
START = re.compile(
    r"(?:\A|\\\\|[=<>≈≤≥≠→(\[&,;:+*/×·，；、-]|(?<!\^)\{|\\[\\,;:! {(]|\\left\s*[(\[.|]"
    r"|\\begin\{[a-z*]+\}(?:\{[clr|@ ]*\})?"
    r"|\\(?!(?:alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma"
    r"|tau|phi|varphi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Sigma|Phi|Psi|Omega|ell|infty|rangle|rvert|rVert)\Z)"
    r"[A-Za-z]+)\Z"
)
_SPACING = re.compile(r"(?:\s|(?<!\\)\\[,;:! ]|(?<!\\begin)\{\}|~)+\Z")
_NAME = re.compile(
    r"(?:(?<![A-Za-z\\])[A-Za-zα-ωΑ-Ω]+'?|[}\])]'?|\\(?:max|min|arg(?:max|min)|exp|log|ln|lg|a?(?:sin|cos|tan)h?"
    r"|det|Pr|sup|inf|sigma|phi|psi|rho|Phi|Psi|Gamma|gamma))\s*\Z"
)
_LEFT = re.compile(r"\\(?:left|[bB]igg?l?)\s*\Z")
_BEFORE = re.compile(r"(?P<mark>(?<![_^])[0-9.])(?:\s|\{\}|\\!)*\{?\s*\Z")
_AFTER = (
    (SCALE, re.compile(_GAP + r"\}?" + _GAP + r"(?P<mark>\\%|[%％‰]|\\permil|\\text\{\s*\\?[‰%]\s*\})")),
    (SCALE, re.compile(_GAP + r"(?P<mark>[十百千万亿萬億])")),
    (SCALE, re.compile(rf"(?P<mark>[eE])\s*[-+]?(?=[0-9{CITED}])")),
    (
        UNIT,
        re.compile(
            _GAP + r"(?P<mark>\\(?:text|textrm|mathrm|operatorname|mathsf)\s*\{\s*+(?:\\[,; ])?\s*+"
            rf"(?:{UNITS}|{SCALES}|[千吉太]?字节)[^{{}}]*\}})"
        ),
    ),
    (DIGITS, re.compile(r"(?:\s|\{\}|\\!)*(?P<mark>\.(?=[0-9])|[0-9])")),
)
_JOINED = re.compile(rf"(?:\s|\{{\}}|\{{[,']\}}|\\[,;:! ])*+\}}?\{{?(?:\s|\\[,;:! ])*+{CITED}")


def in_math(stream: Stream, numbers: Collection[int]) -> Iterator[Beside]:
    """Yield offset of the citation, what is wrong and the characters that do it."""
    text = stream.text
    for match in re.finditer(CITED, text):
        offset = stream.offsets[match.start()]
        if offset not in numbers:
            continue
        before = text[max(0, match.start() - 96) : match.start()]
        if braced := _BRACED.search(before):
            yield offset, SIGN, braced["mark"]
        elif (minus := MINUS.search(before)) and signs(before, minus):
            yield offset, SIGN, minus["mark"]
        if found := _BEFORE.search(before):
            yield offset, DIGITS, found["mark"]
        joined = _JOINED.match(text, match.end())
        fraction = re.search(r"\\[dt]?frac\s*\{\s*\Z", before)
        if joined and not fraction and stream.offsets[joined.end() - 1] in numbers:
            yield offset, TOUCHING, ""
            continue
        for kind, pattern in _AFTER:
            if found := pattern.match(text, match.end()):
                yield offset, kind, found["mark"]
                break


def signs(before: str, minus: re.Match[str]) -> bool:
    """Whether a minus stands where only a sign can, outside the brackets of a function."""
    left = _SPACING.sub("", before[: minus.start()])
    return bool(START.search(left)) and not _called(left)


def _called(left: str) -> bool:
    """Whether the innermost open bracket of what stands left follows a name: f(x, …, exp(…."""
    depth = 0
    for at in range(len(left) - 1, -1, -1):
        if left[at] in ")]":
            depth += 1
        elif left[at] in "([" and depth:
            depth -= 1
        elif left[at] in "([":
            return left[at] == "(" and bool(_NAME.search(_LEFT.sub("", left[:at])))
        elif left[at] in "=<>≈" and not depth:
            return False
    return False
