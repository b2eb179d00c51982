"""Builds run what changed and nothing else, leave nothing half done, and give the same bytes everywhere."""

# ruff: noqa: E501 - sources and messages are written out

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from figgen.errors import AuthorError, AuthorErrors
from figgen.project import Project
from figgen.running import freshness
from figgen.running.build import Outcome, build
from figgen.running.writing import write_if_changed
from tests import workbench
from tests.figgen import books

EXAMPLE = '''"""两个数。"""
import numpy as np

from docs.near import doubled
from figgen import given, table, value

x = given(np.loadtxt("data/numbers.csv", delimiter=",").tolist())
y = value(doubled(x), by="2*x")
z = given(float(open("data/one.txt").read()))
y_table = table(y, title="两倍")
'''
OTHER = "from figgen import given\n\nk = given(7)\n"
NEAR = "from docs.deep.far import FACTOR\n\n\ndef doubled(x):\n    return FACTOR * x\n"
DOCUMENTS = {
    "page.md": "# 题\n\n@{y_table}\n\n数@{z}\n",
    "page.py": EXAMPLE,
    "other.md": "数@{k}\n",
    "other.py": OTHER,
    "near.py": NEAR,
    "deep/far.py": "FACTOR = 2\n",
    "facts.toml": '[a]\ntitle = "题"\nidentifier = "号"\n',
}
EXAMPLE_RAN, FRESH = "docs/page.py changed", None


def fill(project: Project, source: Path = workbench.ROOT) -> Project:
    """Add data, and a figgen of its own, so that nobody changes it meanwhile."""
    shutil.copytree(source / "figgen", project.root / "figgen", ignore=workbench.BYTECODE)
    books.write(project.root / "data/numbers.csv", "1,2\n3,4\n")
    books.write(project.root / "data/one.txt", "5")
    return project


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = fill(books.make_book(tmp_path_factory.mktemp("built"), DOCUMENTS))
    build(project)
    return project.root


@pytest.fixture
def project(built: Path, tmp_path: Path) -> Project:
    """A book whose values are up to date."""
    shutil.copytree(built, tmp_path / "book")
    return Project((tmp_path / "book").resolve())


def reasons(project: Project) -> dict[str, str | None]:
    return {outcome.chapter: outcome.reason for outcome in build(project)}


def test_nothing_runs_when_nothing_changed(project: Project) -> None:
    before = {path: path.stat().st_mtime_ns for path in project.build.rglob("*.*")}
    assert reasons(project) == {"other": None, "page": None}
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_times_of_files_do_not_matter(project: Project) -> None:
    books.touch_all(project.root)
    assert reasons(project) == {"other": None, "page": None}


def test_a_build_restored_from_elsewhere_is_used(project: Project, tmp_path: Path) -> None:
    fresh = fill(books.make_book(tmp_path / "another", DOCUMENTS), project.root)
    shutil.copytree(project.build, fresh.build)
    assert reasons(fresh) == {"other": None, "page": None}


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("docs/page.py", EXAMPLE.replace("两倍", "加倍"), "docs/page.py changed"),
        ("docs/deep/far.py", "FACTOR = 1 + 1\n", "docs/deep/far.py changed"),
        ("docs/near.py", NEAR + "# \n", "docs/near.py changed"),
        ("data/numbers.csv", "1,2\n3,5\n", "data/numbers.csv changed"),
        ("data/one.txt", "6", "data/one.txt changed"),
        ("docs/near/__init__.py", NEAR, "docs/near/__init__.py is new"),
        ("docs/__init__.py", "", "docs/__init__.py is new"),
        ("build/values/page.json", "{}", "build/values/page.json is missing or was changed"),
        ("build/includes/page/y_table.md", "", "build/includes/page/y_table.md is missing or was changed"),
        ("build/cache/page.json", "{", "never built"),
        ("build/cache/page.json", '{"libraries": 1, "inputs": 2, "outputs": 3}', "never built"),
    ],
)
def test_a_change_runs_the_chapter_that_it_touches_and_no_other(
    project: Project, tmp_path: Path, name: str, text: str, reason: str
) -> None:
    books.write(project.root / name, text)
    assert reasons(project) == {"other": None, "page": reason}
    assert reasons(project) == {"other": None, "page": None}
    clean = Project((tmp_path / "clean").resolve())
    shutil.copytree(project.root, clean.root, ignore=shutil.ignore_patterns("build"))
    build(clean)
    assert outputs(project) == outputs(clean)


def outputs(project: Project) -> dict[str, bytes]:
    """All but the records, in which the order of reading may differ."""
    return {
        name: data for name, data in books.contents(project.build).items() if not name.startswith("cache/")
    }


def test_a_deleted_helper_is_noticed(project: Project) -> None:
    (project.docs / "deep/far.py").unlink()
    assert freshness.stale(project, "page") == "docs/deep/far.py is gone"
    message = "docs/page.py:4: ModuleNotFoundError: No module named 'docs.deep.far'"
    assert books.build_mistakes(project) == [message]


def test_facts_and_pages_run_no_example(project: Project) -> None:
    books.write(project.facts, '[b]\ntitle = "题"\nidentifier = "号"\n')
    books.write(project.docs / "page.md", "# 另题\n\n@{y_table}\n")
    assert reasons(project) == {"other": None, "page": None}


def test_a_new_file_in_a_folder_that_is_listed_runs_the_chapter(tmp_path: Path) -> None:
    example = 'import os\nfrom figgen import given\n\nn = given(len(os.listdir("data")))\n'
    project = fill(books.make_book(tmp_path, {"page.md": "数@{n}\n", "page.py": example}))
    build(project)
    books.write(project.root / "data/three.txt", "3")
    assert reasons(project) == {"page": "data/ changed"}


def test_a_file_that_was_looked_for_in_vain_runs_the_chapter_when_it_comes(tmp_path: Path) -> None:
    example = (
        "from figgen import given\n\ntry:\n    found = open(b'data/late.txt').read()\nexcept OSError:\n    found = '0'\n"
        "n = given(int(found))\n"
    )
    project = books.make_book(tmp_path, {"page.md": "数@{n}\n", "page.py": example})
    build(project)
    books.write(project.root / "data/late.txt", "3")
    assert reasons(project) == {"page": "data/late.txt is new"}


def test_a_change_of_figgen_runs_every_chapter_that_it_computes(project: Project) -> None:
    path = project.root / "figgen/numbers/number.py"
    books.write(path, path.read_text(encoding="utf-8") + "# changed\n")
    assert reasons(project) == dict.fromkeys(("other", "page"), "figgen/numbers/number.py changed")


def test_figgen_itself_is_an_input(project: Project) -> None:
    record = freshness.read_record(project, "page")
    assert record is not None
    ran = ("values", "publish", "build", "worker", "closure")
    for name in ("numbers/number.py", *(f"running/{name}.py" for name in ran), "messages/zh.toml"):
        assert f"figgen/{name}" in record["inputs"], name
    for name in ("plugin", "markdown", "gate/check", "pages/page"):
        assert f"figgen/{name}.py" not in record["inputs"], "what no example uses runs no example"


def test_another_version_of_a_library_runs_everything(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(freshness, "libraries", lambda: {"python": "3.99"})
    reason = "another version of Python or of a library"
    assert freshness.stale(project, "page") == freshness.stale(project, "other") == reason


def test_a_chapter_can_be_forced(project: Project) -> None:
    assert [o.reason for o in build(project, force=("other",))] == ["forced", None]
    with pytest.raises(AuthorError, match=r"^--force pge: no such chapter; did you mean 'page'\?$"):
        build(project, force=("pge",))


def test_progress_tells_each_chapter(project: Project) -> None:
    told: list[Outcome] = []
    build(project, progress=told.append)
    assert told == [Outcome("other", None), Outcome("page", None)]


def test_outputs_of_a_deleted_example_a_renamed_block_and_a_killed_run_are_swept_away(
    project: Project,
) -> None:
    (project.docs / "other.py").unlink()
    books.write(project.docs / "page.py", EXAMPLE.replace("y_table", "new_table"))
    books.write(project.build / "values/.writing-abc", "half")
    books.write(project.build / "includes/gone/away/x.md", "old")
    books.write(project.build / "work/abc/values.json", "half")
    build(project)
    assert sorted(name for name in books.contents(project.build)) == [
        "accounts/page.kept", "cache/page.json", "derivations/page.json", "includes/page/new_table.md",
        "values/page.json",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "broken", ["x = \n", "raise ValueError\n", "from figgen import given\nx = given(0.5)\n"]
)
def test_a_mistake_leaves_every_earlier_output_as_it_was(project: Project, broken: str) -> None:
    before = books.contents(project.build)
    books.write(project.docs / "page.py", broken)
    assert len(books.build_mistakes(project)) == 1
    assert books.contents(project.build) == before
    books.write(project.docs / "page.py", EXAMPLE)
    assert reasons(project) == {"other": None, "page": None}


def test_mistakes_of_all_chapters_come_at_once(project: Project) -> None:
    for name in ("page", "other"):
        books.write(project.docs / f"{name}.py", "raise ValueError\n")
    assert books.build_mistakes(project) == ["docs/other.py:1: ValueError", "docs/page.py:1: ValueError"]


def test_a_build_killed_at_any_moment_leaves_no_torn_file_and_the_next_one_is_right(project: Project) -> None:
    whole = outputs(project)
    command = [sys.executable, "-m", "figgen", "build", "--force", "page", "--force", "other"]
    changed = EXAMPLE.replace("两倍", "加倍")
    books.write(project.docs / "page.py", changed)
    build(project)
    after = outputs(project)
    moments = random.Random(7)
    for turn in range(6):
        books.write(project.docs / "page.py", (EXAMPLE, changed)[turn % 2])
        process = subprocess.Popen(command, cwd=project.root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)  # fmt: skip
        time.sleep(moments.uniform(0.05, 1.5))
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        for name, data in outputs(project).items():
            if ".writing-" not in name and not name.startswith("work/"):
                assert data in (whole.get(name), after.get(name)), name
    books.write(project.docs / "page.py", changed)
    build(project)
    assert outputs(project) == after


def test_two_builds_at_once_both_end_well(project: Project) -> None:
    shutil.rmtree(project.build)
    command = [sys.executable, "-m", "figgen", "build", "--explain"]
    both = [subprocess.Popen(command, cwd=project.root, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = sorted(process.communicate()[0] for process in both)
    assert [process.returncode for process in both] == [0, 0]
    assert said == ["other: fresh\npage: fresh\n", "other: never built\npage: never built\n"]


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_read_only_folder_is_one_clear_error(project: Project) -> None:
    shutil.rmtree(project.build)
    project.root.chmod(0o500)
    try:
        with pytest.raises(AuthorError, match=r"^build: cannot be written or read: Permission denied$"):
            build(project)
    finally:
        project.root.chmod(0o700)


def test_a_file_where_the_folder_belongs_is_one_clear_error(project: Project) -> None:
    shutil.rmtree(project.build)
    books.write(project.build, "no folder")
    with pytest.raises(AuthorError, match=r"^build: cannot be written or read: File exists$"):
        build(project)


SURROUNDINGS = [
    {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Shanghai", "OMP_NUM_THREADS": "2"},
    {"PYTHONHASHSEED": "random", "LC_ALL": "de_DE.UTF-8", "LANG": "de_DE", "TZ": "America/New_York"},
    {"PYTHONOPTIMIZE": "1", "PYTHONDONTWRITEBYTECODE": "1", "COLUMNS": "20", "PYTHONWARNINGS": "error"},
]


@pytest.mark.parametrize(
    "surroundings", SURROUNDINGS, ids=["seed, C, threads", "seed, de_DE", "other switches"]
)
def test_other_surroundings_and_another_folder_give_the_same_bytes(
    project: Project, tmp_path: Path, surroundings: dict[str, str]
) -> None:
    other = fill(books.make_book(tmp_path / "一 个 folder", DOCUMENTS), project.root)
    done = subprocess.run(
        [sys.executable, "-m", "figgen", "build"], cwd=other.root, env=workbench.environment(**surroundings),
        capture_output=True, text=True,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert outputs(other) == outputs(project)


def test_an_example_sees_the_same_surroundings_everywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "1")
    example = "import os, sys\nraise ValueError(sorted(os.environ.keys() - {'TMPDIR', 'HOME'}), hash('a'), sys.argv[1:2])\n"
    project = books.make_book(tmp_path, {"page.md": "# 题\n", "page.py": example})
    [said] = books.build_mistakes(project)
    monkeypatch.setenv("ANOTHER", "1")
    assert books.build_mistakes(project) == [said]
    assert "SECRET" not in said


def test_bytes_that_do_not_differ_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a/b"
    assert write_if_changed(path, b"1")
    before = path.stat().st_mtime_ns
    assert not write_if_changed(path, b"1")
    assert path.stat().st_mtime_ns == before
    assert write_if_changed(path, b"2")
    assert path.read_bytes() == b"2"
    assert sorted(tmp_path.rglob("*")) == [path.parent, path]


def test_a_build_with_a_mistake_raises_even_if_nobody_listens(project: Project) -> None:
    books.write(project.docs / "page.py", "raise ValueError\n")
    with pytest.raises(AuthorErrors):
        build(project)
