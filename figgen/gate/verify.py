"""The built site against a fresh build: the last look before readers get it.

`fresh` builds the book again, in a new process and a copy of it, every worked example included. `verify` then
reads each built page: a number with a reference must look as that reference looks now; a block must be the
block made afresh, its data for scripts included; every other digit of the article must come from the page's
source. Titles, descriptions, navigation and the search index are compared with these. That says which number
is wrong. And no file may differ from the one made afresh in a single byte, be missing, or be extra: whatever
changes a site after its build, be it a sign, a style or a page, is reported with its place in the file.
"""

from __future__ import annotations

import os
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
from figgen.gate.verifying.files import built_path, files
from figgen.gate.verifying.generated import generated
from figgen.gate.verifying.index import search_index
from figgen.gate.verifying.tree import Node, parse
from figgen.project import Project

__all__ = ["SKIPPED", "built_path", "fresh", "page", "verify"]

SKIPPED = shutil.ignore_patterns("build", "site", "site.*", "site-*", ".*", "node_modules", "__pycache__")
CONFIG = "mkdocs.yml"


@contextmanager
def fresh(project: Project, config: str = CONFIG) -> Iterator[tuple[Book, Path]]:
    """Build the book anew in a copy, in a process of its own: what it computes, and its site."""
    with tempfile.TemporaryDirectory(prefix="figgen-verify-") as folder:
        copy, made = Path(folder) / "book", Path(folder) / "site"
        try:
            shutil.copytree(project.root, copy, ignore=SKIPPED)
        except shutil.Error as error:
            path, _, reason = error.args[0][0]
            raise AuthorError(f"cannot be copied: {reason}", _named(project, path)) from None
        command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file", config]
        command += ["--site-dir", str(made)]
        environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
        done = subprocess.run(
            command, cwd=copy, env=environment, capture_output=True, text=True, stdin=subprocess.DEVNULL
        )
        if done.returncode:
            raise AuthorError(f"the book cannot be built afresh:\n{done.stderr.strip()}")
        yield Book.load(Project(copy)), made


def _named(project: Project, path: str) -> str:
    return project.relative(Path(path)) if Path(path).is_relative_to(project.root) else path


def verify(book: Book, site: Path, made: Path) -> list[Finding]:
    """Return what a built site shows that the book does not; `book` and its site `made` are fresh."""
    found: list[Finding] = []
    pages: dict[str, Node] = {}
    texts: dict[str, str] = {}
    for path in book.project.pages():
        chapter = path.relative_to(book.project.docs).with_suffix("").as_posix()
        built = built_path(site, chapter)
        shown = built.relative_to(site.parent).as_posix()
        if not built.is_file():
            if built_path(made, chapter).is_file():
                found.append(Finding(shown, 1, 1, "site", f"the page docs/{chapter}.md was not built"))
            continue
        texts[chapter] = built.read_bytes().decode("utf-8", "replace")
        pages[chapter] = parse(texts[chapter])
        found.extend(page(book, pages[chapter], shown, chapter))
    found.extend(search_index(site, pages))
    if (site / "accounts").is_dir():
        found.extend(generated(book, site, texts))
    named = {finding.path for finding in found}
    found.extend(finding for finding in files(site, made) if finding.path not in named)
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
