"""Faults in what is built beside the chapters' pages: accounts, derivations, data to take along, scripts."""

from __future__ import annotations

import multiprocessing
import os
import re
from pathlib import Path

from figgen.gate.verifying.files import difference
from tests.mutants.tally import Tally, another

TEXTS = {".html", ".js", ".css", ".json", ".csv", ".txt", ".xml", ".svg"}
AROUND = 1000  # characters of a file that are compared around a changed digit
_texts: dict[str, str] = {}


def file_digits(site: Path, pages: set[Path]) -> list[Tally]:
    """Change every digit of every file of the site but `pages`; one tally for accounts, derivations, data and
    the rest each."""
    tallies = {
        "accounts/": Tally("digits of the accounts"),
        "assets/derivations/": Tally("digits of the derivations"),
        "assets/data/": Tally("digits of data to take along"),
        "": Tally("digits of other files of the site"),
    }
    for path in sorted(site.rglob("*")):
        if path.is_file() and path.suffix in TEXTS and path not in pages:
            _texts[path.relative_to(site).as_posix()] = path.read_text(encoding="utf-8")
    with multiprocessing.get_context("fork").Pool(min(2, os.cpu_count() or 1)) as pool:
        for name, count, missed in pool.imap(_unnoticed, _texts):
            tally = next(tally for folder, tally in tallies.items() if name.startswith(folder))
            tally.caught["verify"] += count - len(missed)
            tally.missed += missed
    return list(tallies.values())


def _unnoticed(name: str) -> tuple[str, int, list[str]]:
    """The name of a file, its count of digits, and the places of those that may change unnoticed."""
    text, count, missed = _texts[name], 0, []
    for match in re.finditer("[0-9]", text):
        count += 1
        at = match.start()
        start, end = max(0, at - AROUND), at + AROUND
        wanted = text[start:end]
        changed = wanted[: at - start] + another(text[at]) + wanted[at - start + 1 :]
        found = difference(name, changed.encode(), wanted.encode())
        line = wanted.count("\n", 0, at - start)
        column = at - start - (wanted.rfind("\n", 0, at - start) + 1)
        if found is None or (found.line, found.column) != (line + 1, column + 1):
            missed.append(f"{name}: {text[max(0, at - 20) : at + 20]!r}")
    return name, count, missed
