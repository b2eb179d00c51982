"""A book of malformed chapters: what is refused is put away, until the rest is published."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from figgen.book import Book
from figgen.errors import AuthorError, AuthorErrors
from figgen.gate.check import errors_of
from figgen.project import Project
from figgen.running.build import build
from tests import workbench
from tests.figgen import books
from tests.figgen.malformed import GOOD, PAGE, Case

PLAIN = "plain"
"""A chapter without any fault, to compare with."""
LIMIT = 4.0  # seconds for an example that does not end
ROUNDS = 6


@dataclass
class Published:
    """What became of each case: the sentences that refuse it, or nothing, and its pages in `root`/site."""

    root: Path
    cases: dict[str, Case]
    refused: dict[str, list[str]] = field(default_factory=dict)

    @property
    def shown(self) -> list[Case]:
        """The cases that readers can see."""
        return [case for name, case in self.cases.items() if name not in self.refused]


def publish(root: Path, cases: Iterable[Case]) -> Published:
    """Build a book of these chapters in `root`, putting away what is refused, until the site is built."""
    made = Published(root, {case.name: case for case in cases})
    documents: dict[str, str | bytes] = {f"{PLAIN}.md": PAGE, f"{PLAIN}.py": GOOD, "index.md": "# 前言\n"}
    for case in made.cases.values():
        documents |= {f"{case.name}.md": case.page, f"{case.name}.py": case.example}
    project = books.make_book(root, documents)
    settings = (root / "mkdocs.yml").read_text(encoding="utf-8")
    (root / "mkdocs.yml").write_text(
        re.sub(r"\nnav:\n(  - .*\n|.*\.md\n)*", "\n", settings), encoding="utf-8"
    )
    try:
        build(project, limit=LIMIT)
    except AuthorErrors as mistakes:
        _put_away(made, mistakes.errors)
    for _ in range(ROUNDS):
        if mistakes_found := errors_of(Book.load(project)):
            _put_away(made, mistakes_found)
            continue
        done = workbench.run(root, "mkdocs", "build", "--strict")
        if done.returncode == 0:
            return made
        _put_away(made, _told(project, made, done.stdout + done.stderr))
    raise AssertionError("the site is not built after all that was refused is put away")


def _put_away(made: Published, mistakes: Iterable[AuthorError]) -> None:
    """Take the chapters with these mistakes out of the book; each mistake must tell its file."""
    for mistake in mistakes:
        name = re.sub(r"^docs/(.*)\.(?:md|py)$", r"\1", mistake.path or "", flags=re.S)
        assert name in made.cases, f"a mistake of no chapter: {mistake}"
        made.refused.setdefault(name, []).append(str(mistake))
        for ending in (".md", ".py"):
            (made.root / "docs" / f"{name}{ending}").unlink(missing_ok=True)


def _told(project: Project, made: Published, said: str) -> list[AuthorError]:
    """The mistakes in what `mkdocs build` printed: its own warnings too, which name the page."""
    assert "Traceback" not in said, said
    found = []
    for name in made.cases:
        for line in said.split("\n"):
            place, _, message = line.partition(": ")
            if line.startswith((f"docs/{name}.md", f"docs/{name}.py")):
                found.append(AuthorError(message, f"docs/{name}{place.removeprefix(f'docs/{name}')[:3]}"))
            elif f"'{name}.md'" in line:
                found.append(AuthorError(line, f"docs/{name}.md"))
    assert found, said
    return found
