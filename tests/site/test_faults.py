"""Whatever stops a build, the last site stays whole, and the next build gives what a clean one gives."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests import workbench
from tests.figgen import books
from tests.figgen.malformed import GOOD, PAGE

BUILD = [sys.executable, "-m", "mkdocs", "build", "--strict"]
OTHER = GOOD.replace("[4, 5, 6]", "[4, 5, 7]")
FEW, MANY = 4, 100


@pytest.fixture(scope="module")
def two_states(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, dict[str, bytes]]]:
    """A built book of two chapters, and what clean builds give for either input of one of them."""
    root = tmp_path_factory.mktemp("states")
    wanted = {}
    for name, example in (("other", OTHER), ("good", GOOD)):
        documents = {"index.md": PAGE, "index.py": example, "second.md": PAGE, "second.py": GOOD}
        books.make_book(root / name, documents)
        workbench.build(root / name)
        wanted[example] = result(root / name)
    assert wanted[GOOD] != wanted[OTHER]
    return root / "good", wanted


@pytest.fixture
def root(two_states: tuple[Path, dict[str, dict[str, bytes]]], tmp_path: Path) -> Path:
    """A copy of the built book."""
    shutil.copytree(two_states[0], tmp_path / "book")
    return tmp_path / "book"


@pytest.fixture
def wanted(two_states: tuple[Path, dict[str, dict[str, bytes]]]) -> dict[str, dict[str, bytes]]:
    return two_states[1]


def result(root: Path) -> dict[str, bytes]:
    """Every file of the site and of what it was made of, but for the records of what was read."""
    made = {f"build/{name}": data for name, data in books.contents(root / "build").items()}
    kept = {name: data for name, data in made.items() if not name.startswith("build/cache/")}
    return kept | {f"site/{name}": data for name, data in workbench.files(root / "site").items()}


def site_of(files: dict[str, bytes]) -> dict[str, bytes]:
    return {name.removeprefix("site/"): data for name, data in files.items() if name.startswith("site/")}


def leftovers(root: Path) -> list[str]:
    """What lies in a book beside its sources and its two generated folders."""
    return sorted(
        {path.name for path in root.iterdir()} - {"build", "docs", "mkdocs.yml", "overrides", "site"}
    )


def save(root: Path, example: str) -> None:
    books.write(root / "docs/index.py", example)


def test_a_build_killed_at_any_moment_is_made_good_by_the_next(
    root: Path, wanted: dict[str, dict[str, bytes]], many: bool
) -> None:
    moments = random.Random(11)
    started = time.monotonic()
    workbench.build(root)
    lasts = 1.5 * (time.monotonic() - started)  # with an example to run, it takes longer
    for turn in range(MANY if many else FEW):
        example = (OTHER, GOOD)[turn % 2]
        save(root, example)
        process = subprocess.Popen(
            BUILD, cwd=root, env=workbench.environment(), stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        time.sleep(moments.uniform(0, lasts))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        if (root / "site").exists():
            assert workbench.files(root / "site") in [site_of(files) for files in wanted.values()]
        workbench.build(root)
        assert result(root) == wanted[example]
        assert leftovers(root) == []


def test_two_builds_at_once_leave_one_whole_site(root: Path, wanted: dict[str, dict[str, bytes]]) -> None:
    for example in (OTHER, GOOD):
        save(root, example)
        both = [
            subprocess.Popen(BUILD, cwd=root, env=workbench.environment(), stdout=subprocess.PIPE,
                             stderr=subprocess.STDOUT, text=True)
            for _ in range(2)
        ]  # fmt: skip
        for process in both:
            said = process.communicate()[0]
            assert process.returncode == 0, said
        assert result(root) == wanted[example]
        assert leftovers(root) == []


@contextmanager
def mounted(folder: Path, *options: str) -> Iterator[None]:
    """A file system of its own in a folder; the test is skipped where nobody may make one."""
    done = subprocess.run(["mount", *options, str(folder)], capture_output=True, text=True)
    if done.returncode:
        pytest.skip(f"needs a file system of its own: {done.stderr.strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


@pytest.mark.parametrize("left", [0, 8, 40, 200, 1500], ids=lambda left: f"{left} KiB left")
def test_a_full_disk_is_one_clear_error_and_leaves_the_last_site(
    root: Path, wanted: dict[str, dict[str, bytes]], tmp_path: Path, left: int
) -> None:
    disk = tmp_path / "disk"
    disk.mkdir()
    with mounted(disk, "-t", "tmpfs", "-o", "size=200m", "tmpfs"):
        shutil.copytree(root, disk / "book")
        save(disk / "book", OTHER)
        used = sum(f.stat().st_blocks * 512 for f in disk.rglob("*")) // 1024 + 4
        subprocess.run(["mount", "-o", f"remount,size={used + left}k", str(disk)], check=True)
        done = subprocess.run(
            BUILD, cwd=disk / "book", env=workbench.environment(), text=True, capture_output=True
        )
        said = done.stdout + done.stderr
        assert done.returncode != 0
        assert "Traceback" not in said
        assert "No space left on device" in said
        assert workbench.files(disk / "book/site") == site_of(wanted[GOOD])
        subprocess.run(["mount", "-o", "remount,size=200m", str(disk)], check=True)
        workbench.build(disk / "book")
        assert result(disk / "book") == wanted[OTHER]
        assert leftovers(disk / "book") == []


def test_a_read_only_folder_is_one_clear_error_and_leaves_the_last_site(
    root: Path, wanted: dict[str, dict[str, bytes]]
) -> None:
    save(root, OTHER)
    with read_only(root):
        done = subprocess.run(BUILD, cwd=root, env=workbench.environment(), text=True, capture_output=True)
    said = done.stdout + done.stderr
    assert done.returncode != 0
    assert "Traceback" not in said
    assert "\nbuild/lock: cannot be written or read: " in said
    assert result(root) == wanted[GOOD]
    workbench.build(root)
    assert result(root) == wanted[OTHER]


@contextmanager
def read_only(folder: Path) -> Iterator[None]:
    """Nothing can be written in a folder: by its mode, or, where that stops nobody, as a file system."""
    if os.geteuid():
        found = [path for path in (folder, *folder.rglob("*")) if not path.is_symlink()]
        modes = [(path, path.stat().st_mode) for path in found]
        for path, mode in reversed(modes):
            path.chmod(mode & ~0o222)
        try:
            yield
        finally:
            for path, mode in modes:
                path.chmod(mode)
    else:
        with mounted(folder, "--bind", str(folder)):
            subprocess.run(["mount", "-o", "remount,ro,bind", str(folder)], check=True)
            yield
