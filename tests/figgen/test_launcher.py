"""Examples start as forks of one process, which ends with its builder and is replaced when it dies."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from figgen.project import Project
from figgen.running import nursery
from figgen.running.beside import Beside
from figgen.running.launcher import Launcher
from tests import workbench
from tests.figgen import books

SLOW = """
import os, time
from pathlib import Path
Path('build/pid').write_text(str(os.getpid()))
time.sleep(600)
"""
FORKING = """
import os, time
from pathlib import Path
forked = os.fork()
if forked == 0:
    time.sleep(600)
    os._exit(0)
Path('build/pid').write_text(str(forked))
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    documents = {"a.md": "甲\n", "a.py": books.EXAMPLE, "slow.md": "乙\n", "slow.py": SLOW}
    documents |= {"forking.md": "丙\n", "forking.py": FORKING}
    made = books.make_book(tmp_path / "book", documents)
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


def test_what_an_example_started_ends_with_it(project: Project) -> None:
    with Launcher(project) as launcher:
        assert launcher.run("forking", folder(project, "one"), 60) == 0
    process = int((project.build / "pid").read_text())
    assert until(lambda: not alive(process))


def test_what_falls_over_beside_an_example_is_the_last_that_it_says(tmp_path: Path) -> None:
    def fall() -> int:
        with Beside(lambda: {}["nothing"], tmp_path / "result") as beside:
            pass
        beside.result()
        return 0

    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = os.fork()
        if process == 0:
            sys.stderr = sys.__stderr__  # as in a process of its own
            os._exit(nursery._work(theirs, tmp_path, fall))
        assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 1
    assert (tmp_path / "stderr").read_text().splitlines()[-1] == "KeyError: 'nothing'"


def test_a_process_that_could_not_be_started_is_started_the_next_time(project: Project) -> None:
    place = project.build / "matplotlib"
    place.write_text("no folder")
    with Launcher(project) as launcher:
        with pytest.raises(FileExistsError):
            launcher.start()
        place.unlink()
        assert launcher.run("a", folder(project, "one"), 60) == 0


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


def test_when_figgen_itself_changes_the_next_build_runs_with_what_it_is_now(project: Project) -> None:
    shutil.copytree(workbench.ROOT / "figgen", project.root / "figgen", ignore=workbench.BYTECODE)
    told = [
        "import sys; sys.path.insert(0, '.')",
        "from pathlib import Path",
        "from figgen.project import Project",
        "from figgen.running.launcher import Launcher",
        "with Launcher(Project(Path('.').resolve())) as launcher:",
        "    for name in ('one', 'two'):",
        "        Path('build', name).mkdir()",
        "        launcher.next_build()",
        "        assert launcher.run('a', Path('build', name), 60) == 0",
        "        loaded = Path('figgen/markup.py')",
        "        loaded.write_text(loaded.read_text().replace('f\"<{tag}\"', 'f\"<{tag} new\"'))",
    ]
    done = subprocess.run(
        [sys.executable, "-c", "\n".join(told)],
        cwd=project.root, env=workbench.environment(), capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    tables = [(project.build / name / "includes/w_table.md").read_text() for name in ("one", "two")]
    assert "<table" in tables[0]
    assert "<table new" not in tables[0]
    assert "<table new" in tables[1]
