"""The theme's successor builds the same sources, and its articles say and show the same."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import workbench

ARTICLE = re.compile(r"<article[^>]*>(.*?)</article>", re.S)


def article(file: Path) -> str:
    found = ARTICLE.search(file.read_text(encoding="utf-8"))
    assert found is not None, file
    return found[1]


def chapters(site: Path) -> list[Path]:
    """The pages that have a source; those that the plugin writes are MkDocs' alone."""
    found = (page.relative_to(site) for page in site.rglob("index.html"))
    return sorted(page for page in found if page.parts[0] != "accounts")


def numbers(html: str) -> list[tuple[str, str]]:
    """Every number with its name, in order: in prose, in formulas, in figures."""
    return re.findall(r'<[^>]*\bdata-ref="([^"]*)"[^>]*>(.*?)</', html, re.S)


def words(html: str) -> str:
    html = re.sub(r'<p class="fg-take">.*?</p>', "", html, flags=re.S)  # leads to what the plugin writes
    html = re.sub(r'<a class="(?:headerlink|fg-account-link)".*?</a>', "", html, flags=re.S)
    return "".join(re.sub(r"<[^>]+>", "", html).split())


@pytest.fixture(scope="module")
def successor(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site that Zensical makes of a copy of the book whose values are up to date."""
    root = tmp_path_factory.mktemp("successor") / "book"
    shutil.copytree(book, root, ignore=shutil.ignore_patterns("site"), symlinks=True)
    program = Path(sys.executable).parent / "zensical"
    done = subprocess.run(
        [str(program), "build", "--clean"],
        cwd=root,
        text=True,
        capture_output=True,
        env=workbench.environment(),
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return root / "site"


def test_both_generators_make_the_same_pages(site: Path, successor: Path) -> None:
    assert chapters(site) == chapters(successor)


def test_every_number_formula_and_figure_is_equal(site: Path, successor: Path) -> None:
    counted = 0
    for file in chapters(site):
        ours, theirs = article(site / file), article(successor / file)
        assert numbers(ours) == numbers(theirs), file
        for part in (r"<math.*?</math>", r"<svg[^>]*\bclass=\"fg-.*?</svg>", r"<figure.*?</figure>"):
            assert re.findall(part, ours, re.S) == re.findall(part, theirs, re.S), file
        counted += len(numbers(ours))
    assert counted > 50


def test_the_words_of_every_article_are_equal(site: Path, successor: Path) -> None:
    for file in chapters(site):
        assert words(article(site / file)) == words(article(successor / file)), file


def test_no_raw_citation_is_left_in_the_successor_s_site(successor: Path) -> None:
    for file in sorted(successor.rglob("*")):
        if file.suffix in (".html", ".xml") and file.parent.name != "authoring":
            assert "@{" not in file.read_text(encoding="utf-8"), file.name
