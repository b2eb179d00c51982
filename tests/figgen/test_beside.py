"""What stands directly beside a citation and would make another number of it, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from figgen.gate.check import check
from tests.figgen.book_of import COUNT, WEIGHTS, C, book_of, stored

REST = "\n\n@{weights} @{c} @{count} @{five}\n"
SCALES = ("万", "亿", "十", "百", "千", "成", "个百分点")
UNITS = ("GB", "GiB", "MB", "B")
FIVE = stored("five", 5.0, "int")
SIGN = "“{}” before @{{{}}} changes its sign; declare the negative value in the worked example and cite that"
SCALE = (
    "“{0}” beside @{{{1}}} scales it; cite a percentage by its form, @{{{1}:pct1}}, or declare the scaled "
    "value in the worked example and cite that"
)
UNIT = (
    "“{0}” after @{{{1}}} is a unit that was not declared; declare unit=… where the number is made and cite "
    "it, or a unit form, such as @{{{1}:GiB}}"
)
REMEDY = "separate them, or declare the whole number in the worked example and cite that"
DIGITS = "“{}” beside @{{{}}} makes one number of both; " + REMEDY
TOUCHING = "@{{{1}}} touches the next citation and reads as one number with it; " + REMEDY


def found(tmp_path: Path, text: str) -> list[str]:
    book = book_of(tmp_path, {"attention": text + REST}, [WEIGHTS, C, COUNT, FIVE])
    return [finding.message for finding in check(book)]


@pytest.mark.parametrize(
    ("text", "message", "mark"),
    [
        ("是−@{count}。", SIGN, "−"),
        ("是-@{count}。", SIGN, "-"),
        ("是 - @{count}。", SIGN, "-"),
        ("-@{count}。", SIGN, "-"),
        ("是-**@{count}**。", SIGN, "-"),
        ("是&minus;@{count}。", SIGN, "−"),
        ("是–@{count}。", SIGN, "–"),
        ("得 `-@{count}`。", SIGN, "-"),
        ("是负@{count}。", SIGN, "负"),
        ("是零下@{count}。", SIGN, "零下"),
        ("是@{count}%。", SCALE, "%"),
        ("是@{count} ％。", SCALE, "%"),
        ("是@{count}‰。", SCALE, "‰"),
        *(
            (f"有@{{count}}{word}。", SCALE, word)
            for word in ("万", "亿", "十", "百", "千", "成", "个百分点")
        ),
        ("是@{count} 万。", SCALE, "万"),
        ("有@{count}个半。", SCALE, "个半"),
        ("是@{count}e@{five}。", SCALE, "e"),
        ("是百分之@{count}。", SCALE, "百分之"),
        ("有@{count}K。", UNIT, "K"),
        *(
            (f"占@{{count}}{space}{unit}。", UNIT, unit)
            for space in ("", " ")
            for unit in ("GB", "GiB", "MB", "B")
        ),
        ("占@{count}千字节。", UNIT, "千字节"),
        ("用@{count} ms。", UNIT, "ms"),
        ("用@{count}秒。", UNIT, "秒"),
        ("长@{count}厘米。", UNIT, "厘米"),
        ("花@{count}美元。", UNIT, "美元"),
        ("(−)@{count}", SIGN, "(−)"),
        ("-<br>@{count}", SIGN, "-"),
        ("-[@{count}](a.md)", SIGN, "-"),
        ("[@{count}](a.md)%", SCALE, "%"),
        ("[**@{count}**](a.md)万", SCALE, "万"),
        ("@{count}乘以一百。", SCALE, "乘以一百"),
        ("@{count}<br>万", SCALE, "万"),
        ("<td>@{count}</td><td>%</td>", SCALE, "%"),
        ("$x=-\\quad@{count}$", SIGN, "-"),
        ("$x=@{count}万$", SCALE, "万"),
        ("是.@{count}。", DIGITS, "."),
        ("是@{count}点五。", DIGITS, "点"),
        ("有十@{count}个。", DIGITS, "十"),
        ("位置1@{count}。", DIGITS, "1"),
        ("是@{count}@{five}。", TOUCHING, ""),
        ("是@{count}\u200b@{five}。", TOUCHING, ""),
        ("$x=-@{count}$", SIGN, "-"),
        ("$-@{count}$", SIGN, "-"),
        ("$x\\le -@{count}$", SIGN, "-"),
        ("$x=[-@{count}, y]$", SIGN, "-"),
        ("$x=(-@{count})$", SIGN, "-"),
        ("$x=\\left(-@{count}\\right)$", SIGN, "-"),
        ("$x=\\,-\\,@{count}$", SIGN, "-"),
        ("$x={-}@{count}$", SIGN, "-"),
        ("$x=\\text{-}@{count}$", SIGN, "\\text{-}"),
        ("$\\begin{matrix}x & -@{count}\\end{matrix}$", SIGN, "-"),
        ("$\\begin{matrix}-@{count}\\end{matrix}$", SIGN, "-"),
        ("$x=@{count}@{five}$", TOUCHING, ""),
        ("$x=@{count}\\,@{five}$", TOUCHING, ""),
        ("$x={@{count}}{@{five}}$", TOUCHING, ""),
        ("$-$@{count}", SIGN, "-"),
        ("是—@{count}。", SIGN, "—"),
        ("是减@{count}。", SIGN, "减"),
        ("减@{count}", SIGN, "减"),
        ("是—$@{count}$", SIGN, "—"),
        ("$x=-\\frac{@{count}}{@{five}}$", SIGN, "-"),
        ("$x=-\\sqrt{@{count}}$", SIGN, "-"),
        ("$x=-\\left|@{count}\\right|$", SIGN, "-"),
        ("$x=-\\mathbf{@{count}}$", SIGN, "-"),
        ("$x=—@{count}$", SIGN, "—"),
        ("$x=y\\cdot(-@{count})$", SIGN, "-"),
        ("$x=@{count}{,}@{five}$", TOUCHING, ""),
        ("$x=-$@{count}", SIGN, "-"),
        ("是 `-`@{count}", SIGN, "-"),
        ("是-$@{count}$", SIGN, "-"),
        ("@{count}$\\%$", SCALE, "\\%"),
        ("$@{count}$%", SCALE, "%"),
        ("`@{count}`万", SCALE, "万"),
        ("@{count}`GB`", UNIT, "GB"),
        ("$@{count}$ GB", UNIT, "GB"),
        ("(@{count})%", SCALE, ")%"),
        ("@{count}-GB", UNIT, "GB"),
        ("minus @{count}", SIGN, "minus"),
        ("$x=y\\\\ -@{count}$", SIGN, "-"),
        ("$x=@{count}\\%$", SCALE, "\\%"),
        ("$x=@{count}\\,\\%$", SCALE, "\\%"),
        ("$x=@{count}\\,\\text{GB}$", UNIT, "\\text{GB}"),
    ],
)
def test_what_makes_another_number_of_a_citation_is_refused(
    tmp_path: Path, text: str, message: str, mark: str
) -> None:
    assert found(tmp_path, text) == [message.format(mark, "count")]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("是零点@{count}。", DIGITS.format("点", "count")),
        ("是@{count}.@{five}。", DIGITS.format(".", "five")),
        ("$x=@{count}.@{five}$", DIGITS.format(".", "five")),
        ("是@{count}点@{five}。", DIGITS.format("点", "five")),
        ("是@{count} 点 @{five}。", DIGITS.format("点 ", "five")),
    ],
)
def test_a_point_before_a_citation_is_refused(tmp_path: Path, text: str, message: str) -> None:
    assert message in found(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        "@{count}-@{five}",
        "@{count} − @{five}",
        "@{count}–@{five}",
        "$x$-@{count}",
        "$x-$@{count}",
        "$x$-$@{count}$",
        "- $@{count}$",
        "甲$@{count}$个，`@{count}`倍",
        "@{count}百分比",
        "- @{count}",
        "位置-@{count}",
        "第三层，层-@{count}",
        "$\\max(x,-@{count})$",
        "$\\exp(-@{count})$",
        "$f\\left(x,-@{count}\\right)$",
        "$x-\\frac{@{count}}{@{five}}$",
        "@{count} K 矩阵",
        "[@{count}](a.md)，`w[@{count}]x`",
        "@{count}元组、@{count}元素",
        "先乘，减@{count}，再加",
        "递减@{count}",
        "`[@{count},@{five}]`",
        "@{count} @{five}",
        "——@{count}。",
        "是@{count}倍，@{count}个，@{count}次。",
        "@{count}万一，@{count}十分清楚。",
        "@{count}, @{five}",
        "第一@{count}",
        "共@{count}. 然后",
        "@{count:hanzi}个",
        "$@{count}-@{five}$",
        "$x=(y-@{count})$",
        "$x_i-@{count}$",
        "$\\alpha-@{count}$",
        "$e^{-@{count}}$",
        "$\\frac{@{count}}{@{five}}$",
        "$@{count}c & x$",
        "$[@{count},\\,@{five}]$",
        "$x_3 @{count}$",
        "$x=@{count}\\text{，约}$",
    ],
)
def test_operators_and_words_beside_a_citation_are_fine(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == []


@pytest.mark.parametrize("mark", ["（%）", "(万)", "（单位：千）", "单位：百万", "（GB）", "(millions)"])
def test_a_scale_in_a_heading_is_refused(tmp_path: Path, mark: str) -> None:
    said = (
        f"“{mark}” scales numbers that stand elsewhere; leave it out, and cite them with their unit or as "
        "percentages (:pct1)"
    )
    assert said in found(tmp_path, f"| 权重{mark} |\n|---|\n| @{{c}} |")


SEPARATOR = (
    "“{0}” between @{{count}} and the next citation reads as a thousands separator; write “、” or “{0} ” "
    "with a space, or declare the whole number in the worked example and cite that"
)


@pytest.mark.parametrize("text", ["是@{count},@{five}。", "(@{count},@{five})"])
def test_a_comma_that_reads_as_a_thousands_separator_is_refused(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == [SEPARATOR.format(",")]


def test_two_citations_that_read_as_thousands_and_hundreds_are_refused(tmp_path: Path) -> None:
    values = [WEIGHTS, C, COUNT, FIVE, stored("rest", 125.0, "int")]
    book = book_of(tmp_path, {"attention": "是@{count} @{rest}个，@{rest} @{count}个。" + REST}, values)
    assert [finding.message for finding in check(book)] == [TOUCHING.format("", "count")]


@pytest.mark.parametrize("text", ["$1-@{count}$", "$p=1-@{count}$"])
def test_a_minus_with_a_number_before_it_is_an_operator(tmp_path: Path, text: str) -> None:
    assert not any("changes its sign" in each for each in found(tmp_path, text))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("@{count} = @{five}", "3 = 5"),
        ("$@{count}$ = $@{five}$", "3 = 5"),
        ("`@{count}` 等于 @{five}。", "3 等于 5"),
        ("@{five} <= @{count}", "5 <= 3"),
        ("@{five} < @{count}", "5 < 3"),
        ("@{count} > @{five}", "3 > 5"),
        ("@{count}大于@{five}。", "3 大于 5"),
        ("$@{count}=@{five}$", "3 = 5"),
        ("$@{five}\\le @{count}$", "5 \\le 3"),
        ("$x=@{count}=@{five}$", "3 = 5"),
        ("$@{c}\\approx @{count}$", "0.9803 \\approx 3"),
        ("@{weights[1,1]}等于@{weights[1,2]}。", "2/5 等于 1/5"),
        ("| a | b |\n| - | - |\n| @{count} | = | @{five} |", "3 = 5"),
        ("@{count} =<br>@{five}", "3 = 5"),
        ("<td>@{five}</td><td>&lt;</td><td>@{count}</td>", "5 < 3"),
        ("@{count}超过@{five}。", "3 超过 5"),
        ("@{five}不到@{count}。", "5 不到 3"),
        ("@{five}比@{count}小。", "5 < 3"),
        ("@{count}比@{five}更大。", "3 > 5"),
        ("@{count}和@{five}相等。", "3 = 5"),
    ],
)
def test_a_false_relation_between_two_citations_is_refused(tmp_path: Path, text: str, said: str) -> None:
    assert f"prints {said}, which is false; mend the sign, or cite what is meant" in found(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        "@{count} < @{five}",
        "@{five}大于@{count}",
        "@{count}比@{five}小，@{five}比@{count}高。",
        "@{weights[3,1]} = @{weights[3,2]}",
        "$@{five}-@{count}=@{count}-x$",
        "$@{count}=@{five}-y$",
        "$@{weights[1,1]}=@{weights[1,3]:dec}$",
    ],
)
def test_true_relations_and_longer_sides_pass(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == []


def test_a_unit_that_the_citation_prints_already_is_to_be_left_out(tmp_path: Path) -> None:
    weight = stored("weight", 4.0, "int", unit="克")
    book = book_of(tmp_path, {"attention": "重@{weight}克，也就是@{weight}千克。\n"}, [weight])
    assert [finding.message for finding in check(book)] == [
        "@{weight} prints 4 克, unit included; leave out the “克” after it",
        UNIT.format("千克", "weight"),
    ]
