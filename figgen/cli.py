"""The command line: `python -m figgen COMMAND`."""

from __future__ import annotations

import argparse
import sys
from importlib import import_module

from figgen.errors import AuthorError, AuthorErrors
from figgen.project import find_project

COMMANDS = {
    "build": ("figgen.commands.build", "bring values and figures up to date"),
    "check": ("figgen.commands.check", "refuse every number that nobody computed"),
}


def main(arguments: list[str] | None = None) -> int:
    """Run a command; 0 all well, 1 an author's mistakes (printed), 2 a wrong command line."""
    parser = argparse.ArgumentParser(
        prog="figgen", description="Numbers, tables and figures that cannot drift."
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, (home, purpose) in COMMANDS.items():
        import_module(home).add_arguments(commands.add_parser(name, help=purpose, description=purpose))
    options = parser.parse_args(arguments)
    try:
        project = find_project()
        return int(import_module(COMMANDS[options.command][0]).run(project, options))
    except (AuthorError, AuthorErrors) as error:
        print(error, file=sys.stderr)
        return 1
