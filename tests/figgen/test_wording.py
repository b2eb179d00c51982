"""Numbers stated in Chinese words, and idioms that state none."""

from __future__ import annotations

import pytest

from figgen.gate.glyphs import CITED
from figgen.gate.wording import claims


def found(text: str) -> list[str]:
    return [text[start:end] for start, end in claims(text)]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("占三分之一。", ["三分之一"]),
        ("百分之二十五", ["百分之二十五"]),
        ("一又二分之一", ["一又二分之一"]),
        ("约百分之三点五", ["百分之三点五"]),
        ("是原来的三倍", ["三"]),
        ("十二倍", ["十二"]),
        ("一点五倍", ["一点五"]),
        ("两个半倍", ["两个半"]),
        ("提高两个百分点", ["两"]),
        ("占三成。", ["三"]),
        ("占七成五", ["七"]),
        ("打八折", ["八"]),
        ("零点五", ["零点五"]),
        ("占一半", ["一半"]),
        ("减半", ["减半"]),
        ("翻倍", ["翻倍"]),
        ("翻番", ["翻番"]),
        ("翻两番", ["翻两番"]),
        ("双倍", ["双倍"]),
        ("答案是三。", ["三"]),
        ("结果为零，", ["零"]),
        ("等于二", ["二"]),
        ("约等于五；", ["五"]),
        ("大约十。", ["十"]),
        ("约为四）", ["四"]),
        ("和是一", ["一"]),
        ("就是三。", ["三"]),
        ("是 一百二十三。", ["一百二十三"]),
        ("三点一四", ["三点一四"]),
        ("比例是三比一，", ["三比一"]),
        ("占半数", ["半数"]),
        ("是二十|", ["二十"]),
    ],
)
def test_number_words_that_claim_a_quantity_are_found(text: str, words: list[str]) -> None:
    assert found(text) == words


@pytest.mark.parametrize(
    "text",
    [
        "一样",
        "一定",
        "一个",
        "十分清楚",
        "万一",
        "一方面",
        "三个位置",
        "是一种方法",
        "为一组",
        "分成两半",
        "一成不变",
        "其中之一成为",
        "百折不挠",
        "一折叠就",
        "两折线",
        "三成员",
        "合二为一。",
        "合为一。",
        "化整为零，",
        "分母不为零。",
        "不等于零。",
        "不是一。",
        "唯一。",
        "统一。",
        "就是一个",
        "说一是一，说二是二。",
        "节约一。",
        "事半功倍",
        "几倍",
        "数倍",
        "成倍",
        "一起",
        "第一",
        "第三步",
        "二者",
        "其一。",
        "之一。",
        "三维",
        "两两",
        "千万",
        "一旦",
        "八成熟",
        "一致",
        "十全十美",
        "同一个倍数",
        "一倍频程",
        f"是{CITED}。",
        f"{CITED}倍",
        f"百分之{CITED}",
    ],
)
def test_idioms_counted_things_and_citations_do_not_alarm(text: str) -> None:
    assert found(text) == []
