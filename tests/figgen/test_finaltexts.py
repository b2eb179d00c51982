"""Texts that an example puts together when it runs are judged as they are, at the line of what shows them."""

from __future__ import annotations

from pathlib import Path

import pytest

from figgen.book import Book
from figgen.gate import ledger
from figgen.gate.check import check
from tests.figgen import books

HEAD = "from figgen import arithmetic, box, flow, given, labels, records, table, value\n\n"
PAGE = "# 页\n\n@{w_table} 图注。\n\n@{w} @{n}\n"
VALUES = "w = given([[1, 0], [0, 1]])\nn = given(3)\n"
SAID = "leave it out here, or let a block show the computed number"


def found(tmp_path: Path, example: str) -> list[str]:
    project = books.chapter(tmp_path, PAGE, HEAD + VALUES + example)
    return [str(finding) for finding in check(Book.load(project))]


@pytest.mark.parametrize(
    ("example", "text", "number"),
    [
        ("w_table = table(w, title=f'到{0.5 + 0.2}为止')\n", "到0.7为止", "0.7"),
        ("w_table = table(w, title='到 %s 为止' % (7 / 10))\n", "到 0.7 为止", "0.7"),
        ("w_table = table(w, title='到 ' + str(7 / 10))\n", "到 0.7", "0.7"),
        ("w_table = table(w, title='到 {} 为止'.format(7 / 10))\n", "到 0.7 为止", "0.7"),
        ("w_table = table(w, title='到' + chr(0x663))\n", "到٣", "٣"),
        ("w_table = table(w, title=f'误差{float(n)}')\n", "误差3.0", "3.0"),
        (
            "w_table = records(title='表', columns=('甲', '乙'), rows=[(f'大{7 / 10}', n)])\n",
            "大0.7",
            "0.7",
        ),
        ("s = value(w[0] @ w[1], by='w[1] @ w[2]')\nw_table = arithmetic('w = 0.7', 'w[1] @ w[2]', s)\n",
         "w = 0.7", "0.7"),
        ("a, b = box(f'乘{7 / 10}'), box('乙')\nw_table = flow((a,), (b,), title='路', arrows=[(a, b)])\n",
         "乘0.7", "0.7"),
        ("a, b = box('甲'), box('乙')\n"
         "w_table = flow((a,), (b,), title='路', arrows=[(a, b, f'乘{7 / 10}')])\n",
         "乘0.7", "0.7"),
    ],
)  # fmt: skip
def test_a_number_in_a_text_made_at_run_time_is_refused(
    tmp_path: Path, example: str, text: str, number: str
) -> None:
    line = 4 + example.count("\n")
    assert found(tmp_path, example) == [f"docs/page.py:{line}:1: in “{text}”: “{number}” is typed; {SAID}"]


def test_a_word_that_states_a_number_only_when_joined_is_refused(tmp_path: Path) -> None:
    assert found(tmp_path, "w_table = table(w, title='翻' + '两' + '番')\n") == [
        f"docs/page.py:5:1: in “翻两番”: “翻两番” states a number in words; {SAID}"
    ]


def test_labels_and_notes_of_values_made_at_run_time_are_judged_too(tmp_path: Path) -> None:
    example = "v = given([[1], [2]], rows=[f'到{x / 10}' for x in (3, 4)])\nw_table = table(v, title='表')\n"
    assert [each for each in found(tmp_path, example) if ":5:" in each] == [
        f"docs/page.py:5:1: in “到0.3”: “0.3” is typed; {SAID}",
        f"docs/page.py:5:1: in “到0.4”: “0.4” is typed; {SAID}",
    ]


def test_a_formula_that_is_shown_as_a_text_is_judged(tmp_path: Path) -> None:
    example = "w_table = table(w, title=dict(by='到 0.7 为止')['by'])\n"
    assert found(tmp_path, example) == [f"docs/page.py:5:1: in “到 0.7 为止”: “0.7” is typed; {SAID}"]


def test_a_text_that_is_spelled_out_is_reported_once_at_its_own_place(tmp_path: Path) -> None:
    assert found(tmp_path, "w_table = table(w, title='到 0.7 为止')\n") == [
        f"docs/page.py:5:29: “0.7” is typed; {SAID}"
    ]


@pytest.mark.parametrize(
    "example",
    [
        "w_table = records(title='表', columns=('头', '数'), rows=[(name, n) for name in labels('头', 2)])\n",
        "rows = labels('位置', 2)\nv = given([[1], [2]], rows=rows)\n"
        "w_table = table(v, title=f'{rows[0]}起')\n",
        "w_table = table(w, title='一张' + '表')\n",
        "s = value(w[0] @ w[1], by='w[1] @ w[2]')\n_line = arithmetic('o', f'w[{1}] @ w[{2}]', s)\n"
        "w_table = table(w, title='表')\n",
    ],
)
def test_labels_counted_by_the_build_words_and_formulas_pass(tmp_path: Path, example: str) -> None:
    assert found(tmp_path, example) == []


def test_the_ledger_records_labels_and_formulas_with_digits(tmp_path: Path) -> None:
    example = (
        "v = given([[1], [2]], rows=['位置1', '位置2'])\nw_table = table(v, title='位置' + str(2) + '起')\n"
        "s = value(w[0] @ w[1], by='w[1] @ w[2]')\n"
    )
    now = ledger.take(Book.load(books.chapter(tmp_path, PAGE, HEAD + VALUES + example)))
    assert [str(entry) for entry in now["docs/page.py"]] == ["label 1", "label 2", "label 2"]
    assert "page.s:by w[1] @ w[2]" in [str(entry) for entry in now["numbers"]]


def test_a_label_that_states_a_number_in_words_or_a_measure_is_refused(tmp_path: Path) -> None:
    example = "v = given([[1], [2]], rows=['三倍', '误差7'])\nw_table = table(v, title='表')\n"
    assert [each for each in found(tmp_path, example) if ":5:" in each] == [
        f"docs/page.py:5:30: “三” states a number in words; {SAID}",
        f"docs/page.py:5:38: “7” is typed; {SAID}",
    ]


def test_a_block_that_is_not_figgens_is_refused(tmp_path: Path) -> None:
    example = (
        "class Own:\n    kind = title = '自己的'\n    counter = None\n\n    def render(self, context):\n"
        "        return chr(0x37)\n\n    def shows(self):\n        return ()\n\n\nw_table = Own()\n"
    )
    project = books.make_book(tmp_path, {"page.md": PAGE, "page.py": HEAD + VALUES + example})
    assert books.build_mistakes(project) == [
        "docs/page.py:16: w_table: is no block of figgen's; nobody could check what it shows"
    ]
