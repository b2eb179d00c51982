"""Sums of citations that a page writes out are evaluated, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from figgen.gate.check import check
from tests.figgen.book_of import COUNT, WEIGHTS, C, book_of, stored

FIVE = stored("five", 5.0, "int")
SIX = stored("six", 6.0, "int")
REMEDY = "mend the line, or let an arithmetic block write it"
REST = "\n\n@{weights} @{c} @{count}、@{five}、@{six}\n"


def found(tmp_path: Path, text: str) -> list[str]:
    book = book_of(tmp_path, {"attention": text + REST}, [WEIGHTS, C, COUNT, FIVE, SIX])
    return [finding.message for finding in check(book)]


@pytest.mark.parametrize(
    ("text", "sign", "left", "right"),
    [
        ("$@{count}+@{count}=@{five}$", "=", "6", "5"),
        ("$@{five}=@{count}+@{count}$", "=", "5", "6"),
        ("$x=@{count}\\times @{count}=@{six}$", "=", "9", "6"),
        ("$\\frac{@{six}}{@{count}}=@{five}$", "=", "2", "5"),
        ("$\\sqrt{@{six}+@{count}}=@{five}$", "=", "3", "5"),
        ("$@{count}^{@{count}}=@{five}$", "=", "27", "5"),
        ("$\\left(@{five}-@{count}\\right)\\cdot @{count}<@{five}$", "<", "6", "5"),
        ("$@{weights[1,1]}+@{weights[1,2]}+@{weights[1,3]}=@{count}$", "=", "1", "3"),
        ("$$\\begin{aligned}y&=@{count}+@{count}\\\\&=@{five}\\end{aligned}$$", "=", "6", "5"),
        ("$$\\begin{aligned}y&=@{count}\\\\&=@{five}\\end{aligned}$$", "=", "3", "5"),
        ("@{count} + @{count} = @{five}", "=", "6", "5"),
        ("@{count}加@{count}等于@{five}。", "等于", "6", "5"),
        ("@{count}乘@{count}得@{six}。", "=", "9", "6"),
        ("@{five}减去@{count}得到@{six}。", "=", "2", "6"),
        ("@{six}除以@{count}大于@{five}。", "大于", "2", "5"),
        ("@{count}+@{count}≈@{five}", "≈", "6", "5"),
    ],
)
def test_a_sum_that_is_false_is_refused(tmp_path: Path, text: str, sign: str, left: str, right: str) -> None:
    said = f"the sides of {sign} come to {left} and {right}; " + REMEDY
    assert said in found(tmp_path, text)


@pytest.mark.parametrize(
    "text",
    [
        "$@{count}+@{count}=@{six}$",
        "$@{count}+@{count}=x$",
        "$f(@{count})=@{five}$",
        "$$\\begin{aligned}x&=@{count}\\\\y&=@{five}\\end{aligned}$$",
        "$$\\begin{aligned}y&=@{count}+@{count}\\\\&=@{six}\\end{aligned}$$",
        "$@{weights[1,1]}+@{weights[1,2]}+@{weights[1,3]}=1+x$",
        "$@{six}/@{count}<@{five}$",
        "@{count}和@{count}相等",
        "@{count}+@{count}个等于@{five}个",
        "| @{count} | @{five} |\n|---|---|\n| @{five} | = |",
        "@{count}、@{five}，= @{five}",
    ],
)
def test_true_sums_and_sides_with_letters_pass(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "$(@{count}-@{five})^{0.5}=@{six}$",
        "$0^{@{count}-@{five}}=@{six}$",
        pytest.param("$" + "(" * 600 + "@{count}+@{count}" + ")" * 600 + "=@{five}$", id="deep"),
    ],
)
def test_a_side_that_comes_to_nothing_says_nothing(tmp_path: Path, text: str) -> None:
    assert not any(said.startswith("the sides of") for said in found(tmp_path, text))
