"""`python -m tests.mutants [KIND…]`: the kill test over the real book, in a copy of it. 0 if everything was
caught. `examples/attention` and `site/attention` are one chapter alone."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from figgen.book import Book
from figgen.gate.verify import SKIPPED, built_path
from figgen.project import Project, find_project
from figgen.running.build import build
from tests.mutants.examples import example_digits
from tests.mutants.files import file_digits
from tests.mutants.kinds import kinds
from tests.mutants.pages import citations, fact_digits, page_digits
from tests.mutants.site import index_digits, site_digits
from tests.mutants.tally import Tally

KINDS = ("kinds", "pages", "citations", "facts", "site", "index", "files", "examples")
SHOWN = 60


def main(names: list[str]) -> int:
    """Run the kinds of changes that are named, or all."""
    with tempfile.TemporaryDirectory(prefix="figgen-mutants-") as folder:
        root = Path(folder) / "book"
        shutil.copytree(find_project().root, root, ignore=SKIPPED)
        project = Project(root)
        build(project)
        book = Book.load(project)
        tallies = [tally for kind in names or KINDS for tally in run(kind, book)]
    missed = [line for tally in tallies for line in tally.missed]
    for line in [line for tally in tallies for line in tally.excused]:
        print(f"excused: {line}")
    for line in missed[:SHOWN]:
        print(f"not caught: {line}")
    print(f"mutants: {len(missed) or 'none'} of {sum(map(_total, tallies))} changes went unnoticed")
    return 1 if missed else 0


def run(kind: str, book: Book) -> list[Tally]:
    """Plant one kind of fault everywhere and print the count."""
    kind, _, chapter = kind.partition("/")
    if kind in ("site", "index", "files", "kinds"):
        site = _site(book.project)
    made = {
        "kinds": lambda: kinds(book.project.root),
        "pages": lambda: page_digits(book),
        "citations": lambda: citations(book),
        "facts": lambda: fact_digits(book),
        "site": lambda: site_digits(book, site, (chapter,) if chapter else ()),
        "index": lambda: index_digits(book, site),
        "files": lambda: file_digits(site, {built_path(site, name) for name in _pages(book.project)}),
        "examples": lambda: example_digits(book, (chapter,) if chapter else ()),
    }[kind]()
    tallies = made if isinstance(made, list) else [made]
    for tally in tallies:
        print(tally, flush=True)
    return tallies


def _pages(project: Project) -> list[str]:
    return [path.relative_to(project.docs).with_suffix("").as_posix() for path in project.pages()]


def _site(project: Project) -> Path:
    site = project.root / "site"
    if not site.is_dir():
        command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet"]
        environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
        subprocess.run(command, cwd=project.root, check=True, env=environment, stdout=subprocess.DEVNULL)
    return site


def _total(tally: Tally) -> int:
    return sum(tally.caught.values()) + len(tally.missed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
