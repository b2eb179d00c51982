"""Where a name is shown."""

from __future__ import annotations

from pathlib import Path

import pytest

from figgen.commands.list import lines
from figgen.errors import AuthorError
from figgen.gate.where import uses
from tests.figgen.book_of import WEIGHTS, C, book_of, stored

MAP = {
    "weights_map": {
        "kind": "heatmap",
        "counter": "图",
        "title": "权重",
        "shows": ["attention.weights"],
        "line": 9,
    }
}


def test_citations_blocks_and_formulas_are_found_in_order(tmp_path: Path) -> None:
    double = stored("double", 2.0, "int", formula="2*weights[1,1]", line=12)
    pages = {
        "attention": "@{weights[3]:d2} 与 @{weights_map}\n",
        "b": "甲\n@{attention.weights[1,1]} \\@{weights}\n",
    }
    book = book_of(tmp_path, pages, [WEIGHTS, double], MAP)
    expected = [
        ("docs/attention.md", 1, 1, "@{weights[3]:d2}"),
        ("docs/attention.py", 9, 1, "shown in the heatmap weights_map"),
        ("docs/attention.py", 12, 1, "double = 2*weights[1,1]"),
        ("docs/b.md", 2, 1, "@{attention.weights[1,1]}"),
    ]
    for name in ("weights", "attention.weights", "@{weights[3,1]:d4}"):
        assert [(u.path, u.line, u.column, u.how) for u in uses(book, name)] == expected


def test_facts_and_sources_are_found(tmp_path: Path) -> None:
    book = book_of(tmp_path, {"b": "@{facts.vaswani2017.heads} @{source:vaswani2017}\n"})
    assert [u.column for u in uses(book, "facts.vaswani2017.heads")] == [1]
    assert [u.column for u in uses(book, "source:vaswani2017")] == [1, 28]


def test_an_unknown_name_is_told_how_to_see_all(tmp_path: Path) -> None:
    with pytest.raises(AuthorError) as caught:
        uses(book_of(tmp_path, {}, [C]), "d")
    assert str(caught.value) == "nothing is called 'd'; `python -m figgen list` prints every name"


def test_a_list_shows_each_number_with_the_citation_to_write(tmp_path: Path) -> None:
    book = book_of(tmp_path, {}, [C, stored("row", [1.0, 2.0], "int")])
    assert list(lines(book, "attention")) == [("@{c}", "0.9803"), ("@{row[1]}", "1"), ("@{row[2]}", "2")]
    assert list(lines(book, "facts")) == [("@{facts.vaswani2017.heads}", "8")]
