"""How the book is published: steps are targets of the Makefile; a reviewer sees every number that changes."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests import workbench

WORKFLOW = workbench.ROOT / ".github/workflows/book.yml"
OLD = "# words\n\n[numbers]\na.x int 1\na.y int 2\n\n[docs/a.md]\n@{x} 1\n"


def test_the_workflow_uses_first_party_actions_only_pinned_by_version() -> None:
    used = re.findall(r"uses: *(\S+)", WORKFLOW.read_text(encoding="utf-8"))
    assert used
    assert [name for name in used if not re.fullmatch(r"actions/[a-z-]+@v\d+", name)] == []


def test_every_make_target_that_the_workflow_and_the_container_run_exists() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (workbench.ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    for file in (WORKFLOW, workbench.ROOT / "Containerfile", workbench.ROOT / ".ci/run"):
        used = re.findall(r"\bmake (?:--\S+ )*([a-z-]+)", file.read_text(encoding="utf-8"))
        assert used and set(used) <= targets, file.name


def test_the_workflow_may_write_only_where_it_publishes_and_comments() -> None:
    workflow = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))
    assert workflow["permissions"] == {"contents": "read"}
    writes = {name: job.get("permissions", {}) for name, job in workflow["jobs"].items()}
    assert writes == {
        "check": {},
        "judges": {},
        "ledger": {"contents": "read", "pull-requests": "write"},
        "publish": {"pages": "write", "id-token": "write"},
    }
    assert set(workflow["jobs"]["publish"]["needs"]) == {"check", "judges"}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    (tmp_path / "scripts").mkdir()
    shutil.copy2(workbench.ROOT / "scripts/ledger_diff.py", tmp_path / "scripts")
    (tmp_path / "ledger.txt").write_text(OLD, encoding="utf-8")
    author = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for arguments in (["init", "-q"], ["add", "."], [*author, "commit", "-q", "-m", "first"]):
        subprocess.run(["git", *arguments], cwd=tmp_path, check=True)
    return tmp_path


def difference(root: Path, base: str = "HEAD") -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, "scripts/ledger_diff.py", base]
    return subprocess.run(command, cwd=root, capture_output=True, text=True)


def test_a_reviewer_is_told_when_no_number_changes(repository: Path) -> None:
    said = "**No published number changes**: `ledger.txt` stays as it is.\n"
    assert difference(repository).stdout == said


def test_a_reviewer_sees_each_number_that_appears_goes_or_changes(repository: Path) -> None:
    new = (
        OLD.replace("a.y int 2\n", "a.y int 3\na.z int 4\n").replace("@{x} 1\n", "")
        + "\n[docs/b.md]\n@{z} 4\n"
    )
    (repository / "ledger.txt").write_text(new, encoding="utf-8")
    assert difference(repository).stdout == (
        "**Lines of `ledger.txt` that come: 3, that go: 2.** Every number that readers meet is one of them.\n"
        "\n```diff\n"
        "# numbers\n-a.y int 2\n+a.y int 3\n+a.z int 4\n"
        "# docs/a.md\n-@{x} 1\n"
        "# docs/b.md\n+@{z} 4\n"
        "```\n"
    )


def test_a_long_difference_fits_a_comment_and_says_how_much_is_left(repository: Path) -> None:
    more = "".join(f"a.n{i} int {i}\n" for i in range(20000))
    (repository / "ledger.txt").write_text(OLD.replace("a.y int 2\n", "a.y int 2\n" + more), encoding="utf-8")
    said = difference(repository).stdout
    assert len(said) < 65_536
    shown = said.count("\n+")
    assert f"# and {20001 - 1 - shown} lines more: see the diff of the file\n```\n" in said


def test_an_unknown_commit_is_no_difference(repository: Path) -> None:
    done = difference(repository, "nowhere")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "there is no commit 'nowhere' here; name one with BASE=…\n"
