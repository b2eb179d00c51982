"""What the MkDocs plugin adds so that numbers explain themselves: data for the card, 数字账本, links, files.

Zensical runs no plugin: there the same pages stand without these.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from markdown import markdown

from figgen.book import Book
from figgen.deriving import accounts, exports
from figgen.deriving.derived import Derived, anchor, load
from figgen.markup import Children, h, markup
from figgen.messages import LANGUAGE, catalogue
from figgen.numbers.number import text as number_text
from figgen.running.kept import content

LATER = Path(__file__).parent.parent / "web" / "later"  # scripts that a page asks for by itself
_PLACES = re.compile(
    r'<h2\b[^>]*\bid="(?P<section>[^"]+)"[^>]*>(?P<title>.*?)</h2>'
    r'|<figure class="fg-block[^"]*" id="fig-(?P<block>[^"]+)">|(?P<end></figure>)'
    r'|\bdata-ref="(?P<ref>[^"]+)"',
    re.S,
)


class Explanations:
    """The explanations of a whole book; `address` tells how a page links to a file of the site."""

    def __init__(self, book: Book) -> None:
        self.book = book
        self.say = catalogue(LANGUAGE)
        self.derived = {name: load(book.project, name) for name in book.chapters}
        self._sections: dict[str, list[tuple[str, str, list[str]]]] = {}

    def files(self) -> Iterator[tuple[str, str]]:
        """Path in the site's sources, and text, of every generated file."""
        words = {key.removeprefix("card."): text for key, text in self.say.templates.items()
                 if key.startswith("card.")}  # fmt: skip
        for name, derived in self.derived.items():
            yield f"assets/derivations/{name}.js", _script(name, _slim(derived.document) | {"words": words})
            for library, program in derived.document["snippets"].items():
                yield f"assets/data/{name}/{library}.txt", program
            for block, entry in self.book.chapters[name].blocks.items():
                if names := self._shown(name, entry):
                    stem = f"assets/data/{name}/{block}"
                    yield f"{stem}.csv", exports.as_csv(derived, names)
                    yield f"{stem}.json", exports.as_json(derived, block, entry["title"], names)
            yield account_source(name), self._account_head(name)
        for file in sorted(LATER.iterdir()):
            yield f"assets/{file.name}", file.read_text(encoding="utf-8")
        yield "assets/derivations/facts.js", _script("facts", self._facts() | {"words": words})

    def page(self, chapter: str, html: str, address: Callable[[str], str]) -> str:
        """A converted page with a link at each figure and each section whose numbers have derivations."""
        if chapter.startswith("accounts/") and chapter.removeprefix("accounts/") in self.derived:
            return html + self._account(chapter.removeprefix("accounts/"), address)
        if chapter not in self.derived:
            return html
        parts: list[str] = []
        at, block, section, sections = 0, "", ("", "", [""]), []
        for match in _PLACES.finditer(html):
            if match["section"] is not None:
                parts += [html[at : match.start()], self._section_link(chapter, section, address)]
                at, section = match.start(), (match["section"], _plain(match["title"]), [])
                sections.append(section)
            elif match["block"] is not None:
                block = match["block"]
            elif match["end"] is not None and block:
                parts += [html[at : match.end()], self._figure_links(chapter, block, address)]
                at, block = match.end(), ""
            elif match["ref"] is not None:
                name = _name(match["ref"], chapter)
                if name in self.derived[chapter].by_name and name not in section[2]:
                    section[2].append(name)
        parts += [html[at:], self._section_link(chapter, section, address)]
        self._sections[chapter] = [one for one in sections if one[2]]
        return "".join(parts)

    def _shown(self, chapter: str, entry: dict[str, Any]) -> list[str]:
        """The arrays of a block that are the chapter's own."""
        own = [_name(ref, chapter) for ref in entry["shows"]]
        return [name for name in own if name in self.derived[chapter].by_name] if entry["counter"] else []

    def _figure_links(self, chapter: str, block: str, address: Callable[[str], str]) -> str:
        entry = self.book.chapters[chapter].blocks.get(block)
        names = self._shown(chapter, entry) if entry else []
        if not names:
            return ""
        stem = f"assets/data/{chapter}/{block}"
        return markup(
            h("p",
              h("a", self.say.text("account.link"), class_="fg-account-link",
                href=f"{address(account_source(chapter))}#{anchor(names[0])}"), " ",
              h("a", "CSV", href=address(f"{stem}.csv"), download=True), " ",
              h("a", "JSON", href=address(f"{stem}.json"), download=True), class_="fg-take")
        )  # fmt: skip

    def _section_link(
        self, chapter: str, section: tuple[str, str, list[str]], address: Callable[[str], str]
    ) -> str:
        if not section[0] or not section[2]:
            return ""
        href = f"{address(account_source(chapter))}#in-{section[0]}"
        link = h("a", self.say.text("account.section"), class_="fg-account-link", href=href)
        return markup(h("p", link, class_="fg-take"))

    def _account_head(self, chapter: str) -> str:
        heading = self.book.outline(chapter).title or chapter
        title = self.say.text("account.title", title=heading)
        intro = self.say.text("account.intro")
        words = _plain(markdown(title))
        head = {"title": words, "description": intro, "search": {"exclude": True}}
        return f"---\n{json.dumps(head, ensure_ascii=False)}\n---\n# {title}\n"

    def _account(self, chapter: str, address: Callable[[str], str]) -> str:
        derived = self.derived[chapter]
        programs = [
            (name, address(f"assets/data/{chapter}/{name}.txt")) for name in derived.document["snippets"]
        ]
        items = [self._section_item(chapter, one, address) for one in self._sections.get(chapter, [])]
        told = json.loads(content(self.book.project.build / "accounts" / f"{chapter}.kept"))
        return accounts.account(derived, told, self.say, programs, items)

    def _section_item(
        self, chapter: str, section: tuple[str, str, list[str]], address: Callable[[str], str]
    ) -> Children:
        place, title, names = section
        links: list[Children] = [h("a", title, href=f"{address(f'{chapter}.md')}#{place}"), "："]
        for i, name in enumerate(names):
            links += ["，" if i else "", h("a", h("code", name), href=f"#{anchor(name)}")]
        return h("li", links, id=f"in-{place}")

    def _facts(self) -> dict[str, Any]:
        """Every fact with its source, as the card shows it."""
        arrays = []
        for source in self.book.sources.values():
            for key, fact in source.facts.items():
                if fact.value is None:
                    continue
                shown = number_text(fact.value, fact.form, magnitude=abs(fact.value), unit=fact.unit)
                where = f"，第 {fact.section} 节" if fact.section else ""
                arrays.append({
                    "name": f"{source.key}.{key}", "kind": "fact", "shape": [], "text": [shown],
                    "source": f"《{source.title}》，{source.identifier}{where}",
                })  # fmt: skip
        return {
            "chapter": "facts",
            "index": {"": [""]},
            "lines": {},
            "forms": {},
            "patterns": [],
            "arrays": arrays,
        }


def account_source(chapter: str) -> str:
    """The source path of a chapter's account."""
    return posixpath.join("accounts", f"{chapter}.md")


def _name(ref: str, chapter: str) -> str:
    """The array that a reference means, without chapter, index and form; "" for another chapter's."""
    return re.split(r"[\[:]", ref.removeprefix(f"{chapter}."))[0] if ref.startswith(f"{chapter}.") else ""


def _plain(html: str) -> str:
    """The words of a heading, without its number and its link."""
    from html import unescape

    bare = re.sub(r'<a class="headerlink".*?</a>|<math.*?</math>', "", html, flags=re.S)
    return unescape(re.sub(r"<[^>]*>", "", bare)).strip()


def _slim(document: dict[str, Any]) -> dict[str, Any]:
    """What the card needs of a chapter's derivations."""
    arrays = [{key: part for key, part in array.items() if key != "value"} for array in document["arrays"]]
    return {key: part for key, part in document.items() if key not in ("snippets", "count")} | {
        "arrays": arrays
    }


def _script(chapter: str, data: dict[str, Any]) -> str:
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"(self.fgDerived??={{}})[{json.dumps(chapter)}]={text};\n"


__all__ = ["Derived", "Explanations", "account_source"]
