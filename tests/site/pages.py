"""The pages of a built site, read as HTML."""

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

LOADS = {
    ("link", "href"),
    ("script", "src"),
    ("img", "src"),
    ("img", "srcset"),
    ("source", "src"),
    ("source", "srcset"),
    ("video", "src"),
    ("audio", "src"),
    ("iframe", "src"),
    ("embed", "src"),
    ("object", "data"),
    ("use", "href"),
    ("use", "xlink:href"),
    ("image", "href"),
    ("image", "xlink:href"),
}
QUIET = {"canonical", "prev", "next"}  # relations that name a page and load nothing


class Page(HTMLParser):
    """What a test asks of one page: text, identifiers, links, and what the browser will load by itself."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.ids: list[str] = []
        self.links: list[str] = []
        self.loads: list[str] = []
        self.texts: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.tags: list[str] = []
        self._skip = 0
        self.source = source
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.tags.append(tag)
        self.attributes += [(tag, name, value) for name, value in values.items()]
        if "id" in values:
            self.ids.append(values["id"])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        quiet = tag == "link" and QUIET & set(values.get("rel", "").split())
        self.loads += [values[name] for at, name in LOADS if at == tag and name in values and not quiet]
        self._skip += tag in ("script", "style")

    def handle_endtag(self, tag: str) -> None:
        self._skip -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        if not self._skip:
            self.texts.append(data)


def pages(site: Path) -> Iterator[tuple[str, Page]]:
    """Every page of the site by its path."""
    for file in sorted(site.rglob("*.html")):
        yield file.relative_to(site).as_posix(), Page(file.read_text(encoding="utf-8"))
