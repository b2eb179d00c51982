"""How long an author waits under `mkdocs serve`, from a save to the new page, and how often is built.

`python -m tests.benchmarks.saving [--rounds N]`, a book of ten chapters. It fails above a limit.
"""

from __future__ import annotations

import argparse
import re
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks import synthetic
from tests.benchmarks.measuring import MKDOCS, Measured, cost
from tests.site.server import Server, serving

CHAPTERS = 10
PROSE, ENGINE = 1.0, 2.5  # seconds
BURST = 50
NUMBER = re.compile(r'<data class="fg-number"[^>]*>([^<]*)</data>')


class Author:
    """Saves files of a served book and waits for what is served."""

    def __init__(self, root: Path, names: list[str], server: Server) -> None:
        self.root, self.names, self.server, self.turn = root, names, server, 0

    def prose(self, page: str | None = None) -> Callable[[], bool]:
        """Save another line of a page; what is true once it is served."""
        name = page or self.names[len(self.names) // 2]
        path = self.root / "docs" / f"{name}.md"
        self.turn += 1
        line = f"又添了一行{str(self.turn).translate(synthetic.HANZI)}。"
        text = re.sub(r"\n又添了一行.*\n", "", path.read_text(encoding="utf-8"))
        path.write_text(f"{text}\n{line}\n", encoding="utf-8")
        return lambda: line in self.server.get(f"{name}/")

    def engine(self) -> Callable[[], bool]:
        """Save an engine in which every number and figure is another; what is true once all are served."""
        before = {name: NUMBER.findall(self.server.get(f"{name}/")) for name in self.names}
        path = self.root / "engine/shared.py"
        self.turn += 1
        source = re.sub(
            r"SCALE = [\d.]+", f"SCALE = {0.51 + self.turn / 100:.2f}", path.read_text(encoding="utf-8")
        )
        path.write_text(source, encoding="utf-8")
        return lambda: all(self.changed(name, before[name]) for name in reversed(self.names))

    def changed(self, name: str, before: list[str]) -> bool:
        """Whether a page shows other numbers than before."""
        now = NUMBER.findall(self.server.get(f"{name}/"))
        return bool(now) and now != before

    def waits(self, save: Callable[[], Callable[[], bool]]) -> tuple[float, int]:
        """Seconds from a save to what it changes, and how many builds it took until all is quiet."""
        builds = self.server.builds()
        start = time.monotonic()
        served = save()
        while not served():
            if time.monotonic() - start > 120:
                raise TimeoutError(self.server.output)
            time.sleep(0.01)
        seconds = time.monotonic() - start
        return seconds, self.server.settle(2) - builds


def measure(root: Path, names: list[str], rounds: int) -> list[Measured]:
    """All lines, from one server."""
    lines = []
    with serving(root) as server:
        author = Author(root, names, server)
        idle = server.settle(5)
        for what, save, limit in (
            ("a line of prose", author.prose, PROSE),
            ("the engine", author.engine, ENGINE),
        ):
            found = [author.waits(save) for _ in range(rounds)]
            told = ", ".join(f"{seconds:.2f}" for seconds, _ in found)
            middle = statistics.median(seconds for seconds, _ in found)
            lines.append(Measured(f"seconds from saving {what} to the new page", middle, limit, told))
            most = max(builds for _, builds in found)
            lines.append(Measured(f"builds for one save of {what}, at most", most, 1))
        lines.append(Measured("builds when nobody saves", server.settle(5) - server.builds() + idle - 1, 0))
        before = server.builds()
        for _ in range(BURST):
            served = author.prose()
            time.sleep(0.02)
        server.until(served, "the last of many saves")
        builds = server.settle(3) - before
        lines.append(
            Measured(
                f"the last of {BURST} saves is served (1: yes)", float(served()), None, f"{builds} builds"
            )
        )
    return lines


def main() -> int:
    """Print the waits; 1 if one is above its limit."""
    wanted = argparse.ArgumentParser()
    wanted.add_argument("--rounds", type=int, default=5)
    options = wanted.parse_args()
    with tempfile.TemporaryDirectory(prefix="figgen-bench-") as temporary:
        root = Path(temporary) / "book"
        names = synthetic.write_book(root, CHAPTERS)
        cost(root, *MKDOCS)
        lines = measure(root, names, options.rounds)
    for line in lines:
        print(line)
    return int(any(line.above for line in lines))


if __name__ == "__main__":
    raise SystemExit(main())
