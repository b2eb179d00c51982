"""What readers meet outside the pages: texts of examples, the catalogue, facts, and the site's names."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from figgen.book import Book
from figgen.gate.configuration import leaves
from figgen.gate.structure import typeable
from figgen.stored import MADE

CATALOGUES = Path(__file__).parent.parent / "messages"


@dataclass(frozen=True)
class Text:
    """A text with the place of its first character; `chapter` is the worked example's. One that was `made`
    when the example ran has the place of what shows it."""

    path: str
    line: int
    column: int
    text: str
    chapter: str = ""
    made: bool = False


def other_texts(book: Book, *, everything: bool = False) -> Iterator[Text]:
    """Yield every text outside the pages that a reader may meet. With `everything`, also labels such as 位置1
    and keys, identifiers and sections of sources, which name things and are no statements of the book."""
    for chapter in book.chapters.values():
        declared = {
            label for stored in chapter.values.values() for axis in stored.labels if axis for label in axis
        }
        for line, column, text in chapter.texts:
            if everything or text not in declared or not typeable(text):
                made = column == MADE
                yield Text(chapter.example, line, 1 if made else column + 1, text, chapter.name, made)
    for catalogue in sorted(CATALOGUES.glob("*.toml")):
        yield from _strings(catalogue, f"figgen/messages/{catalogue.name}", ())
    yield from _strings(
        book.project.facts,
        "docs/facts.toml",
        () if everything else ("identifier", "section", "form", "unit", "note"),
    )
    for path in sorted(book.project.root.glob("mkdocs*.yml")):
        yield from (Text(path.name, *leaf) for leaf in leaves(path))


def _strings(path: Path, shown: str, skipped: tuple[str, ...]) -> Iterator[Text]:
    """Every text of a TOML file, however it is written; without `skipped`, also the names of its tables."""
    if not path.is_file():
        return
    try:
        text = path.read_text(encoding="utf-8-sig")
        document = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return  # reading the book refuses the file
    after: dict[str, int] = {}
    found = []
    for keys, said in _leaves(document, ()):
        if said is None and not skipped:
            said = ".".join(keys)
            at = _place(text, rf"^[ \t]*\[[ \t]*(?={_written(keys)})", keys, after)
            found.append(Text(shown, *at, said))
        elif said is not None and keys[-1] not in skipped:
            key = rf"(?<![\w-]){re.escape(keys[-1])}[\"']?\s*=\s*"
            value = rf"{key}(?:[\"']{{3}}\n?|[\"'])(?={re.escape(said)}[\"'])"
            at = _place(text, value, keys, after)
            found.append(Text(shown, *at, said))
    yield from sorted(found, key=lambda each: (each.line, each.column))


def _leaves(node: object, keys: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str | None]]:
    """Yield the keys and the text of every string; the keys of a table come with None."""
    if isinstance(node, dict):
        if keys:
            yield keys, None
        for key, part in node.items():
            yield from _leaves(part, (*keys, key))
    elif isinstance(node, list):
        for part in node:
            yield from _leaves(part, keys)
    elif isinstance(node, str):
        yield keys, node


def _written(keys: tuple[str, ...]) -> str:
    return r"[ \t]*\.[ \t]*".join(rf"[\"']?{re.escape(key)}[\"']?" for key in keys) + r"[ \t]*\]"


def _place(text: str, opening: str, keys: tuple[str, ...], after: dict[str, int]) -> tuple[int, int]:
    """Line and column of a text in the file; of its key where escapes hide it, else the first line."""
    found = re.compile(opening, re.MULTILINE).search(text, after.get(opening, 0))
    found = found or re.compile(rf"(?={re.escape(keys[-1])}[\"']?[ \t]*=)").search(text)
    if found is None:
        return 1, 1
    after[opening] = found.end()
    start = text.rfind("\n", 0, found.end()) + 1
    return text.count("\n", 0, found.end()) + 1, found.end() - start + 1
