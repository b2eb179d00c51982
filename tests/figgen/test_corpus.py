"""Ordinary technical text, written without this gate in mind: what counts nothing must not alarm."""

from __future__ import annotations

from pathlib import Path

from figgen.gate.numeral import numerals
from figgen.gate.source import scan

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.md"))


def alarms(path: Path) -> list[str]:
    """What the gate takes for stated numbers on a page."""
    source = scan(path.read_text(encoding="utf-8"), path.name)
    return [f"{source.place(n.start)} {n.text}" for n in numerals(source) if n.refused]


def test_at_most_one_page_in_six_of_ordinary_technical_text_alarms() -> None:
    alarming = {path.name: found for path in CORPUS if (found := alarms(path))}
    assert len(CORPUS) >= 18
    assert len(alarming) * 6 <= len(CORPUS), alarming
