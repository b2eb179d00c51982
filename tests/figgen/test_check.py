"""The gate's findings, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from figgen.book import Book
from figgen.gate.check import check, errors_of
from figgen.gate.finding import Finding
from tests.figgen.book_of import COUNT, WEIGHTS, C, book_of, stored

MAP = {
    "weights_map": {
        "kind": "heatmap",
        "counter": "图",
        "title": "权重",
        "shows": ["attention.weights"],
        "line": 9,
    }
}
CITES_ALL = "\n\n@{weights} @{c} @{count} @{weights_map}\n\n@{weights_map} 图注。\n"


def findings(tmp_path: Path, text: str, rest: str = CITES_ALL) -> list[str]:
    book = book_of(tmp_path, {"attention": text + rest}, [WEIGHTS, C, COUNT], MAP)
    return [str(finding) for finding in check(book)]


def at(message: str, column: int = 3, line: int = 1) -> str:
    return f"docs/attention.md:{line}:{column}: {message}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("是 0.25", "“0.25” is typed; write @{weights[3,1]:d2} or @{weights[3,2]:d2}"),
        ("是 1/5", "“1/5” is typed; write @{weights[1,2]} or @{weights[2,1]}"),
        ("是 0.4", "“0.4” is typed; write @{weights[1,1]:d1} or @{weights[1,3]:d1} (or 2 more)"),
        ("是 50%", "“50%” is typed; write @{weights[3,3]:pct0}"),
        ("是 ２５％", "“２５％” is typed; write @{weights[3,1]:pct0} or @{weights[3,2]:pct0}"),
        ("是 0.980", "“0.980” is typed; write @{c:d3}"),
        ("是 0.9803", "“0.9803” is typed; write @{c}"),
        (
            "是 8",
            "“8” is typed; write @{facts.vaswani2017.heads}, or a number word (三个) if it counts what "
            "stands here",
        ),
        ("是 3", "“3” is typed; write @{count}, or a number word (三个) if it counts what stands here"),
        ("是 9.8×10⁻¹", "“9.8×10⁻¹” is typed; write @{c:sci2}"),
        ("是 0.9804", "“0.9804” is typed and probably stale: @{c} is 0.9803 now; cite that"),
        ("是 0.49", "“0.49” is typed and probably stale: @{weights[3,3]:d2} is 0.50 now; cite that"),
        (
            "是 0.7",
            "“0.7” is typed, and no computed value says it; compute it in the worked example or give its "
            "source in docs/facts.toml, and cite it",
        ),
        (
            "是 7",
            "“7” is typed, and no computed value says it; compute it in the worked example or give its "
            "source in docs/facts.toml, and cite it, or write a number word (三个) if it counts what stands "
            "here",
        ),
        ("占一半", "“一半” states a number in words; write @{weights[3,3]}"),
        ("的三倍", "“三” states a number in words; write @{count:hanzi}"),
        (
            "占七成",
            "“七” states a number in words, and no computed value says it; compute it in the worked "
            "example and cite it",
        ),
        (
            "见图 1",
            "“图 1” is typed and goes stale when something is inserted before it; write @{fig:weights_map}",
        ),
        ("见图 7", "“图 7” is typed and goes stale when something is inserted before it; write @{fig:name}"),
        (
            "见第 9 节",
            "“第 9 节” is typed and goes stale when something is inserted before it; write @{sec:id}, or "
            "@{source:key.place} for a section of a source",
        ),
    ],
)
def test_a_typed_number_is_told_what_to_write(tmp_path: Path, text: str, message: str) -> None:
    column = 2 if text[1] not in " " else 3
    assert findings(tmp_path, text + "。") == [at(message, column)]


def test_a_typed_section_number_is_told_the_id_or_to_give_one(tmp_path: Path) -> None:
    text = "## 甲 {#match}\n\n见第 1 节。\n\n## 乙\n\n见第 2 节。"
    assert findings(tmp_path, text) == [
        at(
            "“第 1 节” is typed and goes stale when something is inserted before it; write @{sec:match}", 2, 3
        ),
        at(
            "“第 2 节” is typed and goes stale when something is inserted before it; end the heading “乙” "
            "with {#name} and write @{sec:name}",
            2,
            7,
        ),
    ]


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("@{wieghts}", 1, "no value 'wieghts'; did you mean 'weights'?"),
        ("甲@{weights[0]}", 2, "weights: index 0: indices count from 1 to 3"),
        ("@{weights[3,1}", 1, None),
        ("@{weights", 1, "the citation @{weights is not closed; write @{name}"),
        ("`@{nothing}`", 2, "no value 'nothing'"),
        ("<!-- @{nothing} -->", 6, "no value 'nothing'"),
        ("$x=@{nothing}$", 4, "no value 'nothing'"),
        ('[甲](b.md "@{nothing}")', 11, "no value 'nothing'"),
        ("@{weights[1,1]:d4x}", 1, None),
    ],
)
def test_an_unanswered_citation_is_found_wherever_it_stands(
    tmp_path: Path, text: str, column: int, message: str | None
) -> None:
    found = findings(tmp_path, text)
    assert len(found) == 1 and found[0].startswith(f"docs/attention.md:1:{column}: ")
    assert message is None or found[0].endswith(message)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        (
            "c = @{c}",
            5,
            "@{c} prints rounded digits, which = or 等于 denies; write ≈ or 约, or an exact form (frac, dec)",
        ),
        (
            "c 等于@{c}",
            5,
            "@{c} prints rounded digits, which = or 等于 denies; write ≈ or 约, or an exact form (frac, dec)",
        ),
        (
            "$c = @{c}$",
            6,
            "@{c} prints rounded digits, which = denies; write \\approx, or an exact form (frac, dec)",
        ),
        (
            "约 @{weights[3,1]}",
            3,
            "@{weights[3,1]} prints its exact value; write = or 等于 instead of ≈ or 约",
        ),
        (
            "$w \\approx @{weights[3,1]}$",
            12,
            "@{weights[3,1]} prints its exact value; write = instead of \\approx",
        ),
    ],
)
def test_equal_and_about_must_tell_the_truth(tmp_path: Path, text: str, column: int, message: str) -> None:
    assert findings(tmp_path, text) == [at(message, column)]


@pytest.mark.parametrize(
    "text", ["c ≈ @{c}", "c 约等于@{c}", "w = @{weights[3,1]}", "$w=@{weights[3]}$", "$c\\approx @{c}$"]
)
def test_signs_that_tell_the_truth_pass(tmp_path: Path, text: str) -> None:
    assert findings(tmp_path, text) == []


@pytest.mark.parametrize("heading", ["## 甲 @{c}", "甲 @{c}\n=====", "> ### 甲 @{c} {.x}"])
def test_a_heading_that_cites_needs_an_id_of_its_own(tmp_path: Path, heading: str) -> None:
    column = heading.index("@") + 1
    assert findings(tmp_path, heading) == [
        at("a heading that cites a number needs an id that stays; end it with {#name}", column)
    ]


def test_a_heading_with_an_id_may_cite(tmp_path: Path) -> None:
    assert findings(tmp_path, "## 甲 @{c} {#a .b}") == []


def test_a_block_that_nobody_shows_and_a_value_that_nothing_needs_are_found(tmp_path: Path) -> None:
    lonely = stored("lonely", 2.5, "dec", line=4)
    book = book_of(
        tmp_path, {"attention": "@{c}\n"}, [WEIGHTS, C, lonely], MAP, example="weights_map = f(weights)\n"
    )
    assert [str(finding) for finding in check(book)] == [
        "docs/attention.py:4:1: nothing cites or shows 'lonely'; cite @{lonely}, or delete it",
        "docs/attention.py:9:1: no page shows 'weights_map'; start a paragraph with @{weights_map}, "
        "or delete it",
    ]


def test_a_value_in_the_formula_of_another_is_needed(tmp_path: Path) -> None:
    double = stored("double", 6.0, "int", formula="2*count")
    assert check(book_of(tmp_path, {"attention": "@{double}\n"}, [COUNT, double])) == []


def test_texts_of_the_example_are_checked_where_they_stand(tmp_path: Path) -> None:
    texts = [(5, 12, "共 3 行"), (6, 1, "甲"), (7, 1, "位置1")]
    book = book_of(tmp_path, {"attention": "@{weights}\n"}, [WEIGHTS], texts=texts)
    assert [str(finding) for finding in check(book)] == [
        "docs/attention.py:5:15: “3” is typed; leave it out here, or let a block show the computed number"
    ]


def test_titles_of_facts_and_names_of_the_site_are_checked(tmp_path: Path) -> None:
    book = book_of(tmp_path, {"attention": "甲\n"})
    (tmp_path / "docs/facts.toml").write_text(
        '[a]\ntitle = "共 5 头"\nidentifier = "x 9"\n', encoding="utf-8"
    )
    (tmp_path / "mkdocs.yml").write_text(
        "site_name: 书 4 本\nnav:\n  - 第 2 章: a.md\nx: 7\n", encoding="utf-8"
    )
    assert [(f.path, f.line, f.column) for f in check(book)] == [
        ("docs/facts.toml", 2, 12),
        ("mkdocs.yml", 1, 14),
        ("mkdocs.yml", 3, 5),
    ]


def test_figgens_own_words_hold_no_number(tmp_path: Path) -> None:
    assert check(book_of(tmp_path, {"attention": "甲\n"})) == []


def test_included_text_is_refused_because_it_cannot_be_checked(tmp_path: Path) -> None:
    assert findings(tmp_path, '甲\n\n--8<-- "b.md"\n') == [
        at("an included file cannot be checked; write its text here", 1, 3)
    ]


def test_a_page_that_is_no_text_is_named_with_its_line(tmp_path: Path) -> None:
    book = book_of(tmp_path, {"attention": "甲\n"})
    (tmp_path / "docs/attention.md").write_bytes("甲\n乙\n".encode() + b"\xff\n")
    assert [str(finding) for finding in check(book)] == [
        "docs/attention.md:3:1: this line is not UTF-8; save the page as UTF-8"
    ]


def test_all_findings_come_at_once_sorted_by_place_each_once(tmp_path: Path) -> None:
    book = book_of(tmp_path, {"b": "0.7\n\n0.7 与 0.8\n", "attention": "0.6 @{x}\n"})
    places = [(f.path, f.line, f.column) for f in check(book)]
    assert places == [
        ("docs/attention.md", 1, 1),
        ("docs/attention.md", 1, 5),
        ("docs/b.md", 1, 1),
        ("docs/b.md", 3, 1),
        ("docs/b.md", 3, 7),
    ]
    assert [str(error) for error in errors_of(book)] == [str(finding) for finding in check(book)]


def test_another_chapters_value_is_offered_with_its_chapter(tmp_path: Path) -> None:
    book: Book = book_of(tmp_path, {"attention": "@{c}\n", "b": "0.980\n"}, [C])
    assert check(book) == [Finding("docs/b.md", 1, 1, "typed", "“0.980” is typed; write @{attention.c:d3}")]


@pytest.mark.parametrize("comment", ["<!-->", "<!--->", "<!-- 甲 --!>"])
def test_a_comment_ends_where_browsers_end_it(tmp_path: Path, comment: str) -> None:
    text = f"{comment} 0.7 -->"
    assert findings(tmp_path, text) == [
        at(
            "“0.7” is typed, and no computed value says it; compute it in the worked example or give its "
            "source in docs/facts.toml, and cite it",
            text.index("0") + 1,
        )
    ]


@pytest.mark.parametrize(
    ("written", "line", "column"),
    [
        ('[a]\ntitle = """共 5 头"""\nidentifier = "x"\n', 2, 14),
        ('[a]\ntitle = """\n共\n\\u0035 头"""\nidentifier = "x"\n', 2, None),
        ('[a]\n"title" = "共 5 头"\nidentifier = "x"\n', 2, 14),
        ("a = {title = '共 5 头', identifier = \"x\"}\n", 1, 17),
        ('a.title = "共 5 头"\na.identifier = "x"\n', 1, 14),
    ],
)
def test_a_title_is_checked_however_it_is_written(
    tmp_path: Path, written: str, line: int, column: int | None
) -> None:
    book = book_of(tmp_path, {"attention": "甲\n"})
    (tmp_path / "docs/facts.toml").write_text(written, encoding="utf-8")
    [finding] = check(book)
    assert finding.message == ("“5” is typed; leave it out here, or let a block show the computed number")
    assert column is None or (finding.line, finding.column) == (line, column)


def test_a_label_that_states_a_value_is_refused_in_the_example_and_on_the_page(tmp_path: Path) -> None:
    loud = stored("loud", [0.25, 0.75], "d2", columns=["份额0.25", "位置2"])
    text = "@{loud} 份额0.25、位置2\n"
    book = book_of(
        tmp_path, {"attention": text}, [loud], texts=[(5, 1, "份额0.25"), (6, 1, "位置2")], example="loud\n"
    )
    assert [str(finding) for finding in check(book)] == [
        "docs/attention.md:1:11: “0.25” is typed; write @{loud[1]}",
        "docs/attention.py:5:4: “0.25” is typed; leave it out here, or let a block show the computed number",
    ]
