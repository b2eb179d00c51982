"""The ledger: what it records, and the readable difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from figgen.book import Book
from figgen.gate import ledger
from figgen.gate.printed import Entry
from tests.figgen.book_of import WEIGHTS, C, book_of, stored

PAGE = "---\ntitle: 甲\n---\n2017 年，位置3的权重是@{weights[3]}，$x_3$。\n\n@{weights_map} 图。\n"
MAP = {
    "weights_map": {
        "kind": "heatmap",
        "counter": "图",
        "title": "权重",
        "shows": ["attention.weights"],
        "line": 9,
    }
}


def small(tmp_path: Path, page: str = PAGE, c: float = 0.9802581434685472) -> Book:
    book = book_of(tmp_path, {"attention": page}, [stored("c", c, "d4", line=5)], MAP)
    include = book.project.include("attention", "weights_map")
    include.parent.mkdir(parents=True, exist_ok=True)
    include.write_text('<table><td data-ref="attention.weights[3,1]">1/4</td><td>甲 7</td></table>', "utf-8")
    return book


def known(book: Book) -> dict[str, list[str]]:
    return ledger.read(ledger.write(ledger.take(book)))


def differences(before: dict[str, list[str]], after: Book) -> list[str]:
    return [str(finding) for finding in ledger.compare(before, ledger.take(after))]


def test_numbers_blocks_pages_and_facts_have_a_line_each_in_order(tmp_path: Path) -> None:
    book = book_of(tmp_path, {"attention": PAGE}, [WEIGHTS, C], MAP)
    small_include = book.project.include("attention", "weights_map")
    small_include.parent.mkdir(parents=True)
    small_include.write_text('<td data-ref="attention.weights[3,1]">1/4</td><td>甲 7</td>', "utf-8")
    lines = ledger.write(ledger.take(book)).splitlines()
    assert "attention.weights[3,1] frac 1/4" in lines
    assert "attention.c d4 0.9803" in lines
    assert "facts.vaswani2017.heads int 8" in lines
    assert "attention.weights_map heatmap weights[3,1] 7 words:df8253" in lines
    page = lines[lines.index("[docs/attention.md]") + 1 :]
    assert page[:5] == ["date 2017", "label 3", "@{weights[3]} [1/4, 1/4, 1/2]", "script 3", "@{weights_map}"]


def test_a_ledger_that_was_just_written_differs_in_nothing(tmp_path: Path) -> None:
    book = small(tmp_path)
    assert differences(known(book), book) == []


def test_a_changed_number_is_named_with_both_texts_at_its_line_in_the_example(tmp_path: Path) -> None:
    before = known(small(tmp_path))
    assert differences(before, small(tmp_path, c=0.97)) == [
        "docs/attention.py:5:1: attention.c 0.9803 → 0.9700"
    ]


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ("2017", "2018", "docs/attention.md:4:1: date 2017 → date 2018"),
        ("$x_3$", "$x_2$", "docs/attention.md:4:32: script 3 → script 2"),
        ("2017 年，", "", "docs/attention.md:4:3: date 2017 → (gone)"),
        ("图。", "图，见 GPT-2。", "docs/attention.md:6:24: (new) → version 2"),
    ],
)
def test_a_changed_numeral_of_a_page_is_found_at_its_place(
    tmp_path: Path, old: str, new: str, difference: str
) -> None:
    before = known(small(tmp_path))
    assert differences(before, small(tmp_path, PAGE.replace(old, new))) == [difference]


def test_a_citation_with_another_index_is_found_even_if_it_prints_the_same(tmp_path: Path) -> None:
    page = PAGE.replace("weights[3]", "weights[3,1]")
    before = known(book_of(tmp_path, {"attention": page}, [WEIGHTS]))
    after = book_of(tmp_path, {"attention": page.replace("[3,1]", "[3,2]")}, [WEIGHTS])
    assert differences(before, after) == ["docs/attention.md:4:15: @{weights[3,1]} 1/4 → @{weights[3,2]} 1/4"]


def test_a_block_that_shows_other_elements_is_found(tmp_path: Path) -> None:
    book = small(tmp_path)
    before = known(book)
    include = book.project.include("attention", "weights_map")
    include.write_text('<td data-ref="attention.weights[3,2]">1/4</td><td>甲 7</td>', "utf-8")
    assert differences(before, book) == [
        "docs/attention.py:9:1: attention.weights_map weights[3,1] 7 words:df8253 → "
        "weights[3,2] 7 words:df8253"
    ]


def test_new_and_vanished_numbers_are_named(tmp_path: Path) -> None:
    book = book_of(tmp_path, {}, [C])
    assert differences({"numbers": ["attention.d int 3"]}, book) == [
        "docs/attention.py:1:1: attention.c (new) → d4 0.9803",
        "docs/facts.toml:1:1: facts.vaswani2017.heads (new) → int 8",
        "ledger.txt:1:1: attention.d int 3 → (gone)",
    ]


def test_other_words_beside_the_same_numbers_are_found(tmp_path: Path) -> None:
    book = small(tmp_path)
    before = known(book)
    include = book.project.include("attention", "weights_map")
    include.write_text('<table><td data-ref="attention.weights[3,1]">1/4</td><td>乙 7</td></table>', "utf-8")
    (said,) = differences(before, book)
    assert said.startswith("docs/attention.py:9:1: attention.weights_map weights[3,1] 7 words:df8253 → ")


def test_of_a_long_entry_only_what_differs_is_shown(tmp_path: Path) -> None:
    many = [f"w[{i}]" for i in range(1, 30)]
    before = {"numbers": [f"attention.map heatmap {' '.join(many)}"]}
    now = {"numbers": [Entry("attention.map", f"heatmap {' '.join([*many[:4], 'w[7]', *many[5:]])}", 9)]}
    (said,) = ledger.compare(before, now)
    assert said.message == "attention.map … w[4] w[5] w[6] … → … w[4] w[7] w[6] …"


def test_a_formula_with_a_digit_is_in_the_ledger(tmp_path: Path) -> None:
    summed = stored("s", 1.0, "int", formula="[1, 1] @ w[1]")
    book = book_of(tmp_path, {"attention": "@{s}"}, [summed])
    assert "attention.s:by [1, 1] @ w[1]" in ledger.write(ledger.take(book)).splitlines()
