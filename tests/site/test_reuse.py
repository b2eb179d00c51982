"""After any change a build gives what a clean one gives, and runs only the examples that it touches."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import workbench
from tests.figgen import books

DEEP = "from engine.probe_inner import FACTOR\n\n\ndef scaled(x):\n    return x * FACTOR\n"
ONE = '''"""一份。"""
from pathlib import Path

from engine.probe_outer import FACTOR, scaled
from figgen import given, heatmap, labels, table, value

look = {"rows": labels("行", 2), "columns": labels("列", 2), "axes": ("甲", "乙")}
lines = Path("data/x.txt").read_text().splitlines()
x = given([[float(word) for word in line.split()] for line in lines], **look)
factor = given(FACTOR)
y = value(scaled(x), by="factor*x", **look)
y_table = table(y, title="表")
y_map = heatmap(y, title="图")
'''
ONE_PAGE = "# 一\n\n数@{y[1,2]}，输入@{x[1]}，倍数@{factor}。\n\n@{y_table} 注。\n\n@{y_map} 注。\n"
TWO = '"""两份。"""\nfrom figgen import given, value\n\nn = given(7)\nm = value(n * n, by="n*n")\n'
FACTS = '[book]\ntitle = "一本书"\nidentifier = "号"\n\n[book.pages]\nvalue = 12\nsection = "2"\n'
DOCUMENTS = {
    "index.md": "# 前言\n\n见@{fig:one.y_map}；页数@{facts.book.pages}。\n",
    "one.md": ONE_PAGE,
    "one.py": ONE,
    "two.md": "# 二\n\n数@{n}与@{m}，又是@{one.y[2,2]}。\n",
    "two.py": TWO,
    "facts.toml": FACTS,
}
FRESH = {"one": "fresh", "two": "fresh"}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A built book with an engine, a figgen and data of its own."""
    root = workbench.copy_book(tmp_path_factory.mktemp("reuse") / "book")
    shutil.rmtree(root / "docs")
    books.make_book(root, DOCUMENTS)
    books.write(root / "engine/probe_outer.py", DEEP)
    books.write(root / "engine/probe_inner.py", "FACTOR = 2\n")
    books.write(root / "data/x.txt", "1 2\n3 4\n")
    workbench.build(root)
    return root


@pytest.fixture
def book(built: Path, tmp_path: Path) -> Path:
    shutil.copytree(built, tmp_path / "book", symlinks=True)
    return tmp_path / "book"


def ran(root: Path, **changes: str) -> dict[str, str]:
    """Why each example ran, or that it is fresh."""
    done = workbench.run(root, "figgen", "build", "--explain", **changes)
    assert done.returncode == 0, done.stdout + done.stderr
    return dict(line.split(": ", 1) for line in done.stdout.splitlines())


def result(root: Path) -> dict[str, bytes]:
    """The site and what it is made of; the records of what was read have no order."""
    made = books.contents(root / "build")
    kept = {f"build/{name}": data for name, data in made.items() if not name.startswith("cache/")}
    return kept | {f"site/{name}": data for name, data in workbench.files(root / "site").items()}


def differing(root: Path, clean: Path, **changes: str) -> list[str]:
    """The files in which a build of a book differs from a build of its sources alone."""
    shutil.copytree(root, clean, ignore=shutil.ignore_patterns("build", "site", "__pycache__"), symlinks=True)
    workbench.build(root, **changes)
    workbench.build(clean, **changes)
    one, other = result(root), result(clean)
    return sorted(name for name in one.keys() | other.keys() if one.get(name) != other.get(name))


def change(root: Path, name: str, old: str, new: str) -> None:
    workbench.edit(root / name, old, new)


def deleted(root: Path) -> None:
    """The example of two goes, and the page cites what one has."""
    (root / "docs/two.py").unlink()
    books.write(root / "docs/two.md", "# 二\n\n数@{one.y[2,2]}。\n")


def renamed(root: Path) -> None:
    """A value and a block of one take new names, and their pages follow."""
    for name in ("one.py", "one.md", "two.md", "index.md"):
        path = root / "docs" / name
        text = re.sub(r"\by_map\b", "z_map", path.read_text(encoding="utf-8"))
        text = (
            re.sub(r"\by\b(?=[\[ ,)])", "z", text)
            .replace("table(y", "table(z")
            .replace("heatmap(y", "heatmap(z")
        )
        path.write_text(text, encoding="utf-8")


def no_input(root: Path) -> None:
    """Everything at once that no example computes with."""
    append(root, "overrides/assets/css/book.css", "\n.x { color: red; }\n")
    append(root, "figgen/web/figgen.css", "\n.x { color: red; }\n")
    append(root, "docs/one.md", "\n又一行。\n")
    change(root, "docs/facts.toml", "value = 12", "value = 13")
    change(root, "mkdocs.yml", "site_name: ", "site_name: 新版")
    books.touch_all(root)


def append(root: Path, name: str, text: str) -> None:
    path = root / name
    path.write_text(path.read_text(encoding="utf-8") + text, encoding="utf-8")


CHANGES: dict[str, tuple[Callable[[Path], None], dict[str, str]]] = {
    "the worked example": (
        lambda root: change(root, "docs/two.py", "given(7)", "given(9)"), {"two": "docs/two.py changed"}),
    "a helper two imports deep": (
        lambda root: books.write(root / "engine/probe_inner.py", "FACTOR = 3\n"),
        {"one": "engine/probe_inner.py changed"}),
    "a data file": (
        lambda root: books.write(root / "data/x.txt", "1 2\n3 5\n"), {"one": "data/x.txt changed"}),
    "the style of drawings": (
        lambda root: change(root, "figgen/blocks/sheet.py", "CELL_HEIGHT = ", "CELL_HEIGHT = 3 + "),
        {"one": "figgen/blocks/sheet.py changed"}),
    "the way of drawing": (
        lambda root: change(root, "figgen/blocks/drawing.py", "translate(0, ", "translate(1, "),
        {"one": "figgen/blocks/drawing.py changed"}),
    "figgen itself": (
        lambda root: append(root, "figgen/numbers/number.py", "\n# changed\n"),
        dict.fromkeys(FRESH, "figgen/numbers/number.py changed")),
    "a message of figgen": (
        lambda root: append(root, "figgen/messages/zh.toml", "\n# changed\n"),
        dict.fromkeys(FRESH, "figgen/messages/zh.toml changed")),
    "styles, a fact, the configuration, a page, and all times of files": (no_input, {}),
    "a deleted example": (deleted, {}),
    "a renamed value": (renamed, {"one": "docs/one.py changed"}),
}  # fmt: skip


@pytest.mark.parametrize("what", CHANGES)
def test_a_build_after_a_change_is_a_clean_build(book: Path, tmp_path: Path, what: str) -> None:
    make, touched = CHANGES[what]
    make(book)
    expected = FRESH | touched
    if what == "a deleted example":
        del expected["two"]
    assert ran(book) == expected
    assert differing(book, tmp_path / "clean") == []
    assert set(ran(book).values()) == {"fresh"}


def test_another_version_of_a_dependency_runs_everything(book: Path, tmp_path: Path) -> None:
    fake = tmp_path / "newer/numpy-99.0.dist-info"
    books.write(fake / "METADATA", "Metadata-Version: 2.1\nName: numpy\nVersion: 99.0\n")
    newer = {"PYTHONPATH": str(fake.parent)}
    assert ran(book, **newer) == dict.fromkeys(FRESH, "another version of Python or of a library")
    assert differing(book, tmp_path / "clean", **newer) == []
    assert ran(book, **newer) == FRESH


def test_what_another_state_of_the_sources_left_is_used_only_where_it_is_right(
    built: Path, book: Path, tmp_path: Path
) -> None:
    """As in CI: build/ comes from a cache that an earlier commit filled, and all files have new times."""
    change(book, "docs/two.py", "given(7)", "given(9)")
    books.write(book / "engine/probe_inner.py", "FACTOR = 5\n")
    workbench.build(book)
    restored = tmp_path / "restored"
    shutil.copytree(built, restored, ignore=shutil.ignore_patterns("build", "site"), symlinks=True)
    shutil.copytree(book / "build", restored / "build")
    change(restored, "docs/two.py", "given(7)", "given(9)")
    books.touch_all(restored)
    assert ran(restored) == {"one": "engine/probe_inner.py changed", "two": "fresh"}
    assert differing(restored, tmp_path / "clean") == []


def test_a_change_that_keeps_size_and_time_is_seen(book: Path, tmp_path: Path) -> None:
    path = book / "engine/probe_inner.py"
    before = path.stat()
    path.write_text("FACTOR = 4\n", encoding="utf-8")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert ran(book) == FRESH | {"one": "engine/probe_inner.py changed"}
    assert differing(book, tmp_path / "clean") == []
