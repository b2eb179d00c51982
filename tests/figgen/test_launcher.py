"""Examples start as forks of one process, which ends with its builder and is replaced when it dies."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from figgen.project import Project
from figgen.running.launcher import Launcher
from tests import workbench
from tests.figgen import books

SLOW = """
import os, time
from pathlib import Path
Path('build/pid').write_text(str(os.getpid()))
time.sleep(60)
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    made = books.make_book(
        tmp_path / "book", {"a.md": "甲\n", "a.py": books.EXAMPLE, "slow.md": "乙\n", "slow.py": SLOW}
    )
    made.build.mkdir()
    return made


def folder(project: Project, name: str) -> Path:
    made = project.build / name
    made.mkdir()
    return made


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"


def heard() -> None:
    """An interrupt is heard also where this test runs in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def until(true: Callable[[], bool]) -> bool:
    """Whether something comes true within a minute."""
    for _ in range(1200):
        if true():
            return True
        time.sleep(0.05)
    return False


def test_an_example_that_runs_to_its_end_leaves_its_files(project: Project) -> None:
    with Launcher(project) as launcher:
        assert launcher.run("a", folder(project, "one"), 60) == 0
    assert (project.build / "one/values.json").is_file()


def test_an_example_is_stopped_at_its_time_limit(project: Project) -> None:
    with Launcher(project) as launcher:
        assert launcher.run("slow", folder(project, "one"), 3) is None
    process = int((project.build / "pid").read_text())
    assert until(lambda: not alive(process))


def test_when_the_process_died_another_takes_its_place(project: Project) -> None:
    with Launcher(project) as launcher:
        assert launcher.run("a", folder(project, "one"), 60) == 0
        first = launcher._process
        assert first is not None
        first.send_signal(signal.SIGKILL)
        first.wait()
        assert launcher.run("a", folder(project, "two"), 60) == 0
        assert launcher._process is not first


def test_the_process_ends_with_its_launcher(project: Project) -> None:
    launcher = Launcher(project)
    launcher.start()
    assert launcher._process is not None
    process = launcher._process.pid
    launcher.close()
    assert not alive(process)
    launcher.close()


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGINT])
def test_an_example_does_not_outlive_the_build_that_wanted_it(project: Project, how: signal.Signals) -> None:
    builder = subprocess.Popen(
        [sys.executable, "-m", "figgen", "build"],
        cwd=project.root,
        env=workbench.environment(),
        preexec_fn=heard,
    )
    pid = project.build / "pid"
    assert until(lambda: pid.is_file() and pid.read_text() != "")
    builder.send_signal(how)
    builder.wait(30)
    assert until(lambda: not alive(int(pid.read_text())))


def test_when_figgen_itself_changes_the_next_example_runs_with_what_it_is_now(project: Project) -> None:
    shutil.copytree(workbench.ROOT / "figgen", project.root / "figgen", ignore=workbench.BYTECODE)
    told = [
        "import sys; sys.path.insert(0, '.')",
        "from pathlib import Path",
        "from figgen.project import Project",
        "from figgen.running.launcher import Launcher",
        "with Launcher(Project(Path('.').resolve())) as launcher:",
        "    for name in ('one', 'two'):",
        "        Path('build', name).mkdir()",
        "        assert launcher.run('a', Path('build', name), 60) == 0",
        "        changed = Path('figgen/blocks/table.py')",
        "        changed.write_text(changed.read_text().replace('fg-table', 'fg-other'))",
    ]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(told)],
        cwd=project.root, env=workbench.environment(), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    tables = [(project.build / name / "includes/w_table.md").read_text() for name in ("one", "two")]
    assert "fg-table" in tables[0]
    assert tables[1] == tables[0].replace("fg-table", "fg-other")
