"""The command line: `python -m figgen COMMAND`."""

from __future__ import annotations

import argparse
import os
import sys
from importlib import import_module
from pathlib import Path
from traceback import walk_tb

from figgen.errors import AuthorError, AuthorErrors
from figgen.project import find_project

COMMANDS = {
    "new": ("figgen.commands.new", "make a chapter that builds: docs/NAME.py, docs/NAME.md, a line of nav"),
    "build": ("figgen.commands.build", "bring values and figures up to date"),
    "derive": ("figgen.commands.derive", "count the numbers that have a derivation, and say where these end"),
    "check": ("figgen.commands.check", "refuse every number that nobody computed"),
    "ledger": ("figgen.commands.ledger", "compare what the book prints with ledger.txt, or write it"),
    "verify": ("figgen.commands.verify", "recompute every number of the built site"),
    "list": ("figgen.commands.list", "print every number with its citation"),
    "where": ("figgen.commands.where", "print every place that shows a name"),
    "audit": ("figgen.commands.audit", "judge the numbers of a text without citations"),
    "bind": ("figgen.commands.bind", "turn numbers of a text into citations"),
}


def main(arguments: list[str] | None = None) -> int:
    """Run a command; 0 all well, 1 an author's mistakes or files (printed), 2 a wrong command line."""
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
    except BrokenPipeError:  # a reader such as `head` has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        path = error.filename2 or error.filename
        shown = _shown(path) if path else ""
        print(f"{shown}cannot be read or written: {error.strerror or error}", file=sys.stderr)
        return 1
    except UnicodeDecodeError as error:
        print(f"{_shown(_being_read(error))}is not UTF-8; save it as UTF-8", file=sys.stderr)
        return 1


def _shown(path: object) -> str:
    """A path as the start of a message, from here if it lies here."""
    whole = Path(os.fsdecode(path) if isinstance(path, (str, bytes, Path)) else str(path))
    return f"{whole.relative_to(Path.cwd()) if whole.is_relative_to(Path.cwd()) else whole}: "


def _being_read(error: UnicodeDecodeError) -> object:
    """The file in whose text the error is: the innermost path in the calls that led to it."""
    paths: list[Path] = []
    for frame, _ in walk_tb(error.__traceback__):
        paths += [held for held in frame.f_locals.values() if isinstance(held, Path)]
    return paths[-1] if paths else "a file"
