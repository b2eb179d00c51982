import re

import numpy as np
import pytest

from figgen.blocks.heatmap import heatmap
from figgen.errors import AuthorError
from figgen.numbers import number
from figgen.running.example import given, labels, value

from .conftest import AXES, CAUSAL, POSITIONS, WEIGHTS, bound, texts


def scores(data, **options):
    data = np.asarray(data, dtype=float)
    rows, columns = labels("位置", data.shape[0]), labels("位置", data.shape[1])
    return value(data, by="x", rows=rows, columns=columns, axes=AXES, default="dec", **options)


def shade(tree, row, column):
    cell = tree.find(f".//*[@id='fg-attention-block-cell-{row}-{column}']")
    return re.fullmatch(r"fg-cell fg-fill-(\w+)", cell.get("class"))[1], cell.get("fill-opacity")


def numbers(tree):
    """The numbers in the cells, in reading order."""
    return tree.findall(".//text[@class='fg-number']")


def test_every_cell_shows_the_number_as_prose_does_and_is_bound_to_it(page, weights):
    tree = page(weights=weights).tree(heatmap(weights, title="权重"))
    for (r, c), cell in zip(np.ndindex(3, 3), numbers(tree), strict=True):
        assert cell.text == number.text(WEIGHTS[r, c], "frac", magnitude=0.5)
        assert cell.get("data-ref") == f"attention.weights[{r + 1},{c + 1}]"
        assert float(cell.get("data-value")) == pytest.approx(WEIGHTS[r, c], abs=1e-12)


def test_labels_and_axes_stand_in_the_picture_as_text(page, weights):
    tree = page(weights=weights).tree(heatmap(weights, title="权重"))
    assert texts(tree, ".//text[@class='fg-name']") == [*POSITIONS, *POSITIONS]
    assert {"键 →", "查询 ↓"} <= set(texts(tree, ".//text"))


def test_the_picture_has_a_name_and_points_to_its_description(page, weights):
    tree = page(weights=weights).tree(heatmap(weights, title='甲"乙"<丙>|]'))
    svg = tree.find(".//svg")
    assert svg.get("role") == "img"
    assert svg.find("title").text == '甲"乙"<丙>|]'
    assert svg.get("aria-labelledby") == svg.find("title").get("id")
    assert tree.find(f".//p[@id='{svg.get('aria-describedby')}']") is not None


def test_the_description_tells_size_axes_largest_and_smallest_by_label(page, weights):
    tree = page(weights=weights).tree(heatmap(weights, title="权重"))
    assert texts(tree, ".//p[@class='fg-description']") == [
        "共3行、3列。行是查询，列是键。最大的数是1/2，在查询位置3、键位置3；"
        "最小的数是1/5，在查询位置1、键位置2、查询位置2、键位置1。"
    ]  # fmt: skip


def test_the_name_of_an_axis_is_not_said_twice_where_a_label_begins_with_it(page):
    features = value(np.array([[1, 2]]), by="x", rows=("位置1",), columns=("甲", "乙"), axes=("位置", "特征"))
    words = texts(page(v=features).tree(heatmap(features, title="图")), ".//p[@class='fg-description']")[0]
    assert words.endswith("最大的数是2，在位置1、特征乙；最小的数是1，在位置1、特征甲。")


def test_equal_numbers_that_differ_in_their_last_bits_are_told_as_equal(page):
    near = scores([[0.3, 0.1 + 0.2, 0.1]])
    words = texts(page(near=near).tree(heatmap(near, title="近")), ".//p[@class='fg-description']")[0]
    assert "最大的数是0.3，在查询位置1、键位置1、查询位置1、键位置2；" in words


def test_a_map_of_equal_numbers_and_one_of_many_equal_extremes_are_told_shortly(page):
    same = scores(np.full((2, 2), 3))
    assert "各格都是3。" in page(same=same).html(heatmap(same, title="同")).replace("</data>", "").replace(
        '<data class="fg-number" value="3" data-ref="attention.same[1,1]">', ""
    )
    many = scores([[0, 0, 0, 0, 1]])
    words = texts(page(many=many).tree(heatmap(many, title="多")), ".//p[@class='fg-description']")[0]
    assert words.endswith("最小的数是0，在查询位置1、键位置1、查询位置1、键位置2、查询位置1、键位置3等多处。")


def test_the_table_of_the_same_numbers_is_folded_under_it(page, weights):
    details = page(weights=weights).tree(heatmap(weights, title="权重")).find(".//details")
    assert details.find("summary").text == "数字表与说明"
    assert texts(details, ".//tbody//td") == ["2/5", "1/5", "2/5", "1/5", "2/5", "2/5", "1/4", "1/4", "1/2"]


def test_shares_are_coloured_from_their_declared_range_not_from_what_occurs(page, weights):
    tree = page(weights=weights).tree(heatmap(weights, title="权重"))
    assert shade(tree, 3, 3) == ("share", "0.34")  # half of the way from .05 to .62
    assert [(field, text) for _, field, _, text in bound(tree.find(".//svg")) if field] == [
        ("within[1]", "0"),
        ("within[2]", "1"),
    ]


def test_scores_take_the_colour_of_their_sign_and_the_bar_ends_at_the_arrays_own_numbers(page):
    table = scores([[1, -2], [3, 0]])
    tree = page(table=table).tree(heatmap(table, title="分数"))
    assert [shade(tree, *at)[0] for at in ((1, 1), (1, 2), (2, 1))] == ["plus", "minus", "plus"]
    assert shade(tree, 2, 1)[1] == "0.62"
    assert shade(tree, 2, 2)[1] == "0.05"
    ends = [(n.get("data-ref"), n.text) for n in tree.findall(".//text[@class='fg-number fg-bar']")]
    assert ends == [("attention.table[1,2]", "−2"), ("attention.table[2,1]", "3")]


def test_the_bar_follows_the_array_when_an_input_changes(page):
    for largest in (3, 8):
        table = scores([[1, largest]])
        ends = texts(
            page(table=table).tree(heatmap(table, title="分数")), ".//text[@class='fg-number fg-bar']"
        )
        assert ends == ["1", str(largest)]


def test_pictures_that_share_a_scale_give_equal_numbers_equal_colours(page):
    small, large = scores([[1, 2]]), scores([[2, 4]])
    book = page(small=small, large=large)
    assert shade(book.tree(heatmap(small, title="小", over=[large])), 1, 2) == shade(
        book.tree(heatmap(large, title="大", over=[small])), 1, 1
    )


def test_masked_cells_are_struck_through_and_small_ones_are_not(page):
    hidden = ~CAUSAL
    shares = np.where(CAUSAL, [[1, 0, 0], [0, 1, 0], [0.25, 0.25, 0.5]], 0)
    struck = value(
        shares, by="x", rows=POSITIONS, columns=POSITIONS, default="dec", within=(0, 1), zero_where=hidden
    )
    tree = page(struck=struck).tree(heatmap(struck, title="遮住"))
    assert len(tree.findall(".//svg//path[@class='fg-hidden']")) == hidden.sum()
    assert len([n for n in tree.findall(".//path[@class='fg-hidden']") if "url(#" in n.get("fill")]) == 3
    assert "斜线格被掩码遮住，不参与计算。" in texts(tree, ".//p[@class='fg-description']")[0]


def test_minus_infinity_is_written_struck_through_and_uncoloured(page):
    masked = scores([[1, -np.inf]])
    tree = page(masked=masked).tree(heatmap(masked, title="遮住的分数"))
    cell = numbers(tree)[1]
    assert (cell.text, cell.get("data-value")) == ("−∞", "-inf")
    assert tree.find(".//*[@id='fg-attention-block-cell-1-2']") is None
    assert len(tree.findall(".//path[@class='fg-hidden']")) == 1


def test_cells_can_be_struck_through_by_a_mask_and_a_row_framed(page, weights):
    tree = page(weights=weights).tree(heatmap(weights, title="权重", masked=~CAUSAL, focus=weights.at(3)))
    assert len(tree.findall(".//path[@class='fg-hidden']")) == 3
    assert len(tree.findall(".//path[@class='fg-focus fg-stroke-text']")) == 1
    assert "加框的是位置3。" in texts(tree, ".//p[@class='fg-description']")[0]


def test_ids_are_unique_and_differ_between_two_maps_of_one_value(page, weights):
    book = page(weights=weights)
    block = heatmap(weights, title="权重")
    first, second = (re.findall(r'\bid="([^"]+)"', book.html(block, name)) for name in ("one", "two"))
    assert len(set(first)) == len(first)
    assert not set(first) & set(second)


def test_on_a_phone_text_stays_at_eleven_pixels_and_a_map_too_wide_for_it_scrolls(page):
    wide = scores(np.zeros((1, 9)))
    for block, width in ((wide, True), (scores(np.zeros((3, 3))), False)):
        tree = page(v=block).tree(heatmap(block, title="图"))
        svg = tree.find(".//svg")
        units = float(svg.get("viewbox").split()[2])
        smallest = float(re.search(r"min-width:([\d.]+)px", svg.get("style"))[1])
        assert smallest / units * 12 == pytest.approx(11, abs=0.01)
        assert (tree.find(".//div[@role='group']") is not None) == width
        assert (smallest > 248) == width
        assert ([box.get("data-hint") for box in tree.findall(".//div[@role='group']")][:1]) == (
            ["左右滑动可看全"] if width else []
        )


def test_what_cannot_be_a_map_is_refused(weights):
    with pytest.raises(AuthorError, match=r"^heatmap: wants a value with names for its rows and columns: "):
        heatmap(given([[1, 2]]), title="t")
    with pytest.raises(AuthorError, match=r"^heatmap: these are truth values; show them with mask\(…\)$"):
        heatmap(given(CAUSAL), title="t")
    with pytest.raises(AuthorError, match=r"^heatmap: wants a matrix, got shape \(2,\)$"):
        heatmap(given([1, 2]), title="t")
    with pytest.raises(AuthorError, match=r"^heatmap: every cell is masked; there is nothing to colour$"):
        heatmap(scores([[-np.inf]]), title="t")
    with pytest.raises(
        AuthorError, match=r"^heatmap: masked wants truth values of shape \(3, 3\), got \(2,\)$"
    ):
        heatmap(weights, title="t", masked=np.array([True, False]))
    with pytest.raises(
        AuthorError, match=r"^heatmap: focus wants a row or an element of the same value: value\.at\(3\)$"
    ):
        heatmap(weights, title="t", focus=scores([[1]]).at(1))
    with pytest.raises(
        AuthorError, match=r"^heatmap: over=… wants values of the same declared range: within=\(…\)$"
    ):
        heatmap(weights, title="t", over=[scores([[1]])])
