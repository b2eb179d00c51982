"""What stands directly beside a cited number and makes another number of it.

A sign, a decimal point, further digits, a scale (%, 万) or a unit typed against a citation states a number
that nobody computed, and so does a relation between two citations that is false. An operator that has an
operand on its left (`@{a}-@{b}`, `x-@{a}`) is a formula like any other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Collection, Iterator, Mapping

from figgen.gate.glyphs import CITED, CODE, NUMERAL
from figgen.gate.glyphs import MATH as FORMULA
from figgen.gate.source import Stream

SIGN, DIGITS, TOUCHING, SCALE, UNIT = "sign", "digits", "touching", "scale", "unit"
Beside = tuple[int, str, str]
_WORDS = "零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅"
_UNITS = (
    r"(?:[KMGTPkmgtp]i?(?:[Bb]|bit|byte)?(?:ps|/s)?|[kMGTP]?(?:Hz|FLOPS?|FLOPs|flops)|[Bb]its?|[Bb]ytes?|B|bps"
    r"|[munμµ]s|[munkcdμµ][mgW]|°C|[℃℉°]|dB|pp|bp|[kMG]W)(?![A-Za-z0-9_])"
)
_SCALES = (
    r"[)）]?[%‰‱﹪٪]|(?:percent|ppm|thousand|million|billion)(?![a-z])|个?百分点|[多余个]?[亿兆佰仟萬億]|[多余]?万(?!一(?!千))|百(?!般|分[比点率数制])|千(?!万别)|十(?!分(?!之))"
    rf"|成(?![为功立果本员分熟长绩就型套对批语因像品形见效交全名真串块了])|分之(?!{CITED})|[个倍]?半(?![数径个])"
)
_BEFORE = (
    (SIGN, re.compile(r"(?P<mark>负|零下|(?i:\b(?:minus|negative)))\s*\Z")),
    (DIGITS, re.compile(rf"(?P<mark>(?:(?<=[{_WORDS}{CITED}0-9])点|(?<!\.)\.|[0-9{NUMERAL}]))\Z")),
    (
        DIGITS,
        re.compile(
            rf"(?P<mark>(?<![之统唯第万每专逐单同进不])[{_WORDS}]+(?<!之一)(?<!统一)(?<!唯一)(?<!万一))\Z"
        ),
    ),
    (SCALE, re.compile(rf"(?P<mark>[{_WORDS}]分之)\s*\Z")),
    (SCALE, re.compile(r"(?P<mark>[√∛∜几半])\s*\Z")),
)
_AFTER = (
    (UNIT, re.compile(rf"[\s-]?(?P<mark>{_UNITS})")),
    (UNIT, re.compile(r"\s?(?P<mark>[千吉太]?字节|[毫微纳][秒米克升])")),
    (SCALE, re.compile(rf"\s?(?P<mark>{_SCALES})")),
    (DIGITS, re.compile(rf"(?P<mark>点(?=[{_WORDS}0-9])|\.(?=[0-9])|[0-9{NUMERAL}])")),
    (SCALE, re.compile(r"(?P<mark>[A-Za-z]+)")),
)
_MINUS = re.compile(r"(?P<mark>[-−–‐‑‒﹣±∓➖⁻˗])\s*[(（]?\s*\Z")
_OPERAND = re.compile(rf"[0-9A-Za-zα-ωΑ-Ω)\]）\"”'’{CITED}{FORMULA}{CODE}{NUMERAL}]\s*\Z")

_GAP = r"(?:\s|\{\}|\\[,;:! ]|~)*+"
_TEX_MINUS = re.compile(
    r"(?P<mark>[-−–]|\\(?:pm|mp|text\s*\{\s*[-−–]\s*\}|mathrm\s*\{\s*[-−–]\s*\}|text\s*\{\s*负\s*\}))"
    r"(?:[\s{(]|\\[,;:! ])*\Z"
)
_TEX_BRACED = re.compile(r"(?<!\\text)(?<!\\mathrm)\{\s*(?P<mark>[-−–])\s*\}" + _GAP + r"\Z")
_TEX_START = re.compile(
    r"(?:\A|\\\\|[=<>≈≤≥≠→(\[&,;:+*/×·，；、-]|(?<!\^)\{|\\[\\,;:! {(]|\\left\s*[(\[.|]"
    r"|\\begin\{[a-z*]+\}(?:\{[clr|@ ]*\})?"
    r"|\\(?!(?:alpha|beta|gamma|delta|epsilon|varepsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|rho|sigma"
    r"|tau|phi|varphi|chi|psi|omega|Gamma|Delta|Theta|Lambda|Sigma|Phi|Psi|Omega|ell|infty|rangle|rvert|rVert)\Z)"
    r"[A-Za-z]+)\Z"
)
_TEX_SPACING = re.compile(r"(?:\s|(?<!\\)\\[,;:! ]|(?<!\\begin)\{\}|~)+\Z")
_TEX_BEFORE = re.compile(r"(?P<mark>(?<![_^])[0-9.])(?:\s|\{\}|\\!)*\{?\s*\Z")
_TEX_AFTER = (
    (SCALE, re.compile(_GAP + r"\}?" + _GAP + r"(?P<mark>\\%|[%％‰]|\\permil|\\text\{\s*\\?[‰%]\s*\})")),
    (SCALE, re.compile(rf"(?P<mark>[eE])\s*[-+]?(?=[0-9{CITED}])")),
    (
        UNIT,
        re.compile(
            _GAP + r"(?P<mark>\\(?:text|textrm|mathrm|operatorname|mathsf)\s*\{\s*+(?:\\[,; ])?\s*+"
            rf"(?:{_UNITS}|{_SCALES}|[千吉太]?字节)[^{{}}]*\}})"
        ),
    ),
    (DIGITS, re.compile(r"(?:\s|\{\}|\\!)*(?P<mark>\.(?=[0-9])|[0-9])")),
)
_TEX_JOINED = re.compile(rf"(?:\s|\{{\}}|\\[,;:! ])*+\}}?\{{?(?:\s|\\[,;:! ])*+{CITED}")
_OPENED, _SHUT = re.compile(r"(?:\$\$?|\\[(\[]|`+)\s?\Z"), re.compile(r"\s?(?:\$\$?|\\[)\]]|`+)")
_EDGE = re.compile(
    rf"\s?(?:(?P<unit>{_UNITS}|\\(?:text|mathrm)\{{\s*{_UNITS}\s*\}})|(?P<scale>\\?[%％]|{_SCALES})|(?P<digits>\.?[0-9]))"
)
_PAIR = rf"[{CITED}{FORMULA}{CODE}]\s*(?P<sign>%s)\s*(?=[{CITED}{FORMULA}{CODE}])"
_TEXT_PAIR = re.compile(_PAIR % "<=|>=|=|<|>|≈|≤|≥|≠|(?<!不)等于|大于|小于|约等于|约为|恰好[是为]")
_MATH_PAIR = re.compile(
    _PAIR % r"&?\s*(?:=|<|>|≈|≤|≥|≠|\\(?:approx|simeq|equiv|lt|gt|leq?|geq?|neq?)(?![A-Za-z]))\s*&?"
)
_TEXT_LEFT = re.compile(rf"[-+−–×*·/÷^√(（.{FORMULA}{CODE}{CITED}A-Za-z0-9][ \t]*\Z")
_TEXT_RIGHT = re.compile(rf"[ \t]*(?:[-+−–×*·/÷^%‰(（{FORMULA}{CODE}{CITED}0-9A-Za-z]|分之)")
_MATH_LEFT = re.compile(
    r"(?:\A|[=<>≈≤≥,;，；。]|\\\\|\\(?:approx|leq?|geq?|lt|gt|quad|qquad)|\\begin\{[a-z*]+\}|&)\s*\Z"
)
_MATH_RIGHT = re.compile(
    r"\s*(?:\Z|[=<>≈≤≥,;.，；。&]|\\\\|\\(?:approx|leq?|geq?|lt|gt|quad|qquad|end|text|neq?)(?![A-Za-z]))"
)
_HOLDS: tuple[tuple[str, Callable[[float, float], bool]], ...] = (
    ("≠ \\ne \\neq", lambda a, b: a != b),
    ("≈ \\approx \\simeq 约等于 约为", lambda a, b: math.isclose(a, b, rel_tol=0.05)),
    ("≤ <= \\le \\leq", lambda a, b: a <= b),
    ("≥ >= \\ge \\geq", lambda a, b: a >= b),
    ("< \\lt 小于", lambda a, b: a < b),
    ("> \\gt 大于", lambda a, b: a > b),
    ("= \\equiv 等于 恰好是 恰好为", lambda a, b: math.isclose(a, b, rel_tol=1e-9)),
)


def in_text(stream: Stream, numbers: Collection[int]) -> Iterator[Beside]:
    """Yield offset of the citation, what is wrong and the characters that do it, in prose or a code span.

    `numbers` are the offsets of citations that print numbers.
    """
    text = stream.text
    for match in re.finditer(CITED, text):
        offset = stream.offsets[match.start()]
        if offset not in numbers:
            continue
        before = text[max(0, match.start() - 24) : match.start()]
        minus = _MINUS.search(before)
        if minus and not _OPERAND.search(before[: minus.start()]):
            yield offset, SIGN, minus["mark"]
        for kind, pattern in _BEFORE:
            if found := pattern.search(before):
                yield offset, kind, found["mark"]
                break
        if stream.offsets[match.end() : match.end() + 1] and text[match.end()] == CITED:
            if stream.offsets[match.end()] in numbers:
                yield offset, TOUCHING, ""
            continue
        if text.startswith("." + CITED, match.end()):
            continue  # the next citation has it before it
        for kind, pattern in _AFTER:
            if found := pattern.match(text, match.end()):
                yield offset, kind, found["mark"]
                break


def in_math(stream: Stream, numbers: Collection[int]) -> Iterator[Beside]:
    """The same in a formula."""
    text = stream.text
    for match in re.finditer(CITED, text):
        offset = stream.offsets[match.start()]
        if offset not in numbers:
            continue
        before = text[max(0, match.start() - 48) : match.start()]
        if braced := _TEX_BRACED.search(before):
            yield offset, SIGN, braced["mark"]
        elif (minus := _TEX_MINUS.search(before)) and _TEX_START.search(
            _TEX_SPACING.sub("", before[: minus.start()])
        ):
            yield offset, SIGN, minus["mark"]
        if found := _TEX_BEFORE.search(before):
            yield offset, DIGITS, found["mark"]
        joined = _TEX_JOINED.match(text, match.end())
        fraction = re.search(r"\\[dt]?frac\s*\{\s*\Z", before)
        if joined and not fraction and stream.offsets[joined.end() - 1] in numbers:
            yield offset, TOUCHING, ""
            continue
        for kind, pattern in _TEX_AFTER:
            if found := pattern.match(text, match.end()):
                yield offset, kind, found["mark"]
                break


def across(text: str, stream: Stream, starts: Mapping[int, int], ends: Mapping[int, int]) -> Iterator[Beside]:
    """The same where a citation and what stands beside it are apart by the edge of a formula or code span.

    `starts` and `ends` hold the offset of each cited number by where it starts and ends.
    """
    first, last = stream.offsets[0], stream.offsets[-1] + 1
    last = ends_at if (ends_at := next((e for e, o in ends.items() if o == last - 1), 0)) else last
    opened, shut = _OPENED.search(text[max(0, first - 3) : first]), _SHUT.match(text, last)
    if opened is None or shut is None:
        return
    inner, left = (
        stream.text.strip(),
        text[max(0, first - len(opened.group()) - 16) : opened_at(first, opened)],
    )
    if (
        shut.end() in starts
        and (minus := _TEX_MINUS.search(inner))
        and _TEX_START.search(inner[: minus.start()])
    ):
        yield starts[shut.end()], SIGN, minus["mark"]
    if opened_at(first, opened) in ends and (found := _EDGE.match(inner)):
        yield ends[opened_at(first, opened)], found.lastgroup or SCALE, found.group().strip()
    if inner.startswith(CITED) and first in starts:
        minus = re.search(r"(?P<mark>[-−–±]|负)\Z", left)
        if minus and not re.search(r"[0-9A-Za-z)\]}$`\n]\Z|\A\Z", left[: minus.start()]):
            yield starts[first], SIGN, minus["mark"]
    if inner.endswith(CITED) and last in ends and (found := _EDGE.match(text, shut.end())):
        yield ends[last], found.lastgroup or SCALE, found.group().strip()


def opened_at(first: int, opened: re.Match[str]) -> int:
    """Where the edge before a formula or code span stands."""
    return first - len(opened.group())


def false_relations(
    stream: Stream, values: Mapping[int, tuple[str, float]]
) -> Iterator[tuple[int, str, str, str]]:
    """Yield offset, left text, sign and right text of each relation between two citations that does not hold.

    `values` holds text and number by offset, also of formulas and code spans that are
    one citation. Both sides have to be one citation and nothing else.
    """
    formula = stream.kind == "math"
    for match in (_MATH_PAIR if formula else _TEXT_PAIR).finditer(stream.text):
        one, other = values.get(stream.offsets[match.start()]), values.get(stream.offsets[match.end()])
        before, behind = stream.text[max(0, match.start() - 24) : match.start()], match.end() + 1
        if one is None or other is None:
            continue
        if formula:
            whole = bool(_MATH_LEFT.search(before) and _MATH_RIGHT.match(stream.text, behind))
        else:
            whole = not _TEXT_LEFT.search(before) and not _TEXT_RIGHT.match(stream.text, behind)
        sign = match["sign"].strip("& \n\t")
        holds = next(test for signs, test in _HOLDS if sign in signs.split())
        if whole and not holds(one[1], other[1]):
            yield stream.offsets[match.start()], one[0], sign, other[0]


def message(kind: str, mark: str, inside: str, bare: str) -> str:
    """What is told to the author about a citation `inside`; `bare` is it without its form."""
    if kind == SIGN:
        return (
            f"“{mark}” before @{{{inside}}} changes its sign; declare the negative value in the worked "
            "example and cite that"
        )
    if kind == UNIT:
        return (
            f"“{mark}” after @{{{inside}}} is a unit that was not declared; declare unit=… where the number "
            f"is made and cite it, or a unit form, such as @{{{bare}:GiB}}"
        )
    if kind == SCALE:
        return (
            f"“{mark}” beside @{{{inside}}} scales it; cite a percentage by its form, @{{{bare}:pct1}}, or "
            "declare the scaled value in the worked example and cite that"
        )
    what = (
        f"“{mark}” beside @{{{inside}}} makes one number of both"
        if kind == DIGITS
        else f"@{{{inside}}} touches the next citation and reads as one number with it"
    )
    return f"{what}; separate them, or declare the whole number in the worked example and cite that"
