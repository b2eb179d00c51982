import pytest

from figgen.blocks.records import records
from figgen.errors import AuthorError
from figgen.running.example import given

from .conftest import texts


def test_cells_hold_words_numbers_and_rows_of_numbers(page, weights):
    total = given(8)
    block = records(
        title="情形",
        columns=("情形", "权重", "总和"),
        rows=[("不变", weights.at(3), total), ("只改键", weights.at("位置1"), "同上")],
    )
    tree = page(weights=weights, total=total).tree(block)
    assert texts(tree, ".//thead//th") == ["情形", "权重", "总和"]
    assert texts(tree, ".//tbody/tr/th") == ["不变", "只改键"]
    assert texts(tree, ".//tbody//td") == ["[1/4, 1/4, 1/2]", "8", "[2/5, 1/5, 2/5]", "同上"]


def test_columns_of_words_keep_a_width_that_can_be_read(page, weights):
    rows = [("这一层的份额，位置2", weights.at(3), "是")]
    tree = page(weights=weights).tree(records(title="表", columns=("看什么", "份额", "变吗"), rows=rows))
    assert [head.get("style") for head in tree.findall(".//thead//th")] == [
        "min-width:7em", None, "min-width:2.4em",
    ]  # fmt: skip


def test_it_shows_each_value_once(weights):
    block = records(title="情形", columns=("a", "b"), rows=[("x", weights.at(1)), ("y", weights.at(2))])
    assert block.shows() == (weights,)


def test_a_row_of_another_length_an_empty_table_a_matrix_and_a_bare_number_are_refused(weights):
    with pytest.raises(AuthorError, match=r"^records: row 2 has 1 cells for 2 columns$"):
        records(title="t", columns=("a", "b"), rows=[("x", "y"), ("z",)])
    with pytest.raises(AuthorError, match=r"^records: wants at least one row$"):
        records(title="t", columns=("a",), rows=[])
    message = r"^records: row 1 holds a matrix; a cell shows a number or a row: value\.at\(3\)$"
    with pytest.raises(AuthorError, match=message):
        records(title="t", columns=("a", "b"), rows=[("x", weights)])
    with pytest.raises(
        AuthorError, match=r"^wants a value, got float; make one with value\(…, by=…\) or given\(…\)$"
    ):
        records(title="t", columns=("a", "b"), rows=[("x", 0.25)])
