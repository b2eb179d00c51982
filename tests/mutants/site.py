"""Faults in the built site: every digit that readers or scripts meet is changed."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from figgen.book import Book
from figgen.scanning.tags import SEEN
from figgen.verify import built_path, page
from figgen.verifying.article import Article
from figgen.verifying.expected import Expected
from figgen.verifying.index import NAME, search_index
from figgen.verifying.tree import one, parse
from tests.mutants.tally import Tally, another

ATTRIBUTE = re.compile(r"""(?<=[\s"'])(?P<name>[\w-]+)=(?P<quote>["'])(?P<value>.*?)(?P=quote)""", re.DOTALL)
PART = re.compile(
    r"(?P<skip><script\b.*?</script>|<style\b.*?</style>|<!--.*?-->|<!doctype[^>]*>)|(?P<tag><[^<>]+>)|(?P<text>[^<]+)",
    re.DOTALL | re.IGNORECASE,
)
BLOCK = re.compile(r'<figure class="fg-block.*?</figure>', re.DOTALL)


def site_digits(book: Book, site: Path) -> Tally:
    """Change every digit in texts, in attributes that readers meet and in data for scripts."""
    tally = Tally("digits of the built pages")
    for path in book.project.pages():
        chapter = path.relative_to(book.project.docs).with_suffix("").as_posix()
        built = built_path(site, chapter)
        html = built.read_text(encoding="utf-8")
        blocks = [match.span() for match in BLOCK.finditer(html)]
        bare = _without_blocks(html, blocks)
        for at in _digits(html, tally):
            line = html.count("\n", 0, at) + 1
            block = next(((start, end) for start, end in blocks if start <= at < end), None)
            if block and at < html.find("<figcaption", *block) % (len(html) + 1):
                caught = _caught_in_block(book, html[block[0] : block[1]], at - block[0], chapter)
            else:
                changed = _without_blocks(html[:at] + another(html[at]) + html[at + 1 :], blocks)
                caught = _caught_on_page(book, changed, bare, built, chapter, line)
            tally.note("verify" if caught else None, f"{built}:{line}: {html[max(0, at - 30) : at + 15]!r}")
    return tally


def index_digits(book: Book, site: Path) -> Tally:
    """Change every digit of the search index's titles and texts."""
    tally = Tally("digits of the search index")
    pages = {}
    for path in book.project.pages():
        chapter = path.relative_to(book.project.docs).with_suffix("").as_posix()
        pages[chapter] = parse(built_path(site, chapter).read_text(encoding="utf-8"))
    index = json.loads((site / NAME).read_text(encoding="utf-8"))
    for entry in index["docs"]:
        for key in ("title", "text"):
            text = entry[key]
            for match in re.finditer(r"[0-9](?![^<>]*>)", text):
                changed = {**entry, key: text[: match.start()] + another(match.group()) + text[match.end() :]}
                found = list(search_index(site, pages, {"docs": [changed]}))
                tally.note(
                    "verify" if found else None,
                    f"{entry['location']}: {text[match.start() - 9 : match.end() + 9]}",
                )
    return tally


def _digits(html: str, tally: Tally) -> Iterator[int]:
    svg = 0
    for part in PART.finditer(html):
        if part["text"]:
            yield from (part.start() + m.start() for m in re.finditer("[0-9]", part["text"]))
        elif part["tag"]:
            for attribute in ATTRIBUTE.finditer(part["tag"]):
                name = attribute["name"].lower()
                digits = [
                    part.start() + attribute.start("value") + m.start()
                    for m in re.finditer("[0-9]", attribute["value"])
                ]
                if _met(name, part["tag"], attribute["value"]):
                    yield from digits
                else:
                    svg += len(digits)
    tally.exceptions["in addresses, ids, classes, sizes and coordinates, which no reader reads"] += svg


def _met(name: str, tag: str, value: str) -> bool:
    if tag.startswith("<meta"):
        return name == "content" and 'name="description"' in tag
    if name == "value":
        return tag.startswith(("<data", "<li", "<meter")) or (
            tag.startswith("<input") and 'type="text"' in tag
        )
    return name in SEEN or name in ("data-ref", "data-value", "data-accept", "data-gives", "data-tolerance")


def _caught_in_block(book: Book, html: str, at: int, chapter: str) -> bool:
    changed = one(html[:at] + another(html[at]) + html[at + 1 :])
    article = Article(book, book.project.build / "includes", "x", Expected())
    article.block(changed, chapter)
    return bool(article.found)


def _caught_on_page(book: Book, html: str, before: str, built: Path, chapter: str, line: int) -> bool:
    found = set(page(book, parse(html), "x", chapter)) - _known(book, before, chapter)
    return bool(found)


_cache: dict[str, set[object]] = {}


def _known(book: Book, html: str, chapter: str) -> set[object]:
    """What is reported of the page without its blocks, changed or not: that the blocks are missing."""
    if chapter not in _cache:
        _cache[chapter] = set(page(book, parse(html), "x", chapter))
    return _cache[chapter]


def _without_blocks(html: str, blocks: list[tuple[int, int]]) -> str:
    """The page with its blocks emptied but for their captions, on the same lines."""
    parts, at = [], 0
    for start, end in blocks:
        head = html.find(">", start) + 1
        caption = html.find("<figcaption", start, end)
        kept = html[caption:end] if caption >= 0 else "</figure>"
        parts += [html[at:head], "\n" * html.count("\n", head, caption if caption >= 0 else end), kept]
        at = end
    return "".join([*parts, html[at:]])
