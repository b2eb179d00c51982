"""The two packages meet in worked examples only."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def imported(path: Path) -> set[str]:
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            names.add("." if node.level else (node.module or "").split(".")[0])
    return names


@pytest.mark.parametrize("path", sorted(ROOT.glob("engine/**/*.py")), ids=lambda path: path.name)
def test_the_engine_imports_numpy_and_itself_only(path):
    assert imported(path) <= {"engine", "numpy"} | sys.stdlib_module_names


@pytest.mark.parametrize("path", sorted(ROOT.glob("figgen/**/*.py")), ids=lambda path: path.name)
def test_figgen_does_not_import_the_engine(path):
    assert "engine" not in imported(path)


@pytest.mark.parametrize("path", sorted(ROOT.glob("engine/**/*.py")), ids=lambda path: path.name)
def test_every_file_of_the_engine_is_short_enough_to_read_at_once(path):
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 200
