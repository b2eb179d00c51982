"""A mistake stops every documented command, says where it is, and leaves the last good site alone."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import workbench

BAD = "\n\n这里引用了@{weigths[3,1]}。\n"
COMMANDS = [
    ("mkdocs", "build"),
    ("mkdocs", "build", "--strict"),
    ("mkdocs", "build", "--strict", "--quiet"),
    ("mkdocs", "build", "--quiet"),
    ("figgen", "check"),
]


@pytest.fixture
def broken_book(book: Path, tmp_path: Path) -> Path:
    """A book with a good site, whose attention chapter then cites a name that does not exist."""
    root = tmp_path / "book"
    shutil.copytree(book, root, symlinks=True)
    page = root / "docs/attention.md"
    page.write_text(page.read_text(encoding="utf-8") + BAD, encoding="utf-8")
    return root


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_an_unknown_name_is_refused_with_its_place_and_the_nearest_name(
    broken_book: Path, command: tuple[str, ...]
) -> None:
    good = workbench.files(broken_book / "site")
    line = len((broken_book / "docs/attention.md").read_text(encoding="utf-8").splitlines())
    done = workbench.run(broken_book, *command)
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert f"docs/attention.md:{line}:6: " in said
    assert "'weigths'" in said
    assert "'weights'" in said
    assert "Traceback" not in said
    assert workbench.files(broken_book / "site") == good


@pytest.mark.parametrize(
    "command", [("figgen", "check"), ("mkdocs", "build", "--strict", "--quiet")], ids=" ".join
)
def test_a_number_typed_in_a_sentence_is_refused_with_its_place(
    book: Path, tmp_path: Path, command: tuple[str, ...]
) -> None:
    root = tmp_path / "book"
    shutil.copytree(book, root, symlinks=True)
    page = root / "docs/attention.md"
    page.write_text(page.read_text(encoding="utf-8") + "\n\n这一份是0.25左右。\n", encoding="utf-8")
    line = len(page.read_text(encoding="utf-8").splitlines())
    good = workbench.files(root / "site")
    done = workbench.run(root, *command)
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert f"docs/attention.md:{line}:5: " in said
    assert "0.25" in said
    assert "Traceback" not in said
    assert workbench.files(root / "site") == good


def test_make_site_keeps_the_last_good_site_when_the_theme_breaks(book: Path, tmp_path: Path) -> None:
    """The builder empties its target before it renders, so the target is another folder at first."""
    root = tmp_path / "book"
    shutil.copytree(book, root, symlinks=True)
    shutil.copy2(workbench.ROOT / "Makefile", root)
    shutil.copytree(workbench.ROOT / "requirements", root / "requirements")
    make = ["make", "--silent", "site", f"VENV={Path(sys.prefix)}"]
    good = workbench.files(root / "site")
    workbench.edit(
        root / "overrides/main.html", '{% extends "base.html" %}', '{% extends "base.html" %}{% no such %}'
    )
    done = subprocess.run(make, cwd=root, env=workbench.environment(), text=True, capture_output=True)
    assert done.returncode != 0
    assert workbench.files(root / "site") == good
    assert not (root / "site.new").exists()
