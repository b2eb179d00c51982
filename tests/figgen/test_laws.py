"""The three laws of the house, and that nothing heavy is loaded when nothing changed."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import workbench
from tests.figgen import books


def imported(path: Path) -> Iterator[str]:
    """The first name of every module that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield str(node.module).partition(".")[0] if not node.level else path.parent.name


def modules(folder: str) -> list[Path]:
    found = sorted((workbench.ROOT / folder).rglob("*.py"))
    assert found
    return found


@pytest.mark.parametrize("path", modules("engine"), ids=lambda path: path.name)
def test_the_engine_knows_numpy_and_itself_only(path: Path) -> None:
    assert set(imported(path)) <= {"engine", "numpy", *sys.stdlib_module_names}


@pytest.mark.parametrize("path", modules("figgen"), ids=lambda path: path.stem)
def test_figgen_knows_no_engine(path: Path) -> None:
    assert not {"engine", "docs", "tests"} & set(imported(path))
    assert 'import_module("engine' not in path.read_text(encoding="utf-8")


LOADED = """
import sys
from {program}
code = 0
try:
    main({arguments!r})
except SystemExit as end:
    code = end.code
assert not code, code
print(sorted(name for name in sys.modules if name in ("numpy", "matplotlib", "engine", "sympy")))
"""
PROGRAMS = {
    "figgen build": ("figgen.cli import main", ["build"]),
    "figgen check": ("figgen.cli import main", ["check"]),
    "mkdocs build": ("mkdocs.__main__ import cli as main", ["build", "--quiet"]),
}


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Path:
    page = "# 题\n\n## 节\n\n见@{n}与$@{w[1,1]}$，@{w[2]}。\n\n@{w_table} 说明\n"
    return books.chapter(tmp_path_factory.mktemp("light"), page).root


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_heavy_is_loaded_when_nothing_changed(book: Path, name: str) -> None:
    program, arguments = PROGRAMS[name]
    subprocess.run([sys.executable, "-m", "figgen", "build"], cwd=book, check=True, capture_output=True)
    script = LOADED.format(program=program, arguments=arguments)
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=book, env=workbench.environment(), capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1] == "[]"
