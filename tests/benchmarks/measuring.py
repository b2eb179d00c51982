"""What a command costs: processor time with all that it starts, and the most memory that one process held."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests import workbench

MKDOCS = ("-m", "mkdocs", "build", "--strict", "--quiet")


@dataclass(frozen=True)
class Cost:
    """Seconds of processor time, user and system; the peak of resident memory in MiB."""

    seconds: float
    memory: float


def cost(root: Path, *arguments: str) -> Cost:
    """What `python ARGUMENTS` in a folder costs; it must end well."""
    with subprocess.Popen(
        [sys.executable, *arguments], cwd=root, env=workbench.environment(), stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        said = process.stdout.read()
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, said
    return Cost(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)


@dataclass(frozen=True)
class Measured:
    """One line of a result: a number, and its limit where there is one."""

    what: str
    number: float
    limit: float | None = None
    told: str = ""

    @property
    def above(self) -> bool:
        """Whether it breaks its limit."""
        return self.limit is not None and self.number > self.limit

    def __str__(self) -> str:
        limit = "" if self.limit is None else f"at most {self.limit:g}{'  ABOVE' if self.above else ''}"
        return f"{self.what:<58} {self.number:>9.3f}  {limit:<16} {self.told}".rstrip()


def middle(costs: Sequence[Cost]) -> float:
    """The median of the seconds."""
    return statistics.median(one.seconds for one in costs)
