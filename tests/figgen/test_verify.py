"""The built site, recomputed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from figgen.book import Book, Number
from figgen.cite import parse as parse_citation
from figgen.gate.verify import built_path, page, verify
from figgen.gate.verifying.files import files
from figgen.gate.verifying.index import search_index
from figgen.gate.verifying.tree import parse
from figgen.markup import markup
from figgen.pages import inline
from tests.figgen.book_of import WEIGHTS, C, book_of

MAP = {
    "weights_map": {
        "kind": "heatmap",
        "counter": "图",
        "title": "权重",
        "shows": ["attention.weights"],
        "line": 9,
    }
}
PAGE = """# 注意力

2017 年，权重是@{weights[3,1]}，$x_3 = @{weights[3,3]}$，`w@{weights[3,1]}`，常数约@{c}。

@{weights_map} 图注，见@{facts.vaswani2017.heads}个头。
"""
NUMBER = '<data class="fg-number" value="0.25" data-ref="attention.weights[3,1]">1/4</data>'
BLOCK = f"<table><tr><td>{NUMBER}</td></tr></table>"


def number(book: Book, inside: str) -> Number:
    found = book.resolve(parse_citation(inside), "attention")
    assert isinstance(found, Number)
    return found


def built(book: Book) -> str:
    """The page as the site generator makes it."""
    data = {i: markup(inline.data(number(book, i))) for i in ("weights[3,1]", "c", "facts.vaswani2017.heads")}
    formula = markup(inline.mathml(number(book, "weights[3,3]")))
    mark = (
        '<sup class="fg-source"><a href="#source-vaswani2017" title="Attention Is All You Need">[1]</a></sup>'
    )
    return f"""<!doctype html><html><head><title>注意力 - 书</title></head><body><article>
<h1 id="a">注意力</h1>
<p>2017 年，权重是{data["weights[3,1]"]}，<math><msub><mi>x</mi><mn>3</mn></msub><mo>=</mo>{formula}</math>，
<code>w1/4</code>，常数约{data["c"]}。</p>
<figure class="fg-block fg-heatmap" id="fig-weights_map">{BLOCK}
<figcaption><a class="fg-label" href="#fig-weights_map">图 1</a><span class="fg-title">权重</span>图注，见
{data["facts.vaswani2017.heads"]}{mark}个头。</figcaption></figure>
<section class="fg-sources"><ol><li id="source-vaswani2017"><cite>Attention Is All You Need</cite>，
arXiv:1706.03762v7，第 3.2.2 节</li></ol></section>
</article></body></html>"""


@pytest.fixture
def book(tmp_path: Path) -> Book:
    made = book_of(tmp_path, {"attention": PAGE}, [WEIGHTS, C], MAP)
    include = made.project.include("attention", "weights_map")
    include.parent.mkdir(parents=True)
    include.write_text(BLOCK, encoding="utf-8")
    return made


def findings(book: Book, html: str) -> list[str]:
    return [str(finding) for finding in page(book, parse(html), "site/attention/index.html", "attention")]


def test_a_page_that_shows_what_is_computed_has_no_findings(book: Book) -> None:
    assert findings(book, built(book)) == []


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        (
            ">1/4</data>，",
            ">1/5</data>，",
            3,
            "“1/5” (value 0.25) stands for attention.weights[3,1], which is 1/4 now",
        ),
        (
            'value="0.25" data-ref="attention.weights[3,1]">1/4</data>，<math>',
            'value="0.26" data-ref="attention.weights[3,1]">1/4</data>，<math>',
            3,
            "“1/4” (value 0.26) stands for attention.weights[3,1], which is 1/4 now",
        ),
        ("2017", "2018", 3, "“2018” stands here, and neither the page nor a computed value accounts for it"),
        (
            "<mn>3</mn></msub>",
            "<mn>2</mn></msub>",
            3,
            "“2” stands here, and neither the page nor a computed value accounts for it",
        ),
        ("w1/4", "w1/5", 4, "“5” stands here, and neither the page nor a computed value accounts for it"),
        ("图 1<", "图 2<", 6, "“2” stands here, and neither the page nor a computed value accounts for it"),
        ("[1]", "[2]", 7, "the mark “[2]” of source 'vaswani2017' should be [1]"),
        (
            "3.2.2 节",
            "3.2.3 节",
            9,
            "“3” stands here, and neither the page nor a computed value accounts for it",
        ),
        (
            "<td><data",
            "<td>9<data",
            5,
            "in the block 'weights_map': “9” instead of <data class='fg-number' value='0.25' "
            "data-ref='attention.weights[3,1]'>1/4",
        ),
    ],
)
def test_a_changed_digit_is_found_at_its_line(
    book: Book, old: str, new: str, line: int, message: str
) -> None:
    html = built(book)
    assert html.count(old) >= 1
    found = findings(book, html.replace(old, new, 1))
    assert any(f.startswith(f"site/attention/index.html:{line}:") and f.endswith(message) for f in found), (
        found
    )


def test_a_number_that_the_page_does_not_cite_is_found(book: Book) -> None:
    other = markup(inline.data(number(book, "weights[1,1]")))
    found = findings(book, built(book).replace("<code>", f"{other}<code>"))
    assert [f.partition(": ")[2] for f in found] == [
        "the number attention.weights[1,1] stands here 1 more times than the page cites it"
    ]


def test_a_block_that_is_missing_is_found(book: Book) -> None:
    html = built(book)
    start, end = html.index("<figure"), html.index("<figcaption")
    found = findings(book, html[:start] + "<div>" + html[end:])
    assert any("the block attention.weights_map is missing 1 times" in f for f in found)


def test_a_block_that_contradicts_its_own_references_is_found(book: Book) -> None:
    wrong = BLOCK.replace("1/4", "2/4")
    book.project.include("attention", "weights_map").write_text(wrong, encoding="utf-8")
    found = findings(book, built(book).replace(BLOCK, wrong))
    assert any(
        "“2/4” (value 0.25) stands for attention.weights[3,1], which is 1/4 now" in f for f in found
    ), found


def test_attributes_that_readers_meet_are_read(book: Book) -> None:
    html = built(book).replace("<code>", '<img alt="图 7" src="b9.png"><code>')
    assert any("“7” stands here" in f for f in findings(book, html))
    assert not any("“9”" in f for f in findings(book, html))


def test_a_title_or_entry_around_the_article_must_be_known(book: Book) -> None:
    html = built(book).replace("<title>注意力", "<title>注意力 7")
    assert [f.partition(": ")[2] for f in findings(book, html)] == [
        "“注意力 7 - 书” stands around the article, and no heading or title accounts for it"
    ]


def test_the_search_index_has_the_digits_of_its_page(book: Book, tmp_path: Path) -> None:
    document = parse("<article><h1 id=a>甲</h1><p>1/4，0.5</p><h2 id=b>乙</h2><p>7</p></article>")
    (tmp_path / "site/search").mkdir(parents=True)
    right = [
        {"location": "attention/", "title": "甲", "text": "<p>1/4\u200b，0.5</p>"},
        {"location": "attention/#b", "title": "乙", "text": "<p>7</p>"},
    ]
    path = tmp_path / "site/search/search_index.json"
    path.write_text(json.dumps({"docs": right}), encoding="utf-8")
    assert list(search_index(tmp_path / "site", {"attention": document})) == []
    right[1]["text"] = "<p>8</p>"
    path.write_text(json.dumps({"docs": right}), encoding="utf-8")
    found = [str(finding) for finding in search_index(tmp_path / "site", {"attention": document})]
    assert found == [
        "site/search/search_index.json:1:1: the digits of 'attention/#b' differ from its page: "
        "“8” instead of “7”"
    ]


def test_a_page_that_was_not_built_is_found(book: Book, tmp_path: Path) -> None:
    site, made = tmp_path / "site", tmp_path / "made"
    site.mkdir()
    (made / "attention").mkdir(parents=True)
    (made / "attention/index.html").write_text(built(book), encoding="utf-8")
    assert [str(f) for f in verify(book, site, made)] == [
        "site/attention/index.html:1:1: the page docs/attention.md was not built"
    ]
    assert built_path(site, "index") == site / "index.html"
    assert built_path(site, "a/b") == site / "a/b/index.html"


@pytest.fixture
def sites(book: Book, tmp_path: Path) -> tuple[Path, Path]:
    """A site and the one made afresh, alike."""
    for name in ("site", "made"):
        for path, text in {
            "attention/index.html": built(book),
            "404.html": "<p>无此页</p>",
            "assets/book.css": "p { color: black }",
            "search/search_index.json": json.dumps(
                {"docs": [{"location": "attention/", "title": "甲", "text": "2017"}]}
            ),
        }.items():
            (tmp_path / name / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / path).write_text(text, encoding="utf-8")
    return tmp_path / "site", tmp_path / "made"


def test_sites_that_are_alike_have_no_findings(sites: tuple[Path, Path]) -> None:
    assert list(files(*sites)) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("常数约<data", "常数约−<data"),
        ("</data>，<math>", "</data>%，<math>"),
        ("</data>，<math>", "</data>万，<math>"),
        ("</data>，<math>", "</data>的三分之一，<math>"),
        ("权重是<data", "权重是九<span hidden><data"),
        ("权重是<data", "权重是<s><data"),
        ("<mo>=</mo>", "<mo>=</mo><mo>−</mo>"),
        ("个头。", "九个头。"),
        ("</head>", "<style>p::after{content:'9'}</style></head>"),
        ("</head>", "<script>document.title = 9</script></head>"),
        ("</head>", '<meta property="og:description" content="9"></head>'),
        ("<article>", "9<article>"),
        ("<article>", '<svg onload="f()"></svg><article>'),
        ("</body>", "<iframe srcdoc='9'></iframe></body>"),
        ("</body>", "<textarea>9</textarea></body>"),
        ("<p>", '<p onclick="f()">'),
    ],
)
def test_whatever_changes_in_a_page_is_found(
    book: Book, sites: tuple[Path, Path], old: str, new: str
) -> None:
    page = sites[0] / "attention/index.html"
    html = page.read_text(encoding="utf-8")
    assert old in html
    page.write_text(html.replace(old, new, 1), encoding="utf-8")
    found = list(files(*sites))
    at = next(
        i for i, (a, b) in enumerate(zip(html, page.read_text(encoding="utf-8"), strict=False)) if a != b
    )
    line, column = html.count("\n", 0, at) + 1, at - html.rfind("\n", 0, at)
    assert [(f.path, f.line, f.column) for f in found] == [("site/attention/index.html", line, column)]
    assert any(f.path == "site/attention/index.html" for f in verify(book, *sites))


def test_numbers_that_changed_places_are_found(sites: tuple[Path, Path]) -> None:
    page = sites[0] / "attention/index.html"
    html = page.read_text(encoding="utf-8")
    one, two = re.findall(r"<data .*?</data>", html)[:2]
    assert one != two
    page.write_text(html.replace(two, "@", 1).replace(one, two, 1).replace("@", one, 1), encoding="utf-8")
    (found,) = files(*sites)
    assert "is not what is made afresh" in found.message


def test_files_that_are_missing_extra_or_changed_are_found(sites: tuple[Path, Path]) -> None:
    site, _ = sites
    (site / "search/search_index.json").unlink()
    (site / "404.html").write_text("<p>无此页 9</p>", encoding="utf-8")
    (site / "extra").mkdir()
    (site / "extra/index.html").write_text("9", encoding="utf-8")
    (site / "loop").symlink_to(site / "loop")
    (site / "assets/book.css").write_bytes(b"p { color: \xff }")
    assert [str(finding) for finding in files(*sites)] == [
        "site/404.html:1:7: “<p>无此页 9</p>” is not what is made afresh: “<p>无此页</p>”",
        "site/assets/book.css:1:12: “p { color: \\udcff }” is not what is made afresh: “p { color: black }”",
        "site/extra/index.html:1:1: this file is extra: the book does not make it",
        "site/loop:1:1: this file is extra: the book does not make it",
        "site/search/search_index.json:1:1: this file is missing: the book makes it",
    ]


@pytest.mark.parametrize("content", [b"{", b"[]", b"\xff", b'{"docs": [1]}', b'{"docs": [{"title": "9"}]}'])
def test_a_broken_search_index_is_a_finding(sites: tuple[Path, Path], content: bytes) -> None:
    (sites[0] / "search/search_index.json").write_bytes(content)
    (found,) = search_index(sites[0], {})
    assert found.message.startswith("this is no search index: ")


def test_a_page_that_is_not_utf_8_is_a_finding(book: Book, sites: tuple[Path, Path]) -> None:
    page = sites[0] / "attention/index.html"
    page.write_bytes(page.read_bytes().replace("权重是".encode(), b"\xff", 1))
    assert {f.path for f in verify(book, *sites)} >= {"site/attention/index.html"}
