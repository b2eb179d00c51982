"""Faults in the built site: every digit that readers or scripts meet is changed."""

from __future__ import annotations

import json
import multiprocessing
import os
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from pathlib import Path

from figgen.book import Book
from figgen.gate.finding import Finding
from figgen.gate.scanning.tags import SEEN
from figgen.gate.source import scan
from figgen.gate.verify import built_path, page
from figgen.gate.verifying.article import Article
from figgen.gate.verifying.expected import Expected, expect
from figgen.gate.verifying.index import NAME, search_index
from figgen.gate.verifying.tree import one, parse
from tests.mutants.tally import Tally, another

ATTRIBUTE = re.compile(r"""(?<=[\s"'])(?P<name>[\w-]+)=(?P<quote>["'])(?P<value>.*?)(?P=quote)""", re.DOTALL)
PART = re.compile(
    r"(?P<skip><script\b.*?</script>|<style\b.*?</style>|<!--.*?-->|<!doctype[^>]*>)"
    r"|(?P<tag><[^<>]+>)|(?P<text>[^<]+)",
    re.DOTALL | re.IGNORECASE,
)
BLOCK = re.compile(r'<figure class="fg-block.*?</figure>', re.DOTALL)
ARTICLE = re.compile(r"<article\b.*?</article>", re.DOTALL)
DATA = ("data-ref", "data-value", "data-accept", "data-gives", "data-tolerance")


@dataclass
class Page:
    """A built page, its blocks and its article without them; `known` is what is then reported anyway."""

    book: Book
    chapter: str
    html: str
    article: tuple[int, int]
    blocks: list[tuple[int, int]]
    expected: Expected
    known: frozenset[Finding] = frozenset()

    def caught(self, at: int) -> bool:
        """Whether the verifier notices another digit at an offset."""
        block = next(((start, end) for start, end in self.blocks if start <= at < end), None)
        caption = self.html.find("<figcaption", *block) if block else -1
        if block and (caption < 0 or at < caption):
            return self._block(
                self.html[block[0] : at] + another(self.html[at]) + self.html[at + 1 : block[1]]
            )
        changed = self.html[:at] + another(self.html[at]) + self.html[at + 1 :]
        if self.article[0] <= at < self.article[1]:
            return bool(self.reports(changed) - self.known)
        document = parse(changed)
        return bool(set(page(self.book, document, "x", self.chapter)) - _whole(self))

    def reports(self, html: str) -> frozenset[Finding]:
        """What is reported of the article without its blocks."""
        article = one(self._bare(html))
        includes = self.book.project.build / "includes"
        verifier = Article(self.book, includes, "x", deepcopy(self.expected))
        return frozenset(verifier.verify(article, self.chapter))

    def _block(self, html: str) -> bool:
        verifier = Article(self.book, self.book.project.build / "includes", "x", Expected())
        verifier.block(one(html), self.chapter)
        return bool(verifier.found)

    def _bare(self, html: str) -> str:
        parts, at = [], self.article[0]
        for start, end in self.blocks:
            head = html.find(">", start) + 1
            caption = html.find("<figcaption", start, end)
            stop = caption if caption >= 0 else end - len("</figure>")
            parts += [html[at:head], "\n" * html.count("\n", head, stop), html[stop:end]]
            at = end
        return "".join([*parts, html[at : self.article[1]]])


_pages: dict[str, Page] = {}
_reported: dict[str, set[Finding]] = {}


def _whole(made: Page) -> set[Finding]:
    """What is reported of the whole page as it is."""
    if made.chapter not in _reported:
        _reported[made.chapter] = set(page(made.book, parse(made.html), "x", made.chapter))
    return _reported[made.chapter]


def site_digits(book: Book, site: Path, chapters: tuple[str, ...] = ()) -> Tally:
    """Change every digit in texts, in attributes that readers meet and in data for scripts, of all pages or
    of these."""
    tally = Tally("digits of the built pages")
    jobs: list[tuple[str, int]] = []
    for path in book.project.pages():
        chapter = path.relative_to(book.project.docs).with_suffix("").as_posix()
        if chapters and chapter not in chapters:
            continue
        html = built_path(site, chapter).read_text(encoding="utf-8")
        article = ARTICLE.search(html)
        assert article is not None
        source = scan(path.read_text(encoding="utf-8"), book.project.relative(path))
        blocks = [match.span() for match in BLOCK.finditer(html)]
        made = Page(book, chapter, html, article.span(), blocks, expect(book, source, chapter))
        made.known = made.reports(html)
        _pages[chapter] = made
        jobs += [(chapter, at) for at in _digits(html, tally)]
    with multiprocessing.get_context("fork").Pool(min(2, os.cpu_count() or 1)) as pool:
        for (chapter, at), caught in zip(jobs, pool.imap(_caught, jobs, chunksize=50), strict=True):
            html = _pages[chapter].html
            place = f"{chapter}:{html.count(chr(10), 0, at) + 1}: {html[max(0, at - 30) : at + 15]!r}"
            tally.note("verify" if caught else None, place)
    return tally


def _caught(job: tuple[str, int]) -> bool:
    return _pages[job[0]].caught(job[1])


def index_digits(book: Book, site: Path) -> Tally:
    """Change every digit of the search index's titles and texts."""
    tally = Tally("digits of the search index")
    pages = {}
    for path in book.project.pages():
        chapter = path.relative_to(book.project.docs).with_suffix("").as_posix()
        pages[chapter] = parse(built_path(site, chapter).read_text(encoding="utf-8"))
    for entry in json.loads((site / NAME).read_text(encoding="utf-8"))["docs"]:
        for key in ("title", "text"):
            text = entry[key]
            for match in re.finditer(r"[0-9](?![^<>]*>)", text):
                changed = text[: match.start()] + another(match.group()) + text[match.end() :]
                found = any(True for _ in search_index(site, pages, {"docs": [{**entry, key: changed}]}))
                around = text[max(0, match.start() - 9) : match.end() + 9]
                tally.note("verify" if found else None, f"{entry['location']}: {around}")
    return tally


def _digits(html: str, tally: Tally) -> Iterator[int]:
    unmet = 0
    for part in PART.finditer(html):
        if part["text"]:
            yield from (part.start() + match.start() for match in re.finditer("[0-9]", part["text"]))
        elif part["tag"]:
            for attribute in ATTRIBUTE.finditer(part["tag"]):
                start = part.start() + attribute.start("value")
                digits = [start + match.start() for match in re.finditer("[0-9]", attribute["value"])]
                if _met(attribute["name"].lower(), part["tag"]):
                    yield from digits
                else:
                    unmet += len(digits)
    tally.exceptions["in addresses, ids, classes, sizes and coordinates, which no reader reads"] += unmet


def _met(name: str, tag: str) -> bool:
    if tag.startswith("<meta"):
        return name == "content" and 'name="description"' in tag
    if name == "value":
        return tag.startswith(("<data", "<li", "<meter")) or (
            tag.startswith("<input") and 'type="text"' in tag
        )
    return name in SEEN or name in DATA
