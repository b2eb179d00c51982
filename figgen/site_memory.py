"""What MkDocs would make anew in every build although nothing of it changed: templates, and what is sought.

Parting Chinese words takes a second only to load its dictionary.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache
from jinja2.bccache import Bucket

from figgen.running.kept import keep, recall
from figgen.running.writing import UNFINISHED

DICTIONARIES = ("jieba_dict", "jieba_dict_user")


class Templates(BytecodeCache):
    """Compiled templates, by their source."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load_bytecode(self, bucket: Bucket) -> None:
        """Use the kept code if it was made from the same source."""
        if body := recall(self._folder / bucket.key, bucket.checksum.encode()):
            bucket.bytecode_from_string(body)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep the code."""
        keep(self._folder / bucket.key, bucket.checksum.encode(), bucket.bytecode_to_string())


class Searched:
    """The entries of each page in the search index of Material's plugin, by what of the page is sought."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._used: set[str] = set()

    def attach(self, plugin: Any) -> None:
        """From now on, make entries only of pages that changed; but of all, with dictionaries of its own."""
        if any(plugin.config.get(name) for name in DICTIONARIES):
            return
        index, make = plugin.search_index, plugin.search_index.add_entry_from_context
        libraries = [version(name) for name in ("mkdocs-material", "jieba", "backrefs")]

        def add(page: Any) -> None:
            name = page.file.src_uri.replace("/", "+")
            shown, sought = page.content, _parted(page.content)
            told = (libraries, sorted(plugin.config.items()), page.url, page.title, page.meta, sought)
            made_from = repr((told, list(_places(page.toc)))).encode("utf-8", "surrogatepass")
            body = recall(self._folder / name, made_from)
            if body is None:
                before = len(index.entries)
                page.content = sought
                try:
                    make(page)
                finally:
                    page.content = shown
                keep(self._folder / name, made_from, json.dumps(index.entries[before:]).encode())
            else:
                index.entries.extend(json.loads(body))
            self._used.add(name)

        index.add_entry_from_context = add

    def prune(self) -> None:
        """Forget pages that are no more; what another build is writing stays."""
        for path in self._folder.iterdir() if self._folder.is_dir() else ():
            if path.name not in self._used and not path.name.startswith(UNFINISHED):
                path.unlink()


def _parted(content: str) -> str:
    """Cells and words of a drawing apart, each found by itself: the plugin would glue them together.

    The links below a figure, the same below each, are left out.
    """
    without = re.sub('<p class="fg-take">.*?</p>', "", content, flags=re.DOTALL)
    return re.sub(
        '</(?:td|th|text|dt|summary|figcaption)>|<span class="fg-(?:title|body)">', r" \g<0>", without
    )


def _places(toc: Iterable[Any]) -> Iterable[tuple[str, str]]:
    for item in toc:
        yield item.id, item.url
        yield from _places(item.children)
