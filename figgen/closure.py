"""What a run reads: every module and file of the book, with the hash of the very bytes that were used.

Modules of the book are always compiled from their source. Python's bytecode files are trusted by time and size,
which a restored checkout can fool; and writing them into a watched folder would start another build.
"""

from __future__ import annotations

import hashlib
import sys
from importlib.abc import PathEntryFinder
from importlib.machinery import FileFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import Any

from figgen.project import Project


class Closure:
    """Records reads from the moment it is made; `inputs()` gives them."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._hashes: dict[str, str] = {}
        self._busy = False
        sys.path_hooks.insert(0, self._finder)
        sys.path_importer_cache.clear()
        sys.addaudithook(self._opened)

    def inputs(self) -> dict[str, str]:
        """Path from the root of each file that was read, and its hash; includes figgen's own modules."""
        self._busy = True
        for module in list(sys.modules.values()):
            if path := getattr(module, "__file__", None):
                self.record(path)
        return dict(sorted(self._hashes.items()))

    def record(self, path: str, data: bytes | None = None) -> None:
        """Remember a file by the hash of its bytes, the first ones seen."""
        name = self._project.recorded(Path(path).absolute())
        if name is None or name in self._hashes:
            return
        try:
            self._hashes[name] = hashlib.sha256(Path(path).read_bytes() if data is None else data).hexdigest()
        except OSError:
            self._hashes[name] = "missing"

    def _opened(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event != "open" or self._busy or not isinstance(arguments[0], str) or arguments[0].endswith(".pyc"):
            return
        if isinstance(arguments[1], str) and arguments[1][:1] in "wax":
            return
        self._busy = True
        try:
            self.record(arguments[0])
        finally:
            self._busy = False

    def _finder(self, folder: str) -> PathEntryFinder:
        if self._project.recorded(Path(folder).absolute() / "module.py") is None:
            raise ImportError("not a folder of the book")
        closure = self

        class Loader(SourceFileLoader):
            def path_stats(self, path: str) -> Any:
                raise OSError("bytecode is not used")

            def exec_module(self, module: ModuleType) -> None:
                closure.record(self.path)
                super().exec_module(module)

        return FileFinder(folder, (Loader, [".py"]))


def hash_of(path: Path) -> str:
    """The hash of a file's bytes, or "missing"."""
    try:
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return "missing"
