"""`figgen ledger`: compare what the book prints with ledger.txt, or write it."""

from __future__ import annotations

import argparse
import sys

from figgen.book import Book
from figgen.gate import ledger
from figgen.gate.report import FORMATS
from figgen.project import Project
from figgen.running.build import build
from figgen.running.writing import write_if_changed


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
        changed = write_if_changed(path, ledger.write(now).encode("utf-8"))
        print(f"{ledger.NAME}: {'written' if changed else 'unchanged'}")
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
