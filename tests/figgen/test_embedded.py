"""What a page embeds and nobody can check, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from figgen.gate.check import check
from tests.figgen.book_of import WEIGHTS, book_of

SHOWS = "what <{}> shows cannot be checked; cite the number, or show it by a block"
BRINGS = "what <{}> brings in cannot be checked; write it here, or show it by a block"
ADDRESS = "what is written into an address cannot be checked; show it by a block"
AWAY = "a picture from elsewhere cannot be checked; show it by a block"
TYPED = (
    "“{}” is typed, and no computed value says it; compute it in the worked example or give its source in "
    "docs/facts.toml, and cite it"
)


def found(tmp_path: Path, text: str) -> list[str]:
    book = book_of(tmp_path, {"attention": text + "\n\n@{weights}\n"}, [WEIGHTS])
    return [f"{finding.line}:{finding.column} {finding.message}" for finding in check(book)]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("<script>document.write(n)</script>", "1:1 " + SHOWS.format("script")),
        ("甲 <canvas id='a'></canvas>", "1:3 " + SHOWS.format("canvas")),
        ("<iframe src='a.html'></iframe>", "1:1 " + BRINGS.format("iframe")),
        ("<object data='a.svg'></object>", "1:1 " + BRINGS.format("object")),
        ("<embed src='a.svg'>", "1:1 " + BRINGS.format("embed")),
        ("<video src='a.mp4'></video>", "1:1 " + BRINGS.format("video")),
        ("<link rel='stylesheet' href='a.css'>", "1:1 " + BRINGS.format("link")),
        ("<b onclick='f()'>甲</b>", "1:1 what onclick=… does cannot be checked; leave it out"),
        ("甲 {: onclick='f()' }", "1:3 what onclick=… does cannot be checked; leave it out"),
        ("![甲](data:image/png;base64,AAAA)", "1:6 " + ADDRESS),
        ("<img alt='甲' src='data:image/svg+xml,a'>", "1:19 " + ADDRESS),
        ("<b style='background: url(data:image/svg+xml,a)'>甲</b>", "1:11 " + ADDRESS),
        ("![甲](https://example.org/a.svg)", "1:6 " + AWAY),
        ("<img alt='甲' src='//example.org/a.svg'>", "1:1 " + AWAY),
        ("<b dir='rtl'>甲</b>", "1:1 dir=rtl can change the order of digits; leave it out"),
        (
            "<b style='direction: rtl'>甲</b>",
            "1:11 direction can change how a number reads; leave it out",
        ),
        ("甲\u202e乙", "1:2 U+202E changes the order of what stands behind it; remove it"),
        ("@{weights[1,1]}\u0305", "1:16 U+0305 is drawn over the number before it; remove it"),
        (
            "<ol start='42'><li>甲</li></ol>",
            "1:1 the first number of a list is typed; let it count from its first item, or write 3. there",
        ),
        ("<style>.a::before { content: '0.7' }</style>", "1:30 " + TYPED.format("'0.7'")),
        (
            "<style>.a::before { content: attr(data-x) }</style>",
            "1:30 attr(data-x) shows an attribute that is not checked; write its text here or on the page",
        ),
        ("<b style='counter-reset: n 41'>甲</b>", "1:28 " + TYPED.format("41")),
        ("<b aria-valuetext='0.7'>甲</b>", "1:20 " + TYPED.format("0.7")),
        ("<b aria-valuenow='0.7'>甲</b>", "1:19 " + TYPED.format("0.7")),
        ("<b aria-roledescription='0.7'>甲</b>", "1:26 " + TYPED.format("0.7")),
        ("<th abbr='0.7'>甲</th>", "1:11 " + TYPED.format("0.7")),
        ("<progress max='0.7'></progress>", "1:16 " + TYPED.format("0.7")),
    ],
)
def test_what_cannot_be_checked_is_refused(tmp_path: Path, text: str, said: str) -> None:
    assert found(tmp_path, text) == [said]


def test_every_mistake_of_a_tag_is_told(tmp_path: Path) -> None:
    assert found(tmp_path, "<bdo dir='rtl'>甲</bdo>") == [
        "1:1 <bdo> can change the order of digits; leave it out",
        "1:1 dir=rtl can change the order of digits; leave it out",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "[甲](https://example.org/a)",
        "![甲](a.svg)",
        "`<script>`和`onclick=`",
        "```html\n<script>f()</script>\n```",
        "<b style='color: red'>甲</b>",
        "<style>.a::before { content: '→'; counter-increment: n 1 }</style>",
        "<ul><li>甲</li></ul>",
    ],
)
def test_links_own_pictures_code_and_plain_styles_pass(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == []
