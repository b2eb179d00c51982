"""One built article against what it must show: every number recomputed, every other digit accounted for."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from figgen import cite, inline
from figgen.book import Book, Number
from figgen.errors import AuthorError
from figgen.finding import Finding
from figgen.markup import markup
from figgen.scanning.tags import SEEN
from figgen.verifying.expected import Expected
from figgen.verifying.runs import runs
from figgen.verifying.tree import Node, Text, one, parse

VALUES = ("data-value", "value", "data-accept")
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
            self._block(node, chapter)
        elif "fg-source" in node.classes:
            self._mark(node)
        elif node.tag != "style" and not any(name in GENERATED for name in node.classes):
            self._attributes(node)
            if node.tag == "step-player":
                self._player(node)
            if node.tag == "state-switch":
                self._switch(node)
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

    def _block(self, figure: Node, chapter: str) -> None:
        """A figure, table or line: its markup must be that of the block made afresh."""
        parts = [child for child in figure.children if not isinstance(child, Text) or child.text.strip()]
        caption = next((p for p in parts if isinstance(p, Node) and p.tag == "figcaption"), None)
        name = figure.attributes.get("id", "").removeprefix("fig-")
        full = self._full_name(name, chapter)
        if full is None:
            self._report(figure, f"no example makes a block for the figure {name!r}")
            return
        self.blocks[f"{full[0]}.{full[1]}"] += 1
        fresh = _fresh(self.includes / full[0] / f"{full[1]}.md")
        made = [child for child in fresh.children if not isinstance(child, Text) or child.text.strip()]
        shown = [part for part in parts if part is not caption]
        for ours, theirs in _differences(shown, made):
            self._report(
                ours or figure, f"in the block {name!r}: {_describe(ours)} instead of {_describe(theirs)}"
            )
        for node in figure.walk():
            if isinstance(node, Node) and node is not caption:
                self._honest(node, full[0])
        if caption is not None:
            self._visit(caption, chapter)

    def _honest(self, node: Node, chapter: str) -> None:
        """A number within a block: its digits and its value must be those of its reference."""
        value = next((node.attributes[name] for name in VALUES if name in node.attributes), None)
        ref = node.attributes.get("data-ref")
        if ref is None or value is None or "data-field" in node.attributes:
            return
        try:
            number = self.book.resolve(cite.parse(ref), chapter)
        except AuthorError as error:
            self._report(node, f"the reference {ref!r} cannot be computed: {error.message}")
            return
        if isinstance(number, Number):
            shown = "".join(run for _, run in runs(node.content))
            if value != number.value or (shown and shown != "".join(run for _, run in runs(number.text))):
                said = node.content.strip()
                self._report(node, f"“{said}” (value {value}) stands for {ref}, which is {number.text} now")

    def _full_name(self, name: str, chapter: str) -> tuple[str, str] | None:
        if chapter in self.book.chapters and name in self.book.chapters[chapter].blocks:
            return chapter, name
        for other, held in self.book.chapters.items():
            prefix = f"{other.replace('/', '-')}-"
            if name.startswith(prefix) and name.removeprefix(prefix) in held.blocks:
                return other, name.removeprefix(prefix)
        return None

    def _player(self, player: Node) -> None:
        """A step player's counts and marks: they number the items that there are."""
        steps = [child for item in player.find("ol", class_="fg-items") for child in item.children]
        total = str(sum(isinstance(step, Node) and step.tag == "li" for step in steps))
        counts = [(count, count.content) for count in player.find(class_="fg-step-count")]
        marks = [mark for marks in player.find(class_="fg-step-marks") for mark in marks.find("a")]
        for shown in (
            counts,
            [(mark, f"{mark.content} {mark.attributes.get('aria-label', '')}") for mark in marks],
        ):
            for order, (node, text) in enumerate(shown, start=1):
                if [run for _, run in runs(text)] not in (
                    [str(order), total],
                    [str(order), str(order), total],
                ):
                    self._report(node, f"“{text.strip()}” counts step {order} of {total}")

    def _switch(self, switch: Node) -> None:
        """A switch's choices: they repeat the names of its states."""
        items = next(switch.find(class_="fg-items"), switch)
        states = [item for item in items.children if isinstance(item, Node) and item.tag == "li"]
        names = [next(state.find(class_="fg-state-name"), state).content.strip() for state in states]
        choices = next(switch.find(class_="fg-choices"), switch)
        labels = [label for label in choices.children if isinstance(label, Node) and label.tag == "label"]
        for label, name in zip(labels, names, strict=False):
            if label.content.strip() != name:
                self._report(label, f"the choice “{label.content.strip()}” names the state “{name}”")

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


def _fresh(include: Path) -> Node:
    return _parsed(include, include.stat().st_mtime_ns)


@lru_cache(maxsize=512)
def _parsed(include: Path, stamp: int) -> Node:
    return parse(include.read_text(encoding="utf-8"))


def _differences(
    shown: list[Node | Text], made: list[Node | Text]
) -> Iterator[tuple[Node | Text | None, Node | Text | None]]:
    """The smallest pairs of parts that differ."""
    for i in range(max(len(shown), len(made))):
        ours = shown[i] if i < len(shown) else None
        theirs = made[i] if i < len(made) else None
        if isinstance(ours, Node) and isinstance(theirs, Node):
            if ours.canonical() == theirs.canonical():
                continue
            same = ours.tag == theirs.tag and ours.attributes == theirs.attributes
            inner = list(_differences(_parts(ours), _parts(theirs))) if same else []
            yield from inner or [(ours, theirs)]
        elif isinstance(ours, Text) and isinstance(theirs, Text):
            if ours.text.strip() != theirs.text.strip():
                yield ours, theirs
        else:
            yield ours, theirs


def _shows_value(node: Node) -> bool:
    """Whether readers see the value attribute of the element."""
    if node.tag == "input":
        return node.attributes.get("type", "text") not in ("radio", "checkbox", "hidden")
    return node.tag in ("li", "meter", "progress")


def _parts(node: Node) -> list[Node | Text]:
    """Children, with texts joined that entities parted."""
    parts: list[Node | Text] = []
    for child in node.children:
        last = parts[-1] if parts else None
        if isinstance(child, Text) and isinstance(last, Text):
            parts[-1] = Text(last.text + child.text, last.line, last.column)
        else:
            parts.append(child)
    return [part for part in parts if isinstance(part, Node) or part.text.strip()]


def _describe(part: Node | Text | None) -> str:
    if part is None:
        return "nothing"
    if isinstance(part, Text):
        return f"“{part.text.strip()}”"
    attributes = "".join(f" {name}={value!r}" for name, value in part.attributes.items())
    content = part.content.strip()
    return f"<{part.tag}{attributes}>{content[:40]}"
