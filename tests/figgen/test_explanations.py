"""What the plugin adds to pages: links, data for the card, files to take; and the command that counts."""

import json
import re
from pathlib import Path

import pytest

from figgen.book import Book
from figgen.cli import main
from figgen.deriving.explanations import Explanations
from tests.figgen import books

PAGE = """# 一章

## 甲 {#first}

这里有@{w[1,2]}。

@{w_table} 四个数，第一个是@{w[1,1]}。

## 乙 {#second}

没有数。
"""


@pytest.fixture(scope="module")
def explained(tmp_path_factory: pytest.TempPathFactory) -> Explanations:
    project = books.chapter(tmp_path_factory.mktemp("explained"), PAGE)
    return Explanations(Book.load(project))


def page(explained: Explanations) -> str:
    html = books.convert(explained.book.project)
    return explained.page("page", html, lambda source: f"../{source}")


def test_a_figure_and_a_section_with_numbers_lead_to_the_account(explained: Explanations) -> None:
    links = re.findall(r'<a class="fg-account-link" href="([^"]*)">([^<]*)</a>', page(explained))
    assert links == [
        ("../accounts/page.md#w", "数字账本"),
        ("../accounts/page.md#in-first", "本节数字的推导"),
    ]


def test_a_table_offers_its_numbers_as_csv_and_json(explained: Explanations) -> None:
    assert re.findall(r'href="([^"]*)" download', page(explained)) == [
        "../assets/data/page/w_table.csv",
        "../assets/data/page/w_table.json",
    ]
    files = dict(explained.files())
    assert "甲,乙" in files["assets/data/page/w_table.csv"]
    assert json.loads(files["assets/data/page/w_table.json"])["title"] == "四个数"


def test_the_account_lists_the_arrays_of_each_section(explained: Explanations) -> None:
    page(explained)
    account = explained.page("accounts/page", "<h1>…</h1>", lambda source: f"../{source}")
    assert account.startswith("<h1>…</h1>")
    assert re.search(r'<li id="in-first"><a href="../page.md#first">1.甲</a>：<a href="#w">', account)
    assert 'id="in-second"' not in account


def test_the_data_of_a_chapter_are_a_script_that_puts_them_in_place(explained: Explanations) -> None:
    script = dict(explained.files())["assets/derivations/page.js"]
    told = re.fullmatch(r'\(self\.fgDerived\?\?=\{\}\)\["page"\]=(\{.*\});\n', script)
    assert told is not None
    data = json.loads(told[1])
    assert [array["name"] for array in data["arrays"]] == ["w", "n"]
    assert data["words"]["close"] == "关闭"


def test_other_pages_stay_as_they_are(explained: Explanations) -> None:
    html = '<h2 id="a">甲</h2><p><data data-ref="page.n">3</data></p>'
    assert explained.page("about", html, lambda source: source) == html


def test_the_count_is_printed_and_an_undeclared_array_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    example = (
        "import numpy as np\nfrom figgen import given, value\nx = given([1, 2])\nodd = np.array([3.0, 4.0])\n"
        "y = value(x * odd, by='x * odd')\n"
    )
    project = books.make_book(tmp_path / "book", {"page.md": "# 一章\n\n@{x}和@{y}。\n", "page.py": example})
    monkeypatch.chdir(project.root)
    assert main(["derive"]) == 1
    assert capsys.readouterr().out.splitlines() == [
        "page: 4 published numbers, each with a derivation or an input; 2 numbers derived and recomputed; "
        "arrays: 1 computed, 1 given, 1 undeclared",
        "docs/page.py:4: odd (2,): undeclared",
        "1 arrays are not declared; write given(…), or value(…, by=…), where they are made",
    ]
