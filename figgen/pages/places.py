"""Where the texts of a page stand in its files, whatever was taken off before Markdown read them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from figgen import cite
from figgen.cite import Citation

_SNIPPET = re.compile(r"""--8<--[ \t]+["']([^"':]+)""")
_SNIPPETS = re.compile(r"^[ \t]*-+8<-+[ \t]*\n(.*?)\n[ \t]*-+8<-+[ \t]*$", re.DOTALL | re.MULTILINE)


class Place(NamedTuple):
    """Path from the root of the book, line and column from 1; None where it is not known."""

    path: str
    line: int | None = None
    column: int | None = None


class Places:
    """The source of one page, `docs/<chapter>.md`, and of the files that it includes."""

    def __init__(self, docs: Path, chapter: str) -> None:
        self._docs = docs
        self.path = f"docs/{chapter}.md"
        self.text = _read(docs / f"{chapter}.md")
        self._seen: Counter[tuple[str, str]] = Counter()

    def of_citations(self, citations: Sequence[Citation]) -> list[Place]:
        """The places of all citations of the page's body, which are the last ones of its file."""
        own = cite.find(self.text)[-len(citations) :] if citations else []
        if [each.written for each in own] == [each.written for each in citations]:
            return [self._place(self.path, self.text, each.start) for each in own]
        return [self.of_text(each.written) for each in citations]

    def of_included(self, citations: Sequence[Citation]) -> list[Place]:
        """The places of citations that came in with other files."""
        return [self.of_text(each.written, included=True) for each in citations]

    def of_text(self, written: str, included: bool = False) -> Place:
        """The place of the next occurrence of a text, however its lines are indented or quoted."""
        pattern = r"[\s>]+".join(re.escape(word) for word in written.split())
        for path, text in self._files()[1 if included else 0 :]:
            starts = [found.start() for found in re.finditer(rf"(?<!\\){pattern}", text)]
            if starts and self._seen[path, written] < len(starts):
                self._seen[path, written] += 1
                return self._place(path, text, starts[self._seen[path, written] - 1])
        return Place(self.path)

    def _files(self) -> list[tuple[str, str]]:
        """The page, then every file that it includes, each once."""
        found = {self.path: self.text}
        queue = [self.text]
        while queue:
            text = queue.pop(0)
            names = [
                *_SNIPPET.findall(text),
                *(line for part in _SNIPPETS.findall(text) for line in part.split("\n")),
            ]
            for name in names:
                path = f"docs/{name.strip().partition(':')[0]}"
                if path not in found and (self._docs.parent / path).is_file():
                    found[path] = _read(self._docs.parent / path)
                    queue.append(found[path])
        return list(found.items())

    @staticmethod
    def _place(path: str, text: str, at: int) -> Place:
        return Place(path, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8-sig", errors="replace") if path.is_file() else ""
