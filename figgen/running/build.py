"""Brings build/ up to date: runs each worked example whose inputs changed, and nothing else.

Every example runs in a process of its own.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from figgen.errors import AuthorError, AuthorErrors, nearest
from figgen.project import Project
from figgen.running.freshness import hash_of, libraries, read_record, stale
from figgen.running.launcher import Launcher
from figgen.running.writing import write_if_changed

TIME_LIMIT = 120.0  # seconds for one example


@dataclass(frozen=True)
class Outcome:
    """What happened to one chapter: the reason why it ran, or None if it was fresh."""

    chapter: str
    reason: str | None


def build(
    project: Project,
    force: tuple[str, ...] = (),
    progress: Callable[[Outcome], None] | None = None,
    limit: float = TIME_LIMIT,
    launcher: Launcher | None = None,
) -> list[Outcome]:
    """Bring every chapter up to date, `limit` seconds for each; a `launcher` of the caller's stays open.

    AuthorErrors holds all mistakes; the earlier outputs of a chapter with a mistake stay as they are.
    """
    chapters = project.chapters()
    for name in force:
        if name not in chapters:
            raise AuthorError(f"--force {name}: no such chapter{nearest(name, chapters)}")
    try:
        with _lock(project):
            return _build(project, chapters, force, progress, limit, launcher)
    except OSError as error:
        where = Path(str(error.filename)) if error.filename else project.build
        shown = project.relative(where) if where.is_relative_to(project.root) else str(where)
        raise AuthorError(f"cannot be written or read: {error.strerror or error}", shown) from None


def _build(
    project: Project,
    chapters: list[str],
    force: tuple[str, ...],
    progress: Callable[[Outcome], None] | None,
    limit: float,
    launcher: Launcher | None,
) -> list[Outcome]:
    hashes: dict[str, str] = {}
    reasons = {name: "forced" if name in force else stale(project, name, hashes) for name in chapters}
    running = sum(reason is not None for reason in reasons.values())
    few = running <= 2 * (os.cpu_count() or 1)  # else there is enough to do for every core
    errors: list[AuthorError] = []
    outcomes: list[Outcome] = []

    def one(chapter: str, launcher: Launcher) -> Outcome | AuthorErrors:
        try:
            if reasons[chapter] is not None:
                _run(project, chapter, launcher, limit, beside=few)
        except AuthorErrors as mistakes:
            return mistakes
        return Outcome(chapter, reasons[chapter])

    with (
        Launcher(project, drawing=running > 1) if launcher is None else nullcontext(launcher) as starts,
        ThreadPoolExecutor(max_workers=os.cpu_count() or 1) as pool,
    ):
        try:
            starts.next_build()
            longest = sorted(chapters, key=lambda chapter: -_size(project, chapter))
            started = {chapter: pool.submit(one, chapter, starts) for chapter in longest}
            for chapter in chapters:
                if isinstance(result := started[chapter].result(), AuthorErrors):
                    errors.extend(result.errors)
                else:
                    outcomes.append(result)
                    if progress:
                        progress(result)
        except BaseException:  # the author interrupts, or a disk is full: what runs does not run on
            starts.stop()
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    if errors:
        raise AuthorErrors(errors)
    _prune(project, chapters)
    return outcomes


def _size(project: Project, chapter: str) -> int:
    """How much there is to do for a chapter, by what it gave the last time."""
    made = project.build / "derivations" / f"{chapter}.json"
    return made.stat().st_size if made.is_file() else 0


def _run(project: Project, chapter: str, launcher: Launcher, limit: float, *, beside: bool) -> None:
    """Run the worker and put its files in place; AuthorErrors if the example does not give a chapter."""
    with tempfile.TemporaryDirectory(dir=_work(project)) as temporary:
        folder = Path(temporary)
        shown = f"docs/{chapter}.py"
        code = launcher.run(chapter, folder, limit, beside=beside)
        if code is None:
            message = f"stopped after {limit:g} s; an example should take a second or two"
            raise AuthorErrors([AuthorError(message, shown)])
        if (folder / "errors.json").is_file():
            found = json.loads((folder / "errors.json").read_text(encoding="utf-8"))
            raise AuthorErrors(AuthorError(*parts) for parts in found)
        if code or not (folder / "inputs.json").is_file():
            said = folder / "stderr"
            last = said.read_text(encoding="utf-8", errors="replace").strip() if said.is_file() else ""
            last = last.split("\n")[-1]
            message = f"its process ended with code {code}" + (f": {last}" if last else "")
            raise AuthorErrors([AuthorError(message, shown)])
        _place(project, chapter, folder)


def _place(project: Project, chapter: str, folder: Path) -> None:
    """Move finished files to build/, each atomically and only if its bytes change, the record last."""
    outputs = {
        f"values/{chapter}.json": folder / "values.json",
        f"derivations/{chapter}.json": folder / "derivations.json",
        f"accounts/{chapter}.kept": folder / "account",
    }
    for file in sorted((folder / "includes").iterdir()):
        outputs[f"includes/{chapter}/{file.name}"] = file
    for file in sorted((folder / "pictures").iterdir()):
        outputs[f"pictures/{file.name}"] = file
    for name, file in outputs.items():
        write_if_changed(project.build / name, file.read_bytes())
    record = {
        "libraries": libraries(),
        "inputs": json.loads((folder / "inputs.json").read_text(encoding="utf-8")),
        "outputs": {name: hash_of(file) for name, file in outputs.items()},
    }
    text = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
    write_if_changed(project.build / "cache" / f"{chapter}.json", text.encode("utf-8"))


def _prune(project: Project, chapters: list[str]) -> None:
    """Remove the outputs of deleted examples and blocks, and leftovers of a killed run."""
    wanted: set[Path] = set()
    for chapter in chapters:
        record = read_record(project, chapter) or {"outputs": {}}
        wanted.add(project.build / "cache" / f"{chapter}.json")
        wanted.update(project.build / name for name in record["outputs"])
    for folder in ("values", "derivations", "accounts", "includes", "pictures", "cache"):
        for path in sorted((project.build / folder).rglob("*"), reverse=True):
            if path.is_dir() and not any(path.iterdir()):
                path.rmdir()
            elif path.is_file() and path not in wanted:
                path.unlink()


def _work(project: Project) -> Path:
    """The folder of running examples."""
    folder = project.build / "work"
    folder.mkdir(exist_ok=True)
    return folder


@contextmanager
def _lock(project: Project) -> Iterator[None]:
    """One build at a time in one folder; a second one waits. What a killed one left is swept away."""
    import fcntl

    project.build.mkdir(exist_ok=True)
    with (project.build / "lock").open("w") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        shutil.rmtree(project.build / "work", ignore_errors=True)
        yield
