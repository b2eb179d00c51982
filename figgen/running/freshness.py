"""Whether a chapter's outputs are what a run would give.

A chapter's record (build/cache/<chapter>.json) holds the hash of each file that was read when it ran; it is
fresh while all these hashes, the versions of the libraries and the hashes of its outputs are the same.
"""

from __future__ import annotations

import hashlib
import json
import sys
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

from figgen.project import Project

LIBRARIES = ("numpy", "matplotlib")
MISSING = "missing"


def stale(project: Project, chapter: str, hashes: dict[str, str] | None = None) -> str | None:
    """Why a chapter must run, or None if its outputs are what a run would give.

    `hashes` remembers what was hashed for other chapters at the same moment.
    """
    seen = {} if hashes is None else hashes
    record = read_record(project, chapter)
    if record is None:
        return "never built"
    if record["libraries"] != libraries():
        return "another version of Python or of a library"
    for name, known in record["inputs"].items():
        if name not in seen:
            seen[name] = hash_of(project.source(name))
        if seen[name] != known:
            change = {known: "is new", seen[name]: "is gone"}.get(MISSING, "changed")
            return f"{name} {change}"
    for name, known in record["outputs"].items():
        if hash_of(project.build / name) != known:
            return f"build/{name} is missing or was changed"
    return None


def read_record(project: Project, chapter: str) -> dict[str, dict[str, Any]] | None:
    """What was read and written when a chapter ran last, or None."""
    try:
        record = json.loads((project.build / "cache" / f"{chapter}.json").read_text(encoding="utf-8"))
        parts = {name: record[name] for name in ("libraries", "inputs", "outputs")}
        return parts if all(isinstance(part, dict) for part in parts.values()) else None
    except (OSError, ValueError, TypeError, KeyError):
        return None


@cache
def libraries() -> dict[str, str]:
    """Versions that a result may depend on."""
    found = {"python": ".".join(map(str, sys.version_info[:3]))}
    for name in LIBRARIES:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            found[name] = "none"
    return found


def hash_of(path: Path) -> str:
    """The hash of a file's bytes or of a folder's names, or "missing"."""
    try:
        if path.is_dir():
            names = sorted(entry.name for entry in path.iterdir() if entry.name != "__pycache__")
            return hashlib.sha256("\n".join(names).encode("utf-8", "surrogateescape")).hexdigest()
        return hashlib.sha256(path.read_bytes()).hexdigest()
    except OSError:
        return MISSING
