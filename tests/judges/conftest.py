"""Counts what the judges compare, and writes the record when all of them agreed."""

import os
import time
from collections import defaultdict
from importlib.metadata import version

import numpy as np
import pytest

from tests.engine.closeness import difference
from tests.engine.onnx_adapters import OUTCOMES
from tests.judges import record

SEED = int(os.environ.get("JUDGES_SEED", str(int(time.time()) // 86_400)))
AGREED: dict[str, dict[str, int]] = defaultdict(lambda: {"cases": 0, "tensors": 0})
FARTHEST: dict[str, float] = defaultdict(float)


class Bench:
    """Where a test brings one case before a judge."""

    def agree(self, judge, what, within=1e-12, **pairs):
        """Each pair (ours, theirs) must be equal up to `within` of its own largest number."""
        for name, (ours, theirs) in pairs.items():
            theirs = theirs.detach().numpy() if hasattr(theirs, "detach") else np.asarray(theirs)
            far = difference(ours, theirs)
            assert far <= within, (
                f"{judge} {what}: {name} is off by {far:.2g}; shapes {np.shape(ours)}, {theirs.shape}"
            )
            AGREED[judge]["tensors"] += 1
            FARTHEST[judge] = max(FARTHEST[judge], far)
        AGREED[judge]["cases"] += 1


@pytest.fixture(scope="session")
def bench():
    return Bench()


def pytest_addoption(parser):
    parser.addoption(
        "--write-record", action="store_true", help="write tests/judges/record.json if all agree"
    )


def pytest_generate_tests(metafunc):
    """A test that takes `seed` runs on fixed seeds and as many that change from day to day."""
    if "seed" in metafunc.fixturenames:
        n = metafunc.function.cases // 2
        seeds = [*range(n), *(SEED * 1000 + each for each in range(n))]
        metafunc.parametrize(
            "seed", seeds, ids=[f"fixed{i}" for i in range(n)] + [f"rotating{i}" for i in range(n)]
        )


def pytest_terminal_summary(terminalreporter, exitstatus, config):
    if not AGREED:
        return
    terminalreporter.section(f"judges (JUDGES_SEED={SEED})")
    for judge, counts in AGREED.items():
        far = f"farthest {FARTHEST[judge]:.1e}"
        terminalreporter.write_line(
            f"{judge}: {counts['cases']} cases, {counts['tensors']} tensors agreed, {far}"
        )
    if exitstatus == 0 and config.getoption("--write-record"):
        agreed = {judge: dict(counts) for judge, counts in AGREED.items()}
        passed = {operator: len(outcome.passed) for operator, outcome in OUTCOMES.items()}
        agreed["onnx"] = {"cases": sum(passed.values()), "by operator": passed}
        for judge, counts in agreed.items():
            counts["version"] = version(judge.split()[0]).split("+")[0]
        record.FILE.write_text(record.text(agreed), encoding="utf-8")
        terminalreporter.write_line(f"wrote {record.FILE.relative_to(record.ROOT)}")
