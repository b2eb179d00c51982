"""Files that are published beside the pages, and texts of the configuration."""

from __future__ import annotations

from pathlib import Path

import pytest

from figgen.book import Book
from figgen.gate import ledger
from figgen.gate.check import check
from figgen.project import Project

LEAVE = "leave it out here, or let a block show the computed number"


def book(tmp_path: Path, files: dict[str, str | bytes], config: str = "site_name: 书\n") -> Book:
    (tmp_path / "docs").mkdir()
    for name, content in {"docs/index.md": "甲\n", "mkdocs.yml": config, **files}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
    return Book.load(Project(tmp_path))


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("docs/a.svg", "<svg>\n<text x='3'>0.7</text></svg>", f"2:13: “0.7” is typed; {LEAVE}"),
        ("docs/a.svg", "<svg><title>到 0.7</title></svg>", f"1:15: “0.7” is typed; {LEAVE}"),
        ("docs/a.svg", "<svg><script>f()</script></svg>",
         "1:6: what <script> shows cannot be checked; cite the number, or show it by a block"),
        ("docs/b/a.css", "a::before { content: '0.7' }", f"1:22: “0.7” is typed; {LEAVE}"),
        ("docs/a.html", "<p>三倍</p>", f"1:4: “三” states a number in words; {LEAVE}"),
        ("docs/a.js", "say(甲)",
         "1:1: what a script shows cannot be checked; show numbers by a block, or put it into overrides/"),
        ("docs/a.png", b"\x89PNG",
         "1:1: a picture cannot be checked; show numbers by a block, or put one without any into overrides/"),
        ("docs/a.csv", "1,2", "1:1: readers can fetch this file, and nobody checks it; list it under "
         "exclude_docs in mkdocs.yml, or move it out of docs/"),
        ("docs/a.markdown", "0.7", "1:1: readers can fetch this file, and nobody checks it; list it under "
         "exclude_docs in mkdocs.yml, or move it out of docs/"),
        ("docs/a.MD", "0.7", "1:1: readers can fetch this file, and nobody checks it; list it under "
         "exclude_docs in mkdocs.yml, or move it out of docs/"),
        ("docs/a.css", b"\xff", "1:1: this file is not UTF-8; save it as UTF-8"),
        ("overrides/a.html", "{% block a %}<p>共 7 章</p>{% endblock %}", f"1:19: “7” is typed; {LEAVE}"),
        ("overrides/a.html", "{{ {'a': '共 7 章'}[x] }}", f"1:13: “7” is typed; {LEAVE}"),
        ("overrides/a.html", "<script>say('共 7 章')</script>", f"1:16: “7” is typed; {LEAVE}"),
        ("overrides/assets/a.js", "say(`共 7 章`)", f"1:8: “7” is typed; {LEAVE}"),
    ],
)  # fmt: skip
def test_a_number_or_what_cannot_be_checked_is_refused_with_its_place(
    tmp_path: Path, name: str, content: str | bytes, said: str
) -> None:
    assert [str(finding) for finding in check(book(tmp_path, {name: content}))] == [f"{name}:{said}"]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("docs/a.svg", "<svg viewBox='0 0 9 9'><rect width='3'/><text>甲</text></svg>"),
        ("docs/font.woff2", b"\x00"),
        ("docs/.hidden/a.csv", "1"),
        ("docs/draft/a.csv", "1"),
        ("overrides/a.html", "{# 7 #}{% if n == 7 %}<p style='width: 7em'>{{ n | round(2) }}</p>{% endif %}"),
        ("overrides/a.html", "{{ {'result.one': '找到1页'}[x] }}"),
        ("overrides/a.html", "<script>var a = [1, 2]; b(0.7)</script>"),
        ("overrides/assets/a.js", "const a = 7; say('7')"),
        ("overrides/assets/a.png", b"\x89PNG"),
    ],
)
def test_drawings_code_and_what_is_not_published_pass(
    tmp_path: Path, name: str, content: str | bytes
) -> None:
    config = "site_name: 书\nexclude_docs: |\n  *.py\n  draft/\n"
    assert check(book(tmp_path, {name: content}, config)) == []


@pytest.mark.parametrize(
    ("config", "place"),
    [
        ("site_name: 0.7\n", "1:12"),
        ("site_name: >-\n  甲\n", None),
        ("site_name: 书\nextra:\n  about: {note: '到 0.7'}\n", "3:20"),
        ("site_name: 书\ntheme:\n  palette:\n    - toggle: {name: 到 0.7}\n", "4:24"),
        ("site_name: 书\nplugins:\n  - x: {text: 到 0.7}\n", "3:17"),
        ("site_name: 书\nmarkdown_extensions:\n  toc: {permalink_title: 第 0.7 处}\n", "3:28"),
        ("site_name: 书\nnav:\n  - 到 0.7: index.md\n", "3:7"),
        ("site_name: 书\nplugins:\n  search: {separator: '[0.7]+', n: 0.7}\n", None),
        ("site_name: 书\nextra:\n  polyfills: [a0.7.js]\n", None),
        ("site_name: 书\nwatch: !ENV [A, 0.7]\n", None),
    ],
)
def test_texts_of_the_configuration_are_judged_and_settings_are_not(
    tmp_path: Path, config: str, place: str | None
) -> None:
    said = [] if place is None else [f"mkdocs.yml:{place}: “0.7” is typed; {LEAVE}"]
    assert [str(finding) for finding in check(book(tmp_path, {}, config))] == said


def test_every_configuration_of_the_book_is_read_and_recorded(tmp_path: Path) -> None:
    made = book(tmp_path, {"mkdocs.offline.yml": "INHERIT: mkdocs.yml\nsite_name: 书 2017 年\n"})
    assert [str(entry) for entry in ledger.take(made)["mkdocs.offline.yml"]] == ["date 2017"]


def test_a_linked_folder_is_refused(tmp_path: Path) -> None:
    made = book(tmp_path, {"elsewhere/page.md": "0.7\n"})
    (tmp_path / "docs/linked").symlink_to(tmp_path / "elsewhere")
    assert [str(finding) for finding in check(made)] == [
        "docs/linked:1:1: a linked folder cannot be checked; copy it here"
    ]
