"""Citations in a page's front matter: its title, its description and every other text in it."""

from __future__ import annotations

import re
from typing import Any

from figgen import cite
from figgen.errors import AuthorError
from figgen.pages.page import Page

FRONT_MATTER = re.compile(r"\A---[ \t]*\n.*?\n(?:---|\.\.\.)[ \t]*(?:\n|\Z)", re.DOTALL)


def fill(page: Page, meta: Any) -> Any:
    """The same front matter with its citations as plain text; mistakes are noted on the page."""
    if isinstance(meta, dict):
        return {key: fill(page, part) for key, part in meta.items()}
    if isinstance(meta, list):
        return [fill(page, part) for part in meta]
    return _fill_text(page, meta) if isinstance(meta, str) else meta


def _fill_text(page: Page, text: str) -> str:
    found = cite.find(text)
    numbers = page.keep(found, [page.places.of_text(citation.written) for citation in found])
    parts, at = [], 0
    for citation, number in zip(found, numbers, strict=True):
        parts += [text[at : citation.start], page.plain(number, "text")]
        at = citation.end
    return "".join([*parts, text[at:]])


def check_taken_off(page: Page, body: str) -> None:
    """Note a mistake if the front matter is still there: generators print what is no valid YAML."""
    if FRONT_MATTER.match(body) and body.strip() == page.places.text.strip():
        advice = 'a text that starts with @{ needs quotes: title: "@{…}"'
        page.mistake_in(AuthorError(f"front matter is not valid YAML; {advice}"), "---")
