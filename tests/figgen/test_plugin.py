"""MkDocs with the plugin: a mistake stops every build before the last good site is touched."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from figgen.project import Project
from tests import workbench
from tests.figgen import books

GOOD = "---\ntitle: 题@{n}\nextra:\n  - 甲@{n}\n---\n# 题\n\n数@{n}。\n\n@{w_table} 说明\n"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """A book with a good site; each test changes its page and puts it right again."""
    documents = {"page.md": GOOD, "page.py": books.EXAMPLE, "other.md": "# 别\n\n数@{page.n}。\n"}
    project = books.make_book(tmp_path_factory.mktemp("plugin"), documents)
    done = mkdocs(project, "build", "--strict")
    assert done.returncode == 0, done.stderr
    return project


def mkdocs(project: Project, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "mkdocs", *arguments],
        cwd=project.root, env=workbench.environment(), capture_output=True, text=True,
    )  # fmt: skip


def test_a_mistake_that_only_the_conversion_sees_leaves_the_last_good_site(project: Project) -> None:
    good = workbench.files(project.root / "site")
    books.write(project.docs / "page.md", GOOD + "\n式$\\nosuch$\n\n@{w_table}\n")
    books.write(project.docs / "other.md", "# 别\n\n## 节\n\n数@{page.n}，式$\\frac$\n")
    done = mkdocs(project, "build", "--strict", "--quiet")
    assert done.returncode != 0
    assert "figgen found 3 mistakes:" in done.stderr
    for line in (
        'docs/other.md:5:14: formula: Expected argument but reached end of input.',
        'docs/page.md:12:3: formula: Unknown command "\\nosuch".',
        "docs/page.md:14:1: 'w_table' is shown twice on this page; cite it with @{fig:…}",
    ):  # fmt: skip
        assert line in done.stderr.splitlines()
    assert "Traceback" not in done.stderr
    assert workbench.files(project.root / "site") == good
    assert not list(project.root.glob("site.*"))
    books.write(project.docs / "page.md", GOOD)
    books.write(project.docs / "other.md", "# 别\n\n数@{page.n}。\n")


def test_a_broken_template_leaves_the_last_good_site(project: Project) -> None:
    good = workbench.files(project.root / "site")
    main = project.root / "overrides/main.html"
    before = main.read_text(encoding="utf-8") if main.is_file() else None
    books.write(main, "{% extends 'base.html' %}{% no such %}")
    assert mkdocs(project, "build").returncode != 0
    assert workbench.files(project.root / "site") == good
    if before is not None:
        books.write(main, before)


def test_a_mistake_in_front_matter_has_its_place(project: Project) -> None:
    books.write(project.docs / "page.md", GOOD.replace("title: 题@{n}", "title: 题@{w_table}"))
    done = mkdocs(project, "build", "--quiet")
    assert done.returncode != 0
    message = "'w_table' is a table; start a paragraph with it, it has no place here"
    assert f"docs/page.md:2:9: {message}" in done.stderr.splitlines()
    books.write(project.docs / "page.md", GOOD)


def test_every_text_of_the_front_matter_is_filled(project: Project) -> None:
    from figgen.book import Book
    from figgen.pages import frontmatter
    from figgen.pages.page import Page

    page = Page(Book.load(project), "page")
    meta = {"title": "题@{n}", "extra": ["一@{w[1,1]}", {"deep": r"二\@{n}"}], "order": 3, "draft": False}
    assert frontmatter.fill(page, meta) == {
        "title": "题3", "extra": ["一0.25", {"deep": "二@{n}"}], "order": 3, "draft": False,
    }  # fmt: skip
    assert page.mistakes == []


def test_a_build_elsewhere_replaces_what_lies_there(project: Project, tmp_path: Path) -> None:
    books.write(tmp_path / "out/old.html", "old")
    done = mkdocs(project, "build", "--site-dir", str(tmp_path / "out"))
    assert done.returncode == 0, done.stderr
    assert workbench.files(tmp_path / "out") == workbench.files(project.root / "site")
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


def test_the_cache_of_chinese_words_lies_in_build(project: Project) -> None:
    assert mkdocs(project, "build").returncode == 0
    assert (project.root / "build/jieba.cache").is_file()
