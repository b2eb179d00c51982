"""Random pages: however places are nested, every citation comes out and nothing raw is left."""

from __future__ import annotations

import random
import re
from collections.abc import Callable

import pytest

from figgen.errors import AuthorErrors
from figgen.pages.tokens import RESERVED
from figgen.project import Project
from tests.figgen import books

PRINTED = "3.0000000"
EXAMPLE = "from figgen import given\n\nn = given(3, default='d7')\nrow = given([3, 3], default='d7')\n"


def indent(text: str, by: str) -> str:
    return "\n".join(by + line if line else line for line in text.split("\n"))


WORDS: list[Callable[[random.Random], str]] = [
    lambda r: "汉字@{n}汉字",
    lambda r: "word @{n} word",
    lambda r: "@{n}",
    lambda r: "@{n}@{n}",
    lambda r: "@{row}",
    lambda r: "**粗@{n}**",
    lambda r: "*@{n}*",
    lambda r: "***@{n}***",
    lambda r: "`码@{n}`",
    lambda r: "``@{n} ` x``",
    lambda r: "$x_{@{n}}$",
    lambda r: r"\(\frac@{n}@{n}\)",
    lambda r: "[链@{n}](#a)",
    lambda r: '[链](#a "题@{n}")',
    lambda r: "[**粗@{n}**](#a)",
    lambda r: '![图@{n}](a.svg "@{n}")',
    lambda r: "[![图@{n}](a.svg)](#a)",
    lambda r: '<span title="@{n}">@{n}</span>',
    lambda r: "<kbd>@{n}</kbd>",
    lambda r: "<b>**@{n}**</b>",
    lambda r: "“@{n}”",
    lambda r: "（@{n}）",
    lambda r: "a<@{n}",
    lambda r: "@{n}>b & c",
    lambda r: "x^@{n}~y",
    lambda r: "{@{n}}",
    lambda r: "&lt;@{n}&gt;",
    lambda r: "\\*@{n}\\*",
    lambda r: "*粗@{n}*{: title='@{n}' }",
]


def line(r: random.Random) -> str:
    return r.choice(["", " ", "，", "\n"]).join(r.choice(WORDS)(r) for _ in range(r.randint(1, 4))).lstrip()


def block(r: random.Random, depth: int = 0) -> str:
    """A paragraph, or something that holds blocks."""
    kinds: list[Callable[[], str]] = [
        lambda: "段" + line(r),
        lambda: f"#### 题{line(r)} {{#i{r.random()}}}".replace("\n", " "),
        lambda: "| 甲 |\n| --- |\n| 格@{n} |",
        lambda: "```python\n" + "x = @{n}\n```",
        lambda: "$$\nx = @{n}\n$$",
        lambda: "词@{n}\n:   释" + line(r).replace("\n", " "),
        lambda: "<div title='@{n}'>@{n}</div>",
        lambda: "    码@{n}",
    ]
    nested: list[Callable[[], str]] = [
        lambda: "- 项" + indent(blocks(r, depth + 1), "    ").lstrip(),
        lambda: "1. 项" + indent(blocks(r, depth + 1), "    ").lstrip(),
        lambda: indent(blocks(r, depth + 1), "> ").replace("\n\n", "\n>\n"),
        lambda: '!!! note "题@{n}"\n' + indent(blocks(r, depth + 1), "    "),
        lambda: '??? tip "题@{n}"\n' + indent(blocks(r, depth + 1), "    "),
        lambda: '=== "签@{n}"\n\n' + indent(blocks(r, depth + 1), "    "),
        lambda: f"<div markdown>\n\n{blocks(r, depth + 1)}\n\n</div>",
    ]
    return r.choice(kinds + nested if depth < 3 else kinds)()


def blocks(r: random.Random, depth: int = 0) -> str:
    return "\n\n".join(block(r, depth) for _ in range(r.randint(1, 3)))


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return books.chapter(tmp_path_factory.mktemp("fuzz"), "# 题\n", EXAMPLE)


@pytest.mark.parametrize("seed", range(40))
def test_every_citation_of_a_random_page_comes_out(project: Project, seed: int) -> None:
    r = random.Random(seed)
    page = "\n\n".join(block(r) for _ in range(12))
    books.write(project.docs / "page.md", page)
    try:
        made = books.convert(project)
    except AuthorErrors as errors:  # stars that Python-Markdown itself cannot read are refused
        assert all(error.message.endswith("put the stars of emphasis apart") for error in errors.errors)
        return
    assert not RESERVED.search(made)
    assert not re.search("klzzwxh|wzxhzdk|[\x02\x03]|@\\{|fg-block", made)
    assert made.count(PRINTED) == page.count("@{n}") + 2 * page.count("@{row}")
