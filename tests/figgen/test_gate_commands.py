"""The commands of the gate: what they print and how they end."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from figgen.cli import main
from tests.figgen.books import chapter

PAGE = "# 页\n\n@{w_table} 表。\n\n左上是@{w[1,1]}，共@{n:hanzi}个。\n"


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    chapter(tmp_path, PAGE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_check_ends_with_0_on_a_clean_book_and_says_so(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check"]) == 0
    out = capsys.readouterr()
    assert (out.out, out.err) == ("", "figgen check: no findings\n")


def test_check_ends_with_1_and_names_place_and_remedy(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (book / "docs/page.md").write_text(PAGE + "\n是 0.75。\n", encoding="utf-8")
    assert main(["check"]) == 1
    out = capsys.readouterr()
    assert out.out == "docs/page.md:7:3: “0.75” is typed; write @{w[1,2]:d2}\n"
    assert out.err == "figgen check: 1 finding\n"


def test_check_reports_in_every_format(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (book / "docs/page.md").write_text(PAGE + "\n是 0.75。\n", encoding="utf-8")
    assert main(["check", "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)[0]["line"] == 7
    assert main(["check", "--format", "sarif"]) == 1
    assert json.loads(capsys.readouterr().out)["version"] == "2.1.0"
    assert main(["check", "--format", "github"]) == 1
    assert capsys.readouterr().out.startswith("::error file=docs/page.md,line=7,col=3,")


def test_check_of_some_files_reports_on_these_only(book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (book / "docs/page.md").write_text(PAGE + "\n是 0.75。\n", encoding="utf-8")
    assert main(["check", "docs/page.py", "mkdocs.yml"]) == 0
    assert main(["check", "./docs/page.md"]) == 1
    monkeypatch.chdir(book / "docs")
    assert main(["check", "page.md"]) == 1
    assert main(["check", str(book / "docs/page.md")]) == 1


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["check", "docs/pag.md"],
            "docs/pag.md: there is no such file in the book; did you mean 'docs/page.md'?",
        ),
        (["check", "docs"], "docs: is a folder; name the files in it, or none for the whole book"),
        (["check", "ledger.txt"], "ledger.txt: is no file that the check reads, such as docs/page.md"),
        (
            ["bind", "--chapter", "pag", "docs/page.md"],
            "no chapter 'pag'; did you mean 'page'?; there are page",
        ),
        (["audit", "--chapter", "zz", "docs/page.md"], "no chapter 'zz'; there are page"),
        (["where", ""], "'' is no name; `python -m figgen list` prints every name"),
        (["where", "[1]"], "'[1]' is no name; `python -m figgen list` prints every name"),
        (["audit", "docs"], "docs: is a folder; name the files in it"),
        (["bind", "docs"], "docs: is a folder; name the files in it"),
        (["bind", "docs/x.txt"], "docs/x.txt:2: this line is not UTF-8; save the file as UTF-8"),
        (["audit", "docs/x.txt"], "docs/x.txt:2: this line is not UTF-8; save the file as UTF-8"),
        (
            ["verify", "--config-file", "x.yml", "docs"],
            "there is no x.yml in the book; name the one of the build",
        ),
        (
            ["ledger"],
            "ledger.txt:2: this line is not UTF-8; write it again: `python -m figgen ledger --write`",
        ),
    ],
)
def test_what_cannot_be_meant_is_refused_with_what_would_work(
    book: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    (book / "docs/x.txt").write_bytes(b"1\n\xff\n")
    (book / "ledger.txt").write_bytes(b"#\n\xff\n")
    assert main(arguments) == 1
    assert capsys.readouterr() == ("", f"{message}\n")


@pytest.mark.parametrize("command", ["check", "ledger", "where n", "list", "verify .", "audit docs/page.md"])
def test_what_is_named_like_a_page_must_be_a_file(
    book: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (book / "ledger.txt").touch()
    (book / "docs/dir.md").mkdir()
    assert main(command.split()) == 1
    message = "docs/dir.md: is named like a page and is a folder; rename it\n"
    assert capsys.readouterr().err.endswith(message)
    (book / "docs/dir.md").rmdir()
    (book / "docs/loop.md").symlink_to("loop.md")
    assert main(command.split()) == 1
    assert capsys.readouterr().err.startswith("docs/loop.md: ")


def test_files_that_cannot_be_read_are_named_without_a_traceback(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (book / "ledger.txt").mkdir()
    assert main(["ledger", "--write"]) == 1
    assert "ledger.txt" in (error := capsys.readouterr().err) and "Traceback" not in error
    with (book / "mkdocs.yml").open("ab") as config:
        config.write(b"# \xff\n")
    assert main(["check"]) == 1
    assert capsys.readouterr().err == "mkdocs.yml: is not UTF-8; save it as UTF-8\n"


def test_check_first_brings_values_up_to_date(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (book / "docs/page.md").write_text(PAGE + "\n是 0.75。\n", encoding="utf-8")
    example = book / "docs/page.py"
    example.write_text(example.read_text(encoding="utf-8").replace("0.75", "0.76"), encoding="utf-8")
    assert main(["check"]) == 1
    assert (
        "“0.75” is typed and probably stale: @{w[1,2]:d2} is 0.76 now; cite that" in capsys.readouterr().out
    )


def test_a_ledger_is_missed_written_compared_and_differs(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ledger"]) == 1
    assert capsys.readouterr().err == (
        "there is no ledger.txt; write it with `python -m figgen ledger --write`\n"
    )
    assert main(["ledger", "--write"]) == 0
    assert main(["ledger", "--write"]) == 0
    assert capsys.readouterr().out == "ledger.txt: written\nledger.txt: unchanged\n"
    assert main(["ledger"]) == 0
    example = book / "docs/page.py"
    example.write_text(example.read_text(encoding="utf-8").replace("0.75", "0.76"), encoding="utf-8")
    capsys.readouterr()
    assert main(["ledger"]) == 1
    out = capsys.readouterr()
    assert out.out == "docs/page.py:5:1: page.w[1,2] 0.75 → 0.76\n"
    assert out.err == (
        "figgen ledger: 1 change; if they are meant, run `python -m figgen ledger --write` "
        "and commit the diff\n"
    )


def test_list_prints_citations_and_texts(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "page"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == ["# page", "@{w[1,1]}\t0.25", "@{w[1,2]}\t0.75"]
    assert main(["list", "pag"]) == 1
    assert capsys.readouterr().err == "no chapter 'pag'; there are page, facts\n"


def test_where_prints_places(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["where", "n"]) == 0
    assert capsys.readouterr().out == "docs/page.md:5:15: @{n:hanzi}\n"
    assert main(["where", "m"]) == 1
    assert capsys.readouterr().err == "nothing is called 'm'; `python -m figgen list` prints every name\n"


def test_audit_ends_with_1_only_if_a_number_contradicts(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    old = book / "old.md"
    old.write_text("是 0.75，也是 0.999。\n", encoding="utf-8")
    assert main(["audit", "old.md"]) == 0
    out = capsys.readouterr()
    assert out.out == "old.md:1:11: “0.999” unexplained\n"
    assert out.err == "figgen audit: 1 matches, 0 contradicts, 1 unexplained\n"
    old.write_text("是 0.751。\n", encoding="utf-8")
    assert main(["audit", "old.md"]) == 1
    assert capsys.readouterr().out == "old.md:1:3: “0.751” contradicts @{page.w[1,2]:d3}, which is 0.750\n"
    assert main(["audit", "nothing.md"]) == 1
    assert capsys.readouterr().err.startswith("nothing.md: cannot be read: ")


def test_bind_rewrites_or_shows_the_diff(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = book / "old.md"
    old.write_text("是 0.75。\n", encoding="utf-8")
    assert main(["bind", "--dry-run", "--chapter", "page", "old.md"]) == 0
    out = capsys.readouterr()
    assert "-是 0.75。\n+是 @{w[1,2]:d2}。\n" in out.out
    assert out.err == "old.md: 1 number bound\n"
    assert old.read_text(encoding="utf-8") == "是 0.75。\n"
    assert main(["bind", "--chapter", "page", "old.md"]) == 0
    assert old.read_text(encoding="utf-8") == "是 @{w[1,2]:d2}。\n"


def test_verify_without_a_site_says_how_to_build_one(book: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify"]) == 1
    assert capsys.readouterr().err == "there is no site in site; build it with `make site`\n"


COUNTING = """from pathlib import Path

from figgen import given, table

try:
    text = Path("ledger.txt").read_text(encoding="utf-8")
except FileNotFoundError:
    text = ""
w = given([[1, 2]])
n = given(%s)
w_table = table(w, title="两个数")
"""


def test_an_example_may_count_the_lines_of_the_ledger_that_its_own_lines_are_in(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (book / "docs/page.py").write_text(COUNTING % 'text.count("page.")', encoding="utf-8")
    assert main(["ledger", "--write"]) == 0
    assert capsys.readouterr().out == "ledger.txt: written\n"
    assert "\npage.n int 6\n" in (book / "ledger.txt").read_text(encoding="utf-8")
    assert main(["ledger"]) == 0
    assert main(["ledger", "--write"]) == 0
    assert capsys.readouterr().out == "ledger.txt: unchanged\n"


def test_an_example_that_changes_with_every_ledger_is_refused(
    book: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (book / "docs/page.py").write_text(COUNTING % "sum(text.encode())", encoding="utf-8")
    assert main(["ledger", "--write"]) == 1
    message = "is another one each time, 5 times; let no example publish more than counts from it"
    assert capsys.readouterr().err == f"ledger.txt: {message}\n"
