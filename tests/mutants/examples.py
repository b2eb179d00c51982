"""Faults in worked examples: every digit of the code and of its texts is changed, and the example run
again."""

from __future__ import annotations

import json
import multiprocessing
import os
import tempfile
import tokenize
from collections.abc import Iterator
from io import StringIO
from pathlib import Path

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
from tests.mutants.tally import Tally, another


def example_digits(book: Book) -> Tally:
    """Change every digit of every worked example that is not in a comment."""
    tally = Tally("digits of worked examples")
    jobs = [(chapter, offset) for chapter in book.chapters for offset in _digits(_source(book, chapter))]
    context = multiprocessing.get_context("fork")
    _prepare(book)
    with context.Pool(min(2, os.cpu_count() or 1), maxtasksperchild=50) as pool:
        for (chapter, offset), by in zip(jobs, pool.imap(_caught, jobs, chunksize=4), strict=True):
            source = _source(book, chapter)
            line = source.count("\n", 0, offset) + 1
            if by == "same":
                tally.exceptions["that move a drawing at most (all texts, numbers and references stay)"] += 1
            else:
                tally.note(by, f"docs/{chapter}.py:{line}: {source.splitlines()[line - 1].strip()}")
    return tally


_state: dict[str, object] = {}


def _prepare(book: Book) -> None:
    """What every child needs: the book, its ledger by chapter, and the libraries already loaded."""
    import matplotlib.figure  # noqa: F401
    import numpy  # noqa: F401

    import engine  # noqa: F401
    import figgen.running.publish  # noqa: F401

    _state.update(book=book, remedies=Remedies(book), known=ledger.read(ledger.write(ledger.take(book))))


def _caught(job: tuple[str, int]) -> str | None:
    """Run a changed example; who notices, "same" if readers meet the same, or None."""
    from figgen.running.publish import publish, write
    from figgen.running.worker import run

    chapter, offset = job
    book, remedies, known = _state["book"], _state["remedies"], _state["known"]
    assert isinstance(book, Book) and isinstance(remedies, Remedies) and isinstance(known, dict)
    source = _source(book, chapter)
    with tempfile.TemporaryDirectory(prefix="figgen-mutant-") as folder:
        root = _copy(book.project, Path(folder), chapter)
        changed = source[:offset] + another(source[offset]) + source[offset + 1 :]
        (root.docs / f"{chapter}.py").write_text(changed, encoding="utf-8")
        try:
            names, shown, text = run(root, chapter)
            published = publish(chapter, shown, text, names)
        except (AuthorError, AuthorErrors):
            return "build"
        except Exception as error:
            return f"crash {type(error).__name__}"
        (root.root / "out").mkdir()
        write(published, root.root / "out")
        root.values(chapter).parent.mkdir(parents=True, exist_ok=True)
        values = (root.root / "out/values.json").read_text(encoding="utf-8")
        if _same(book, chapter, json.loads(values), root.root / "out/includes"):
            return "same"
        root.values(chapter).write_text(values, encoding="utf-8")
        target = root.include(chapter, "x").parent
        target.parent.mkdir(parents=True, exist_ok=True)
        (root.root / "out/includes").rename(target)
        from figgen.stored import read_chapter

        made = Book(root, {**book.chapters, chapter: read_chapter(root, chapter)}, book.sources)
        for text_ in other_texts(made):
            if text_.path == f"docs/{chapter}.py" and any(True for _ in check_text(made, text_, remedies)):
                return "check"
        now = dict(_sections(made, chapter))
        wanted = {section: known.get(section, []) for section in now}
        wanted[ledger.NUMBERS] = [line for line in known[ledger.NUMBERS] if line.startswith(f"{chapter}.")]
        return "ledger" if ledger.compare(wanted, now) else None


def _sections(book: Book, chapter: str) -> Iterator[tuple[str, list[Entry]]]:
    only = Book(book.project, {chapter: book.chapters[chapter]}, {})
    yield ledger.NUMBERS, list(numbers(only))
    example = f"docs/{chapter}.py"
    yield (
        example,
        [e for text in other_texts(only) if text.path == example for e in text_entries(book, text)],
    )


def _same(book: Book, chapter: str, values: dict[str, object], includes: Path) -> bool:
    """Whether a reader meets the same: the same values, and blocks with the same texts and references."""
    before = json.loads(book.project.values(chapter).read_text(encoding="utf-8"))
    if before != values:
        return False
    old = {path.name: _met(path) for path in book.project.include(chapter, "x").parent.iterdir()}
    return old == {path.name: _met(path) for path in includes.iterdir()}


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


def _copy(project: Project, folder: Path, chapter: str) -> Project:
    docs = folder / "docs"
    (docs / chapter).parent.mkdir(parents=True, exist_ok=True)
    for path in project.docs.iterdir():
        if path.suffix in (".md", ".py", ".toml"):
            (docs / path.name).write_bytes(path.read_bytes())
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
