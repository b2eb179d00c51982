"""`figgen audit FILE…`: judge the numbers of texts that were not written with citations."""

from __future__ import annotations

import argparse
import sys

from figgen.book import Book
from figgen.commands.reading import known_chapter, text_of
from figgen.gate.audit import Audit
from figgen.project import Project
from figgen.running.build import build


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="Markdown or HTML")
    parser.add_argument("--chapter", default="", help="prefer this chapter's numbers")
    parser.add_argument("--all", action="store_true", help="list matching numbers too")


def run(project: Project, options: argparse.Namespace) -> int:
    """Print contradictions and unexplained numbers; 1 if a number contradicts, else 0."""
    build(project)
    book = Book.load(project)
    audit = Audit(book, known_chapter(book, options.chapter))
    counts = {"matches": 0, "contradicts": 0, "unexplained": 0}
    for name in options.files:
        for remark in audit.text(
            text_of(name).removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n"), name
        ):
            counts[remark.verdict] += 1
            if options.all or remark.verdict != "matches":
                print(remark)
    summary = ", ".join(f"{count} {verdict}" for verdict, count in counts.items())
    print(f"figgen audit: {summary}", file=sys.stderr)
    return 1 if counts["contradicts"] else 0
