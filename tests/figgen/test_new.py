"""`figgen new` makes a chapter that builds and passes every check at once, and refuses what cannot be one."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from figgen.cli import main
from figgen.commands.new import TAKEN
from figgen.running.build import build
from tests import workbench
from tests.figgen.books import chapter, convert, make_book

SAID = """\
docs/dot-product.py: written
docs/dot-product.md: written
mkdocs.yml: `- dot-product.md` added at the end of nav; move it where it belongs
see it with `make serve`; accept its numbers with `python -m figgen ledger --write`
"""
WANTED = "take small Latin letters and digits, a letter first, - or _ between words, such as"


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    chapter(tmp_path, "# 页\n\n@{w_table} 表。\n\n共@{n:hanzi}个。\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_new_chapter_passes_the_check_and_has_its_numbers(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["new", "dot-product"]) == 0
    assert capsys.readouterr().out == SAID
    assert main(["check"]) == 0
    assert main(["derive"]) == 0
    assert main(["ledger", "--write"]) == 0
    assert "\ndot-product.total int 4\n" in (book / "ledger.txt").read_text(encoding="utf-8")


def test_the_site_of_a_book_with_a_new_chapter_is_built_and_verified(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (book / "docs/page.md").rename(book / "docs/index.md")
    (book / "docs/page.py").rename(book / "docs/index.py")
    workbench.edit(book / "mkdocs.yml", "  - page.md\n", "  - index.md\n")
    assert main(["new", "two"]) == 0
    site = workbench.build(book)
    assert "新的一章" in (site / "index.html").read_text(
        encoding="utf-8"
    )  # by its heading, in the navigation
    assert main(["verify", "site"]) == 0, capsys.readouterr().out


def test_the_sentences_of_the_new_page_stay_true_when_its_input_changes(tmp_path: Path) -> None:
    project = make_book(tmp_path, {"index.md": "# 前言\n"})
    from figgen.commands.template import EXAMPLE, PAGE

    (project.docs / "page.py").write_text(EXAMPLE.replace("[2, 0, 1]", "[5, 0, 3]"), encoding="utf-8")
    (project.docs / "page.md").write_text(PAGE, encoding="utf-8")
    build(project)
    html = convert(project)
    assert ">11</data>" in html
    assert ">4</data>" not in html


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("../etc", f"'../etc' is no name of a chapter; {WANTED} etc"),
        ("a/b", f"'a/b' is no name of a chapter; {WANTED} a-b"),
        ("/tmp/x", f"'/tmp/x' is no name of a chapter; {WANTED} tmp-x"),
        ("", f"'' is no name of a chapter; {WANTED} positions"),
        (".", f"'.' is no name of a chapter; {WANTED} positions"),
        ("位置", f"'位置' is no name of a chapter; {WANTED} positions"),
        ("Dot Product", f"'Dot Product' is no name of a chapter; {WANTED} dot-product"),
        ("dot.md", f"'dot.md' is no name of a chapter; {WANTED} dot"),
        ("2024", f"'2024' is no name of a chapter; {WANTED} positions"),
        ("x\n", f"'x\\n' is no name of a chapter; {WANTED} x"),
        ("page", "docs/page.py: is there already; take another name"),
        ("notes", "docs/notes.md: is there already; take another name"),
        ("part", "docs/part/index.md: is there already; take another name"),
        *((name, f"'{name}' cannot be a chapter: {why}; take another name") for name, why in TAKEN.items()),
    ],
)
def test_what_cannot_be_a_chapter_is_refused_and_nothing_is_written(
    book: Path, capsys: pytest.CaptureFixture[str], name: str, message: str
) -> None:
    (book / "docs/notes.md").symlink_to("nowhere.md")
    (book / "docs/part").mkdir()
    (book / "docs/part/index.md").write_text("# 部\n", encoding="utf-8")
    before = {path: path.read_bytes() for path in book.rglob("*") if path.is_file()}
    assert main(["new", "--", name]) == 1
    assert capsys.readouterr() == ("", f"{message}\n")
    assert {path: path.read_bytes() for path in book.rglob("*") if path.is_file()} == before


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("nav:\n  - a.md\n\nplugins: {}\n", ["a.md", "new.md"]),
        ("nav:\n- a.md\n# then\nplugins: {}\n", ["a.md", "new.md"]),
        ("plugins: {}\nnav:\n    - a.md", ["a.md", "new.md"]),
        ("nav: # order\r\n  - a.md\r\n  # last\r\nplugins: {}\r\n", ["a.md", "new.md"]),
        (
            "nav:\n  - a.md\n  - 部:\n      - b.md\n      - c.md\n",
            ["a.md", {"部": ["b.md", "c.md"]}, "new.md"],
        ),
    ],
)
def test_the_line_of_navigation_goes_to_the_end_of_the_list(
    book: Path, before: str, after: list[object]
) -> None:
    (book / "mkdocs.yml").write_bytes(before.encode())
    assert main(["new", "new"]) == 0
    text = (book / "mkdocs.yml").read_bytes().decode()
    assert yaml.safe_load(text)["nav"] == after
    assert yaml.safe_load(text)["plugins" if "plugins" in before else "nav"] is not None
    assert text.count("\r\n") == (text.count("\n") if "\r\n" in before else 0)


@pytest.mark.parametrize(
    ("config", "said"),
    [
        ("nav: [a.md]\n", "mkdocs.yml: add `- new.md` to nav where it belongs"),
        ("site_name: 书\n", "mkdocs.yml: has no nav, so the page is found by itself"),
    ],
)
def test_where_no_line_can_be_added_it_says_what_to_do(
    book: Path, capsys: pytest.CaptureFixture[str], config: str, said: str
) -> None:
    (book / "mkdocs.yml").write_text(config, encoding="utf-8")
    assert main(["new", "new"]) == 0
    assert said in capsys.readouterr().out.splitlines()
    assert (book / "mkdocs.yml").read_text(encoding="utf-8") == config
