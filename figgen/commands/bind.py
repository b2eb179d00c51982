"""`figgen bind FILE…`: rewrite literals that match a computed value into citations."""

from __future__ import annotations

import argparse
import difflib
import sys
from pathlib import Path

from figgen.book import Book
from figgen.commands.reading import known_chapter, text_of
from figgen.gate.audit import Audit
from figgen.gate.bind import bind
from figgen.project import Project
from figgen.running.build import build
from figgen.running.writing import write_if_changed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="Markdown")
    parser.add_argument(
        "--chapter", default="", help="the chapter whose page this is: its names need no prefix"
    )
    parser.add_argument("--dry-run", action="store_true", help="print the diff, write nothing")


def run(project: Project, options: argparse.Namespace) -> int:
    """Rewrite the files in place, to be reviewed as a diff; 0."""
    build(project)
    book = Book.load(project)
    audit = Audit(book, known_chapter(book, options.chapter))
    for name in options.files:
        before = text_of(name)
        after, count = bind(audit, before)
        if options.dry_run:
            old, new = before.splitlines(keepends=True), after.splitlines(keepends=True)
            sys.stdout.writelines(difflib.unified_diff(old, new, fromfile=name, tofile=name))
        else:
            write_if_changed(Path(name), after.encode("utf-8"))
        print(f"{name}: {count} number{'' if count == 1 else 's'} bound", file=sys.stderr)
    return 0
