"""Texts without citations: what matches, contradicts or is unexplained, and what is bound."""

from __future__ import annotations

from pathlib import Path

from figgen.gate.audit import Audit
from figgen.gate.bind import bind
from tests.figgen.book_of import WEIGHTS, C, book_of, stored

OUTPUT = stored("output", [[1.6, 0.6], [1.2, 0.8], [1.5, 0.75]], "dec", line=3)
LOW = stored("low", -0.888377, "d6", line=4)


def audit(tmp_path: Path) -> Audit:
    return Audit(book_of(tmp_path, {}, [WEIGHTS, C, OUTPUT, LOW]), "attention")


def remarks(tmp_path: Path, text: str, path: str = "old.md") -> list[str]:
    return [str(remark) for remark in audit(tmp_path).text(text, path)]


def test_each_number_matches_contradicts_or_is_unexplained(tmp_path: Path) -> None:
    assert remarks(tmp_path, "2017 年，权重 1/5，\n常数 0.9813，还有 0.35。") == [
        "old.md:1:11: “1/5” matches @{weights[1,2]}",
        "old.md:2:4: “0.9813” contradicts @{c}, which is 0.9803",
        "old.md:2:14: “0.35” unexplained",
    ]


def test_numbers_that_stand_together_belong_to_one_value(tmp_path: Path) -> None:
    found = remarks(tmp_path, "输出 [1.2, 0.8]，权重 0.25、0.25、0.5")
    assert [remark.partition("matches ")[2] for remark in found] == [
        "@{output[2,1]:d1}", "@{output[2,2]:d1}",
        "@{weights[3,1]:d2}", "@{weights[3,2]:d2}", "@{weights[3,3]:d1}",
    ]  # fmt: skip


def test_html_is_read_where_it_stands(tmp_path: Path) -> None:
    page = (
        "<!doctype html>\n<html><head><title>7</title></head>\n<p>权重 <b>0.9813</b> <!-- 0.5 --></p></html>"
    )
    assert remarks(tmp_path, page, "old.html") == [
        "old.html:3:10: “0.9813” contradicts @{c}, which is 0.9803"
    ]


def test_matched_decimals_and_fractions_become_citations_and_the_rest_stays(tmp_path: Path) -> None:
    text = "\ufeff2017 年：权重 1/5，\r\n常数约 0.9803，$x = 0.75$，`0.6`，共 3 个，0.7，−0.888377。\r\n"
    bound, count = bind(audit(tmp_path), text)
    assert bound == (
        "\ufeff2017 年：权重 @{weights[1,2]}，\r\n常数约 @{c}，$x = @{output[3,2]:d2}$，`@{output[1,2]:d1}`，"
        "共 3 个，0.7，@{low}。\r\n"
    )
    assert count == 5


def test_binding_twice_changes_nothing_more(tmp_path: Path) -> None:
    once, _ = bind(audit(tmp_path), "权重 0.25 与 0.6")
    assert bind(audit(tmp_path), once) == (once, 0)
