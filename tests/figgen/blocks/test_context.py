import numpy as np
import pytest

from figgen.blocks.context import Context
from figgen.errors import AuthorError
from figgen.markup import markup, plain
from figgen.running.example import given, value
from figgen.running.values import as_value


def test_a_number_is_bound_to_the_element_it_comes_from(page, weights):
    context = page(weights=weights).context()
    expected = '<data class="fg-number" value="0.25" data-ref="attention.weights[3,1]">1/4</data>'
    assert markup(context.number(weights, (3, 1))) == expected


def test_another_form_prints_other_digits_and_says_so_in_its_reference(page, weights):
    number = page(weights=weights).context().number(weights, (3, 1), "pct0")
    assert (plain(number), number.get("value"), number.get("data-ref")) == (
        "25%",
        "0.25",
        "attention.weights[3,1]:pct0",
    )


def test_the_machine_number_is_what_the_printed_digits_say(page):
    third = value(np.array([2 / 3]), by="x", default="d4")
    assert page(third=third).context().number(third, (1,)).get("value") == "0.6667"


def test_a_masked_zero_is_no_small_number(page):
    hidden = np.array([[False, True, False]])
    w = value(np.array([[0.99999, 0.0, 0.00001]]), by="x", default="d2", zero_where=hidden)
    context = page(w=w).context()
    assert plain(*context.part(w.at(1))) == "[1.00, 0, 0.00]"
    assert context.number(w, (1, 2)).get("data-ref") == "attention.w[1,2]"


def test_a_row_is_written_in_brackets_with_each_number_bound(page, weights):
    nodes = page(weights=weights).context().part(weights.at(3))
    assert plain(*nodes) == "[1/4, 1/4, 1/2]"
    assert [node.get("data-ref") for node in nodes if not isinstance(node, str)] == [
        f"attention.weights[3,{i}]" for i in (1, 2, 3)
    ]


def test_infinity_and_minus_are_typographic_in_text_and_ascii_for_machines(page):
    masked = as_value(given([-np.inf, -1.5], default="dec"))
    context = page(masked=masked).context()
    assert [(plain(n), n.get("value")) for n in (context.number(masked, (i,)) for i in (1, 2))] == [
        ("−∞", "-inf"),
        ("−1.5", "-1.5"),
    ]


def test_a_value_without_a_name_is_refused(page, weights):
    with pytest.raises(
        AuthorError, match=r"^shows a value that has no name; assign it to a name of the example first$"
    ):
        page().context().number(weights, (1, 1))


def test_a_matrix_in_a_place_for_a_row_is_refused(page, weights):
    message = r"^attention\.weights is a matrix here; show a row or an element, or table\(…\) it$"
    with pytest.raises(AuthorError, match=message):
        page(weights=weights).context().part(weights)


def test_ids_belong_to_chapter_and_block_and_part():
    context = Context("guide/attention", "map", {})
    assert context.id("cell", 1, 2) == "fg-guide-attention-map-cell-1-2"
    assert context.inside("2").id("title") == "fg-guide-attention-map-2-title"


def test_a_range_that_is_no_short_decimal_is_refused_in_words(page, weights):
    with pytest.raises(
        AuthorError, match=r"^attention\.weights: a declared number must be a short decimal: "
    ):
        page(weights=weights).context().declared(1 / 3, weights, "within[1]")
