"""Numbers that text states in words: which words claim one, and which idioms do not.

Refused are X分之Y, X点Y, a number word before 倍, 成, 折, 个半 or 个百分点, X比Y, 五五开, the words
一半, 半数, 过半, 减半, 对半分, 百分百, 翻倍, 翻番, 加倍 and 双倍, words in 壹贰叁 or 廿 and 卅, and a *bare*
number word after 是, 为, 等于, 约, 得到, 共 or a colon: one that nothing follows but punctuation. A count
above twenty (三十七个) is a number like any other.
`figgen.gate.english` has the same for English. Words that give no number (多数, 成倍) are free.
So 三个位置, 是一种, 为一组, 一样, 十分, 万一 and 一方面 are words like any others, and 分成两半
cuts without saying how large the halves are.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from figgen.gate import english

_DIGIT = "[零〇一二两三四五六七八九兩]"
_WORD = "[零〇一二两三四五六七八九十百千万亿兩萬億]{1,12}"
_FORMAL = "壹贰叁肆柒捌玖貳參陸弌弍弎"
_END = r"(?=\s*(?:[，。；：、！？,.;:!?）)】\]」』”\"|]|\Z|\n))"
_CLAIMS = re.compile(
    rf"(?:{_WORD}又)?{_WORD}分之{_WORD}(?:点{_DIGIT}+)?"
    rf"|零点{_DIGIT}+"
    rf"|(?:{_WORD}点)?{_WORD}个?(?:半)?(?=倍(?![数率频感受加])|个百分点)"
    rf"|(?<![之者合其唯第统不归]){_WORD}(?:{_DIGIT}|半)?(?=成(?![为功立果本员分熟长绩就型套对批语因像品形见效交全名千不真串块了一两三若]))"
    rf"|(?<![第十]){_WORD}个半(?![小角导数自球成天年月径圆])|{_DIGIT}{{2}}(?=开(?![始头口发放会门关方本车]))"
    rf"|{_DIGIT}{{2}}(?=分[成账帐])"
    rf"|(?<![第])(?:{_WORD})(?=折(?![叠腾射线断扣返磨中交旧页不]))"
    rf"|一半|半数|过半(?!径)|减半|百分百|翻倍|双倍|加倍|翻[了过上]?(?:{_WORD})?番(?!茄)"
    rf"|{_WORD}点(?:{_DIGIT}{{2,}}|{_DIGIT}(?![刻分样线点些个种条次起直定般旦切致面边者]))"
    rf"|[{_FORMAL}拾佰仟伍陆]{{0,12}}[{_FORMAL}][{_FORMAL}拾佰仟伍陆]{{0,12}}|(?<!队)[拾佰仟伍陆]{{2,}}"
    rf"|(?:{_WORD})?[廿卅]{_DIGIT}?|对半(?=[分开切平，。；]|\Z)分?"
    rf"|(?<=得到)[ ]?{_WORD}{_END}|(?<=共)[ ]?{_WORD}{_END}"
    rf"|(?:(?<=[，,]即)|(?<=[达降升增减]到)|(?<=提高到))[ ]?{_WORD}{_END}"
    rf"|(?<=[：:])[ ]?{_WORD}(?=\s*(?:[。；！？;!?）)】\]」』”\"|]|\Z|\n))"
    rf"|{_WORD}比{_WORD}{_END}"
    rf"|(?<=约等于)[ ]?{_WORD}{_END}|(?<=(?<!不)等于)[ ]?{_WORD}{_END}|(?<=(?<![不若])是)[ ]?{_WORD}{_END}"
    rf"|(?<=约[为是])[ ]?{_WORD}{_END}|(?<=(?<![节契条合预制违])约)[ ]?{_WORD}{_END}"
    rf"|(?<![合化]为)(?<![合化][一二两三四五六七八九十整]为)(?<=(?<!不)为)[ ]?{_WORD}{_END}"
)
_NONZERO = "[一二两三四五六七八九兩]"
_COUNTED = r"[多余来几]?(?:个(?![半体性人])|[项层头步轮次种条行列维页位词倍度秒元]|字节|参数|样本)"
_LARGE = re.compile(  # more than twenty: no count of what stands here
    rf"(?<![第零〇一二三四五六七八九十百千万亿两])(?:{_NONZERO}[百千万亿十]{_WORD}|{_NONZERO}[百千万亿]"
    rf"|[三四五六七八九两二]十|[十百千][万亿])(?={_COUNTED})"
    r"|(?<![A-Za-z0-9])(?<=[是为约] )(?=[IVXLCDM]{2,})M{0,3}(?:C[MD]|D?C{0,3})(?:X[CL]|L?X{0,3})"
    r"(?:I[XV]|V?I{0,3})(?=\s*(?:[，。；！？,;.!?)）]|\Z|\n))"
)
_WRAPPED = re.compile(r"(?<=[\u4e00-\u9fff])[ \t]*\n[ \t>]*(?=[\u4e00-\u9fff])")  # no space shows there
_IDIOMS = re.compile(
    r"百分之百地|一成不变|事半功倍|百折不[挠回]|合[二三多]为一|化整为零|说[一二]是[一二]|万一|统一|唯一"
)


def claims(text: str) -> Iterator[tuple[int, int]]:
    """Yield start and end of every number word that claims a quantity, across line ends too."""
    places = [i for i, _ in enumerate(text)]
    if _WRAPPED.search(text):
        gone = {i for match in _WRAPPED.finditer(text) for i in range(*match.span())}
        places = [i for i in places if i not in gone]
    for start, end in _claims("".join(text[i] for i in places) if len(places) < len(text) else text):
        yield places[start], places[end - 1] + 1


def _claims(text: str) -> Iterator[tuple[int, int]]:
    idioms = [match.span() for match in _IDIOMS.finditer(text)]
    for match in _LARGE.finditer(text):
        yield match.span()
    for match in _CLAIMS.finditer(text):
        if not any(start < match.end() and match.start() < end for start, end in idioms):
            yield match.start() + match.group().startswith(" "), match.end()
    yield from english.claims(text)
