"""Runs one worked example in a process of its own: `python -m figgen.running.worker CHAPTER FOLDER`.

Into FOLDER go values.json, derivations.json, account, includes/, pictures/ and inputs.json (the hash of every
file of the book that was read), or errors.json.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from contextlib import nullcontext, redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from figgen.errors import AuthorError, AuthorErrors
from figgen.project import Project, find_project
from figgen.running.beside import Beside
from figgen.running.closure import Closure
from figgen.running.freshness import MISSING
from figgen.running.surroundings import steady
from figgen.running.uncomputed import COMPUTE, Uncomputed

LONGEST = 500
"""Characters of somebody else's message that are shown."""


def run(project: Project, chapter: str) -> tuple[dict[str, Any], str, str]:
    """Execute docs/<chapter>.py; returns its module-level names, its path and its source."""
    path = project.docs / f"{chapter}.py"
    shown = project.relative(path)
    source = _source(path, shown)
    try:
        code = compile(source, str(path), "exec")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        line, column = getattr(error, "lineno", None), getattr(error, "offset", None)
        message = f"not valid Python: {getattr(error, 'msg', None) or error}"
        raise AuthorErrors([AuthorError(message, shown, line or None, column or None)]) from None
    names: dict[str, Any] = {"__name__": f"docs.{chapter}", "__file__": str(path)}
    try:
        with Path(os.devnull).open("w") as nowhere, redirect_stdout(nowhere), redirect_stderr(nowhere):
            exec(code, names)
    except BaseException as error:
        raise AuthorErrors([_mistake(error, path, shown)]) from None
    return {name: thing for name, thing in names.items() if not name.startswith("__")}, shown, source


def _source(path: Path, shown: str) -> str:
    data = path.read_bytes()
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise AuthorErrors(
            [AuthorError("this line is not UTF-8; save the file as UTF-8", shown, line)]
        ) from None


def _mistake(error: BaseException, path: Path, shown: str) -> AuthorError:
    """What went wrong, at the last line of the example itself that was being executed."""
    frames = traceback.extract_tb(error.__traceback__)
    line = next((frame.lineno for frame in reversed(frames) if frame.filename == str(path)), None)
    if isinstance(error, AuthorError):
        return error.at(shown, line)
    if isinstance(error, AttributeError) and isinstance(error.obj, Uncomputed):
        return AuthorError(f"no .{error.name}: {COMPUTE}", shown, line)
    if isinstance(error, SystemExit):
        return AuthorError("stops by itself (sys.exit); an example runs to its end", shown, line)
    said = " ".join(str(error).split())[:LONGEST]
    if type(error).__name__ in ("EngineError", "FormulaError"):
        return AuthorError(said, shown, line)
    return AuthorError(f"{type(error).__name__}: {said}" if said else type(error).__name__, shown, line)


def loaded(project: Project) -> Closure:
    """Load what every example needs of figgen, but no block: a chapter is made anew only where one it shows
    changed. What is read from now on is recorded."""
    closure = Closure(project)
    import figgen.deriving.record
    import figgen.running.publish  # noqa: F401
    from figgen.messages import LANGUAGE, catalogue

    catalogue(LANGUAGE)
    return closure


def main(chapter: str, folder: Path, closure: Closure | None = None, beside: bool = True) -> int:
    """Run and publish one chapter, with figgen `loaded` before or not; 0, or 1 with errors.json written.

    `beside`: make derivations and pages at the same time.
    """
    project = find_project()
    closure = closure or loaded(project)
    code = closure.writers()
    steady()
    try:
        names, shown, source = run(project, chapter)
        from figgen.deriving.record import record, tell
        from figgen.running.publish import publish, write

        def derive() -> dict[str, str]:
            derivations = record(chapter, shown, source, names, folder)
            tell(chapter, derivations, code, project.build / "accounts" / f"{chapter}.kept", folder)
            return closure.inputs()

        with Beside(derive, folder / "derived.json") if beside else nullcontext() as deriving:
            write(publish(chapter, shown, source, names, project.build / "pictures"), folder)
        inputs = _joined(deriving.result() if deriving else derive(), closure.inputs())
    except AuthorErrors as mistakes:
        found = [[error.message, error.path, error.line, error.column] for error in mistakes.errors]
        (folder / "errors.json").write_text(json.dumps(found), encoding="utf-8")
        return 1
    (folder / "inputs.json").write_text(json.dumps(inputs), encoding="utf-8")
    return 0


def _joined(one: dict[str, str], other: dict[str, str]) -> dict[str, str]:
    """What two processes read; a file that changed between them is as good as missing."""
    both = {**one, **other}
    return {name: both[name] if one.get(name, both[name]) == both[name] else MISSING for name in sorted(both)}


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
