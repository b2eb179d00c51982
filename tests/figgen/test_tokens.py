"""A token stands for a citation and means nothing to Markdown, TeX or HTML."""

import html

import pytest

from figgen.pages.tokens import INLINE_TOKEN, RESERVED, TOKEN, mark_plain_places, number_of, token


@pytest.mark.parametrize("number", [0, 7, 10, 4096])
def test_a_token_reads_back_as_its_number(number: int) -> None:
    found = TOKEN.fullmatch(token(number))
    assert found is not None
    assert number_of(found[1]) == number


def test_a_token_has_no_character_that_anybody_types() -> None:
    assert all(
        0xE000 <= ord(character) <= 0xF8FF and RESERVED.match(character) for character in token(1234567890)
    )
    assert html.escape(token(5)) == token(5)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ('<p title="T">T', 1),
        ("![T](a 'T')T", 2),
        ("[T](a 'T')", 1),
        ("文{: title='T' }T", 1),
        ("## 甲T {#a title=T}", 1),
        ("文<a href='x'>T</a>T", 1),
        ("<svg><title>T</title>\n<text>T</text></svg>T", 2),
        ("`<a>`\n\nT\n\n`</a>`", 0),
        ("<abbr>T</abbr>", 0),
        ("a < T > b", 0),
        ("**T** `T` $T$", 0),
    ],
)
def test_tokens_where_only_text_can_stand_are_marked_apart(text: str, plain: int) -> None:
    import re

    marked = mark_plain_places(text.replace("T", token(3)))
    assert len(TOKEN.findall(marked)) - len(re.findall(INLINE_TOKEN, marked)) == plain
