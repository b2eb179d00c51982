import re

import pytest

from figgen.blocks.flow import box, flow
from figgen.errors import AuthorError
from figgen.running.example import given

from .conftest import bound, texts


@pytest.fixture
def small():
    x, w = given([[1, 0], [0, 1], [1, 1]]), given([[2, 0], [0, 1]])
    row = given([3, -2])
    a, b, c = box("X", "data", x), box("W_V", "parameter", w), box("结果", "result", row)
    block = flow((a, b), (c,), title="流", arrows=[(a, c), (b, c, "右乘")], frames=[("一层", [c])])
    return {"x": x, "w": w, "row": row}, block


def test_boxes_say_what_they_are_in_words_and_by_their_outline(page, small):
    values, block = small
    svg = page(**values).tree(block).find(".//svg")
    kinds = [group.get("class") for group in svg.findall("g")]
    assert kinds == ["fg-flow-data", "fg-flow-parameter", "fg-flow-result"]
    assert [t for t in texts(svg, ".//text") if t][-4:] == ["X数据", "WV参数", "结果结果", "[3, −2]"]
    assert [len(group.findall("rect")) for group in svg.findall("g")] == [1, 1, 2]


def test_a_matrix_tells_its_shape_on_the_line_and_a_row_its_numbers_in_the_box(page, small):
    values, block = small
    svg = page(**values).tree(block).find(".//svg")
    found = [(ref, field, text) for ref, field, _, text in bound(svg)]
    assert found == [
        ("attention.x", "shape[1]", "3"),
        ("attention.x", "shape[2]", "2"),
        ("attention.row[1]", None, "3"),
        ("attention.row[2]", None, "−2"),
    ]
    assert "右乘" in texts(svg, ".//text")


def test_the_picture_is_told_in_words_box_by_box(page, small):
    values, block = small
    assert texts(page(**values).tree(block), ".//details//li") == [
        "X（数据，3×2）：从这里开始。",
        "WV（参数，2×2）：从这里开始。",
        "结果（结果，[3, −2]）：来自X、WV。",
    ]


def test_indices_stand_low_in_boxes_and_in_the_description(page, small):
    values, block = small
    tree = page(**values).tree(block)
    assert texts(tree, ".//details//sub") == ["V", "V"]
    low, back = tree.findall(".//g[@class='fg-flow-parameter']/text//tspan[@dy]")
    assert (low.text, low.get("dy"), back.text, back.get("dy")) == ("V", "3", "参数", "-3")


def test_the_name_of_a_frame_stands_above_it_left_of_the_arrow_and_its_shape(page, small):
    values, block = small
    svg = page(**values).tree(block).find(".//svg")
    name = next(text for text in svg.findall("text") if text.text == "一层")
    frame = svg.find("rect[@class='fg-flow-frame']")
    assert float(name.get("x")) == float(frame.get("x"))
    assert float(name.get("y")) < float(frame.get("y"))
    arrows = [float(re.search(r"H([\d.]+)V", path.get("d"))[1]) for path in svg.findall("path")]
    assert float(name.get("x")) + len("一层") * 11 < min(arrows)


def test_arrows_end_at_the_head_of_their_target_side_by_side(page, small):
    values, block = small
    svg = page(**values).tree(block).find(".//svg")
    ends = [re.search(r"H([\d.]+)V([\d.]+)$", p.get("d")).groups() for p in svg.findall("path")]
    assert len(ends) == 2
    assert ends[0][0] != ends[1][0]
    assert ends[0][1] == ends[1][1]


def test_a_box_twice_an_arrow_to_nowhere_and_an_unknown_kind_are_refused():
    a, b = box("甲"), box("乙")
    with pytest.raises(AuthorError, match=r"^flow: wants lines of boxes, each box once$"):
        flow((a, a), title="t", arrows=[])
    with pytest.raises(AuthorError, match=r"^flow: an arrow ends at '乙', which stands in no line$"):
        flow((a,), title="t", arrows=[(a, b)])
    with pytest.raises(AuthorError, match=r"^flow: a frame holds a box that stands in no line$"):
        flow((a,), title="t", arrows=[], frames=[("层", [b])])
    with pytest.raises(
        AuthorError, match=r"^box: no kind 'step'; the kinds are data, parameter, result, operation$"
    ):
        box("甲", "step")
    with pytest.raises(AuthorError, match=r"^box: wants a label$"):
        box(" ")
