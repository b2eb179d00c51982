"""A module is compiled once per content, and whatever is kept is used only where it fits."""

from __future__ import annotations

from pathlib import Path
from types import CodeType

import pytest

from figgen.running.compiled import FIGGEN, compiled, place

SOURCE = b"x = 1\n"


def make() -> CodeType:
    return compile(SOURCE, "m.py", "exec")


def refuse() -> CodeType:
    raise AssertionError("compiled again")


def value(code: CodeType) -> object:
    names: dict[str, object] = {}
    exec(code, names)
    return names["x"]


def test_the_same_source_is_compiled_once(tmp_path: Path) -> None:
    assert value(compiled(tmp_path / "kept", "m.py", SOURCE, make)) == 1
    assert value(compiled(tmp_path / "kept", "m.py", SOURCE, refuse)) == 1


def test_another_source_of_the_same_length_is_compiled_and_takes_the_place(tmp_path: Path) -> None:
    compiled(tmp_path / "kept", "m.py", SOURCE, make)
    other = compiled(tmp_path / "kept", "m.py", b"x = 2\n", lambda: compile("x = 2\n", "m.py", "exec"))
    assert value(other) == 2
    assert len(list(tmp_path.iterdir())) == 1


def test_the_same_source_elsewhere_keeps_its_own_path(tmp_path: Path) -> None:
    compiled(tmp_path / "kept", "m.py", SOURCE, make)
    elsewhere = compiled(tmp_path / "kept", "n.py", SOURCE, lambda: compile(SOURCE, "n.py", "exec"))
    assert elsewhere.co_filename == "n.py"


@pytest.mark.parametrize("place", [0, 40, -1])
def test_what_was_damaged_is_compiled_again(tmp_path: Path, place: int) -> None:
    compiled(tmp_path / "kept", "m.py", SOURCE, make)
    (kept,) = tmp_path.iterdir()
    data = bytearray(kept.read_bytes())
    data[place] ^= 1
    kept.write_bytes(data)
    assert value(compiled(tmp_path / "kept", "m.py", SOURCE, make)) == 1
    assert bytes(data) != kept.read_bytes()


def test_half_a_file_is_compiled_again(tmp_path: Path) -> None:
    compiled(tmp_path / "kept", "m.py", SOURCE, make)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(kept.read_bytes()[:50])
    assert value(compiled(tmp_path / "kept", "m.py", SOURCE, make)) == 1


def test_code_of_figgen_outlives_build_and_code_of_the_book_does_not_lie_beside_its_source(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    own = place(str(FIGGEN / "cite.py"), tmp_path)
    assert own.parent == FIGGEN / "__pycache__"
    assert own.name.endswith(".opt-kept.pyc")
    assert place(str(tmp_path / "engine/x.py"), tmp_path / "build").parent == tmp_path / "build"


def test_who_wants_no_bytecode_files_gets_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", True)
    assert place(str(FIGGEN / "cite.py"), tmp_path).parent == tmp_path
