"""Mistakes on a page: their words, all at once, at their place in the source file."""

from __future__ import annotations

from pathlib import Path

import markdown
import pytest

from figgen.errors import AuthorErrors
from figgen.project import Project
from tests.figgen import books

FACTS = """[vaswani2017]
title = "Attention Is All You Need"
identifier = "arXiv:1706.03762v7"

[vaswani2017.heads]
value = 8

[vaswani2017.masking]
section = "3.2.3"
"""
EXAMPLE = '''"""四个数。"""
from figgen import arithmetic, given, labels, table

lines = labels("行", 2)
w = given([[0.25, 0.75], [0.5, -0.5]], rows=lines, columns=("甲", "乙"), default="dec")
n = given(3)
w_table = table(w, title="四个数")
w_again = table(w, title="又是四个数")
product = given(0.75, default="dec")
line = arithmetic("o", "w[1,1]*n", product)
'''
ILL_FORMED = (
    "ill-formed citation @{%s}; write @{name}, @{name[3,1]}, @{name[3]:frac}, @{fig:name}, @{sec:id}, "
    "@{source:key} or @{facts.key.name}, or \\@{ for the characters"
)
FORMS = "the forms are d0…d9, dec, frac, int, pct0…pct6, sci1…sci9, hanzi, liang, KiB, MiB, GiB, kB, MB, GB"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return books.chapter(tmp_path_factory.mktemp("pages"), "# 题\n", EXAMPLE, facts_toml=FACTS)


def said(project: Project, page: str | bytes) -> list[str]:
    books.write(project.docs / "page.md", page)
    return books.mistakes(project)


@pytest.mark.parametrize(
    ("inside", "message"),
    [
        ("weights", "no value 'weights'"),
        ("w_tabel", "no value 'w_tabel'; did you mean 'w_table'?"),
        ("W", "no value 'W'"),
        ("w[0,1]", "w: index 0: indices count from 1 to 2"),
        ("w[1,0]", "w: index 0: indices count from 1 to 2"),
        ("w[3]", "w: index 3 is outside 1 to 2"),
        ("w[-1]", "w: index -1 is outside 1 to 2"),
        ("w[1,1,1]", "w: 3 indices, but the value has 2 axes"),
        ("n[1]", "n: 1 indices, but the value is a single number"),
        ("w[行3]", "w: no label '行3'; its labels are 行1, 行2"),
        ("w[甲]", "w: no label '甲'; its labels are 行1, 行2"),
        ("w[1，1]", "w: no label '1，1'; its labels are 行1, 行2"),
        ("w[1,]", "ill-formed citation @{w[1,]}; an index is empty: write [3] or [3,1]"),
        ("w[]", "ill-formed citation @{w[]}; an index is empty: write [3] or [3,1]"),
        ("", ILL_FORMED % ""),
        ("w[1", ILL_FORMED % "w[1"),
        ("w 1", ILL_FORMED % "w 1"),
        ("位置", ILL_FORMED % "位置"),
        (
            "w[1,1]:d22",
            f"page.w[1,1]:d22: no form 'd22'; {FORMS}; did you mean 'd2'?",
        ),
        ("w[1,1]:int", "page.w[1,1]:int: 0.25 is not an integer; write d2 or frac"),
        ("w_table[1]", "'w_table' is a table; cite it whole, @{w_table}"),
        ("other.w", "no chapter 'other' with a worked example"),
        ("pge.w", "no chapter 'pge' with a worked example; did you mean 'page'?"),
        ("fig:w_tabel", "no figure or table 'w_tabel'; did you mean 'w_table'?"),
        ("fig:line", "'line' is a arithmetic and has no number; cite a figure or a table"),
        ("fig:w_again", "no page shows 'w_again'; start a paragraph of docs/page.md with @{w_again}"),
        ("sec:nowhere", "no section 'nowhere' in docs/page.md; give its heading {#id}"),
        ("sec:parts", "no section 'parts' in docs/page.md; give its heading {#id}; did you mean 'part'?"),
        ("sec:nopage.part", "no page docs/nopage.md"),
        ("source:vaswani", "no source 'vaswani' in docs/facts.toml; did you mean 'vaswani2017'?"),
        ("source:vaswani2017.head", "source 'vaswani2017' has no fact 'head'; did you mean 'heads'?"),
        (
            "facts.vaswani2017.masking",
            "facts.vaswani2017.masking has no value; cite @{source:vaswani2017.masking} or give it one",
        ),
        (
            "facts.vaswani2017",
            "ill-formed citation @{facts.vaswani2017}; a fact has two names: @{facts.source.fact}",
        ),
        (
            "facts.vaswani2017.heads:frac7",
            f"facts.vaswani2017.heads:frac7: no form 'frac7'; {FORMS}; did you mean 'frac'?",
        ),
        ("w_table", "'w_table' is a table: it must start a paragraph of its own"),
    ],
)  # fmt: skip
def test_a_wrong_citation_is_refused_with_its_place_and_what_would_work(
    project: Project, inside: str, message: str
) -> None:
    page = f"# 题\n\n## 节 {{#part}}\n\n这里是@{{{inside}}}。\n"
    assert said(project, page) == [f"docs/page.md:5:4: {message}"]


def test_an_unclosed_citation_is_refused(project: Project) -> None:
    message = "citation without its closing brace; write @{…}, or \\@{ for the characters"
    assert said(project, "甲@{w[1,1]\n乙}。\n") == [f"docs/page.md:1:2: {message}"]


BLOCK = "'w_table' is a table: it must start a paragraph of its own"


@pytest.mark.parametrize(
    ("page", "place"),
    [
        ("见@{w_table}。\n", "1:2"),
        ("**@{w_table}**\n", "1:3"),
        ("## @{w_table} {#x}\n", "1:4"),
        ("| 甲 |\n| --- |\n| @{w_table} |\n", "3:3"),
        ("- 甲@{w_table}\n", "1:4"),
        ("[@{w_table}](#x)\n", "1:2"),
        ('!!! note "@{w_table}"\n    文\n', "1:11"),
        ("<p>@{w_table}</p>\n", "1:4"),
    ],
)
def test_a_block_within_a_line_is_refused(project: Project, page: str, place: str) -> None:
    assert said(project, page) == [f"docs/page.md:{place}: {BLOCK}"]


@pytest.mark.parametrize(
    ("page", "place"),
    [
        ("`@{w_table}`\n", "1:2"),
        ("```\n@{w_table}\n```\n", "2:1"),
        ("![@{w_table}](a.svg)\n", "1:3"),
        ('<p title="@{w_table}">文</p>\n', "1:11"),
    ],
)
def test_a_block_where_only_text_can_stand_is_refused(project: Project, page: str, place: str) -> None:
    message = "'w_table' is a table; start a paragraph with it, it has no place here"
    assert said(project, page) == [f"docs/page.md:{place}: {message}"]


def test_a_block_shown_twice_is_refused_at_its_second_place(project: Project) -> None:
    message = "'w_table' is shown twice on this page; cite it with @{fig:…}"
    assert said(project, "@{w_table}\n\n文字\n\n- @{w_table}\n") == [f"docs/page.md:5:3: {message}"]


def test_a_block_in_a_footnote_read_later_than_it_is_counted_is_refused(project: Project) -> None:
    page = "文[^a]\n\n[^a]: @{w_table}\n\n@{w_again}\n"
    rule = "in its source; show it where it is read"
    assert said(project, page) == [
        f"docs/page.md:3:7: 'w_table' is the 2. 表 of the page, but number 1 {rule}",
        f"docs/page.md:5:1: 'w_again' is the 1. 表 of the page, but number 2 {rule}",
    ]


@pytest.mark.parametrize(
    "heading", ["## 甲@{n}", "## 甲$@{n}$", "### 甲**@{n}**", "甲@{n}\n---", "# 甲@{fig:w_table}"]
)
def test_a_heading_that_cites_without_an_id_of_its_own_is_refused(project: Project, heading: str) -> None:
    message = "a heading that cites a number wants an id of its own: add {#id} at its end"
    column = heading.index("@") + 1
    page = f"先引@{{n}}与@{{fig:w_table}}。\n\n@{{w_table}}\n\n{heading}\n"
    assert said(project, page) == [f"docs/page.md:5:{column}: {message}"]


def test_two_headings_with_one_id_are_refused(project: Project) -> None:
    assert said(project, "## 甲 {#a}\n\n## 乙 {#a}\n") == ["docs/page.md:1:7: two headings have the id 'a'"]


def test_an_author_may_call_a_section_sources(project: Project) -> None:
    assert said(project, "## 来源 {#sources}\n\n见@{sec:sources}。\n") == []
    page = "## 来源 {#sources}\n\n见@{source:vaswani2017}。\n"
    assert said(project, page) == ["docs/page.md:1:8: two headings have the id 'sources'"]


def test_a_section_that_citations_could_not_count_is_refused(project: Project) -> None:
    message = (
        "2 sections, but the source has 1: write it at the left margin, or as bold text in a list, quote, "
        "box, tab or included file"
    )
    assert said(project, "## 甲\n\n> ## 乙\n") == [f"docs/page.md:1:1: {message}"]


@pytest.mark.parametrize(
    ("formula", "place", "message"),
    [
        (r"甲$\frac{a}$", "3:3", "formula: Expected argument but reached end of input."),
        (r"甲$\nosuch{a}$", "3:3", r'formula: Unknown command "\nosuch".'),
        ("$$\nb = \\nosuch\n$$", "4:1", r'formula: Unknown command "\nosuch".'),
        ("- 甲\n\n    \\[ a\n    \\nosuch \\]", "5:8", r'formula: Unknown command "\nosuch".'),
        ("> $$\n> a\n> b}\n> $$", "4:3", 'formula: Unmatched closing token: "}".'),
        ("# $x_1_2$ {#a}", "3:4", "formula: Duplicate subscript or superscript."),
        ("甲$@{n}%+b$", "3:3", r"formula: % hides the rest of its line in TeX; write \%"),
    ],
)
def test_a_formula_that_does_not_convert_is_refused_where_it_stands(
    project: Project, formula: str, place: str, message: str
) -> None:
    assert said(project, f"# 题\n\n{formula}\n") == [f"docs/page.md:{place}: {message}"]


def test_a_formula_repeated_with_its_mistake_is_refused_at_each_place(project: Project) -> None:
    page = "甲$\\nosuch$\n\n乙$\\nosuch$\n"
    assert [error.split(": ")[0] for error in said(project, page)] == ["docs/page.md:1:3", "docs/page.md:3:3"]


@pytest.mark.parametrize(
    ("formula", "message"),
    [
        (
            r"\operatorname{@{n}}",
            "5:3: formula: a citation cannot be part of a name; put it outside of the braces",
        ),
        (
            "@{fig:w_table}",
            "5:3: only numbers and formulas can stand in a formula; cite this outside of it",
        ),
        (
            "@{w_table}",
            "5:3: only numbers and formulas can stand in a formula; cite this outside of it",
        ),
        (r"a\@{", r"5:4: `\@{` has no place in a formula"),
        ("1 + @{m}", "5:7: no value 'm'"),
    ],
)
def test_a_citation_that_a_formula_cannot_hold_is_refused(
    project: Project, formula: str, message: str
) -> None:
    page = f"@{{w_table}}\n\n文\n\n甲${formula}$\n"
    assert said(project, page) == [f"docs/page.md:{message}"]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        (r"\text{共@{n}个}", "<mrow><mtext>共</mtext>{}<mtext>个</mtext></mrow>"),
        (r"\frac@{n}@{n}", "<mfrac>{}{}</mfrac>"),
        (r"\sqrt@{n}", "<msqrt>{}</msqrt>"),
        ("x_@{n}^@{n}", "<msubsup><mi>x</mi>{}{}</msubsup>"),
    ],
)
def test_a_citation_stands_wherever_a_number_can_stand_in_a_formula(
    project: Project, formula: str, expected: str
) -> None:
    books.write(project.docs / "page.md", f"甲${formula}$乙\n")
    number = '<mn data-ref="page.n" data-value="3">3</mn>'
    assert f"甲<math>{expected.replace('{}', number)}</math>乙" in books.convert(project)


def test_a_text_that_looks_like_a_stand_in_is_no_citation(project: Project) -> None:
    books.write(project.docs / "page.md", r"$\text{fg0}+@{n}$ 与 fg0")
    assert "<mtext>fg0</mtext><mo>+</mo><mn data-ref" in books.convert(project)


def test_all_mistakes_of_a_page_are_reported_at_once_in_their_order(project: Project) -> None:
    page = (
        "# 题\n\n## 甲@{n}\n\n见@{w_table}与@{nothing}。\n\n$\\nosuch$\n\n@{w_again}\n\n@{w_again}\n\n"
        "`@{w_table}`\n\n<b>@{w[9]}</b>@{w[1\n"
    )
    errors = said(project, page)
    assert [error.split(": ")[0] for error in errors] == [
        f"docs/page.md:{place}" for place in ("3:5", "5:2", "5:13", "7:2", "11:1", "13:2", "15:4", "15:15")
    ]


HEADS = {
    "plain": "",
    "front matter": "---\ntitle: 题\ndescription: 有@{n}\n---\n",
    "front matter and blank lines": "---\ntitle: 题\n---\n\n\n\n",
}


@pytest.mark.parametrize("ending", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("mark", ["", "\ufeff"], ids=["no mark", "byte order mark"])
@pytest.mark.parametrize("head", HEADS.values(), ids=HEADS.keys())
def test_line_and_column_are_those_of_the_file(project: Project, head: str, mark: str, ending: str) -> None:
    body = (
        "# 题\n\n正确@{n}，`正确@{n}`。\n\n- 甲\n    - 乙\n        - 丙@{nn}丁@{nn}\n\n"
        '=== "签"\n\n    !!! note\n\n        文@{w[7]}\n\n> - 引 $\\nosuch_{@{n}}$\n\n\t码@{w[8]}\n'
    )
    first = head.count("\n")
    page = (mark + head + body).replace("\n", ending)
    errors = said(project, page.encode("utf-8"))
    assert [error.split(": ")[0] for error in errors] == [
        f"docs/page.md:{first + line}:{column}"
        for line, column in ((7, 12), (7, 18), (13, 10), (15, 8), (17, 3))
    ]


def test_a_mistake_in_an_included_file_is_reported_there(project: Project) -> None:
    books.write(project.docs / "part.md", "段@{n}\n\n又@{nn}与@{nn}\n")
    page = '前@{nn}\n\n--8<-- "part.md"\n\n后@{nn}\n'
    assert said(project, page) == [
        "docs/page.md:1:2: no value 'nn'; did you mean 'n'?",
        "docs/page.md:5:2: no value 'nn'; did you mean 'n'?",
        "docs/part.md:3:2: no value 'nn'; did you mean 'n'?",
        "docs/part.md:3:8: no value 'nn'; did you mean 'n'?",
    ]


def test_a_private_use_character_is_refused(project: Project) -> None:
    assert said(project, "甲\n\n乙\ue000\ue010\ue002丙@{n}\n") == [
        "docs/page.md:3:2: private-use character U+E000: remove it"
    ]


def test_front_matter_that_is_no_yaml_is_refused_because_it_would_be_printed(project: Project) -> None:
    books.write(project.docs / "page.md", "---\ntitle: @{n}\n---\n# 题\n")
    with pytest.raises(AuthorErrors) as caught:
        books.convert(project, body=(project.docs / "page.md").read_text("utf-8"))
    advice = 'a text that starts with @{ needs quotes: title: "@{…}"'
    assert f"docs/page.md:1:1: front matter is not valid YAML; {advice}" in str(caught.value).splitlines()


def test_nobody_knowing_the_page_is_an_error_that_says_what_to_do(project: Project) -> None:
    nameless = markdown.Markdown(
        extensions=["figgen.markdown"], extension_configs={"figgen.markdown": {"root": str(project.root)}}
    )
    with pytest.raises(AuthorErrors, match=r"^figgen.markdown: which page\? give it the option page=…$"):
        nameless.convert("文")


def test_mistakes_are_handed_over_where_a_list_waits_for_them(project: Project) -> None:
    books.write(project.docs / "page.md", "@{nn}\n")
    found: list[object] = []
    books.converter(project, mistakes=found).convert("@{nn}\n")
    assert [str(error) for error in found] == ["docs/page.md:1:1: no value 'nn'; did you mean 'n'?"]


def test_a_page_without_citations_is_converted_as_it_is(project: Project) -> None:
    assert said(project, "# 题\n\n文。\n") == []
    assert "<p>文。</p>" in books.convert(project)


def test_out_of_date_values_are_refused_where_no_plugin_builds_them(tmp_path: Path) -> None:
    project = books.chapter(tmp_path, "数@{n}\n")
    books.write(project.docs / "page.py", books.EXAMPLE.replace("given(3)", "given(4)"))
    message = "docs/page.py: docs/page.py changed; run `python -m figgen build`"
    assert books.mistakes(project) == [message]


def test_a_line_of_which_markdown_loses_a_piece_is_refused(project: Project) -> None:
    message = "Markdown cannot read what follows '甲*乙丙'; put the stars of emphasis apart"
    assert said(project, "甲*乙**丙*`码`\n") == [f"docs/page.md: {message}"]


@pytest.mark.parametrize(
    ("source", "made"),
    [
        (
            "文<svg><title>@{n}</title><text>@{w[2,2]}</text></svg>",
            "<svg><title>3</title><text>−0.5</text></svg>",
        ),
        ("文<a href='#x'>数@{n}见@{fig:w_table}</a>文\n\n@{w_table}", "<a href='#x'>数3见表\u00a01</a>文"),
        ("文<code>@{w[2,2]}</code>", "<code>-0.5</code>"),
        ("<select><option>@{n}</option></select>", "<option>3</option>"),
        ("<textarea>@{w[2,2]}</textarea>", "<textarea>-0.5</textarea>"),
    ],
)
def test_raw_markup_that_can_hold_no_element_gets_plain_text(
    project: Project, source: str, made: str
) -> None:
    assert said(project, source) == []
    assert made in books.convert(project)
