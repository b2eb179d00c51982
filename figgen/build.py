"""Brings build/ up to date: runs each worked example whose inputs changed, and nothing else.

Every example runs in a process of its own. A chapter's record (build/cache/<chapter>.json) holds the hash of
each file that was read when it ran; a chapter is fresh while all these hashes, the versions of the libraries and
the hashes of its outputs are the same.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from figgen.closure import hash_of
from figgen.errors import AuthorError, AuthorErrors
from figgen.project import Project

TIME_LIMIT = 120.0  # seconds for one example
LIBRARIES = ("numpy", "matplotlib")


@dataclass(frozen=True)
class Outcome:
    """What happened to one chapter: the reason why it ran, or None if it was fresh."""

    chapter: str
    reason: str | None


def build(
    project: Project, force: tuple[str, ...] = (), progress: Callable[[Outcome], None] | None = None
) -> list[Outcome]:
    """Bring every chapter up to date. AuthorErrors holds all mistakes; earlier outputs then stay as they are."""
    with _lock(project):
        chapters = project.chapters()
        errors: list[AuthorError] = []
        outcomes: list[Outcome] = []

        def one(chapter: str) -> Outcome | AuthorErrors:
            reason = "forced" if chapter in force else stale(project, chapter)
            if reason is not None:
                try:
                    _run(project, chapter)
                except AuthorErrors as mistakes:
                    return mistakes
            return Outcome(chapter, reason)

        with ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool:
            for result in pool.map(one, chapters):
                if isinstance(result, AuthorErrors):
                    errors.extend(result.errors)
                else:
                    outcomes.append(result)
                    if progress:
                        progress(result)
        if errors:
            raise AuthorErrors(errors)
        _prune(project, chapters)
        return outcomes


def stale(project: Project, chapter: str) -> str | None:
    """Why a chapter must run, or None if its outputs are what a run would give."""
    record = _record(project, chapter)
    if record is None:
        return "never built"
    if record.get("libraries") != _libraries():
        return "another version of Python or of a library"
    for name, known in record["inputs"].items():
        if hash_of(project.source(name)) != known:
            return f"{name} changed"
    for name, known in record["outputs"].items():
        if hash_of(project.build / name) != known:
            return f"build/{name} is missing or was changed"
    return None


def _run(project: Project, chapter: str) -> None:
    """Run the worker and put its files in place; AuthorErrors if the example does not give a chapter."""
    with tempfile.TemporaryDirectory(prefix="figgen-") as temporary:
        folder = Path(temporary)
        shown = f"docs/{chapter}.py"
        command = [sys.executable, "-m", "figgen.worker", chapter, str(folder)]
        try:
            done = subprocess.run(
                command, cwd=project.root, env=_environment(project), stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=TIME_LIMIT,
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            limit = f"stopped after {TIME_LIMIT:.0f} s; an example should take a second or two"
            raise AuthorErrors([AuthorError(limit, shown)]) from None
        if (folder / "errors.json").is_file():
            found = json.loads((folder / "errors.json").read_text(encoding="utf-8"))
            raise AuthorErrors(AuthorError(*parts) for parts in found)
        if done.returncode:
            said = done.stderr.decode("utf-8", "replace").strip().splitlines()
            message = f"the process ended with code {done.returncode}" + (f": {said[-1]}" if said else "")
            raise AuthorErrors([AuthorError(message, shown)])
        _place(project, chapter, folder)


def _place(project: Project, chapter: str, folder: Path) -> None:
    """Move finished files to build/, each atomically and only if its bytes change, the record last."""
    outputs = {f"values/{chapter}.json": folder / "values.json"}
    for file in sorted((folder / "includes").iterdir()):
        outputs[f"includes/{chapter}/{file.name}"] = file
    for name, file in outputs.items():
        write_if_changed(project.build / name, file.read_bytes())
    record = {
        "libraries": _libraries(), "inputs": json.loads((folder / "inputs.json").read_text(encoding="utf-8")),
        "outputs": {name: hash_of(project.build / name) for name in outputs},
    }  # fmt: skip
    text = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
    write_if_changed(project.build / "cache" / f"{chapter}.json", text.encode("utf-8"))


def write_if_changed(path: Path, data: bytes) -> bool:
    """Write atomically, and only if the bytes differ from those on disk; whether it wrote."""
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".writing-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return True


def _prune(project: Project, chapters: list[str]) -> None:
    """Remove the outputs of deleted examples and blocks, and leftovers of a killed run."""
    wanted: set[Path] = set()
    for chapter in chapters:
        record = _record(project, chapter) or {"outputs": {}}
        wanted.add(project.build / "cache" / f"{chapter}.json")
        wanted.update(project.build / name for name in record["outputs"])
    for folder in ("values", "includes", "cache"):
        for path in sorted((project.build / folder).rglob("*"), reverse=True):
            if path.is_dir() and not any(path.iterdir()):
                path.rmdir()
            elif path.is_file() and path not in wanted:
                path.unlink()


def _record(project: Project, chapter: str) -> dict[str, Any] | None:
    try:
        record = json.loads((project.build / "cache" / f"{chapter}.json").read_text(encoding="utf-8"))
        return record if {"libraries", "inputs", "outputs"} <= record.keys() else None
    except (OSError, ValueError, AttributeError):
        return None


@cache
def _libraries() -> dict[str, str]:
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "none"
    return found


def _environment(project: Project) -> dict[str, str]:
    """The same surroundings for every run: what an example could read by accident is fixed."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "SYSTEMROOT", "TEMP", "TMPDIR") if name in os.environ}
    blas = {name: text for name, text in os.environ.items() if name.startswith("OPENBLAS_CORETYPE")}
    return kept | blas | {
        "LC_ALL": "C.UTF-8", "TZ": "UTC", "PYTHONHASHSEED": "0", "PYTHONUTF8": "1",
        "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1",
        "MPLCONFIGDIR": str(project.build / "matplotlib"),
    }  # fmt: skip


@contextmanager
def _lock(project: Project) -> Iterator[None]:
    """One build at a time in one folder; a second one waits."""
    import fcntl

    project.build.mkdir(exist_ok=True)
    with open(project.build / "lock", "w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def clean(project: Project) -> None:
    """Remove everything generated."""
    shutil.rmtree(project.build, ignore_errors=True)
