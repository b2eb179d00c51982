"""Citations are found wherever they stand in a text, and read by one closed grammar."""

import pytest

from figgen.cite import Citation, Reference, find, parse
from figgen.errors import AuthorError


def test_every_citation_is_found_with_its_offsets() -> None:
    text = "甲@{a}乙@{b[1,2]}@{c}"
    found = find(text)
    assert [(text[c.start : c.end], c.inside) for c in found] == [
        ("@{a}", "a"), ("@{b[1,2]}", "b[1,2]"), ("@{c}", "c"),
    ]  # fmt: skip


def test_an_escaped_one_is_literal_and_covers_its_three_characters() -> None:
    assert find(r"\@{x}") == [Citation(0, 3, "", literal=True)]


@pytest.mark.parametrize("text", ["@{a", "@{a\n}", "@{a@{b}", "@{"])
def test_one_without_its_brace_is_found_as_unclosed(text: str) -> None:
    first = find(text)[0]
    assert not first.closed
    with pytest.raises(AuthorError, match=r"^citation without its closing brace; write @\{…\}, or "):
        first.closed_inside()


@pytest.mark.parametrize(
    "text", ["@ {a}", "{a}", "a@b.c", "${a}", "{{a}}", "@(a)", "@[a]", "＠{a}", "@｛a｝"]
)
def test_other_braces_are_no_citations(text: str) -> None:
    assert find(text) == []


def test_a_citation_knows_how_it_was_written() -> None:
    for text in ("@{ a [1] }", r"\@{", "@{open"):
        assert [citation.written for citation in find(text)] == [text]


@pytest.mark.parametrize(
    ("inside", "meant"),
    [
        ("w", Reference("value", "w")),
        (" w ", Reference("value", "w")),
        ("w[3]", Reference("value", "w", index=(3,))),
        ("w[3,1]", Reference("value", "w", index=(3, 1))),
        ("w[ 3 , 1 ]", Reference("value", "w", index=(3, 1))),
        ("w[-1]", Reference("value", "w", index=(-1,))),
        ("w[位置3,键 1]", Reference("value", "w", index=("位置3", "键 1"))),
        ('w["3"]', Reference("value", "w", index=("3",))),
        ("w:d3", Reference("value", "w", form="d3")),
        ("w[3]:frac", Reference("value", "w", index=(3,), form="frac")),
        ("attention.w[3]", Reference("value", "w", "attention", (3,))),
        ("part/one.w", Reference("value", "w", "part/one")),
        ("注意力.w", Reference("value", "w", "注意力")),
        ("facts.qwen3-0-6b.query-heads", Reference("fact", "qwen3-0-6b.query-heads")),
        ("facts.a.b:hanzi", Reference("fact", "a.b", form="hanzi")),
        ("fig:w_map", Reference("fig", "w_map")),
        ("fig:attention.w_map", Reference("fig", "w_map", "attention")),
        ("sec:some-id", Reference("sec", "some-id")),
        ("sec:attention.some-id", Reference("sec", "some-id", "attention")),
        ("source:qwen3-0-6b", Reference("source", "qwen3-0-6b")),
        ("source:qwen3-0-6b.place", Reference("source", "qwen3-0-6b.place")),
    ],
)
def test_a_citation_is_read(inside: str, meant: Reference) -> None:
    assert parse(inside) == meant


@pytest.mark.parametrize(
    ("escaped", "plain"),
    [
        (r"w\[1,1\]:d3", "w[1,1]:d3"),  # mdformat, within a table
        (r"w\_map", "w_map"),
        (r"facts.a\-b.c\_d", "facts.a-b.c_d"),
        (r"w\[位置\*\]", "w[位置*]"),
    ],
)
def test_what_a_formatter_escaped_means_the_same(escaped: str, plain: str) -> None:
    assert find(f"@{{{escaped}}}")[0].inside == escaped
    assert parse(escaped) == parse(plain)


@pytest.mark.parametrize(
    "inside",
    ["", " ", "3", "w[", "w]", "w[[1]]", "w[1][2]", "w.", ".w", "w:", "w:d 3", "w|round(3)", "w+1",
     "fig:", "fig:a b", "table:w.x", "a.b.c.d[1]x", "w\u200b", "<b>"],
)  # fmt: skip
def test_what_is_no_citation_is_refused_with_the_ways_that_would_work(inside: str) -> None:
    with pytest.raises(AuthorError) as refused:
        parse(inside)
    assert refused.value.message == (
        f"ill-formed citation @{{{inside}}}; write @{{name}}, @{{name[3,1]}}, @{{name[3]:frac}}, "
        "@{fig:name}, @{sec:id}, @{source:key} or @{facts.key.name}, or \\@{ for the characters"
    )
