"""`figgen list`: every number of a chapter with the citation to write, and its blocks."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from figgen.book import Book
from figgen.gate.printed import numbers
from figgen.project import Project
from figgen.running.build import build


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("chapters", nargs="*", metavar="CHAPTER", help="a chapter, or facts (default: all)")


def run(project: Project, options: argparse.Namespace) -> int:
    """Print citation and text, a line each; 1 for an unknown chapter."""
    build(project)
    book = Book.load(project)
    chapters = options.chapters or [*book.chapters, "facts"]
    for chapter in chapters:
        if chapter not in book.chapters and chapter != "facts":
            known = ", ".join([*book.chapters, "facts"])
            print(f"no chapter '{chapter}'; there are {known}", file=sys.stderr)
            return 1
        print(f"# {chapter}")
        for citation, text in lines(book, chapter):
            print(f"{citation}\t{text}")
    return 0


def lines(book: Book, chapter: str) -> Iterator[tuple[str, str]]:
    """Yield each citation as it is written on the chapter's own page, and what it prints."""
    for entry in numbers(book):
        head, _, name = entry.key.partition(".") if chapter == "facts" else _split(entry.key, chapter)
        if head == chapter:
            yield (
                f"@{{{entry.key if chapter == 'facts' else name}}}",
                entry.text.partition(" ")[2] or entry.text,
            )


def _split(key: str, chapter: str) -> tuple[str, str, str]:
    return (chapter, ".", key.removeprefix(f"{chapter}.")) if key.startswith(f"{chapter}.") else ("", "", "")
