"""`figgen check`: bring values up to date, then refuse every number that nobody computed."""

from __future__ import annotations

import argparse
import sys

from figgen.book import Book
from figgen.commands.reading import checked_files
from figgen.gate.check import check
from figgen.gate.report import FORMATS
from figgen.project import Project
from figgen.running.build import build


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--format", choices=FORMATS, default="people", help="how to report (default: people)")
    parser.add_argument(
        "files", nargs="*", metavar="FILE", help="report only on these files (the whole book is read)"
    )


def run(project: Project, options: argparse.Namespace) -> int:
    """Report all findings; 0 none, 1 some."""
    build(project)
    book = Book.load(project)
    wanted = checked_files(book, options.files)
    findings = check(book)
    if options.files:
        findings = [finding for finding in findings if finding.path in wanted]
    report = FORMATS[options.format](findings)
    if report:
        print(report)
    if options.format == "people":
        count = len(findings)
        print(f"figgen check: {count or 'no'} finding{'' if count == 1 else 's'}", file=sys.stderr)
    return 1 if findings else 0
