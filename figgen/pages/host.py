"""Which page of which book is converted: MkDocs and Zensical tell it in their own ways."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from markdown import Markdown

from figgen.book import Book
from figgen.errors import AuthorError, AuthorErrors
from figgen.project import Project, find_project
from figgen.running.freshness import stale


def page_path(md: Markdown) -> str | None:
    """The page's path in docs/; None if nobody tells it."""
    if "relpath" in md.treeprocessors:
        path = getattr(getattr(md.treeprocessors["relpath"], "file", None), "src_uri", None)
        if path is not None:
            return str(path)
    page = zensical_page(md)
    return str(page.path) if page else None


def zensical_page(md: Markdown) -> Any:
    """Zensical's record of the page (its `path`, its front matter `meta`), or None."""
    for processor in md.preprocessors:
        page = getattr(processor, "page", None)
        if hasattr(page, "path") and hasattr(page, "meta"):
            return page
    return None


def load(root: Path | None) -> Book:
    """The book, read anew when a value, a page or the facts changed.

    AuthorErrors if its values are not up to date.
    """
    project = find_project(root)
    files = [*(project.values(name) for name in project.chapters()), project.facts, *project.pages()]
    stats = [(str(path), path.stat()) for path in files if path.is_file()]
    stamp = tuple((path, stat.st_mtime_ns, stat.st_size) for path, stat in stats)
    if project.root not in _books or _books[project.root][0] != stamp:
        _books[project.root] = (stamp, _current(project))
    return _books[project.root][1]


_books: dict[Path, tuple[object, Book]] = {}


def _current(project: Project) -> Book:
    advice = "run `python -m figgen build`"
    reasons = {name: stale(project, name) for name in project.chapters()}
    old = [AuthorError(f"{why}; {advice}", f"docs/{name}.py") for name, why in reasons.items() if why]
    if old:
        raise AuthorErrors(old)
    return Book.load(project)
