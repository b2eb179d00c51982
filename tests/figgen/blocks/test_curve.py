import numpy as np
import pytest

from figgen.blocks.curve import curve
from figgen.errors import AuthorError
from figgen.running.example import given, value

from .conftest import bound, texts

NAMES = {"x_name": "宽度", "y_name": "标准差"}


@pytest.fixture
def lines():
    spread = value(np.array([1.0, 2.0, 4.0]), by="x", default="d2")
    flat = value(np.array([1.0, 1.01, 0.99]), by="x", default="d2")
    return {"widths": given([1, 4, 16]), "spread": spread, "flat": flat}


def made(lines, **options):
    return curve(
        lines["widths"], {"不缩放": lines["spread"], "缩放": lines["flat"]}, title="散开", **NAMES | options
    )


def test_every_tick_is_a_number_of_the_lines_or_the_zero_where_the_axis_starts(page, lines):
    tree = page(**lines).tree(made(lines)).find(".//svg")
    ticks = [(ref, field, text) for ref, field, _, text in bound(tree)]
    assert ticks == [
        ("attention.spread", "zero", "0"),
        ("attention.spread[3]", None, "4.00"),
        ("attention.spread[1]", None, "1.00"),
        ("attention.spread[2]", None, "2.00"),
        ("attention.widths[1]", None, "1"),
        ("attention.widths[2]", None, "4"),
        ("attention.widths[3]", None, "16"),
    ]


def test_ticks_follow_the_array_when_an_input_changes(page, lines):
    lines["spread"] = value(np.array([1.0, 2.0, 7.5]), by="x", default="d2")
    assert "7.50" in texts(page(**lines).tree(made(lines)), ".//svg//text")


def test_shares_get_the_whole_declared_range(page, lines):
    share = value(np.array([0.2, 0.3, 0.4]), by="x", default="d2", within=(0, 1))
    block = curve(lines["widths"], {"份额": share}, title="份额", **NAMES)
    ends = [(f, t) for _, f, _, t in bound(page(**lines, share=share).tree(block).find(".//svg")) if f]
    assert ends == [("within[1]", "0"), ("within[2]", "1")]


def test_lines_differ_by_name_mark_and_dash_not_by_colour_alone(page, lines):
    svg = page(**lines).tree(made(lines)).find(".//svg")
    assert texts(svg, ".//text[@class='fg-name']") == ["不缩放", "缩放"]
    drawn = svg.findall(".//g[@class='fg-curve']")
    assert [line.find("path").get("stroke-dasharray") for line in drawn] == [None, "6 3"]
    assert len({line.find(".//use").get("href") for line in drawn}) == 2


def test_a_line_alone_that_the_axis_names_is_not_named_twice(page, lines):
    one = curve(lines["widths"], {"标准差": lines["spread"]}, title="散开", **NAMES)
    tree = page(**lines).tree(one).find(".//svg")
    assert texts(tree, ".//text").count("标准差") == 1
    other = curve(lines["widths"], {"抽样": lines["spread"]}, title="散开", **NAMES)
    assert {"抽样", "标准差"} <= set(texts(page(**lines).tree(other).find(".//svg"), ".//text"))


def test_ratios_are_spaced_evenly_where_asked_for(page, lines):
    def places(**options):
        svg = page(**lines).tree(made(lines, **options)).find(".//svg")
        xs = [
            float(t.get("x"))
            for t in svg.iter("text")
            if (t.get("data-ref") or "").startswith("attention.widths")
        ]
        return xs[1] - xs[0], xs[2] - xs[1]

    first, second = places(logarithmic=True)
    assert first == pytest.approx(second, abs=0.02)
    first, second = places()
    assert second == pytest.approx(4 * first, abs=0.05)


def test_the_numbers_are_folded_under_it_with_the_ends_in_words(page, lines):
    details = page(**lines).tree(made(lines)).find(".//details")
    assert texts(details, ".//p[@class='fg-description']") == [
        "横轴是宽度，纵轴是标准差。不缩放从1.00到4.00。缩放从1.00到0.99。"
    ]
    assert texts(details, ".//tbody/tr[3]/*") == ["16", "4.00", "0.99"]


def test_what_cannot_be_a_curve_is_refused(lines):
    with pytest.raises(AuthorError, match=r"^curve: wants one to four lines, got 0$"):
        curve(lines["widths"], {}, title="t", **NAMES)
    with pytest.raises(AuthorError, match=r"^curve: wants vectors of one length, at least 2, got 2$"):
        curve(lines["widths"], {"a": given([1, 2])}, title="t", **NAMES)
    with pytest.raises(AuthorError, match=r"^curve: wants a vector, got shape \(1, 3\)$"):
        curve(lines["widths"], {"a": given([[1, 2, 3]])}, title="t", **NAMES)
    with pytest.raises(AuthorError, match=r"^curve: an infinite number has no place on a line$"):
        curve(lines["widths"], {"a": given([1, np.inf, 2])}, title="t", **NAMES)
    with pytest.raises(AuthorError, match=r"^curve: x wants rising numbers$"):
        curve(given([1, 1, 2]), {"a": given([1, 2, 3])}, title="t", **NAMES)
    with pytest.raises(AuthorError, match=r"^curve: x wants rising numbers, all above zero$"):
        curve(given([0, 1, 2]), {"a": given([1, 2, 3])}, title="t", logarithmic=True, **NAMES)
