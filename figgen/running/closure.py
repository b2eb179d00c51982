"""What a run reads: every module, file and folder of the book, with the hash of what was found there.

A file that Python looked for and did not find is recorded too: one that comes to shadow a module is seen.
Modules of the book are compiled from their source (see `compiled`): Python's bytecode files can be fooled by
a restored checkout, and writing them into a watched folder would start another build.
"""

from __future__ import annotations

import hashlib
import os
import sys
from importlib.abc import PathEntryFinder
from importlib.machinery import (
    EXTENSION_SUFFIXES,
    ExtensionFileLoader,
    FileFinder,
    ModuleSpec,
    SourceFileLoader,
)
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

from figgen.project import Project
from figgen.running import compiled
from figgen.running.freshness import hash_of


class Closure:
    """Records reads from the moment it is made; `inputs()` gives them."""

    def __init__(self, project: Project) -> None:
        self._project = project
        self._hashes: dict[str, str] = {}
        self._modules: set[str] = set()
        self._busy = False
        self._record_modules()
        self.record(Path(__file__).with_name("build.py"))
        sys.path_hooks.insert(0, self._finder)
        sys.path_importer_cache.clear()
        sys.addaudithook(self._noticed)

    def inputs(self) -> dict[str, str]:
        """Path from the root of each file that was read (a folder ends in /), and its hash."""
        self._busy = True
        self._record_modules()
        return dict(sorted(self._hashes.items()))

    def writers(self) -> str:
        """The digest of all files of figgen that were read by now, but those that run it."""
        read = "\n".join(
            f"{name} {known}"
            for name, known in sorted(self._hashes.items())
            if name.startswith("figgen/") and not name.startswith("figgen/running/")
        )
        return hashlib.sha256(read.encode()).hexdigest()

    def outdated(self) -> bool:
        """Whether a file that was read is another one now."""
        return any(hash_of(self._project.source(name)) != known for name, known in self._hashes.items())

    def record(self, path: Path, data: bytes | None = None) -> None:
        """Remember a file or folder as it is now, or a file's bytes, unless it was remembered before."""
        name = self._project.recorded(path)
        if name is not None and name not in self._hashes:
            self._hashes[name] = hash_of(path) if data is None else hashlib.sha256(data).hexdigest()

    def _record_modules(self) -> None:
        for module in list(sys.modules.values()):
            path = getattr(module, "__file__", None)
            if path and path not in self._modules:
                self._modules.add(path)
                self.record(Path(path))

    def _noticed(self, event: str, arguments: tuple[Any, ...]) -> None:
        """An audit hook: files that are opened, folders that are listed."""
        if self._busy or event not in ("open", "os.listdir", "os.scandir"):
            return
        path, mode = arguments[0], arguments[1] if event == "open" else None
        by_import = "importlib" in sys._getframe(1).f_code.co_filename
        if not isinstance(path, str | bytes | os.PathLike) or by_import or str(mode)[:1] in "wax":
            return
        self._busy = True
        try:
            self.record(Path(os.fsdecode(path)))
        finally:
            self._busy = False

    def _finder(self, folder: str) -> PathEntryFinder:
        place, closure = Path(folder).absolute(), self
        kept = self._project.build / "compiled"
        if self._project.recorded(place / "module.py") is None:
            raise ImportError("not a folder of the book")

        class Loader(SourceFileLoader):
            def path_stats(self, path: str) -> Any:
                raise OSError("bytecode is not used")

            def get_data(self, path: str) -> bytes:
                data = super().get_data(path)
                closure.record(Path(path), data)
                return data

            def source_to_code(self, data: Any, path: str, **options: Any) -> CodeType:  # type: ignore[override]
                make = super().source_to_code
                return compiled.compiled(compiled.place(path, kept), path, data, lambda: make(data, path))

        class Finder(FileFinder):
            def find_spec(self, fullname: str, target: ModuleType | None = None) -> ModuleSpec | None:
                name = fullname.rpartition(".")[2]
                for candidate in (place / name / "__init__.py", place / f"{name}.py"):
                    if candidate.is_file():
                        break
                    closure.record(candidate)
                return super().find_spec(fullname, target)

        return Finder(folder, (ExtensionFileLoader, EXTENSION_SUFFIXES), (Loader, [".py"]))
