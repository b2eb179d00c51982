import numpy as np
import pytest

from figgen.blocks.exercise import exercise
from figgen.errors import AuthorError
from figgen.running.example import given, value

from .conftest import POSITIONS, texts

UNSCALED = np.array([[0.214356, 0.214356, 0.571289]])


@pytest.fixture
def unscaled():
    return value(UNSCALED, by="x", columns=POSITIONS, rows=("位置3",), default="d6")


def made(weights, unscaled, **options):
    options = {"mistakes": [(unscaled.at(1), "忘了除以宽度的平方根。")], "hint": "先写点积。"} | options
    return exercise(weights.at(3), title="位置3的三份各是多少？", **options)


def test_each_number_has_a_field_with_its_label_and_what_is_accepted(page, weights, unscaled):
    tree = page(weights=weights, unscaled=unscaled).tree(made(weights, unscaled))
    fields = [(label.text, entry.get("data-accept"), entry.get("data-ref"))
              for label, entry in zip(tree.iter("label"), tree.iter("input"), strict=True)]  # fmt: skip
    assert fields == [
        ("位置1", "0.25", "attention.weights[3,1]"),
        ("位置2", "0.25", "attention.weights[3,2]"),
        ("位置3", "0.5", "attention.weights[3,3]"),
    ]
    assert [label.get("for") for label in tree.iter("label")] == [
        entry.get("id") for entry in tree.iter("input")
    ]
    assert tree.find("form").get("data-tolerance") == "0.005"


def test_typical_mistakes_are_written_with_the_numbers_they_give_and_their_reason(page, weights, unscaled):
    tree = page(weights=weights, unscaled=unscaled).tree(made(weights, unscaled))
    reasons = [line for line in tree.iter("li") if line.get("data-when") == "mistake"]
    assert [(line.get("data-gives"), line.get("data-ref"), line.text) for line in reasons] == [
        ("0.214356 0.214356 0.571289", "attention.unscaled[1]", "忘了除以宽度的平方根。")
    ]


def test_without_scripts_there_are_the_question_and_folded_the_hint_before_the_answer(
    page, weights, unscaled
):
    tree = page(weights=weights, unscaled=unscaled).tree(made(weights, unscaled))
    assert tree.find("p").text == "位置3的三份各是多少？"
    assert (tree.find("form").get("hidden"), tree.find("ul").get("hidden")) == ("", "")
    assert texts(tree, "details/summary") == ["提示", "答案"]
    assert texts(tree, "details/p") == ["先写点积。", "[1/4, 1/4, 1/2]"]


def test_every_sentence_that_the_script_may_show_is_on_the_page(page, weights, unscaled):
    tree = page(weights=weights, unscaled=unscaled).tree(made(weights, unscaled))
    assert [line.get("data-when") for line in tree.iter("li")] == [
        "right", "wrong", "unreadable", "right_mark", "wrong_mark", "unreadable_mark", "mistake",
    ]  # fmt: skip


def test_a_single_number_can_be_asked_for(page):
    total = given(8)
    tree = page(total=total).tree(exercise(total, title="总和是多少？", fields=("总和",)))
    assert texts(tree, ".//label") == ["总和"]


def test_mistakes_that_cannot_be_told_apart_and_wrong_shapes_are_refused(weights, unscaled):
    near = value(np.array([[0.251, 0.25, 0.5]]), by="x", default="d3")
    with pytest.raises(AuthorError, match=r"^exercise: the mistake '近' cannot be told from the answer$"):
        made(weights, unscaled, mistakes=[(near.at(1), "近")])
    with pytest.raises(AuthorError, match=r"^exercise: the mistake '乙' cannot be told from '甲'$"):
        made(weights, unscaled, mistakes=[(unscaled.at(1), "甲"), (unscaled.at(1), "乙")])
    with pytest.raises(AuthorError, match=r"^exercise: '短' has shape \(2,\), not \(3,\)$"):
        made(weights, unscaled, mistakes=[(given([1, 2]), "短")])
    with pytest.raises(AuthorError, match=r"^exercise: wants 3 names of fields, got 1: fields=\(…\)$"):
        made(weights, unscaled, fields=("一个",))
    with pytest.raises(AuthorError, match=r"^exercise: wants a number or a row, got shape \(3, 3\)$"):
        exercise(weights, title="t")
