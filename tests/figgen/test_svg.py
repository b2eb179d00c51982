import os
import re
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

import figgen
from figgen.blocks.drawing import Drawing
from figgen.blocks.pictures import Pictures
from figgen.markup import h, markup, walk
from figgen.svg import PAINTS, Artist, coordinate, inline, path


def drawn(prefix="fg-a"):
    drawing = Drawing(120, 60)
    drawing.rectangle(1, 2, 30, 20, fill="share", opacity=0.333, stroke="line", id="cell")
    drawing.rectangle(40, 2, 30, 20, hatch=True)
    drawing.line([1, 50, 90], [10, 20, 10], stroke="series-1", dash=(4, 2), marker="s", id="curve")
    drawing.text(20, 30, '位置<1> & "二"', id="label", data_ref="a[1]")
    drawing.text(20, 50, h("tspan", "x"), anchor="end")
    return markup(h("svg", drawing.inline(prefix, Pictures())))


def test_what_is_named_becomes_one_element_with_the_attributes_asked_for():
    svg = drawn()
    assert re.search(
        r'<path id="cell" class="fg-fill-share fg-stroke-line" d="M1 2H31V22H1z" fill-opacity="0\.33"/>', svg
    )
    assert re.search(
        r'<text id="label" data-ref="a\[1\]" x="20" y="30">位置&lt;1&gt; &amp; &quot;二&quot;</text>',
        svg,
    )
    assert re.search(r'<text text-anchor="end" x="20" y="50"><tspan>x</tspan></text>', svg)


CSS = (Path(figgen.__file__).parent / "web" / "figgen.css").read_text(encoding="utf-8")


@pytest.mark.parametrize("paint", sorted(PAINTS))
def test_every_colour_is_a_class_that_the_style_sheet_knows_for_insides_and_for_lines(paint):
    assert f".fg-fill-{paint} {{ fill: var(--fg-{paint}); }}" in CSS
    assert f".fg-stroke-{paint} {{ fill: none; stroke: var(--fg-{paint}); }}" in CSS
    assert CSS.index(f".fg-stroke-{paint} ") < CSS.index(".fg-fill-")


def test_what_the_style_sheet_says_of_every_picture_is_left_out():
    rule = re.search(r"svg\.fg-svg \{([^}]*)\}", CSS)[1]
    assert "font-size: 12px;" in rule
    assert "text-anchor: middle;" in rule
    assert not re.search(r"font-size|middle|miter|butt|fill=\"none\"", drawn())


def test_paths_name_level_and_upright_lines_by_one_number():
    assert path("M 1.04 2 L 31.04 2 L 31.04 22 L 1.04 22 z M -3.5 0 C -1 2 3 -4 5 6") == (
        "M1 2H31V22H1zM-3.5 0C-1 2 3-4 5 6"
    )


def test_nothing_global_is_left():
    svg = drawn()
    assert not re.search(r"#[0-9a-f]{6}\b|style=|metadata|font-family|DejaVu|xmlns|xlink|<!--|\n", svg)


def test_only_ids_that_are_referred_to_or_asked_for_are_left_and_start_with_the_prefix():
    first, second = drawn("fg-a"), drawn("fg-b")
    ids = set(re.findall(r'\bid="([^"]+)"', first)) - {"cell", "curve", "label"}
    assert len(ids) == 2
    assert all(name.startswith("fg-a-") for name in ids)
    assert ids == set(re.findall(r'(?:href="#|url\(#)([^")]+)', first))
    assert not ids & set(re.findall(r'\bid="([^"]+)"', second))


def test_drawing_measures_no_text_so_no_font_can_miss_a_glyph():
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        assert "位置" in drawn()
    assert seen == []


def test_the_same_drawing_is_the_same_bytes_in_another_process_and_another_locale():
    code = "import sys; sys.path[:0] = sys.argv[1:]; from test_svg import drawn; print(ascii(drawn()))"
    command = [sys.executable, "-c", code, str(Path(__file__).parent), str(Path.cwd())]
    for seed, zone in (("0", "UTC"), ("42", "Asia/Shanghai")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "TZ": zone, "LC_ALL": "de_DE.UTF-8"}
        done = subprocess.run(command, env=environment, capture_output=True, check=True, text=True)
        assert done.stdout.strip() == ascii(drawn())


def test_a_colour_that_is_no_stand_in_is_refused():
    saved = '<svg xmlns="http://www.w3.org/2000/svg"><path style="fill: #ff0000"/></svg>'
    with pytest.raises(
        ValueError, match=r"^colour #ff0000 is no stand-in for a CSS variable; draw with figgen\.svg\.PAINTS$"
    ):
        inline(saved, "p", {})


def test_an_artist_that_was_not_drawn_and_a_text_without_a_name_are_refused():
    with pytest.raises(ValueError, match=r"^not drawn: artist-0$"):
        inline("<svg/>", "p", {"artist-0": Artist(())})
    with pytest.raises(ValueError, match=r"^a text without a name was drawn: 'x'$"):
        inline("<svg><text>x</text></svg>", "p", {})


def test_stand_in_colours_differ():
    assert len(set(PAINTS.values())) == len(PAINTS)


@pytest.mark.parametrize(
    ("x", "text"), [(12.0, "12"), (0.126, "0.1"), (-0.001, "0"), (3.100000001, "3.1"), (100.0, "100")]
)
def test_coordinates_are_short_and_never_a_negative_zero(x, text):
    assert coordinate(x) == text


def test_every_element_of_a_drawing_is_known_to_html():
    tree = Drawing(10, 10)
    tree.line([0, 1], [0, 1], stroke="text", marker="o")
    assert {element.tag for element in walk(tree.inline("p", Pictures()))} <= {
        "g",
        "path",
        "defs",
        "use",
        "pattern",
        "rect",
    }
