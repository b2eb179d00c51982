"""The built site against a fresh computation: the last look before readers get it.

`fresh` computes every worked example again, in a new process and a copy of the book. `verify` then reads each
built page: a number with a reference must look as that reference looks now; a block must be the block made
afresh, its data for scripts included; every other digit of the article must come from the page's source.
Titles, descriptions, navigation and the search index are compared with these. Whatever remains is reported
with its place in the file.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from figgen.book import Book
from figgen.errors import AuthorError
from figgen.gate.finding import Finding
from figgen.gate.source import scan
from figgen.gate.verifying.around import around
from figgen.gate.verifying.article import Article
from figgen.gate.verifying.expected import expect
from figgen.gate.verifying.generated import generated
from figgen.gate.verifying.index import search_index
from figgen.gate.verifying.tree import Node, parse
from figgen.project import Project

SKIPPED = shutil.ignore_patterns("build", "site", "site.*", ".*", "node_modules", "tests", "__pycache__")


@contextmanager
def fresh(project: Project) -> Iterator[Book]:
    """Compute the book anew in a copy, in a process of its own."""
    with tempfile.TemporaryDirectory(prefix="figgen-verify-") as folder:
        copy = Path(folder) / "book"
        shutil.copytree(project.root, copy, ignore=SKIPPED)
        command = [sys.executable, "-m", "figgen", "build"]
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True, stdin=subprocess.DEVNULL)
        if done.returncode:
            raise AuthorError(f"the book cannot be computed afresh:\n{done.stderr.strip()}")
        yield Book.load(Project(copy))


def verify(book: Book, site: Path) -> list[Finding]:
    """Return what a built site shows that the book does not; `book` is computed afresh."""
    found: list[Finding] = []
    pages: dict[str, Node] = {}
    texts: dict[str, str] = {}
    for path in book.project.pages():
        chapter = path.relative_to(book.project.docs).with_suffix("").as_posix()
        built = built_path(site, chapter)
        shown = built.relative_to(site.parent).as_posix()
        if not built.is_file():
            found.append(Finding(shown, 1, 1, "site", f"the page docs/{chapter}.md was not built"))
            continue
        texts[chapter] = built.read_text(encoding="utf-8")
        pages[chapter] = parse(texts[chapter])
        found.extend(page(book, pages[chapter], shown, chapter))
    found.extend(search_index(site, pages))
    if (site / "accounts").is_dir():
        found.extend(generated(book, site, texts))
    return sorted(found)


def page(book: Book, document: Node, shown: str, chapter: str) -> list[Finding]:
    """Return the findings of one built page."""
    text = (book.project.docs / f"{chapter}.md").read_bytes().decode("utf-8", "replace")
    source = scan(text, f"docs/{chapter}.md")
    article = next(document.find("article"), None)
    if article is None:
        return [Finding(shown, 1, 1, "site", "the page has no article")]
    includes = book.project.build / "includes"
    found = Article(book, includes, shown, expect(book, source, chapter)).verify(article, chapter)
    return [*found, *around(book, document, article, shown)]


def built_path(site: Path, chapter: str) -> Path:
    """Return where a page of docs/ is built to."""
    folder, _, name = chapter.rpartition("/")
    return site / folder / ("index.html" if name == "index" else f"{name}/index.html")
