"""The table of contents of a page whose content is made after Markdown has seen it."""

from __future__ import annotations

import re

from mkdocs.structure.toc import TableOfContents, get_toc

_SECTION = re.compile(r'<h2 id="([^"]+)">([^<]+)</h2>')


def contents(html: str) -> TableOfContents:
    """The sections of the page, each with the words of its heading."""
    found = _SECTION.findall(html)
    return get_toc([{"level": 2, "id": name, "name": words, "children": []} for name, words in found])
