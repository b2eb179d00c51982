"""Numbers that a style sheet makes readers see."""

from __future__ import annotations

import pytest

from figgen.gate.style import style_attributes, style_claims


@pytest.mark.parametrize(
    ("css", "said"),
    [
        ('a::before { content: "0.25" }', "0.25"),
        ("a::before { content: '约' '三倍' }", "三倍"),
        (r'a::before { content: "\33 倍" }', "3倍"),
        (r'a::before { content: "\000033" }', "3"),
        ('a { --share: "1/4" }', "1/4"),
        ('a { list-style-type: "7" }', "7"),
        ('@counter-style x { symbols: "1" }', "1"),
        ("ol { counter-reset: step 41 }", "41"),
        ("ol { counter-increment: step 2 }", "2"),
        ("ol { counter-set: step -1 }", "-1"),
        ('a { /* " */ content: "7" }', "7"),
    ],
)
def test_numbers_in_content_and_counters_are_claims(css: str, said: str) -> None:
    assert [shown for _, _, shown in style_claims(css)] == [said]


@pytest.mark.parametrize(
    "css",
    [
        r'a::before { content: "\201C" }',
        'a::before { content: "✓" / "已读" }',
        '@font-face { font-family: "Font 3"; src: url("a1.woff2") format("woff2") }',
        'a { font: 12px/1.5 "Font 3" }',
        'a[data-n="3"] { width: 3px }',
        "ol { counter-reset: step 0; counter-increment: step 1 }",
        "ol { counter-reset: step }",
        '/* content: "3" */',
        '@import "a1.css";',
    ],
)
def test_escapes_fonts_selectors_and_comments_are_none(css: str) -> None:
    assert list(style_claims(css)) == []


def test_an_attribute_that_a_style_sheet_shows_must_be_one_that_is_checked() -> None:
    assert [name for _, name in style_attributes("a { content: attr(data-x) attr(title) }")] == ["data-x"]
