"""What stands directly beside a cited number in a sentence and makes another number of it.

A sign, a decimal point, further digits, a scale (%, 万) or a unit typed against a citation states a number
that nobody computed. An operator that has an operand on its left (`@{a}-@{b}`, `x-@{a}`) is a formula like
any other, and 位置-@{n} is a name. `figgen.gate.texbeside` looks at formulas, `figgen.gate.edge` at the
edges of formulas and code spans.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

from figgen.gate.glyphs import BREAK, CITED, CODE, NUMERAL
from figgen.gate.glyphs import MATH as FORMULA
from figgen.gate.source import Stream

SIGN, DIGITS, TOUCHING, SCALE, UNIT = "sign", "digits", "touching", "scale", "unit"
Beside = tuple[int, str, str]
_WORDS = "零〇一二两三四五六七八九十百千万亿壹贰叁肆伍陆柒捌玖拾佰仟廿卅"
UNITS = (
    r"(?:[KMGTPkmgtp]i?(?:[Bb]|bit|byte)?(?:ps|/s)?|[kMGTP]?(?:Hz|FLOPS?|FLOPs|flops)|[Bb]its?|[Bb]ytes?|B|bps"
    r"|[munμµ]s|[munkcdμµ][mgW]|°C|[℃℉°]|dB|pp|bp|[kMG]W)(?![A-Za-z0-9_])"
)
_NAMED = r"(?! [A-Z]\s?(?:矩阵|向量|张量|投影|matri|vector|tensor|project))"  # “3 K 矩阵” counts matrices
SCALES = (
    r"[)）]?[%‰‱﹪٪]|(?:percent|ppm|thousand|million|billion)(?![a-z])|个?百分点|[多余个]?[亿兆佰仟萬億]|[多余]?万(?!一(?!千))|百(?!般|分[比点率数制])|千(?!万别)|十(?!分(?!之))"
    rf"|成(?![为功立果本员分熟长绩就型套对批语因像品形见效交全名真串块了])|分之(?!{CITED})|[个倍]?半(?![数径个])|(?:乘以?|×)\s?[一二两三四五六七八九]?[十百千万亿](?![{_WORDS}]*分)"
)
_BEFORE = (
    (SIGN, re.compile(r"(?P<mark>[（(]\s*[-−–—]\s*[)）])\s*\Z")),
    (SIGN, re.compile(r"(?P<mark>负|零下|(?i:\b(?:minus|negative)))\s*\Z")),
    (SIGN, re.compile(rf"(?:\A|[\n|:：（({BREAK}]|等于|[是为得约])[ \t]*(?P<mark>减)[ \t]*\Z")),
    (
        DIGITS,
        re.compile(
            rf"(?P<mark>(?:(?:(?<=[{_WORDS}{CITED}0-9])|(?<={CITED} ))点 ?|(?<!\.)\.|[0-9{NUMERAL}]))\Z"
        ),
    ),
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
    (UNIT, re.compile(rf"{_NAMED}[\s-]?(?P<mark>{UNITS})")),
    (
        UNIT,
        re.compile(
            r"\s?(?P<mark>[千吉太]?字节|[毫微纳千]?[秒升克瓦]|[毫微纳千厘]?米(?![粒饭])|公[里斤斗升]|小时|分钟|赫兹?"
            r"|焦耳?|摄氏度|美元|元(?![素组数件])|兆?比特)"
        ),
    ),
    (SCALE, re.compile(rf"[\s{BREAK}]?(?P<mark>{SCALES})|[ \t|{BREAK}]*(?P<cell>[%％‰])")),
    (DIGITS, re.compile(rf"(?P<mark>点(?=[{_WORDS}0-9])|\.(?=[0-9])|[0-9{NUMERAL}])")),
    (SCALE, re.compile(r"(?P<mark>[A-Za-z]+)")),
)
_MINUS = re.compile(rf"(?P<mark>[-−–‐‑‒﹣±∓➖⁻˗]|(?<![—―─])[—―─⸺])[\s{BREAK}]*[(（]?\s*\Z")
_OPERAND = re.compile(rf"[0-9A-Za-zα-ωΑ-Ω)\]）\"”'’{CITED}{FORMULA}{CODE}{NUMERAL}]\s*\Z")
_NUMBERED = re.compile(
    r"(?:位置|步骤|层|头|行|列|编号|版本|阶段|方案|模型|特征|样本|实验|练习|附录|章|节|例|题|组|块|词)\Z"
)
_HEADED = re.compile(
    r"[（(]\s*(?P<mark>(?:单位\s*[：:为]?\s*)?(?:[%％‰]|百分比|百万|十亿|[千万亿]|[KMGT]i?B|thousands?|millions?|billions?))\s*[)）]"
    r"|(?P<unit>单位\s*[：:为是]\s*(?:[%％‰]|百万|十亿|[千万亿]|[KMGT]i?B))"
)
_CLOSED = re.compile(r"\]*")
_COMMA = re.compile(rf"[,'’]{CITED}")
_GAP = re.compile(rf"[ \u00a0\u2009\u202f]{CITED}")


def in_text(stream: Stream, numbers: Collection[int], texts: Mapping[int, str]) -> Iterator[Beside]:
    """Yield offset of the citation, what is wrong and the characters that do it, in prose or a code span.

    `numbers` are the offsets of citations that print numbers, `texts` what single ones print.
    """
    text = stream.text
    for match in re.finditer(CITED, text):
        offset = stream.offsets[match.start()]
        if offset not in numbers:
            continue
        before = text[max(0, match.start() - 24) : match.start()]
        behind = match.end()
        if stream.kind != "code":  # a link's text stands in brackets
            before, behind = before.rstrip("["), _CLOSED.match(text, behind).end()  # type: ignore[union-attr]
        minus = _MINUS.search(before)
        if minus and not _OPERAND.search(before[: minus.start()]) and not _numbered(before, minus):
            yield offset, SIGN, minus["mark"]
        for kind, pattern in _BEFORE:
            if found := pattern.search(before):
                yield offset, kind, found["mark"]
                break
        if stream.offsets[match.end() : match.end() + 1] and text[match.end()] == CITED:
            if stream.offsets[match.end()] in numbers:
                yield offset, TOUCHING, ""
            continue
        if _grouped(stream, match.end(), offset, numbers, texts):
            yield offset, TOUCHING, text[match.end()].strip()
            continue
        if text.startswith("." + CITED, match.end()):
            continue  # the next citation has it before it
        for kind, pattern in _AFTER:
            if found := pattern.match(text, behind):
                yield offset, kind, found["mark"] or found["cell"]
                break


def headed(stream: Stream) -> Iterator[tuple[int, str]]:
    """Yield offset and words of each scale or unit that a heading gives to numbers: （%）, 单位：千."""
    for match in _HEADED.finditer(stream.text):
        yield stream.offsets[match.start()], match.group()


def _numbered(before: str, minus: re.Match[str]) -> bool:
    """Whether the hyphen joins a word for something numbered and its number."""
    return minus["mark"] == "-" and before.endswith("-") and bool(_NUMBERED.search(before[:-1]))


def _grouped(stream: Stream, at: int, first: int, numbers: Collection[int], texts: Mapping[int, str]) -> bool:
    """Whether two citations read as the thousands and the rest of one number: @{a},@{b} in a sentence, or
    two with a space, of which the second prints three digits."""
    comma = _COMMA.match(stream.text, at)
    if comma:
        return stream.kind != "code" and stream.offsets[at + 1] in numbers
    if not _GAP.match(stream.text, at):
        return False
    one, other = texts.get(first, ""), texts.get(stream.offsets[at + 1], "")
    return bool(re.fullmatch("[0-9]{1,3}", one) and re.fullmatch(r"[0-9]{3}(?:\.[0-9]+)?", other))


def message(kind: str, mark: str, inside: str, bare: str, printed: str = "") -> str:
    """What the author is told of a citation `inside`: `bare` is it without its form, `printed` its text."""
    if kind == SIGN:
        return (
            f"“{mark}” before @{{{inside}}} changes its sign; declare the negative value in the worked "
            "example and cite that"
        )
    if kind == UNIT and printed.endswith(mark):
        return f"@{{{inside}}} prints {printed}, unit included; leave out the “{mark}” after it"
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
    if kind == TOUCHING and mark:
        return (
            f"“{mark}” between @{{{inside}}} and the next citation reads as a thousands separator; write "
            f"“、” or “{mark} ” with a space, or declare the whole number in the worked example and cite that"
        )
    what = (
        f"“{mark}” beside @{{{inside}}} makes one number of both"
        if kind == DIGITS
        else f"@{{{inside}}} touches the next citation and reads as one number with it"
    )
    return f"{what}; separate them, or declare the whole number in the worked example and cite that"
