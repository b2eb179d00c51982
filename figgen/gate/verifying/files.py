"""Every file of a built site against the same file of a site built afresh, byte for byte."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from figgen.gate.finding import Finding

AROUND = 20


def built_path(site: Path, chapter: str) -> Path:
    """Return where a page of docs/ is built to: a folder of its own or, in an offline site, a file."""
    folder, _, name = chapter.rpartition("/")
    flat, own = site / folder / f"{name}.html", site / folder / name / "index.html"
    return flat if name == "index" or (flat.is_file() and not own.is_file()) else own


def files(site: Path, made: Path) -> Iterator[Finding]:
    """Yield every file that differs from the one in `made`, at the first difference, is missing or extra."""
    ours, theirs = _names(site), _names(made)
    for name in sorted(ours | theirs):
        shown = f"{site.name}/{name}"
        if name not in theirs:
            yield Finding(shown, 1, 1, "site", "this file is extra: the book does not make it")
        elif name not in ours or not (site / name).is_file():
            yield Finding(shown, 1, 1, "site", "this file is missing: the book makes it")
        else:
            found = difference(shown, (site / name).read_bytes(), (made / name).read_bytes())
            if found is not None:
                yield found


def _names(folder: Path) -> set[str]:
    """Everything in a folder that is not a folder itself; a link counts, wherever it leads."""
    found = (path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    return {path.relative_to(folder).as_posix() for path in found}


def difference(shown: str, has: bytes, wants: bytes) -> Finding | None:
    """The first place where a file is not what is made afresh, or None where it is."""
    if has == wants:
        return None
    try:
        want = wants.decode("utf-8")
    except UnicodeDecodeError:
        at = _first(has, wants)
        return Finding(shown, 1, 1, "site", f"byte {at + 1} is not that of the file made afresh")
    text = has.decode("utf-8", "surrogateescape")
    at = _first(text, want)
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    message = f"“{_near(text, at)}” is not what is made afresh: “{_near(want, at)}”"
    return Finding(shown, line, column, "site", message)


def _first(has: str | bytes, wants: str | bytes) -> int:
    """Where two texts part; at the end of the shorter one if it begins the other."""
    same, beyond = 0, min(len(has), len(wants)) + 1
    while beyond - same > 1:
        middle = (same + beyond) // 2
        if has[:middle] == wants[:middle]:
            same = middle
        else:
            beyond = middle
    return same


def _near(text: str, at: int) -> str:
    near = text[max(0, at - AROUND) : at + AROUND]
    return "".join(c if c.isprintable() else repr(c)[1:-1] for c in near)
