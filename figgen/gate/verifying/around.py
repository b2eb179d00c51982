"""What stands around an article: title, description, navigation, table of contents, footer."""

from __future__ import annotations

import re
from collections.abc import Iterator

from figgen.book import Book
from figgen.cite import parse as parse_citation
from figgen.errors import AuthorError
from figgen.gate.finding import Finding
from figgen.gate.scanning.tags import SEEN
from figgen.gate.source import scan
from figgen.gate.texts import other_texts
from figgen.gate.verifying.runs import runs
from figgen.gate.verifying.tree import Node, Text
from figgen.pages import inline

HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
UNREAD = ("script", "style", "svg", "link", "input")


def around(book: Book, document: Node, article: Node, shown: str) -> Iterator[Finding]:
    """Yield every text with a digit around the article that is neither a heading of it nor a name in the
    book."""
    known = _known(book, article)
    for text, line, column in _texts(document, article):
        bare = _bare(text)
        if any(True for _ in runs(text)) and not any(bare in name for name in known):
            message = f"“{text.strip()}” stands around the article, and no heading or title accounts for it"
            yield Finding(shown, line, column, "site", message)


def _known(book: Book, article: Node) -> list[str]:
    site = [text.text.strip("\"'") for text in other_texts(book) if text.path == "mkdocs.yml"]
    headings = [_heading(node) for node in article.walk() if isinstance(node, Node) and node.tag in HEADINGS]
    titles: list[str] = []
    for path in book.project.pages():
        chapter = path.relative_to(book.project.docs).with_suffix("").as_posix()
        text = path.read_bytes().decode("utf-8", "replace")
        front = [_filled(book, chapter, value) for value in _front_matter(text)]
        titles += [*front, _filled(book, chapter, book.outline(chapter).title or "")]
    names = [name for name in (*site, *headings, *titles) if name]
    pairs = [f"{title} - {name}" for title in (*site, *titles, *headings) for name in site if title]
    return [_bare(name) for name in (*names, *pairs)]


def _front_matter(text: str) -> list[str]:
    """Values of title and description in the front matter, as written."""
    source = scan(text)
    head = source.text.split("\n---", 1)[0] if source.text.startswith("---") else ""
    values = re.findall(r"^(?:title|description):[ \t]*(.*?)\s*$", head, re.MULTILINE)
    return [value.strip("\"'") for value in values]


def _filled(book: Book, chapter: str, text: str) -> str:
    try:
        return inline.fill(text, lambda inside: book.resolve(parse_citation(inside), chapter))
    except AuthorError:
        return text


def _heading(node: Node) -> str:
    """Its text without the link to itself."""
    if "headerlink" in node.classes:
        return ""
    return "".join(c.text if isinstance(c, Text) else _heading(c) for c in node.children)


def _texts(node: Node, article: Node) -> Iterator[tuple[str, int, int]]:
    if node is article or node.tag in UNREAD:
        return
    for name, value in node.attributes.items():
        if name in SEEN and not (
            node.tag == "meta" and node.attributes.get("name") not in ("description", "author")
        ):
            yield value, node.line, node.column
    pending: list[Text] = []
    for child in node.children:
        if isinstance(child, Text):
            pending.append(child)
        else:
            yield from _texts(child, article)
    for text in pending:
        yield text.text, text.line, text.column


def _bare(text: str) -> str:
    return re.sub(r"[\s\u200b]+", "", text)
