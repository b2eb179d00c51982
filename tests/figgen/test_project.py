"""A book is found from any of its folders; what is recorded as a source is what somebody writes."""

import sys
from pathlib import Path

import pytest

from figgen.errors import AuthorError
from figgen.project import PACKAGES, Project, find_project
from tests.figgen import books


@pytest.fixture
def project(tmp_path: Path) -> Project:
    books.write(tmp_path / "mkdocs.yml", "")
    for name in ("a.md", "a.py", "helper.py", "部分/b.md", "部分/b.py"):
        books.write(tmp_path / "docs" / name, "")
    return Project(tmp_path.resolve())


def test_a_book_is_found_from_within(project: Project) -> None:
    assert find_project(project.docs / "部分") == project


def test_outside_of_a_book_the_message_says_where_to_go(tmp_path: Path) -> None:
    message = rf"^no mkdocs.yml in {tmp_path.name} or above it; run figgen inside a book$"
    with pytest.raises(AuthorError, match=message):
        find_project(tmp_path)


def test_chapters_are_the_pages_with_an_example_of_their_name(project: Project) -> None:
    assert project.chapters() == ["a", "部分/b"]
    assert [project.relative(page) for page in project.pages()] == ["docs/a.md", "docs/部分/b.md"]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("docs/a.py", "docs/a.py"),
        ("docs", "docs/"),
        ("docs/../docs/a.py", "docs/a.py"),
        ("data/none.csv", "data/none.csv"),
        (".", "./"),
        ("build/values/a.json", None),
        ("site/index.html", None),
        (".venv/x.py", None),
        (".git/HEAD", None),
        ("docs/__pycache__/a.pyc", None),
        (str(PACKAGES / "figgen/numbers/number.py"), "figgen/numbers/number.py"),
        (f"{sys.prefix}/lib/x.py", None),
        ("/etc/hosts", None),
        ("/proc/self/maps", None),
        ("/nowhere/data.csv", "/nowhere/data.csv"),
    ],
)
def test_a_source_is_recorded_by_a_name_that_finds_it_again(
    project: Project, path: str, name: str | None
) -> None:
    assert project.recorded(project.root / path) == name
    if name is not None:
        assert project.source(name).resolve() == (project.root / path).resolve()
