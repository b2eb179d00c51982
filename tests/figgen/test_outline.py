"""The order of a page is read from its source as Markdown will read it."""

import pytest

from figgen.pages.outline import outline


def sections(text: str) -> list[tuple[str, str, str | None, int]]:
    return [(found.number, found.text, found.id, found.line) for found in outline(text).sections]


def shown(text: str) -> list[tuple[str, int]]:
    return [(found.name, found.line) for found in outline(text).shown]


def test_sections_are_numbered_in_two_levels() -> None:
    text = "# 题\n\n## 甲 {#a}\n### 子\n### 丑 {#b .c}\n#### 深\n## 乙\n### 寅 ###\n"
    assert outline(text).title == "题"
    assert sections(text) == [
        ("1", "甲", "a", 3), ("1.1", "子", None, 4), ("1.2", "丑", "b", 5),
        ("2", "乙", None, 7), ("2.1", "寅", None, 8),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("甲\n---\n", [("1", "甲", None, 1)]),
        ("甲 {#a}\n---\n", [("1", "甲", "a", 1)]),
        ("甲\n\n---\n", []),
        ("- 甲\n---\n", []),
        ("| 甲 |\n| --- |\n", []),
        ("##甲\n", [("1", "甲", None, 1)]),
        ("## 甲 {: #a-b }\n", [("1", "甲", "a-b", 1)]),
        ("## 甲 {: .x #数 }\n", [("1", "甲", "数", 1)]),
        ("## 甲 {.x}\n", [("1", "甲", None, 1)]),
        ("    ## 码\n", []),
        ("> ## 引\n", []),
        ("```\n## 码\n```\n## 甲\n", [("1", "甲", None, 4)]),
        ("````\n```\n## 码\n````\n## 甲\n", [("1", "甲", None, 5)]),
        ("```\n## 码\n```python\n## 码\n```\n", []),
        ("- 列\n\n    ~~~\n    ## 码\n    ~~~\n\n## 甲\n", [("1", "甲", None, 7)]),
        ("<!-- ## 暂 -->\n<!--\n## 暂\n-->\n## 甲\n", [("1", "甲", None, 5)]),
        ("---\n# 注\n## 注\n---\n## 甲\n", [("1", "甲", None, 5)]),
        ("\ufeff---\ntitle: 题\n---\n## 甲\n", [("1", "甲", None, 4)]),
        ("## 甲\r\n\r\n## 乙\r\n", [("1", "甲", None, 1), ("2", "乙", None, 3)]),
        ("文##甲\n", []),
    ],
)
def test_a_heading_is_what_markdown_takes_for_one(text: str, expected: list[object]) -> None:
    assert sections(text) == expected


def test_a_comment_in_front_matter_is_no_title() -> None:
    assert outline("---\n# 注\n---\n# 题 {#t}\n").title == "题"
    assert outline("题\n===\n").title == "题"
    assert outline("文\n").title is None


@pytest.mark.parametrize("lead", ["", "- ", "1. ", "> ", "    ", "- 1. ", "> - ", ":   ", "[^a]: ", "\t"])
def test_a_block_may_start_any_kind_of_paragraph(lead: str) -> None:
    assert shown(f"文\n\n{lead}@{{w_map}} 说明@{{n}}。\n") == [("w_map", 3)]


@pytest.mark.parametrize(
    "text",
    [
        "文@{w_map}",
        r"\@{w_map}",
        "@{w[1]}",
        "@{fig:w}",
        "@{facts.a.b}",
        "@{",
        "```\n@{w}\n```",
        "<!-- @{w} -->",
    ],
)
def test_other_citations_are_no_blocks(text: str) -> None:
    assert shown(text) == []
