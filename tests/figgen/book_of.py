"""A small book in memory, for tests of what reads books."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from figgen.book import Book, Chapter, Stored
from figgen.facts import Fact, Source
from figgen.project import Project


def stored(name: str, data: Any, form: str = "int", **more: Any) -> Stored:
    """A value as the build writes it; its magnitude follows from the data."""
    flat, shape, part = [data], [], data
    while isinstance(part, list):
        shape.append(len(part))
        flat = [x for row in flat for x in row]
        part = part[0]
    magnitude = max(abs(float(x)) for x in flat)
    entry: dict[str, Any] = {
        "rows": None,
        "columns": None,
        "axes": None,
        "unit": None,
        "origin": "trace",
        "field": None,
        "formula": None,
        "line": 1,
    }
    return Stored(name, tuple(shape), data, form=form, magnitude=magnitude, **{**entry, **more})


def book_of(
    root: Path,
    pages: dict[str, str],
    values: Sequence[Stored] = (),
    blocks: dict[str, dict[str, Any]] | None = None,
    texts: Sequence[tuple[int, int, str]] = (),
    example: str = "",
) -> Book:
    """Write pages below `root`; the book's chapter `attention` holds the values and blocks."""
    (root / "mkdocs.yml").write_text("site_name: 书\n", encoding="utf-8")
    docs = root / "docs"
    docs.mkdir(exist_ok=True)
    (docs / "attention.py").write_text(example, encoding="utf-8")
    for name, text in pages.items():
        (docs / f"{name}.md").write_bytes(text.encode("utf-8"))
    chapter = Chapter(
        "attention", "docs/attention.py", {v.name: v for v in values}, blocks or {}, list(texts)
    )
    heads = Fact("vaswani2017.heads", 8.0, "int", None, "3.2.2")
    source = Source("vaswani2017", "Attention Is All You Need", "arXiv:1706.03762v7", {"heads": heads})
    return Book(Project(root), {"attention": chapter}, {"vaswani2017": source})


WEIGHTS = stored(
    "weights",
    [[0.4, 0.2, 0.4], [0.2, 0.4, 0.4], [0.25, 0.25, 0.5]],
    "frac",
    rows=["位置1", "位置2", "位置3"],
    columns=["位置1", "位置2", "位置3"],
)
C = stored("c", 0.9802581434685472, "d4", origin="constant")
COUNT = stored("count", 3.0, "int")
