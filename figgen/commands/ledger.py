"""`figgen ledger`: compare what the book prints with ledger.txt, or write it."""

from __future__ import annotations

import argparse
import sys

from figgen.book import Book
from figgen.errors import AuthorError
from figgen.gate import ledger
from figgen.gate.report import FORMATS
from figgen.project import Project
from figgen.running.build import build
from figgen.running.writing import write_if_changed

MOST_TIMES = 5  # an example may count the lines of the ledger: once more after its own lines are in it


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "--write", action="store_true", help="write ledger.txt; look at its diff before you commit"
    )
    parser.add_argument("--format", choices=FORMATS, default="people", help="how to report (default: people)")


def run(project: Project, options: argparse.Namespace) -> int:
    """Report the differences; 0 none or written, 1 some."""
    build(project)
    now = ledger.take(Book.load(project))
    path = project.root / ledger.NAME
    if options.write:
        print(f"{ledger.NAME}: {'written' if _write(project, now) else 'unchanged'}")
        return 0
    if not path.is_file():
        print(f"there is no {ledger.NAME}; write it with `python -m figgen ledger --write`", file=sys.stderr)
        return 1
    changes = ledger.compare(ledger.load(path), now)
    if report := FORMATS[options.format](changes):
        print(report)
    if options.format == "people" and changes:
        print(
            f"figgen ledger: {len(changes)} change{'s' if len(changes) > 1 else ''}; "
            "if they are meant, run `python -m figgen ledger --write` and commit the diff",
            file=sys.stderr,
        )
    return 1 if changes else 0


def _write(project: Project, now: ledger.Ledger) -> bool:
    """Write the ledger, and again while an example that reads it prints other numbers; whether it changed."""
    path, written = project.root / ledger.NAME, False
    for _ in range(MOST_TIMES):
        if not write_if_changed(path, ledger.write(now).encode("utf-8")):
            return written
        written = True
        if not any(outcome.reason for outcome in build(project)):
            return True
        now = ledger.take(Book.load(project))
    message = f"is another one each time, {MOST_TIMES} times; let no example publish more than counts from it"
    raise AuthorError(message, ledger.NAME)
