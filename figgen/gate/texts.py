"""What readers meet outside the pages: texts of examples, the catalogue, facts, and the site's names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from figgen.book import Book

CATALOGUES = Path(__file__).parent.parent / "messages"
_STRING = re.compile(r"""^\s*(?P<key>[\w-]+)\s*=\s*(?P<quote>["'])(?P<text>.*)(?P=quote)\s*(?:#.*)?$""")
_HEADER = re.compile(r"^\s*\[(?P<key>(?P<text>[^\[\]]+))\]")
_SITE = re.compile(r"^(?:site_name|site_description|copyright|site_author):\s*(?P<text>.+?)\s*$")
_NAV = re.compile(r"^\s+-\s+(?P<text>[^:\n]+):(?:\s.*)?$")


@dataclass(frozen=True)
class Text:
    """A text with the place of its first character; `chapter` is the worked example's."""

    path: str
    line: int
    column: int
    text: str
    chapter: str = ""


def other_texts(book: Book, *, everything: bool = False) -> Iterator[Text]:
    """Yield every text outside the pages that a reader may meet. With `everything`, also keys, identifiers
    and sections of sources, which name what others published and are no statements of the book."""
    for chapter in book.chapters.values():
        declared = {
            label for stored in chapter.values.values() for axis in stored.labels if axis for label in axis
        }
        for line, column, text in chapter.texts:
            if text not in declared:
                yield Text(chapter.example, line, column + 1, text, chapter.name)
    for catalogue in sorted(CATALOGUES.glob("*.toml")):
        yield from _strings(catalogue, f"figgen/messages/{catalogue.name}", ())
    yield from _strings(
        book.project.facts,
        "docs/facts.toml",
        () if everything else ("identifier", "section", "form", "unit", "note"),
    )
    yield from _site(book.project.root / "mkdocs.yml")


def _strings(path: Path, shown: str, skipped: tuple[str, ...]) -> Iterator[Text]:
    if not path.is_file():
        return
    for line, content in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), start=1):
        match = _STRING.match(content) or (None if skipped else _HEADER.match(content))
        if match and match["key"] not in skipped:
            yield Text(shown, line, match.start("text") + 1, match["text"])


def _site(path: Path) -> Iterator[Text]:
    if not path.is_file():
        return
    in_nav = False
    for line, content in enumerate(path.read_text(encoding="utf-8-sig").splitlines(), start=1):
        in_nav = content.startswith("nav:") or (
            in_nav and (content[:1] in (" ", "-", "#") or not content.strip())
        )
        match = _SITE.match(content) or (_NAV.match(content) if in_nav else None)
        if match:
            yield Text(path.name, line, match.start("text") + 1, match["text"])
