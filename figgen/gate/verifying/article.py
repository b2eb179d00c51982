"""One built article against what it must show: every number recomputed, every other digit accounted for."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from figgen import cite
from figgen.book import Book, Number
from figgen.errors import AuthorError
from figgen.gate.finding import Finding
from figgen.gate.scanning.tags import SEEN
from figgen.gate.verifying.block import block_mistakes, caption_of, full_name
from figgen.gate.verifying.elements import player_mistakes, switch_mistakes
from figgen.gate.verifying.expected import Expected
from figgen.gate.verifying.runs import runs
from figgen.gate.verifying.tree import Node, Text, one
from figgen.markup import markup
from figgen.pages import inline

GENERATED = ("footnote-ref", "footnote-backref", "headerlink", "fg-step-count", "fg-step-marks")
Run = tuple[str, int, int]


class Article:
    """Verifies one page; `path` is the built file, `includes` the freshly made blocks."""

    def __init__(self, book: Book, includes: Path, path: str, expected: Expected) -> None:
        self.book, self.includes, self.path, self.expected = book, includes, path, expected
        self.references: Counter[str] = Counter()
        self.blocks: Counter[str] = Counter()
        self.found: list[Finding] = []
        self.runs: list[Run] = []

    def verify(self, article: Node, chapter: str) -> list[Finding]:
        """Return everything that the article shows and the source or the computation does not, or lacks."""
        self._visit(article, chapter)
        for what, wanted, shown in (
            ("the number", self.expected.references, self.references),
            ("the block", self.expected.blocks, self.blocks),
        ):
            for name, count in sorted((shown - wanted).items()):
                self._report(article, f"{what} {name} stands here {count} more times than the page cites it")
            for name, count in sorted((wanted - shown).items()):
                self._report(article, f"{what} {name} is missing {count} times")
        self.found.extend(self._unaccounted(article))
        return sorted(self.found)

    def _report(self, node: Node | Text, message: str) -> None:
        self.found.append(Finding(self.path, node.line, node.column, "site", message))

    def _visit(self, node: Node, chapter: str) -> None:
        if "data-ref" in node.attributes:
            self._number(node)
        elif node.tag == "figure" and "fg-block" in node.classes:
            self.block(node, chapter)
        elif "fg-source" in node.classes:
            self._mark(node)
        elif node.tag != "style" and not any(name in GENERATED for name in node.classes):
            self._attributes(node)
            for element, message in self._added(node):
                self._report(element, message)
            for child in node.children:
                if isinstance(child, Text):
                    self._text(child)
                elif not (child.tag == "label" and "fg-choices" in node.classes):
                    self._visit(child, chapter)

    def _text(self, text: Text) -> None:
        for offset, run in runs(text.text):
            lines = text.text[:offset].split("\n")
            column = len(lines[-1]) + (1 if len(lines) > 1 else text.column)
            self.runs.append((run, text.line + len(lines) - 1, column))

    def _attributes(self, node: Node) -> None:
        for name, value in node.attributes.items():
            if name in SEEN and (name != "value" or _shows_value(node)):
                self.runs.extend((run, node.line, node.column) for _, run in runs(value))

    def _number(self, node: Node) -> None:
        """A number in a line or a formula: its markup must be what its reference gives now."""
        ref = node.attributes["data-ref"]
        try:
            number = self.book.resolve(cite.parse(ref), "")
        except AuthorError as error:
            self._report(node, f"the reference {ref!r} cannot be computed: {error.message}")
            return
        if not isinstance(number, Number):
            self._report(node, f"the reference {ref!r} is no single number")
            return
        self.references[number.ref] += 1
        shapes = (one(markup(inline.data(number))), one(markup(inline.mathml(number))))
        if node.canonical() not in [shape.canonical() for shape in shapes]:
            shown = node.content.strip() or node.attributes.get("data-value", "")
            value = node.attributes.get("value", node.attributes.get("data-value", ""))
            self._report(node, f"“{shown}” (value {value}) stands for {ref}, which is {number.text} now")

    def block(self, figure: Node, chapter: str) -> None:
        """A figure, table or line: its markup must be that of the block made afresh."""
        name = full_name(self.book, figure, chapter)
        if name is None:
            self._report(figure, f"no example makes a block for the figure {figure.attributes.get('id')!r}")
            return
        self.blocks[f"{name[0]}.{name[1]}"] += 1
        include = self.includes / name[0] / f"{name[1]}.md"
        for part, message in block_mistakes(self.book, figure, include, *name):
            self._report(part, message)
        caption = caption_of(figure)
        if caption is not None:
            self._visit(caption, chapter)

    def _added(self, node: Node) -> Iterator[tuple[Node, str]]:
        if node.tag == "step-player":
            yield from player_mistakes(node)
        if node.tag == "state-switch":
            yield from switch_mistakes(node)

    def _mark(self, node: Node) -> None:
        """A source's mark, such as [1]: its place in the list of sources."""
        link = next(node.find("a"), None)
        key = link.attributes.get("href", "").partition("#source-")[2] if link else ""
        keys = list(self.expected.sources)
        wanted = f"[{keys.index(key) + 1}]" if key in keys else None
        title = self.book.sources[key].title if key in keys else None
        if link is None or node.content.strip() != wanted or link.attributes.get("title", title) != title:
            self._report(node, f"the mark “{node.content.strip()}” of source {key!r} should be {wanted}")

    def _unaccounted(self, article: Node) -> Iterator[Finding]:
        shown, wanted = Counter(run for run, _, _ in self.runs), Counter(self.expected.digits)
        extra, missing = shown - wanted, wanted - shown
        if not extra and not missing:
            return
        order = [run for run, _, _ in self.runs]
        matcher = difflib.SequenceMatcher(None, self.expected.digits, order, autojunk=False)
        places = [
            j for tag, _, _, j, j_end in matcher.get_opcodes() if tag != "equal" for j in range(j, j_end)
        ]
        for j in [*places, *range(len(order))]:
            run, line, column = self.runs[j]
            if extra[run] > 0:
                extra[run] -= 1
                message = f"“{run}” stands here, and neither the page nor a computed value accounts for it"
                yield Finding(self.path, line, column, "site", message)
        for run, count in sorted(missing.items()):
            if count > 0:
                message = f"“{run}” of the page's source is missing {count} times"
                yield Finding(self.path, article.line, article.column, "site", message)


def _shows_value(node: Node) -> bool:
    """Whether readers see the value attribute of the element."""
    if node.tag == "input":
        return node.attributes.get("type", "text") not in ("radio", "checkbox", "hidden")
    return node.tag in ("li", "meter", "progress")
