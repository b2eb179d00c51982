"""The command line prints an author's mistakes, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from figgen.cli import main
from figgen.project import Project
from tests import workbench
from tests.figgen import books


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return books.chapter(tmp_path_factory.mktemp("cli"), "# 题\n\n数@{n}\n")


def test_explain_says_why_each_example_ran_or_did_not(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project.docs)
    assert main(["build", "--force", "page"]) == 0
    assert capsys.readouterr().out == "page: forced\n"
    assert main(["build", "--explain"]) == 0
    assert capsys.readouterr().out == "page: fresh\n"
    assert main(["build"]) == 0
    assert capsys.readouterr().out == ""


def test_mistakes_are_printed_and_end_in_1(
    project: Project, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(project.root)
    assert main(["build", "--force", "paeg"]) == 1
    assert capsys.readouterr().err == "--force paeg: no such chapter; did you mean 'page'?\n"


def test_a_wrong_command_line_ends_in_2(project: Project) -> None:
    for arguments in ([], ["bild"], ["build", "--fast"]):
        done = workbench.run(project.root, "figgen", *arguments)
        assert done.returncode == 2
        assert done.stderr.startswith("usage: figgen")


def test_outside_of_a_book_it_says_so(tmp_path: Path) -> None:
    done = workbench.run(tmp_path, "figgen", "build")
    assert done.returncode == 1
    assert done.stderr == f"no mkdocs.yml in {tmp_path.name} or above it; run figgen inside a book\n"
