"""The source scan: what readers meet, and where it stands in the file."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figgen.gate.glyphs import BREAK, CITED, CODE, MATH
from figgen.gate.numeral import numerals
from figgen.gate.source import Source, scan


def streams(text: str, kind: str) -> list[str]:
    return [stream.text for stream in scan(text).streams if stream.kind == kind]


def typed(text: str) -> list[tuple[int, int, str]]:
    source = scan(text)
    return [(*source.place(n.start), n.text) for n in numerals(source) if n.refused]


PAGE = """---
title: 题目
description: 共 7 个
---
# 标题

正文 0.25。

- 列表
    1. 内层 0.5
       续行 0.75

!!! note "框 8"
    框内 9

=== "页签"
    页签内 10

> 引用 11

| 甲 | 乙 |
|---|---|
| 12 | 13 |

<div markdown>
块内 14
</div>
"""
PLACES = [
    (3, 16, "7"),
    (7, 4, "0.25"),
    (10, 11, "0.5"),
    (11, 11, "0.75"),
    (13, 13, "8"),
    (14, 8, "9"),
    (17, 9, "10"),
    (19, 6, "11"),
    (23, 3, "12"),
    (23, 8, "13"),
    (26, 4, "14"),
]


@pytest.mark.parametrize("bom", ["", "\ufeff"])
@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_places_are_those_of_the_file_in_every_nesting_with_mark_and_line_end(
    bom: str, line_end: str
) -> None:
    assert typed(bom + PAGE.replace("\n", line_end)) == PLACES


def test_an_unclosed_fence_hides_nothing() -> None:
    assert typed("```python\nx = 0.25\n") == [(2, 5, "0.25")]


def test_a_closed_fence_is_quoted_at_any_depth_and_behind_it_is_prose_again() -> None:
    text = "- 甲\n\n    ~~~ python\n    x = 0.25\n    ~~~\n\n    乙 0.5\n\n> ```\n> 7\n> ```\n"
    assert streams(text, "fence") == ["    x = 0.25\n", "> 7\n"]
    assert typed(text) == [(7, 7, "0.5")]


def test_a_fence_closes_only_with_its_own_mark() -> None:
    assert streams("````\n```\n0.25\n```\n````\n0.5\n", "fence") == ["```\n0.25\n```\n"]


def test_the_title_of_a_fence_is_read_and_its_line_numbers_are_not() -> None:
    text = '```python title="第 3 行 0.25" hl_lines="2 3"\nx\n```\n'
    assert typed(text) == [(1, 24, "0.25")]


def test_markup_between_words_is_no_text_and_keeps_its_own_digits() -> None:
    text = '[链接](a3.png "言 4") ![图](b.png){#id5 .c6 width=7} <b data-x="8" title="9">粗</b>'
    text += " <https://x.org/1> [^2]"
    assert [t[2] for t in typed(text)] == ["4", "9"]
    assert "".join(streams(text, "link")) == "a3.pngb.png<https://x.org/1>"


def test_a_bare_address_is_a_link_up_to_chinese_punctuation() -> None:
    assert streams("见 https://example.org/3/4.5。后 0.5", "link") == ["https://example.org/3/4.5"]


def test_a_reference_definition_is_a_link_and_its_title_is_text() -> None:
    text = '见[甲][a1]。\n\n[a1]: https://x.org/3 "言 4"\n'
    assert [t[2] for t in typed(text)] == ["4"]


def test_brackets_that_name_no_definition_are_text() -> None:
    assert [t[2] for t in typed("输出 [1.6, 0.6][2]。")] == ["1.6", "0.6", "2"]


def test_comments_are_met_by_nobody() -> None:
    assert typed("甲<!-- 0.25 \n 3 -->乙") == []


def test_an_unclosed_comment_is_text() -> None:
    assert typed("甲<!-- 0.25") == [(1, 7, "0.25")]


def test_scripts_are_checked_as_code_and_styles_are_not_text() -> None:
    assert [t[2] for t in typed("<script>let a = 0.25</script><style>p{width:3em}</style>")] == ["0.25"]


def test_citations_become_placeholders_wherever_they_stand() -> None:
    source = scan('@{a} `x @{b}` $y=@{c}$ [d](e.md "@{f}")')
    assert [(c.citation.inside, c.kind) for c in source.citations] == [
        ("a", "prose"),
        ("b", "code"),
        ("c", "math"),
        ("f", "attribute"),
    ]
    assert streams("@{a} `x @{b}` $y=@{c}$", "prose") == [f"{CITED} {CODE} {MATH}"]


def test_a_literal_citation_is_no_citation_and_its_index_is_markup() -> None:
    source = scan("写 \\@{weights[3,1]} 即可")
    assert [c.citation.literal for c in source.citations] == [True]
    assert typed(source.text) == []


@pytest.mark.parametrize(
    "text",
    ["&#49;", "&#x31;", "&frac12;", "&half;", "&sup2;", "１２．５％", "٣", "𝟎", "零&#46;5", "½", "①", "Ⅷ"],
)
def test_digits_of_any_script_and_in_entities_are_numerals(text: str) -> None:
    assert typed(f"甲{text}乙")


def test_entities_that_show_no_digit_are_no_numerals() -> None:
    assert typed("甲&#8212;乙&nbsp;丙&amp;丁") == []


def test_a_numeral_in_an_entity_is_reported_with_the_whole_entity() -> None:
    assert typed("权重 &#48;.25") == [(1, 4, "&#48;.25")]


def test_emphasis_tags_and_invisible_characters_do_not_part_a_word() -> None:
    for text in ("一**半**", "一<b>半</b>", "一\u200b半", "*一*半"):
        assert len(typed(text)) == 1, text


def test_a_product_sign_of_asterisks_is_kept() -> None:
    assert streams("a * b", "prose") == ["a * b"]


def test_list_markers_are_no_text_but_a_number_at_the_start_of_a_wrapped_line_is() -> None:
    assert typed("1. 甲\n2. 乙\n10) 丙\n") == []
    assert typed("权重是\n8. 后文\n") == [(2, 1, "8")]


def test_keys_of_the_front_matter_that_nobody_meets_are_not_checked() -> None:
    assert typed("---\ntitle: 甲 3\nhide: [toc3]\nsearch:\n  boost: 2\ntags:\n  - 乙 4\n---\n") == [
        (2, 10, "3"),
        (7, 7, "4"),
    ]


def test_a_rule_line_further_down_opens_no_front_matter() -> None:
    assert typed("甲\n---\nhide: 3\n---\n") == [(3, 7, "3")]


def test_dollar_amounts_are_prose_and_formulas_are_math() -> None:
    assert streams("花费 $3 或 $4。", "math") == []
    assert streams("$x$、\\(y\\)、\\[z\\] 与 $$\nw\n$$", "math") == ["x", "y", "z", "\nw\n"]


def test_a_formula_does_not_reach_over_a_blank_line() -> None:
    assert streams("甲 $a\n\nb$ 乙", "math") == []


def test_a_code_span_does_not_reach_over_a_blank_line() -> None:
    assert typed("甲 `a\n\n0.25` 乙") == [(3, 1, "0.25")]


def test_escaped_marks_open_nothing() -> None:
    assert streams("\\$x$ \\`y`", "math") == []
    assert streams("\\`0.25`", "code") == []


def test_block_tags_part_words_and_inline_tags_do_not() -> None:
    assert streams("一</p><p>半", "prose") == [f"一{BREAK}{BREAK}半"]


characters = st.text(
    st.one_of(
        st.sampled_from(
            list("`~$\\{}[]()<>!&;#*_=|:@\"'-+.0123456789 \n\t\r一半二分之为约xX%/^½①٣\u200b\ufeff")
        ),
        st.characters(),
    ),
    max_size=200,
)


@settings(max_examples=400)
@given(characters)
def test_no_text_makes_the_scan_fail_and_every_place_is_in_the_file(text: str) -> None:
    source = scan(text)
    for numeral in numerals(source):
        line, column = source.place(numeral.start)
        assert 0 <= numeral.start < numeral.end <= len(source.text)
        assert source.starts[line - 1] + column - 1 == numeral.start


@given(st.binary(max_size=200))
def test_random_bytes_make_no_difference(data: bytes) -> None:
    assert isinstance(scan(data.decode("utf-8", errors="replace")), Source)


@given(characters, st.integers(0, 9), st.integers(0, 9))
def test_a_decimal_in_a_sentence_of_its_own_is_found_whatever_stands_before(
    text: str, a: int, b: int
) -> None:
    closed = scan(text + "\n\n")
    assert closed.text.endswith("\n\n")
    found = numerals(scan(f"权重是 {a}.{b}{a}。\n\n" + text))
    assert found and found[0].text == f"{a}.{b}{a}" and found[0].refused
