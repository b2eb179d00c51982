"""Copies of the book to build and to break, outside the repository."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("mkdocs.yml", "mkdocs.offline.yml", "pyproject.toml", "overrides", "docs", "engine", "figgen")
RECORD = "tests/judges/record.json"  # the preface cites it
UNSET = ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH", "SOURCE_DATE_EPOCH")
BYTECODE = shutil.ignore_patterns("__pycache__")


def copy_book(target: Path, source: Path = ROOT) -> Path:
    """A whole copy of the book's sources in `target`, with nothing generated in it."""
    target.mkdir(parents=True, exist_ok=True)
    for part in PARTS:
        if (source / part).is_dir():
            shutil.copytree(source / part, target / part, ignore=BYTECODE, dirs_exist_ok=True, symlinks=True)
        else:
            shutil.copy2(source / part, target / part)
    if (source / RECORD).is_file():
        (target / RECORD).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source / RECORD, target / RECORD)
    ledger = next(iter(source.glob("*ledger*")), None)
    if ledger is not None:
        shutil.copy2(ledger, target / ledger.name)
    return target


def environment(**changes: str) -> dict[str, str]:
    """The environment as on an ordinary machine: bytecode is written, no path points elsewhere."""
    kept = {name: value for name, value in os.environ.items() if name not in UNSET}
    return kept | {"NO_MKDOCS_2_WARNING": "1"} | changes


def run(root: Path, *arguments: str, **changes: str) -> subprocess.CompletedProcess[str]:
    """`python -m ARGUMENTS` in the book at `root`; its own engine and figgen are the ones used."""
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=root,
        env=environment(**changes),
        text=True,
        capture_output=True,
    )


def build(root: Path, *options: str, **changes: str) -> Path:
    """The site of the book at `root`, built strictly; the output is shown when it fails."""
    done = run(root, "mkdocs", "build", "--strict", *options, **changes)
    assert done.returncode == 0, done.stdout + done.stderr
    return root / "site"


def files(folder: Path) -> dict[str, bytes]:
    """Every file below `folder` by its relative path."""
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in sorted(folder.rglob("*")) if p.is_file()
    }


def edit(path: Path, old: str, new: str) -> None:
    """Replace `old`, which must occur exactly once in the file."""
    source = path.read_text(encoding="utf-8")
    assert source.count(old) == 1, f"{old!r} occurs {source.count(old)} times in {path.name}"
    path.write_text(source.replace(old, new), encoding="utf-8")
