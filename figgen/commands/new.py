"""`figgen new NAME`: a chapter pair that builds, and its line of navigation."""

from __future__ import annotations

import argparse
import os
import re
from pathlib import Path

from figgen.commands.template import EXAMPLE, PAGE
from figgen.errors import AuthorError
from figgen.project import Project
from figgen.running.writing import write_if_changed

NAME = re.compile(r"[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*")
TAKEN = {
    "facts": "citations read it as docs/facts.toml",
    "accounts": "the derivations are published under it",
    "assets": "styles and scripts are published under it",
    "search": "the search index is published under it",
}
CONFIG = "mkdocs.yml"
ITEM = re.compile(r"(?P<indent>[ \t]*)-[ \t]")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the options."""
    parser.add_argument("name", metavar="NAME", help="the chapter's name in files, addresses and citations")


def run(project: Project, options: argparse.Namespace) -> int:
    """Write docs/NAME.py and docs/NAME.md, add NAME.md to the navigation, say what comes next; 0."""
    name = _admitted(project, options.name)
    for path, text in ((f"docs/{name}.py", EXAMPLE), (f"docs/{name}.md", PAGE)):
        with (project.root / path).open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
        print(f"{path}: written")
    print(f"{CONFIG}: {_navigate(project.root / CONFIG, f'{name}.md')}")
    print("see it with `make serve`; accept its numbers with `python -m figgen ledger --write`")
    return 0


def _admitted(project: Project, name: str) -> str:
    """The name of a chapter that can be made; AuthorError for any other."""
    if not NAME.fullmatch(name):
        wanted = "small Latin letters and digits, a letter first, - or _ between words"
        likely = "-".join(re.findall(r"[a-z][a-z0-9]*", name.removesuffix(".md").lower()))
        raise AuthorError(f"{name!r} is no name of a chapter; take {wanted}, such as {likely or 'positions'}")
    if name in TAKEN:
        raise AuthorError(f"{name!r} cannot be a chapter: {TAKEN[name]}; take another name")
    for path in (f"docs/{name}.py", f"docs/{name}.md", f"docs/{name}/index.md"):
        if os.path.lexists(project.root / path):
            raise AuthorError("is there already; take another name", path)
    return name


def _navigate(config: Path, page: str) -> str:
    """Add a page at the end of the navigation; what was done, or what is to be done by hand."""
    lines = config.read_bytes().decode("utf-8").splitlines(keepends=True)
    head = next((at for at, line in enumerate(lines) if line.startswith("nav:")), None)
    if head is None:
        return "has no nav, so the page is found by itself"
    first = last = None
    for at in range(head + 1, len(lines)):
        if not re.match(r"[ \t]*(?:[-#]|\r?\n|$)|[ \t]", lines[at]):
            break
        if lines[at].strip() and not lines[at].lstrip().startswith("#"):
            first, last = first or ITEM.match(lines[at]), at
    if first is None or last is None:
        return f"add `- {page}` to nav where it belongs"
    newline = "\r\n" if lines[head].endswith("\r\n") else "\n"
    lines[last] = f"{lines[last].rstrip()}{newline}{first['indent']}- {page}{newline}"
    write_if_changed(config, "".join(lines).encode("utf-8"))
    return f"`- {page}` added at the end of nav; move it where it belongs"
