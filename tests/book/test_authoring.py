"""The author's guide: what it teaches is what its own example does."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[2] / "docs"


def test_the_guide_prints_its_own_example_whole() -> None:
    fences = re.findall(r"^```python\n(.*?)^```$", (DOCS / "authoring.md").read_text("utf-8"), re.M | re.S)
    assert fences[0] == (DOCS / "authoring.py").read_text("utf-8")


def test_the_guide_tells_of_every_word_of_an_example_that_it_uses() -> None:
    page = (DOCS / "authoring.md").read_text("utf-8")
    imported = re.findall(r"^from figgen import (.+)$", page, re.M)
    assert imported
    rows = [line for line in page.splitlines() if line.startswith("| `")]
    told = set(re.findall(r"`([a-z]+)\(", "".join(rows)))
    assert set(", ".join(imported).split(", ")) <= told
