"""`figgen where NAME`: every place that shows a name."""

from __future__ import annotations

import argparse
import re

from figgen.book import Book
from figgen.errors import AuthorError
from figgen.gate.where import uses
from figgen.project import Project
from figgen.running.build import build


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument(
        "name", metavar="NAME", help="a value, block, fact or source, with or without its chapter"
    )


def run(project: Project, options: argparse.Namespace) -> int:
    """Print path:line:column and how the name is used there; an unknown name is an error."""
    build(project)
    if not re.search(r"\w", re.sub(r"[\[:].*", "", options.name)):
        raise AuthorError(f"{options.name!r} is no name; `python -m figgen list` prints every name")
    for use in uses(Book.load(project), options.name):
        print(f"{use.path}:{use.line}:{use.column}: {use.how}")
    return 0
