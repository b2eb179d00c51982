"""`figgen build`: bring values and figures up to date."""

from __future__ import annotations

import argparse

from figgen.project import Project
from figgen.running.build import Outcome, build


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--explain", action="store_true", help="say why each worked example ran or did not")
    parser.add_argument(
        "--force", metavar="NAME", action="append", default=[], help="run a chapter in any case"
    )


def run(project: Project, options: argparse.Namespace) -> int:
    """Build; mistakes are raised."""

    def report(outcome: Outcome) -> None:
        if options.explain or outcome.reason:
            print(f"{outcome.chapter}: {outcome.reason or 'fresh'}")

    build(project, tuple(options.force), report)
    return 0
