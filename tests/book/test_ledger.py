"""The committed ledger says what the book prints."""

from __future__ import annotations

from pathlib import Path

from figgen.book import Book
from figgen.gate import ledger
from figgen.gate.check import check
from figgen.project import find_project
from figgen.running.build import build

PROJECT = find_project(Path(__file__).parent)


def test_no_number_of_the_book_changed_unless_the_ledger_was_written_again() -> None:
    build(PROJECT)
    path = PROJECT.root / ledger.NAME
    assert path.is_file(), "write it with `python -m figgen ledger --write`"
    changes = ledger.compare(ledger.read(path.read_text(encoding="utf-8")), ledger.take(Book.load(PROJECT)))
    assert [str(change) for change in changes] == []


def test_the_finished_chapters_raise_no_alarm() -> None:
    build(PROJECT)
    assert [str(finding) for finding in check(Book.load(PROJECT))] == []
