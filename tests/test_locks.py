"""What is installed is what was locked: exact versions, each with the hashes of its files."""

import re

import pytest

from tests.workbench import ROOT

LOCKS = ("book", "dev")


def entries(name: str) -> list[str]:
    """Each requirement of a lock file with its hashes, on one line."""
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8").replace("\\\n", " ")
    return [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]


@pytest.mark.parametrize("name", LOCKS)
def test_every_locked_requirement_is_exact_and_hashed(name: str) -> None:
    assert len(entries(name)) > 10
    for entry in entries(name):
        assert re.match(r"[a-z0-9.-]+==\S+ ", entry), entry
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", entry), entry.split()[0]


@pytest.mark.parametrize("name", LOCKS)
def test_every_wanted_requirement_is_locked_as_wanted(name: str) -> None:
    source = (ROOT / "requirements" / f"{name}.in").read_text(encoding="utf-8")
    wanted = [line.split("#")[0].strip() for line in source.splitlines()]
    locked = {entry.split()[0].lower() for entry in entries(name)}
    exact = [line for line in wanted if line and not line.startswith("-")]
    assert exact
    assert [line for line in exact if line.lower() not in locked] == []


def test_what_both_locks_name_has_one_version() -> None:
    one, other = ({entry.split("--hash")[0].strip() for entry in entries(name)} for name in LOCKS)
    names = {entry.split("==")[0] for entry in one}
    assert {entry for entry in other if entry.split("==")[0] in names} == one


def test_hashes_are_required_where_locks_are_installed() -> None:
    made = (ROOT / "Makefile").read_text(encoding="utf-8")
    installs = re.findall(r"install (.*requirements/(?:book|dev)\.txt)", made)
    assert len(installs) == 2
    assert all(line.startswith("--require-hashes ") for line in installs)
