"""Faults in worked examples: every digit of the code and of its texts is changed, and the example run again.

What costs little is asked first: texts of the source before the example runs, values before blocks are drawn.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import tempfile
import tokenize
from collections.abc import Iterator, Mapping
from io import StringIO
from pathlib import Path
from typing import Any

from figgen.book import Book
from figgen.errors import AuthorError, AuthorErrors
from figgen.gate import ledger
from figgen.gate.check import check_text
from figgen.gate.printed import Entry, numbers, text_entries
from figgen.gate.remedy import Remedies
from figgen.gate.scanning.tags import SEEN
from figgen.gate.texts import other_texts
from figgen.gate.verifying.tree import Text, parse
from figgen.project import Project
from figgen.stored import read_chapter
from tests.mutants.tally import Tally, another

LIMIT = 120  # seconds for one example, as in the build
STAY = "that change nothing readers meet: where a box stands, a mask, a seed or a tile with the same result"


def example_digits(book: Book, chapters: tuple[str, ...] = ()) -> Tally:
    """Change every digit of every worked example (or of these) that is not in a comment."""
    tally = Tally("digits of worked examples")
    jobs = [
        (chapter, offset)
        for chapter in chapters or tuple(book.chapters)
        for offset in _digits(_source(book, chapter))
    ]
    context = multiprocessing.get_context("fork")
    _prepare(book)
    for chapter in {chapter for chapter, _ in jobs}:
        with tempfile.TemporaryDirectory(prefix="figgen-mutant-") as folder:
            by = _judged(_copy(book.project, Path(folder), chapter, _source(book, chapter)), chapter)
            assert by == "same", f"{chapter} as it is counts as noticed by {by}"
    with context.Pool(min(2, os.cpu_count() or 1), maxtasksperchild=40) as pool:
        for (chapter, offset), by in zip(jobs, pool.imap(_caught, jobs, chunksize=4), strict=True):
            source = _source(book, chapter)
            line = source.count("\n", 0, offset) + 1
            column = offset - source.rfind("\n", 0, offset)
            place = f"docs/{chapter}.py:{line}:{column}: {source.splitlines()[line - 1].strip()}"
            if by == "same":
                tally.excuse(STAY, place)
            else:
                tally.note(by, place)
    return tally


_state: dict[str, Any] = {}


def _prepare(book: Book) -> None:
    """What every child needs: the book, its ledger by chapter, and the libraries already loaded."""
    import matplotlib.backends.backend_svg  # noqa: F401
    import numpy  # noqa: F401

    import engine  # noqa: F401
    import figgen.running.publish

    for name in ("arithmetic", "curve", "exercise", "flow", "formulas", "heatmap", "mask", "panels", "table"):
        getattr(figgen, name)
    _state.update(book=book, remedies=Remedies(book), known=ledger.read(ledger.write(ledger.take(book))))
    _state["spelled"] = {chapter: _spelled(book, chapter) for chapter in book.chapters}
    _state["pages"] = {chapter: _met_of(book.project, chapter) for chapter in book.chapters}


def _caught(job: tuple[str, int]) -> str | None:
    """Run a changed example; who notices, "same" if readers meet the same, or None."""
    chapter, offset = job
    source = _source(_state["book"], chapter)
    changed = source[:offset] + another(source[offset]) + source[offset + 1 :]
    signal.signal(signal.SIGALRM, _too_long)
    signal.alarm(LIMIT)
    with tempfile.TemporaryDirectory(prefix="figgen-mutant-") as folder:
        try:
            return _judged(_copy(_state["book"].project, Path(folder), chapter, changed), chapter)
        except (AuthorError, AuthorErrors, TimeoutError):
            return "build"
        finally:
            signal.alarm(0)


def _too_long(number: int, frame: object) -> None:
    raise TimeoutError


def _judged(root: Project, chapter: str) -> str | None:
    from figgen.running.publish import publish
    from figgen.running.worker import run

    names, shown, text = run(root, chapter)
    plain = {name: thing for name, thing in names.items() if not hasattr(thing, "render")}
    made = _write(root, chapter, publish(chapter, shown, text, plain))
    if by := _noticed(made, chapter, blocks=False):
        return by
    published = publish(chapter, shown, text, names)
    made = _write(root, chapter, published)
    before = _state["book"].project.values(chapter).read_text(encoding="utf-8")
    alike = json.loads(before) == json.loads(published.values)
    if alike and _met_of(root, chapter) == _state["pages"][chapter]:
        return "same"
    return _noticed(made, chapter, blocks=True)


def _write(root: Project, chapter: str, published: Any) -> Book:
    """Put what was published where a book keeps it, and read the book."""
    book = _state["book"]
    root.values(chapter).parent.mkdir(parents=True, exist_ok=True)
    root.values(chapter).write_text(published.values, encoding="utf-8")
    folder = root.include(chapter, "x").parent
    folder.mkdir(parents=True, exist_ok=True)
    for name, html in published.includes.items():
        root.include(chapter, name).write_text(html, encoding="utf-8")
    return Book(root, {**book.chapters, chapter: read_chapter(root, chapter)}, book.sources)


def _noticed(made: Book, chapter: str, *, blocks: bool) -> str | None:
    """Whether check or the ledger reports the chapter; without `blocks`, by its values and texts alone."""
    example = f"docs/{chapter}.py"
    texts = [text for text in other_texts(made) if text.path == example]
    if any(True for text in texts for _ in check_text(made, text, _state["remedies"])):
        return "check"
    now = dict(_sections(made, chapter))
    if not blocks:
        if _spelled(made, chapter) != _state["spelled"][chapter]:
            return "ledger"
        del now[example]  # texts that blocks show are not made yet
    known: Mapping[str, list[str]] = _state["known"]
    wanted = {section: known.get(section, []) for section in now}
    drawn = () if blocks else tuple(f"{chapter}.{name} " for name in _state["book"].chapters[chapter].blocks)
    wanted[ledger.NUMBERS] = [
        line
        for line in known[ledger.NUMBERS]
        if line.startswith(f"{chapter}.") and not (drawn and line.startswith(drawn))
    ]
    return "ledger" if ledger.compare(wanted, now) else None


def _spelled(book: Book, chapter: str) -> list[str]:
    """What the ledger has of the texts that the source of an example spells out."""
    texts = other_texts(Book(book.project, {chapter: book.chapters[chapter]}, {}), everything=True)
    mine = (text for text in texts if text.path == f"docs/{chapter}.py" and not text.made)
    return [str(entry) for text in mine for entry in text_entries(book, text)]


def _sections(book: Book, chapter: str) -> Iterator[tuple[str, list[Entry]]]:
    only = Book(book.project, {chapter: book.chapters[chapter]}, {})
    yield ledger.NUMBERS, list(numbers(only))
    example = f"docs/{chapter}.py"
    texts = [text for text in other_texts(only, everything=True) if text.path == example]
    yield example, [entry for text in texts for entry in text_entries(book, text)]


def _met_of(project: Project, chapter: str) -> dict[str, list[str]]:
    """Texts and data of each block of a chapter."""
    folder = project.include(chapter, "x").parent
    return {path.name: _met(path) for path in folder.iterdir()} if folder.is_dir() else {}


def _met(include: Path) -> list[str]:
    """Texts and data of a block in order; sizes and coordinates are left out."""
    found: list[str] = []
    for part in parse(include.read_text(encoding="utf-8")).walk():
        if isinstance(part, Text):
            found.append(part.text)
        else:
            found += [
                f"{k}={v}"
                for k, v in part.attributes.items()
                if k.startswith(("data-", "aria-")) or k in SEEN
            ]
    return found


def _copy(project: Project, folder: Path, chapter: str, source: str) -> Project:
    """The pages, facts and examples of the book in a folder, one example changed."""
    docs = folder / "docs"
    (docs / chapter).parent.mkdir(parents=True, exist_ok=True)
    for path in project.docs.iterdir():
        if path.suffix in (".md", ".py", ".toml"):
            (docs / path.name).write_bytes(path.read_bytes())
    (docs / f"{chapter}.py").write_text(source, encoding="utf-8")
    (folder / "mkdocs.yml").write_bytes((project.root / "mkdocs.yml").read_bytes())
    return Project(folder)


def _source(book: Book, chapter: str) -> str:
    return (book.project.docs / f"{chapter}.py").read_text(encoding="utf-8")


def _digits(source: str) -> list[int]:
    """Offsets of the digits in numbers and in strings that are no docstrings."""
    starts = [0]
    for line in source.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    found: list[int] = []
    previous = tokenize.NEWLINE
    for token in tokenize.generate_tokens(StringIO(source).readline):
        lone = token.type == tokenize.STRING and previous in (tokenize.NEWLINE, tokenize.INDENT, tokenize.NL)
        if token.type in (tokenize.NUMBER, tokenize.STRING) and not lone:
            start = starts[token.start[0] - 1] + token.start[1]
            found += [start + i for i, character in enumerate(token.string) if character.isdecimal()]
        if token.type != tokenize.COMMENT:
            previous = token.type
    return found
