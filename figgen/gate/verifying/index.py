"""The search index against the pages: the digits of each section, in order, are those of the page's
section."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from figgen.gate.finding import Finding
from figgen.gate.verifying.runs import runs
from figgen.gate.verifying.tree import Node, Text, parse

NAME = "search/search_index.json"


def search_index(
    site: Path, pages: Mapping[str, Node], index: Mapping[str, Any] | None = None
) -> Iterator[Finding]:
    """Yield every entry whose digits differ from those of its section in the built page; `index` is read from
    the site unless it is given."""
    path = site / NAME
    if index is None and not path.is_file():
        return
    shown = path.relative_to(site.parent).as_posix()
    try:
        entries = _entries(index or json.loads(path.read_bytes()))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        yield Finding(shown, 1, 1, "site", f"this is no search index: {type(error).__name__}: {error}")
        return
    for entry in entries:
        location, _, anchor = entry["location"].partition("#")
        chapter = location.removesuffix(".html").strip("/") or "index"
        article = next(pages[chapter].find("article"), None) if chapter in pages else None
        if article is None:
            yield Finding(shown, 1, 1, "site", f"the entry {entry['location']!r} belongs to no page")
            continue
        has = _digits(parse(f"{entry['title']} {entry['text']}").content)
        wants = "".join(_digits(text) for text in _section(article, anchor))
        if has != wants:
            message = f"the digits of {entry['location']!r} differ from its page: {_around(has, wants)}"
            yield Finding(shown, 1, 1, "site", message)


def _entries(index: Mapping[str, Any]) -> list[dict[str, str]]:
    return [{name: str(entry[name]) for name in ("location", "title", "text")} for entry in index["docs"]]


def _section(article: Node, anchor: str) -> Iterator[str]:
    """The texts of the section with this id (without one: all before the first section)."""
    inside = not anchor
    for node in article.walk():
        if isinstance(node, Node) and re.fullmatch("h[1-6]", node.tag) and node.attributes.get("id"):
            inside = node.attributes["id"] == anchor or (not anchor and node.tag == "h1")
        elif inside and isinstance(node, Text):
            yield node.text


def _digits(text: str) -> str:
    return "".join(run for _, run in runs(re.sub(r"[\s\u200b]+", "", text)))


def _around(has: str, wants: str) -> str:
    at = next(
        (i for i, (a, b) in enumerate(zip(has, wants, strict=False)) if a != b), min(len(has), len(wants))
    )
    return f"“{has[max(0, at - 5) : at + 5]}” instead of “{wants[max(0, at - 5) : at + 5]}”"
