"""What `mkdocs build` costs beside a bare Material site of the same pages, everything typed in already.

`python -m tests.benchmarks.builds [--chapters N …] [--rounds N] [--long]` prints ratios of processor time,
the median of the rounds, in which all kinds of build take turns; `--long` adds a thousand chapters. It fails
when a ratio is above its limit.
"""

from __future__ import annotations

import argparse
import itertools
import re
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests import workbench
from tests.benchmarks import bare, synthetic
from tests.benchmarks.measuring import MKDOCS, Cost, Measured, cost, middle

UNCHANGED, EDITED, COLD, LONG = 1.15, 1.15, 1.3, 1.2
THOUSAND = 1000


class Pair:
    """A built synthetic book of n chapters, and the bare site of the same pages."""

    def __init__(self, folder: Path, chapters: int) -> None:
        self.book = folder / f"book{chapters}"
        self.names = synthetic.write_book(self.book, chapters)
        self.first = cost(self.book, *MKDOCS)
        self.bare = bare.bake(self.book, folder / f"bare{chapters}")
        cost(self.bare, *MKDOCS)
        assert bare.differing(self.book, self.bare) == []
        self.alone = bare.chapters_alone(self.bare, folder / f"alone{chapters}")
        self.turn = 0

    @property
    def chapter(self) -> str:
        """The chapter that is edited: the one in the middle."""
        return self.names[len(self.names) // 2]

    def nothing(self) -> None:
        """Change nothing."""

    def prose(self) -> None:
        """Another line of prose in one chapter."""
        page = self.book / "docs" / f"{self.chapter}.md"
        self.turn += 1
        page.write_text(
            page.read_text(encoding="utf-8") + f"\n又添了一行{'甲乙丙丁戊己庚辛壬癸'[self.turn % 10]}。\n",
            encoding="utf-8",
        )

    def number(self) -> None:
        """Another input of one chapter."""
        example = self.book / "docs" / f"{self.chapter}.py"
        source = example.read_text(encoding="utf-8")
        self.turn += 1
        example.write_text(re.sub(r"given\(\[\[-?\d+", f"given([[{self.turn}", source), encoding="utf-8")

    def everything(self) -> None:
        """Nothing is there but the sources."""
        for folder in ("build", "site"):
            shutil.rmtree(self.book / folder)


def ratios(pair: Pair, rounds: int) -> list[Measured]:
    """The four ratios of a book to its bare site."""
    kinds: dict[str, Callable[[], None]] = {
        "no change": pair.nothing, "a line of prose": pair.prose, "an input": pair.number,
        "cold": pair.everything,
    }  # fmt: skip
    found: dict[str, list[Cost]] = {kind: [] for kind in ("bare", "alone", "one", "all", *kinds)}
    for _ in range(rounds):
        for kind, root in (("bare", pair.bare), ("alone", pair.alone)):
            found[kind].append(cost(root, *MKDOCS))
        for kind, prepare in kinds.items():
            prepare()
            found[kind].append(cost(pair.book, *MKDOCS))
        for kind, chapters in (("one", [pair.chapter]), ("all", pair.names)):
            found[kind].append(computing(pair.book, chapters))
        progress(found)
    took = {kind: middle(costs) for kind, costs in found.items()}
    less = {"an input": took["one"], "cold": took["all"]}
    limits = {"no change": UNCHANGED, "a line of prose": EDITED, "an input": EDITED, "cold": COLD}
    lines = []
    for kind, limit in limits.items():
        ours, what, told = took[kind], f"{len(pair.names)} chapters, {kind}", f"{took[kind]:.2f} s"
        if kind in less:
            ours, what = ours - less[kind], f"{what}, less computing and drawing"
            told += f" - {less[kind]:.2f} s"
        lines.append(Measured(what, ours / took["bare"], limit, f"{told} / {took['bare']:.2f} s"))
    told = f"{took['no change']:.2f} s / {took['alone']:.2f} s"
    what = f"{len(pair.names)} chapters, no change, to a site without accounts"
    return [*lines, Measured(what, took["no change"] / took["alone"], None, told)]


def computing(book: Path, chapters: list[str]) -> Cost:
    """What the numbers and figures of these chapters cost without figgen."""
    return cost(workbench.ROOT, "-m", "tests.benchmarks.computing", str(book), *chapters)


def unchanged(pair: Pair, rounds: int, limit: float) -> list[Measured]:
    """No change alone, for books that take long."""
    theirs, ours = [], []
    for _ in range(rounds):
        theirs.append(cost(pair.bare, *MKDOCS))
        ours.append(cost(pair.book, *MKDOCS))
    told = f"{middle(ours):.2f} s / {middle(theirs):.2f} s"
    return [Measured(f"{len(pair.names)} chapters, no change", middle(ours) / middle(theirs), limit, told)]


def memory(pairs: list[Pair]) -> list[Measured]:
    """MiB for each further chapter between two sizes: a cold build, one that changes nothing, and bare."""
    found = {}
    for pair in pairs:
        found[len(pair.names)] = (pair.first, cost(pair.book, *MKDOCS), cost(pair.bare, *MKDOCS))
    lines = []
    sizes = sorted(found)
    for smaller, larger in itertools.pairwise(sizes):
        for place, kind in enumerate(("cold", "no change", "bare")):
            low, high = found[smaller][place].memory, found[larger][place].memory
            what = f"MiB for a chapter more, {smaller} to {larger}, {kind}"
            lines.append(
                Measured(what, (high - low) / (larger - smaller), None, f"{low:.0f} to {high:.0f} MiB")
            )
    return lines


def progress(found: dict[str, list[Cost]]) -> None:
    """Tell on stderr how far it is."""
    told = ", ".join(f"{kind} {costs[-1].seconds:.2f}" for kind, costs in found.items())
    print(f"  {told}", file=sys.stderr, flush=True)


def main() -> int:
    """Print the ratios; 1 if one is above its limit."""
    wanted = argparse.ArgumentParser()
    wanted.add_argument("--chapters", type=int, nargs="+", default=[10, 100])
    wanted.add_argument("--rounds", type=int, default=5)
    wanted.add_argument("--long", action="store_true", help="a thousand chapters too")
    options = wanted.parse_args()
    lines: list[Measured] = []
    with tempfile.TemporaryDirectory(prefix="figgen-bench-") as temporary:
        pairs = [Pair(Path(temporary), chapters) for chapters in options.chapters]
        for pair in pairs:
            lines += ratios(pair, options.rounds)
        if options.long:
            pairs.append(Pair(Path(temporary), THOUSAND))
            lines += unchanged(pairs[-1], min(options.rounds, 3), LONG)
        lines += memory(pairs)
    for line in lines:
        print(line)
    return int(any(line.above for line in lines))


if __name__ == "__main__":
    raise SystemExit(main())
