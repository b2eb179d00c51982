"""Step players and state switches get their numbers, ids and controls."""

from __future__ import annotations

import xml.etree.ElementTree as etree  # noqa: N813 - as Python-Markdown names it
from typing import TYPE_CHECKING

from markdown import Markdown
from markdown.preprocessors import Preprocessor
from markdown.treeprocessors import Treeprocessor

from figgen.blocks.steps import prepare, written_out
from figgen.errors import AuthorError

if TYPE_CHECKING:
    from figgen.markdown import CitationExtension


class WrittenOut(Preprocessor):
    """Players and switches written as elements become the paragraphs that stand for them, at any depth."""

    def run(self, lines: list[str]) -> list[str]:
        """The page's lines; code in fences is no longer among them."""
        return written_out(lines)


class Stepped(Treeprocessor):
    """Gives step players and state switches their numbers, ids and controls."""

    def __init__(self, md: Markdown, extension: CitationExtension) -> None:
        super().__init__(md)
        self.extension = extension

    def run(self, root: etree.Element) -> None:
        """Complete each; one without an id, a title or a list is a mistake."""
        try:
            prepare(root)
        except AuthorError as error:
            self.extension.page.mistake_in(error, error.message.partition(">")[0].removeprefix("<"))
