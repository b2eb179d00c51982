"""Values and blocks of a worked example that no page shows."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import lru_cache

from figgen.book import Book
from figgen.gate.finding import Finding


def unused(book: Book, cited: set[str]) -> Iterator[Finding]:
    """Yield a finding for each block that no page shows, and for each value that no page cites or shows and
    nothing else in its example uses. `cited`: full names of all values and blocks that pages cite."""
    shown = set(cited)
    needed: set[str] = set()
    for chapter in book.chapters.values():
        for name, block in chapter.blocks.items():
            if f"{chapter.name}.{name}" in cited:
                shown.update(block["shows"])
            else:
                message = f"no page shows {name!r}; start a paragraph with @{{{name}}}, or delete it"
                yield Finding(chapter.example, block["line"], 1, "unused", message)
        source = (book.project.root / chapter.example).read_text(encoding="utf-8")
        needed.update(f"{chapter.name}.{word}" for word in _used(source))
        for stored in chapter.values.values():
            needed.update(
                f"{chapter.name}.{word}" for word in re.findall(r"[A-Za-z_]\w*", stored.formula or "")
            )
    for full, stored in book.published():
        if full not in shown | needed:
            chapter_of = book.chapters[full.rpartition(".")[0]]
            message = f"nothing cites or shows {stored.name!r}; cite @{{{stored.name}}}, or delete it"
            yield Finding(chapter_of.example, stored.line, 1, "unused", message)


@lru_cache
def _used(example: str) -> frozenset[str]:
    """The names that an example reads."""
    read = (node for node in ast.walk(ast.parse(example)) if isinstance(node, ast.Name))
    return frozenset(node.id for node in read if isinstance(node.ctx, ast.Load))
