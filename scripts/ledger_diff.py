"""Prints what changes in ledger.txt since another commit, as Markdown for a reviewer.

Every published number that appears, goes or changes: `make ledger-diff BASE=main`.
"""

import difflib
import subprocess
import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

LEDGER = Path(__file__).resolve().parent.parent / "ledger.txt"
LONGEST = 60_000  # characters; a comment on GitHub holds 65 536


def sections(text: str) -> dict[str, list[str]]:
    """The lines of each section of a ledger, by the section's name."""
    found: dict[str, list[str]] = {}
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("[") and line.endswith("]"):
            lines = found.setdefault(line[1:-1], [])
        elif line and not line.startswith("#"):
            lines.append(line)
    return found


def changes(old: str, new: str) -> Iterator[tuple[str, str]]:
    """Section and line of each difference; a line starts with - or +."""
    before, after = sections(old), sections(new)
    for name in [*after, *(name for name in before if name not in after)]:
        lines = difflib.unified_diff(before.get(name, []), after.get(name, []), n=0, lineterm="")
        yield from ((name, line) for line in list(lines)[2:] if not line.startswith("@@"))


def report(old: str, new: str) -> str:
    """The differences as Markdown."""
    found = list(changes(old, new))
    if not found:
        return "**No published number changes**: `ledger.txt` stays as it is.\n"
    counts = [sum(line.startswith(sign) for _, line in found) for sign in "+-"]
    head = (
        f"**Lines of `ledger.txt` that come: {counts[0]}, that go: {counts[1]}.** "
        "Every number that readers meet is one of them."
    )
    lines = []
    for name, group in groupby(found, key=lambda change: change[0]):
        lines += [f"# {name}", *(line for _, line in group)]
    shown, left = [], LONGEST
    for line in lines:
        left -= len(line) + 1
        if left < 0:
            shown.append(f"# and {len(lines) - len(shown)} lines more: see the diff of the file")
            break
        shown.append(line)
    return "\n".join([head, "", "```diff", *shown, "```", ""])


def main(base: str) -> int:
    """Print the report; 1 if there is no such commit."""
    if _git("rev-parse", "--verify", "--quiet", f"{base}^{{commit}}") is None:
        print(f"there is no commit {base!r} here; name one with BASE=…", file=sys.stderr)
        return 1
    old = _git("show", f"{base}:./{LEDGER.name}") or ""
    print(report(old, LEDGER.read_text(encoding="utf-8")), end="")
    return 0


def _git(*arguments: str) -> str | None:
    """What git prints; None if it fails."""
    done = subprocess.run(["git", *arguments], cwd=LEDGER.parent, capture_output=True)
    return None if done.returncode else done.stdout.decode("utf-8", "replace")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
