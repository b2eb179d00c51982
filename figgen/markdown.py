"""The Python-Markdown extension that resolves citations, for MkDocs and for Zensical alike.

A preprocessor swaps each `@{…}` for a token, an inline processor turns tokens in prose into elements, a tree
processor turns paragraphs that start with a block into figures, and a postprocessor fills the rest: formulas,
code, attributes and raw HTML.
"""

from __future__ import annotations

import re
import xml.etree.ElementTree as etree
from pathlib import Path
from typing import Any

from markdown import Markdown
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.postprocessors import Postprocessor
from markdown.preprocessors import Preprocessor
from markdown.util import AtomicString

from figgen import cite, inline, math
from figgen.book import Block, Number
from figgen.errors import AuthorError, AuthorErrors
from figgen.figures import Figures
from figgen.headings import Headings
from figgen.linebreaks import LineBreaks
from figgen.markup import Children, Element, escape, markup
from figgen.page import Page, page_of
from figgen.tokens import INLINE_TOKEN, RESERVED, TOKEN, mark_plain_places, number_of, token

_TAG = re.compile(r"(<!--.*?-->|<(?:/?[A-Za-z][^<>\"']*(?:\"[^\"]*\"[^<>\"']*|'[^']*'[^<>\"']*)*)>)", re.S)
_PLAIN_TEXT = ("code", "pre", "title", "option", "textarea", "script", "style", "svg")


class Citations(Preprocessor):
    """Swap citations for tokens; every mistake of the page is collected before any is raised."""

    def __init__(self, md: Markdown, extension: CitationExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, lines: list[str]) -> list[str]:
        """Resolve the citations of a page; AuthorErrors holds all that cannot be."""
        page = self.extension.start(self.md)
        text = "\n".join(lines)
        if reserved := RESERVED.search(text):
            raise AuthorErrors([AuthorError(f"private-use character U+{ord(reserved[0]):04X}; remove it", page.path)])
        parts, at = [], 0
        for citation in cite.find(text):
            parts.append(text[at : citation.start])
            at = citation.end
            if citation.literal:
                parts.append(token(page.keep("@{")))
            elif not citation.closed:
                page.mistake(AuthorError("citation without its closing brace; write @{…}, or \\@{ for the characters"),
                             text[citation.start : citation.end])  # fmt: skip
            else:
                parts.append(self._token(page, text[citation.start : citation.end], citation.inside))
        page.raise_mistakes()
        return mark_plain_places("".join([*parts, text[at:]])).split("\n")

    def _token(self, page: Page, source: str, inside: str) -> str:
        try:
            return token(page.keep(page.resolve(inside), source))
        except AuthorError as error:
            page.mistake(error, source)
            return ""


class InlineCitations(InlineProcessor):
    """Turn a token in prose into elements, whose text no other rule reads."""

    def __init__(self, md: Markdown, extension: CitationExtension) -> None:
        super().__init__(INLINE_TOKEN, md)
        self.extension = extension

    def handleMatch(  # type: ignore[override]
        self, m: re.Match[str], data: str
    ) -> tuple[etree.Element | str, int, int]:
        """The element of one citation."""
        page = self.extension.page
        number = number_of(m[1])
        resolved = page.kept[number]
        if isinstance(resolved, str):
            holder = etree.Element("span")
            holder.text = AtomicString(resolved)
        elif isinstance(resolved, Block):
            holder = etree.Element("fg-block", {"data-n": str(number)})
        elif isinstance(resolved, Number) and resolved.source is None:
            holder = _tree(inline.data(resolved))
        else:
            holder = _only(page.elements(resolved))
        return holder, m.start(0), m.end(0)


def _tree(element: Element) -> etree.Element:
    found = etree.Element(element.tag, dict(element.attributes))
    _append(found, list(element.children))
    return found


def _only(children: list[Children]) -> etree.Element:
    if len(children) == 1 and isinstance(children[0], Element):
        return _tree(children[0])
    holder = etree.Element("span", {"class": "fg-row"})
    _append(holder, children)
    return holder


def _append(parent: etree.Element, children: list[Children]) -> None:
    last: etree.Element | None = None
    for child in children:
        if isinstance(child, Element):
            last = _tree(child)
            parent.append(last)
        elif isinstance(child, str):
            text = AtomicString(((parent.text if last is None else last.tail) or "") + child)
            if last is None:
                parent.text = text
            else:
                last.tail = text


class Finish(Postprocessor):
    """Fill tokens in formulas, code, attributes and raw HTML, once the page is HTML."""

    def __init__(self, md: Markdown, extension: CitationExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, text: str) -> str:
        """The finished page."""
        page = self.extension.page
        finished = self._fill(page, math.replace_formulas(text, lambda tex, display: self._formula(page, tex, display)))
        page.raise_mistakes()
        return finished

    def _formula(self, page: Page, tex: str, display: bool) -> str:
        def show(number: int) -> str:
            kept = page.kept[number]
            if isinstance(kept, str):
                raise AuthorError("formula: `\\@{` has no place in a formula")
            return markup(inline.mathml(kept))

        prepared = TOKEN.sub(lambda match: math.placeholder(number_of(match[1])), tex)
        try:
            converted = math.convert(prepared, display, show)
        except AuthorError as error:
            page.mistake(error, page.restore(tex))
            return ""
        if not display:
            return converted
        return f'<div class="fg-math" role="group" tabindex="0" aria-label="公式">{converted}</div>'

    def _fill(self, page: Page, text: str) -> str:
        parts: list[str] = []
        plain_depth = 0
        for i, part in enumerate(_TAG.split(text)):
            if i % 2:
                name = re.match(r"</?([A-Za-z][\w-]*)", part)
                if name and name[1].lower() in _PLAIN_TEXT:
                    plain_depth = max(0, plain_depth + (-1 if part.startswith("</") else 1))
                parts.append(TOKEN.sub(lambda match: escape(page.plain(number_of(match[1]), "text")), part))
            elif plain_depth:
                parts.append(TOKEN.sub(lambda match: escape(page.plain(number_of(match[1]), "code")), part))
            else:
                parts.append(TOKEN.sub(lambda match: page.html(number_of(match[1])), part))
        return "".join(parts)


class CitationExtension(Extension):
    """`figgen.markdown`; options: `root` (folder of mkdocs.yml), `page` (path in docs/, where nobody tells it)."""

    def __init__(self, **options: Any) -> None:
        self.config = {"root": ["", "folder of mkdocs.yml"], "page": ["", "path of the page in docs/"]}
        self.page: Page
        super().__init__(**options)

    def start(self, md: Markdown) -> Page:
        """Begin a page: find out which one it is, and read the book."""
        root = self.getConfig("root")
        self.page = page_of(md, Path(root) if root else None, self.getConfig("page") or None)
        return self.page

    def extendMarkdown(self, md: Markdown) -> None:
        """Register the processors."""
        md.preprocessors.register(Citations(md, self), "figgen-citations", 31.5)
        md.inlinePatterns.register(InlineCitations(md, self), "figgen-citations", 185)
        md.treeprocessors.register(LineBreaks(md), "figgen-linebreaks", 18)
        md.treeprocessors.register(Figures(md, self), "figgen-figures", 15)
        md.treeprocessors.register(Headings(md, self), "figgen-headings", 6)
        md.postprocessors.register(Finish(md, self), "figgen-finish", -10)


def makeExtension(**options: Any) -> CitationExtension:
    """For Python-Markdown."""
    return CitationExtension(**options)

