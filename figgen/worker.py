"""Runs one worked example in a process of its own: `python -m figgen.worker CHAPTER FOLDER`.

Into FOLDER go values.json, includes/ and inputs.json (the hash of every file of the book that was read), or errors.json.
"""

from __future__ import annotations

import contextlib
import io
import json
import sys
import traceback
from pathlib import Path
from typing import Any

from figgen.closure import Closure
from figgen.errors import AuthorError, AuthorErrors
from figgen.project import Project, find_project


def run(project: Project, chapter: str) -> tuple[dict[str, Any], str, str]:
    """Execute docs/<chapter>.py; returns its module-level names, its path and its source."""
    path = project.docs / f"{chapter}.py"
    shown = project.relative(path)
    try:
        source = path.read_text(encoding="utf-8-sig")
        code = compile(source, str(path), "exec")
    except UnicodeDecodeError as error:
        raise AuthorErrors([AuthorError(f"not UTF-8: {error.reason} at byte {error.start}", shown)]) from None
    except (SyntaxError, ValueError) as error:
        line, column = getattr(error, "lineno", None), getattr(error, "offset", None)
        message = f"not valid Python: {getattr(error, 'msg', None) or error}"
        raise AuthorErrors([AuthorError(message, shown, line, column)]) from None
    names: dict[str, Any] = {"__name__": f"docs.{chapter}", "__file__": str(path)}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(code, names)
    except BaseException as error:
        raise AuthorErrors([_mistake(error, path, shown)]) from None
    return {name: thing for name, thing in names.items() if not name.startswith("__")}, shown, source


def _mistake(error: BaseException, path: Path, shown: str) -> AuthorError:
    """What went wrong, at the last line of the example itself that was being executed."""
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == str(path)]
    if isinstance(error, AuthorError):
        return error.at(shown, lines[-1] if lines else None)
    kind = "" if type(error).__name__ in ("EngineError", "FormulaError") else f"{type(error).__name__}: "
    return AuthorError(f"{kind}{error}", shown, lines[-1] if lines else None)


def main(chapter: str, folder: Path) -> int:
    """Run and publish one chapter; 0, or 1 with errors.json written."""
    project = find_project()
    closure = Closure(project)
    try:
        names, shown, source = run(project, chapter)
        from figgen.publish import publish, write

        write(publish(chapter, shown, source, names), folder)
    except AuthorErrors as mistakes:
        found = [[error.message, error.path, error.line, error.column] for error in mistakes.errors]
        (folder / "errors.json").write_text(json.dumps(found), encoding="utf-8")
        return 1
    (folder / "inputs.json").write_text(json.dumps(closure.inputs()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
