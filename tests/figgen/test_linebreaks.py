"""A line break within a Chinese sentence never shows as a space; Latin words keep theirs."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

from figgen.project import Project
from tests import workbench
from tests.figgen import books


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return books.chapter(tmp_path_factory.mktemp("breaks"), "# 题\n")


def shown(project: Project, text: str) -> str:
    """The words of the page, with a break or a run of spaces as one space; `#` for a formula."""
    page = re.sub(r"<math.*?</math>", "#", books.convert(project, body=text), flags=re.DOTALL)
    page = re.sub(r"<img[^>]*>", "▣", re.sub(r"<br ?/?>", "⏎", page))
    return " ".join(html.unescape(re.sub(r"<[^>]+>", "", page)).split())


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("中文\n中文", "中文中文"),
        ("中文，\n中文", "中文，中文"),
        ("中文 \n 中文", "中文中文"),
        ("中文\nLatin", "中文Latin"),
        ("Latin\n中文", "Latin中文"),
        ("two\nwords", "two words"),
        ("two,\nwords", "two, words"),
        ("a —\nb", "a — b"),
        ("say “\nyes”", "say “ yes”"),
        ("说：“\nLatin”", "说：“Latin”"),
        ("他说“中文”\nLatin", "他说“中文”Latin"),
        ("Latin\n“中文”", "Latin“中文”"),
        ("中文……\nLatin", "中文……Latin"),
        ("数@{n}\n中文", "数3中文"),
        ("中文\n@{n}个", "中文3个"),
        ("中文\n@{n}", "中文3"),
        ("about @{n}\nwords", "about 3 words"),
        ("@{n}\n@{n}", "3 3"),
        ("**中文**\n中文", "中文中文"),
        ("中文\n**中文**", "中文中文"),
        ("**中文\n中文**", "中文中文"),
        ("**one**\n**two**", "one two"),
        ("**中文**\n**中文**", "中文中文"),
        ("*甲**乙\n丙**丁*\n戊", "甲乙丙丁戊"),
        ("中文\n`code`\n中文", "中文code中文"),
        ("word\n`code`\nword", "word code word"),
        ("中文\n$x$\n中文", "中文#中文"),
        ("word\n$x$\nword", "word # word"),
        ("中文\n[中文](#x)\n中文", "中文中文中文"),
        ("中文\n[Latin\nword](#x)\nword", "中文Latin word word"),
        ("中文\n![图](x.svg)\n中文", "中文▣中文"),
        ("中文[^a]\n中文\n\n[^a]: 注\n    解", "中文1中文 注解 ↩"),
        ("- 中文\n  中文\n- word\n  word", "中文中文 word word"),
        ("- 中文\n  中文\n\n    段\n    落", "中文中文 段落"),
        ("> 中文\n> 中文", "中文中文"),
        ("!!! note\n    中文\n    中文", "Note 中文中文"),
        ("词\n:   中文\n    中文", "词 中文中文"),
        ("中文  \n中文", "中文⏎中文"),
        ("<b>中文</b>\n中文", "中文中文"),
        ("中文&amp;\n中文", "中文&中文"),
        ("中文\\\n中文", "中文\\中文"),
        ("日本語の\n文章", "日本語の文章"),
        ("中文１\n２中文", "中文１２中文"),
    ],
)
def test_a_break_shows_as_a_space_only_between_other_words(
    project: Project, source: str, expected: str
) -> None:
    assert shown(project, source) == expected


def test_no_break_shows_in_a_caption(tmp_path: Path) -> None:
    project = books.chapter(tmp_path, "@{w_table} 中文\n中文**中\n文**\n")
    assert "中文中文<strong>中文</strong></figcaption>" in books.convert(project)


def test_code_keeps_its_breaks(project: Project) -> None:
    assert "中文\n中文" in books.convert(project, body="<pre>\n中文\n中文\n</pre>\n")
    fence = books.convert(project, body="```\n中文\n中文\n```\n")
    assert re.sub(r"<[^>]+>", "", fence) == "中文\n中文\n"


def test_an_attribute_list_after_chinese_text_still_belongs_to_it(project: Project) -> None:
    assert '<p class="a">中文中文</p>' in books.convert(project, body="中文\n中文\n{: .a }\n")


def test_the_pages_of_the_book_have_no_break_within_a_sentence(project: Project) -> None:
    """Paragraphs of docs/ that only use what every page may use, put through the same extensions."""
    pages = [page.read_text(encoding="utf-8") for page in sorted((workbench.ROOT / "docs").rglob("*.md"))]
    parts = [part for page in pages for part in page.split("\n\n") if re.match(r"[\u4e00-\u9fff]", part)]
    plain = [part for part in parts if not re.search(r"[`$\[<|!@]", part)]
    assert plain
    for part in plain:
        page = books.convert(project, body=part)
        assert not re.search(r"[\u4e00-\u9fff，。；：！？]\s*\n\s*\S|\S\s*\n\s*[\u4e00-\u9fff]", page), part
