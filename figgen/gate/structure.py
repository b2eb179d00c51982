"""The closed list of numerals that may be typed in text, because they count nothing that was computed.

Each kind has a name, which the ledger records beside the numeral, and a pattern. A numeral in text that no
pattern covers is a claim, and has to be cited. The first pattern that covers a numeral names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from figgen.gate.glyphs import BREAK, NUMERAL

YEAR = r"(?:1[89][0-9]{2}|20[0-3][0-9])"
MONTHS = (
    r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
    r"|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?)"
)
PRODUCTS = "|".join(
    re.split(
        r"\s+",
        r"""ARIA Android Apache BERT Baichuan Bluetooth CC\sBY(?:-[A-Z]+)* CPython CSS CUDA ChatGLM Chrome
        Chromium Claude Clang Debian DeepSeek Django Docker ECMAScript EPUB Fedora Firefox FlashAttention
        Fortran GCC GLM GPL GPT Gemini Gemma Git HTML HTTP IPython IPv JAX Java JavaScript Keras Kimi
        Kubernetes LGPL LLVM Linux Llama Lua MPL Markdown MathJax Material(?:\sfor\sMkDocs)? Matplotlib
        Mistral Mixtral MPI MkDocs MySQL Next\.js Node(?:\.js)? NumPy OAuth OpenAPI OpenGL OpenMP OpenSSL
        PCIe PDF PHP Perl Phi Postgres PostgreSQL Python PyTorch Qwen RISC-V ROCm React Redis Ruby Rust
        SQLite Safari Scala SciPy TLS TeX\sLive TensorFlow TypeScript USB Ubuntu Unicode Vue WCAG
        WebAssembly WebGL Windows Zensical iOS macOS mkdocs mkdocs-material numpy pip python pytest torch
        transformers""",
    )
)
# words that a value follows: no name, version or label begins behind them
VALUED = r"(?<![额比率例])(?<!概率)(?<!权重)(?<!得分)(?<!分数)(?<!数值)(?<!占)"
SHARES = re.compile(
    r"(?:份额|比例?|比率|概率|权重|得分|分数|数值|占比?|率|值|约|是|为|等于|误差|损失|精度|温度|大小|[长宽高深速]度|距离"
    r"|方差|标准差|平均|合计|总[数和计]|[个数]数|数量|最[大小高低]|[到达降升增减有共至超于])\Z"
)
LABEL = re.compile(r"(?P<stem>[^\W\d_]+(?:[ -][^\W\d_]+)*) ?[0-9]{1,4}")
MEASURES = "个步行列层位次种条段点项轮期卷页号台天类排张句头版届代遍问题幕组"

_PATTERNS: tuple[tuple[str, str], ...] = (
    (
        "date",
        rf"(?<![0-9.]){YEAR}\s*(?:[-–—~～至到]\s*{YEAR}\s*)?年代?"
        r"(?:\s*[0-9]{1,2}\s*月(?:份|\s*[0-9]{1,2}\s*[日号])?)?"
        rf"|(?<![0-9.]){YEAR}([-/.])[0-9]{{1,2}}\1[0-9]{{1,2}}(?!\.?[0-9])"
        rf"|(?<![0-9]){YEAR}-(?:0[1-9]|1[0-2])(?![0-9-]|\.[0-9])"
        rf"|{MONTHS}\s+[0-9]{{1,2}}(?:st|nd|rd|th)?(?:,?\s+{YEAR})?(?!\.?[0-9])"
        rf"|(?<![0-9.])[0-9]{{1,2}}\s+{MONTHS}(?:\s+{YEAR})?(?!\.?[0-9])|{MONTHS},?\s+{YEAR}(?!\.?[0-9])"
        rf"|(?<![0-9.]){YEAR}s(?![A-Za-z])|(?<=[(（])\s*{YEAR}[a-z]?(?:\s*[,，、;；]\s*{YEAR}[a-z]?)*\s*(?=[)）])"
        rf"|(?<=[,，])\s*{YEAR}[a-z]?\s*(?=[)）])|(?<=[A-Za-z.][,，])\s*{YEAR}[a-z]?(?=\s*[,，;；])"
        rf"|\b(?:in|In|by|By|since|Since|until|Until|from|From|before|Before|after|After|[A-Z][A-Za-z]+)\s+{YEAR}"
        r"(?!\.?[0-9%×]|\s*(?:%|×|steps|dim|token|sample|word|page|iteration|epoch|time|point|unit|layer|head))"
        r"|(?<![0-9.])[0-9]{1,2}\s*世纪(?:\s*[0-9]0\s*年代)?"
        rf"|(?<=[©])\s*{YEAR}(?:\s*[-–—]\s*{YEAR})?(?!\.?[0-9])"
        r"|(?<![0-9.])[0-9]{1,2}\s*月\s*[0-9]{1,2}\s*[日号]",
    ),
    (
        "identifier",
        r"(?i:arxiv)\s*[:：]?\s*[0-9]{4}\.[0-9]{4,5}(?:v[0-9]+)?"
        r"|(?i:ISBN)(?:-1[03])?\s*[:：]?\s*[0-9][0-9 -]{8,16}[0-9Xx]"
        r"|(?i:doi)\s*[:：]\s*10\.[0-9]{4,}/[^\s，。；）]+|\b(?:RFC|PEP|ISO(?:/IEC)?|IEEE|ECMA|ASCII|GB/T|CVE|ISSN|PMID)"
        r"[ -]?[0-9]+(?:[-.:][0-9]+)*(?![0-9]|\.[0-9])|\b[A-Z][0-9]{2}-[0-9]{4}\b"
        r"|(?<![0-9A-Za-z&])#[0-9]+(?![0-9.%])|(?<![0-9] )\bGB\s?[0-9]{4,5}(?![0-9.])"
        r"|(?<=[A-Za-z] )\[[0-9]{1,3}\](?![\[(])"
        r"|(?:状态码|返回\s?(?=[345])|(?i:\bstatus(?: code)?))\s*[1-5][0-9]{2}(?![0-9.%])",
    ),
    (
        "figure",
        r"(?:图|表|圖|公式|方程|(?i:\b(?:figures?|figs?\.?|tables?|eq(?:uation|n)?s?\.?)))\s*[（(]?\s*"
        r"[1-9][0-9]*(?:[.-][0-9]+)*[a-z]?"
        r"(?:\s*(?:[-–~～、,和与至到]|and)\s*[0-9]+(?:[.-][0-9]+)*(?![0-9.]))*",
    ),
    (
        "section",
        r"第\s*[0-9]+(?:\.[0-9]+)*\s*(?:(?:[、和与至到~～–—-]|and)\s*(?:第\s*)?[0-9]+(?:\.[0-9]+)*\s*){0,6}"
        r"(?:节|章|篇|部分|小节|附录)|§+\s*[0-9]+(?:\.[0-9]+)*|附录\s*[0-9]+"
        r"|(?i:\b(?:sections?|sect?\.|chapters?|ch\.|appendix|part))\s*"
        r"[0-9]+(?:\.[0-9]+)*(?:\s*(?:[-–,]|and)\s*[0-9]+(?:\.[0-9]+)*)*(?![0-9])",
    ),
    (
        "version",
        rf"(?<![A-Za-z0-9_])(?:{PRODUCTS})[ ]*[-/]?[0-9]+(?:\.[0-9x]+)*(?:[a-z]+[0-9]*|\+)?"
        r"(?:-(?:[0-9]+(?:\.[0-9]+)?[A-Za-z]+|[A-Za-z][A-Za-z0-9]*)){0,6}"
        r"(?![A-Za-z0-9%％×=]|\.[0-9]|\s*(?:[%％×倍个次种]|x\b))"
        rf"|(?<![A-Za-z0-9]){VALUED}v[0-9]+(?:\.[0-9x]+)*(?![0-9A-Za-z%])"
        r"|(?<![0-9.])[0-9]+(?:\.[0-9]+){2,}(?:[-+.]?[A-Za-z][A-Za-z0-9]*)?"
        rf"|{VALUED}(?<!额的)(?<!比的)(?<!例的)(?<!率的)(?<!重的)(?i:version|release|版本)\s*[:：]?\s*[0-9]+(?:\.[0-9]+)*(?![0-9%])",
    ),
    (
        "name",
        # a word that starts with a letter: GPT-2, H200, F11, float64, Qwen3-0.6B, x86_64, q3, UTF-8
        rf"(?<![A-Za-z0-9_.]){VALUED}(?![a-z][0-9]{{3}})(?!(?<=[是为约快慢速倍增涨])[xX][0-9])[A-Za-z]+[0-9]+[A-Za-z0-9]*"
        r"(?:[-_][A-Za-z0-9]*[A-Za-z][A-Za-z0-9]*|[-_][0-9]+\.[0-9]+[A-Za-z]+|[-_][0-9]+[A-Za-z]*)*(?![A-Za-z0-9]|\.[0-9])"
        rf"|(?<![A-Za-z0-9_.-]){VALUED}(?![a-z]-[0-9])[A-Za-z][A-Za-z]*(?:[-_][A-Za-z]+){{0,6}}(?:[-_](?:[0-9]+(?:\.[0-9]+)?[A-Za-z]+[A-Za-z0-9]*|[0-9]+))"
        r"(?:[-_][A-Za-z0-9]+){0,6}(?![A-Za-z0-9%]|\.[0-9])"
        r"|(?<![A-Za-z0-9])[A-Za-z]+-[A-Z]/[0-9]+(?![0-9.])"
        r"|(?<![0-9A-Za-z.])[123]D(?![A-Za-z0-9])|(?<![0-9.])(?:1st|2nd|3rd|[0-9]+th)\b|\b[0-9]+-bit\b"
        r"|(?<=[A-Za-zα-ωΑ-Ω)])[₀-₉]+|(?<=[A-Za-zα-ωΑ-Ω)])⁻?[⁰¹²³⁴-⁹]+|\bC\+\+[0-9]{2}\b",
    ),
    (
        "shape",
        r"(?<![0-9A-Za-z.=≈+*/^_×−·-])(?<![=≈+−*/·×] )(?:[0-9]+|[A-Za-z][A-Za-z_]*)"
        r"(?:\s?×\s?(?:[0-9]+|[A-Za-z][A-Za-z_]*))+"
        r"(?![0-9A-Za-z]|\.[0-9]|\s*[=≈+*/^×·%−-])|(?<![0-9A-Za-z.])[0-9]+x[0-9]+(?:x[0-9]+)*(?![0-9A-Za-z.=])",
    ),
    (
        "ordinal",
        rf"第\s*[0-9]+(?:\s*[、和与至到~～–—-]\s*(?:第\s*)?[0-9]+){{0,6}}\s*(?!个百分点)[{MEASURES}]"
        r"|(?:步骤|练习|习题|(?<![比条体图前惯先病])例|问题|任务|阶段|情形|方案|(?<![难话课主标命议])题|规则|算法|引理|定理|定义|(?i:\b(?:step|exercise|problem|question"
        r"|example|case|phase|stage|level|rule|algorithm|lemma|theorem|definition|item|day|week|note|task|type)))"
        r"\s?[0-9]{1,3}(?!\.?[0-9]|\s*[%％×倍/])",
    ),
    (
        "enumerator",
        rf"(?:(?<=[\n；;。：:{BREAK}])|^)[ \t]*[（(][0-9]{{1,2}}[)）]"
        rf"|(?:(?<=[\n{BREAK}])|^)[ \t]*[0-9]{{1,2}}[）)、]"
        rf"|(?:(?<=[\n；;。：:，,、|{BREAK}])|^)[ \t]*{NUMERAL}(?=\s?[^\W0-9])",
    ),
)
CITED_ELSEWHERE = (
    "figure",
    "section",
)  # kinds that have a citation of their own, and may not be typed in the book

_COMPILED = tuple((kind, re.compile(pattern)) for kind, pattern in _PATTERNS)


def typeable(label: str) -> bool:
    """Whether a declared label is a stem and an integer, such as 位置1, which counts and states no value."""
    match = LABEL.fullmatch(label)
    return match is not None and not SHARES.search(match["stem"])


@lru_cache(maxsize=32)
def _labels(labels: tuple[str, ...]) -> re.Pattern[str] | None:
    """A pattern of the declared labels that hold a digit, with or without a space before it."""
    numbered = [label for label in labels if typeable(label)]
    if not numbered:
        return None
    words = sorted(numbered, key=lambda label: (-len(label), label))
    ways = "|".join(re.sub(r"(?<=[^0-9\s])(?=[0-9])", r"\\s?", re.escape(word)) for word in words)
    return re.compile(rf"(?<![0-9.])(?:{ways})(?![0-9]|\.[0-9]|\s*[%％])")


def structural(text: str, labels: Iterable[str] = ()) -> Iterator[tuple[int, int, str]]:
    """Yield start, end and kind of every stretch of a text stream whose numerals may be typed."""
    declared = _labels(tuple(labels))
    if declared is not None:
        for match in declared.finditer(text):
            yield match.start(), match.end(), "label"
    for kind, pattern in _COMPILED:
        for match in pattern.finditer(text):
            yield match.start(), match.end(), kind
