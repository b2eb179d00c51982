import numpy as np
import pytest

from figgen.blocks.table import table
from figgen.errors import AuthorError
from figgen.running.example import given, labels, value

from .conftest import FEATURES, POSITIONS, bound, texts


def test_a_matrix_has_its_labels_as_headers_and_one_bound_number_to_a_cell(page, weights):
    tree = page(weights=weights).tree(table(weights, title="权重"))
    assert texts(tree, ".//thead//th") == list(POSITIONS)
    assert texts(tree, ".//tbody/tr/th[@scope='row']") == list(POSITIONS)
    assert texts(tree, ".//tbody//td") == ["2/5", "1/5", "2/5", "1/5", "2/5", "2/5", "1/4", "1/4", "1/2"]
    assert [ref for ref, field, *_ in bound(tree) if field is None] == [
        f"attention.weights[{r},{c}]" for r in (1, 2, 3) for c in (1, 2, 3)
    ]


def test_the_corner_names_both_axes(page, weights):
    tree = page(weights=weights).tree(table(weights, title="权重"))
    assert texts(tree, ".//td[@class='fg-corner']/span") == ["查询 ↓", "键 →"]


def test_a_vector_is_one_row_under_its_labels(page):
    row = given([3, -2], columns=FEATURES)
    tree = page(row=row).tree(table(row, title="一行"))
    assert texts(tree, ".//th") == list(FEATURES)
    assert texts(tree, ".//td") == ["3", "−2"]


def test_without_labels_there_are_no_header_cells(page):
    plain = given([[1, 2]])
    tree = page(plain=plain).tree(table(plain, title="两个数"))
    assert tree.findall(".//th") == []
    assert tree.findall(".//thead") == []


def test_labels_are_escaped(page):
    odd = given([[1]], rows=['<b>"x"</b> & *y*'], columns=["|"])
    html = page(odd=odd).html(table(odd, title="怪标签"))
    assert '<th scope="row">&lt;b&gt;&quot;x&quot;&lt;/b&gt; &amp; *y*</th>' in html


def test_what_was_declared_stands_under_it_as_marks_bound_to_the_declaration(page, weights):
    tree = page(weights=weights).tree(table(weights, title="权重"))
    assert texts(tree, ".//ul[@class='fg-marks']/li") == ["✓每行之和为1", "✓每个数都在0与1之间"]
    assert [(field, text) for _, field, _, text in bound(tree) if field] == [
        ("rows_sum_to", "1"), ("within[1]", "0"), ("within[2]", "1"),
    ]  # fmt: skip


def test_readers_get_the_note_on_printed_digits_that_do_not_add_up(page):
    rounded = value(
        np.full((1, 3), 1 / 3), by="x", default="d2", rows_sum_to=1, sum_note="四舍五入后相加略小。"
    )
    tree = page(rounded=rounded).tree(table(rounded, title="三等分"))
    assert texts(tree, ".//li[@class='fg-note']") == ["四舍五入后相加略小。"]


def test_a_wide_table_scrolls_in_a_named_box_that_keys_reach_and_a_narrow_one_needs_none(page, weights):
    wide = given(np.zeros((1, 12)), columns=labels("位置", 12))
    box = page(wide=wide).tree(table(wide, title="很宽的表")).find(".//div[@role='group']")
    assert (box.get("tabindex"), box.get("aria-label")) == ("0", "很宽的表（可左右滚动）")
    assert page(weights=weights).tree(table(weights, title="权重")).find(".//*[@role]") is None


def test_truth_values_single_numbers_and_missing_titles_are_refused():
    with pytest.raises(AuthorError, match=r"^table: these are truth values; show them with mask\(…\)$"):
        table(given([[True]]), title="掩码")
    with pytest.raises(AuthorError, match=r"^table: wants a vector or a matrix, got shape \(\)$"):
        table(given(3), title="数")
    with pytest.raises(
        AuthorError, match=r"^table: wants title='…', the name that readers and screen readers get$"
    ):
        table(given([1]))
