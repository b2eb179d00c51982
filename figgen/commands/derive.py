"""`figgen derive`: whether every published number has a derivation, and where derivations end."""

from __future__ import annotations

import argparse

from figgen.deriving.derived import Derived, load
from figgen.project import Project
from figgen.running.build import build


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("--ends", action="store_true", help="name every array at which derivations end")


def run(project: Project, options: argparse.Namespace) -> int:
    """Print the counts; 0 if derivations end at declared inputs only, 1 otherwise."""
    build(project)
    undeclared = 0
    for chapter in project.chapters():
        derived = load(project, chapter)
        print(told(derived))
        ends = [array for array in derived.arrays if derived.pattern(array) is None]
        for array in ends:
            if options.ends or array.kind == "undeclared":
                line = array.more.get("line", 1)
                print(f"docs/{chapter}.py:{line}: {array.name} {array.shape}: {array.kind}")
        undeclared += sum(array.kind == "undeclared" for array in ends)
    if undeclared:
        print(f"{undeclared} arrays are not declared; write given(…), or value(…, by=…), where they are made")
    return 1 if undeclared else 0


def told(derived: Derived) -> str:
    """The counts of a chapter in one line."""
    count = derived.document["count"]
    kinds = ", ".join(
        f"{number} {name.removeprefix('arrays ')}"
        for name, number in count.items()
        if name.startswith("arrays ")
    )
    return (
        f"{derived.chapter}: {count['published']} published numbers, each with a derivation or an input; "
        f"{count['derived']} numbers derived and recomputed; arrays: {kinds}"
    )
