"""The record of what outside judges agreed with: a small file, keyed on the content of engine and judges."""

import hashlib
import json
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
FILE = ROOT / "tests" / "judges" / "record.json"
REMEDY = "run `make judges` and commit tests/judges/record.json"


def content(pattern: str) -> str:
    """A hash of all files that `pattern` finds, names included."""
    digest = hashlib.sha256()
    for path in sorted(ROOT.glob(pattern)):
        digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def keys() -> dict[str, str]:
    """What the record stands for; it is stale when one of them changes."""
    return {"engine": content("engine/**/*.py"), "judges": content("tests/judges/*.py")}


def stale() -> str | None:
    """Why the committed record does not stand for the engine as it is, or None."""
    if not FILE.exists():
        return f"no record of the judges; {REMEDY}"
    held = json.loads(FILE.read_text(encoding="utf-8"))
    changed = [name for name, key in keys().items() if held.get(name) != key]
    return (
        f"the record of the judges is stale: {' and '.join(changed)} changed; {REMEDY}" if changed else None
    )


def text(agreed: dict[str, Any]) -> str:
    """The file's text for what each judge agreed with."""
    return json.dumps({**keys(), "agreed": agreed}, indent=2, sort_keys=True) + "\n"
