"""What several commands are told on the command line: files to read, and a chapter."""

from __future__ import annotations

import os
from pathlib import Path

from figgen.book import Book
from figgen.errors import AuthorError, nearest
from figgen.gate.files import published
from figgen.gate.texts import CATALOGUES


def text_of(name: str) -> str:
    """Return the text of a file, every line ending as it is; AuthorError says what is in the way."""
    path = Path(name)
    if path.is_dir():
        raise AuthorError("is a folder; name the files in it", name)
    try:
        content = path.read_bytes()
    except OSError as error:
        raise AuthorError(f"cannot be read: {error.strerror or error}", name) from None
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        raise AuthorError("this line is not UTF-8; save the file as UTF-8", name, line) from None


def known_chapter(book: Book, name: str) -> str:
    """Return the name of a chapter with numbers, or the empty name; AuthorError for any other."""
    if name and name not in book.chapters:
        known = ", ".join(book.chapters)
        raise AuthorError(f"no chapter {name!r}{nearest(name, book.chapters)}; there are {known}")
    return name


def checked_files(book: Book, names: list[str]) -> set[str]:
    """Return files of the book by their paths from its root; AuthorError for one it does not read."""
    project = book.project
    known = {project.relative(path) for path in project.pages()}
    known |= {chapter.example for chapter in book.chapters.values()}
    known |= {f"figgen/messages/{path.name}" for path in CATALOGUES.glob("*.toml")}
    own = (project.facts, *project.root.glob("mkdocs*.yml"))
    known |= {project.relative(path) for path in own if path.is_file()}
    known |= {shown for _, shown in published(project)}
    return {_checked(book, name, known) for name in names}


def _checked(book: Book, name: str, known: set[str]) -> str:
    root = book.project.root
    for path in (root / name, Path.cwd() / name):
        whole = Path(os.path.normpath(path))
        if whole.is_relative_to(root) and whole.relative_to(root).as_posix() in known:
            return whole.relative_to(root).as_posix()
    if (root / name).is_dir():
        raise AuthorError("is a folder; name the files in it, or none for the whole book", name)
    near = nearest(name, sorted(known))
    if (root / name).exists():
        raise AuthorError(f"is no file that the check reads, such as {min(known)}", name)
    raise AuthorError(f"there is no such file in the book{near}", name)
