"""Where things lie: the root of a book and its folders."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

from figgen.errors import AuthorError

PACKAGES = Path(__file__).resolve().parent.parent
"""The folder that holds figgen, and the engine beside it, when they are not in the book itself."""

NO_SOURCES = tuple((name,) for name in ("build", "site", "site.new", "site.old", ".venv", ".git"))
"""Folders of a book in which nothing is written by hand."""
SYSTEM = (
    sys.prefix,
    sys.base_prefix,
    "/dev",
    "/etc",
    "/lib",
    "/proc",
    "/run",
    "/sys",
    "/usr",
    "/var",
)
"""Where Python and the system keep theirs; versions of libraries are compared by name."""
LIBRARIES = frozenset(("site-packages", "dist-packages"))
"""Names of folders of libraries, wherever they lie."""


@dataclass(frozen=True)
class Project:
    """A book on disk; `root` is the folder of its mkdocs.yml."""

    root: Path

    @property
    def docs(self) -> Path:
        """Pages, worked examples and facts."""
        return self.root / "docs"

    @property
    def build(self) -> Path:
        """Everything generated, not in git."""
        return self.root / "build"

    @property
    def facts(self) -> Path:
        """The file of cited facts."""
        return self.docs / "facts.toml"

    def values(self, chapter: str) -> Path:
        """The generated values of a chapter."""
        return self.build / "values" / f"{chapter}.json"

    def include(self, chapter: str, block: str) -> Path:
        """The generated Markdown include of a block."""
        return self.build / "includes" / chapter / f"{block}.md"

    def relative(self, path: Path) -> str:
        """A path as authors see it: from the root, with forward slashes."""
        return path.relative_to(self.root).as_posix()

    @property
    def bases(self) -> tuple[Path, ...]:
        """Folders whose files can change what is built, nearest first."""
        return (self.root,) if self.root == PACKAGES else (self.root, PACKAGES)

    def source(self, name: str) -> Path:
        """The file or folder behind a name in a build's record."""
        return next((base / name for base in self.bases if (base / name).exists()), self.root / name)

    def recorded(self, path: Path) -> str | None:
        """How a build's record names a file or a folder (ends in /): from the root, or whole if elsewhere.

        None for what is no source: what is generated, and what belongs to the system or to Python.
        """
        path = Path(os.path.abspath(path))  # noqa: PTH100 - a link stays a link
        if "__pycache__" in path.parts:
            return None
        ending = "/" if path.is_dir() else ""
        for base in self.bases:
            if path.is_relative_to(base):
                relative = path.relative_to(base)
                return None if relative.parts[:1] in NO_SOURCES else relative.as_posix() + ending
        elsewhere = LIBRARIES.isdisjoint(path.parts) and not any(map(path.is_relative_to, SYSTEM))
        return path.as_posix() + ending if elsewhere else None

    def chapters(self) -> list[str]:
        """Names of the chapters with a worked example: every docs/x.py beside a docs/x.md, sorted."""
        return [
            path.relative_to(self.docs).with_suffix("").as_posix()
            for path in sorted(self.docs.rglob("*.py"))
            if path.with_suffix(".md").is_file()
        ]

    def pages(self) -> list[Path]:
        """Every page, sorted."""
        return sorted(self.docs.rglob("*.md"))


def find_project(start: Path | None = None) -> Project:
    """The book around a folder (default: the current one): the nearest parent with a mkdocs.yml."""
    here = (start or Path.cwd()).resolve()
    for folder in (here, *here.parents):
        if (folder / "mkdocs.yml").is_file():
            return Project(folder)
    raise AuthorError(f"no mkdocs.yml in {here.name} or above it; run figgen inside a book")
