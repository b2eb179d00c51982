"""The end of a page's conversion: citations in formulas, code, attributes and raw HTML, then its mistakes."""

from __future__ import annotations

import html
import re
from typing import TYPE_CHECKING

from markdown import Markdown
from markdown.postprocessors import Postprocessor

from figgen.errors import AuthorError
from figgen.markup import escape, markup
from figgen.pages import inline, math
from figgen.pages.page import UNKNOWN, Page
from figgen.pages.tokens import INCLUDE, TOKEN, number_of
from figgen.resolved import Block

if TYPE_CHECKING:
    from figgen.markdown import CitationExtension

_TAG = re.compile(r"(<!--.*?-->|</?[A-Za-z][^<>\"']*(?:\"[^\"]*\"[^<>\"']*|'[^']*'[^<>\"']*)*>)", re.DOTALL)
_NAME = re.compile(r"</?([A-Za-z][\w-]*)")
_CODE = ("code", "pre", "textarea", "script", "style")
_TEXT = ("title", "option", "svg", "a")
"""Where no markup of ours can stand (a link holds no other link): plain text, in code with ASCII signs."""


class Finish(Postprocessor):
    """Runs after all others, on the page and, before that, on each heading for the table of contents."""

    def __init__(self, md: Markdown, extension: CitationExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, text: str) -> str:
        """The finished page; its mistakes are raised or handed over."""
        page = self.extension.page
        finished = _fill(page, math.replace_formulas(text, lambda tex, display: _formula(page, tex, display)))
        if page.complete:
            _check_read(page, finished)
            self.extension.finish()
        return INCLUDE.sub(lambda match: page.include(number_of(match[1])), finished)


def _check_read(page: Page, text: str) -> None:
    """Note where Python-Markdown lost a piece of a line, as it does with `*a**b*` before code or a link."""
    for lost in re.finditer(r"(?:wzxhzdk|klzzwxh):\d+\x03", text):
        before = html.unescape(re.sub(r"<[^>]*>", "", text[: lost.start()]))
        near = before.rpartition("\n")[2][-12:].strip()
        advice = "put the stars of emphasis apart"
        page.mistake_in(AuthorError(f"Markdown cannot read what follows {near!r}; {advice}"), near)


def _formula(page: Page, tex: str, display: bool) -> str:
    def show(number: int) -> str:
        kept = page.kept[number]
        try:
            if isinstance(kept, str):
                raise AuthorError(r"`\@{` has no place in a formula")
            return UNKNOWN if kept is None else markup(inline.mathml(kept))
        except AuthorError as error:
            return page.mistake(error, number)

    def whole(token: re.Match[str]) -> str:
        kept = page.kept[number_of(token[1])]
        return kept.tex if isinstance(kept, Block) and kept.tex else token[0]

    try:
        converted = math.convert(TOKEN.sub(whole, tex), display, show)
    except AuthorError as error:
        if page.complete:
            page.mistake_in(error, page.restore(tex))
        return ""
    if not display:
        return converted
    return f'<div class="fg-math" role="group" tabindex="0" aria-label="公式">{converted}</div>'


def _fill(page: Page, text: str) -> str:
    parts: list[str] = []
    depth = {"code": 0, "text": 0}
    for i, part in enumerate(_TAG.split(text)):
        if i % 2 and part.startswith("<!--"):
            parts.append(_comment(page, part))
        elif i % 2:
            _count(part, depth)
            parts.append(_plain(page, part, "text"))
        elif depth["code"]:
            parts.append(_plain(page, part, "code"))
        elif depth["text"]:
            parts.append(_plain(page, part, "text"))
        else:
            parts.append(TOKEN.sub(lambda match: page.html(number_of(match[1])), part))
    return "".join(parts)


def _count(tag: str, depth: dict[str, int]) -> None:
    found = _NAME.match(tag)
    name = found[1].lower() if found else ""
    kind = "code" if name in _CODE else "text" if name in _TEXT else None
    if kind and not tag.endswith("/>"):
        depth[kind] = max(0, depth[kind] + (-1 if tag.startswith("</") else 1))


def _plain(page: Page, part: str, style: str) -> str:
    return TOKEN.sub(lambda match: escape(page.plain(number_of(match[1]), style)), part)


def _comment(page: Page, comment: str) -> str:
    """A comment as it is; one with citations, such as a figure put aside, is no part of the page."""
    numbers = [number_of(digits) for digits in TOKEN.findall(comment)]
    for number in numbers:
        page.forgive(number)
    return "" if numbers else comment
