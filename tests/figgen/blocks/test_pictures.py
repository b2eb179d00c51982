"""A picture is drawn again exactly when something of what it is drawn from changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from figgen.blocks.pictures import Pictures
from figgen.running.build import build
from tests.figgen import books

MAP = '''"""一幅图。"""
from figgen import given, heatmap, labels

rows = labels("行", 2)
w = given([[0.25, 0.75], [0.5, -0.5]], rows=rows, columns=rows, default="dec")
w_map = heatmap(w, title="四个数")
'''
LEFT_OUT = "raise ImportError('this library draws')\n"


def drawing(text: str) -> Callable[[], str]:
    return lambda: text


def refuse() -> str:
    raise AssertionError("drawn again")


def keep(pictures: Pictures, folder: Path) -> None:
    for key, drawn in pictures.files().items():
        (folder / key).write_bytes(drawn)


def test_the_same_is_drawn_once_in_a_run_and_not_again_in_the_next(tmp_path: Path) -> None:
    first = Pictures(tmp_path)
    assert first.get(("a", 1.0), drawing("<svg/>\n")) == "<svg/>\n"
    assert first.get(("a", 1.0), refuse) == "<svg/>\n"
    keep(first, tmp_path)
    second = Pictures(tmp_path)
    assert second.get(("a", 1.0), refuse) == "<svg/>\n"
    assert second.files() == first.files()


def test_another_number_is_another_picture(tmp_path: Path) -> None:
    first = Pictures(tmp_path)
    first.get(("a", 1.0), drawing("one"))
    keep(first, tmp_path)
    assert Pictures(tmp_path).get(("a", 1.0000000000000002), drawing("two")) == "two"


@pytest.mark.parametrize("damage", [lambda kept: kept[:-1], lambda kept: kept + b"x", lambda kept: b"\xff"])
def test_a_damaged_picture_is_drawn_again(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    first = Pictures(tmp_path)
    first.get("a", drawing("one"))
    keep(first, tmp_path)
    (kept,) = tmp_path.iterdir()
    kept.write_bytes(damage(kept.read_bytes()))
    assert Pictures(tmp_path).get("a", drawing("again")) == "again"


def test_what_draws_is_not_even_loaded_when_no_picture_changed(tmp_path: Path) -> None:
    project = books.make_book(tmp_path, {"page.md": "@{w_map}\n", "page.py": MAP})
    build(project)
    (before,) = (project.build / "pictures").iterdir()
    books.write(project.root / "matplotlib.py", LEFT_OUT)
    books.write(project.docs / "page.py", MAP.replace("四个数", "四个别的数"))
    assert [outcome.reason for outcome in build(project)] != [None]
    assert "四个别的数" in project.include("page", "w_map").read_text(encoding="utf-8")
    assert [*(project.build / "pictures").iterdir()] == [before]


def test_a_changed_cell_is_drawn_and_the_old_picture_goes(tmp_path: Path) -> None:
    project = books.make_book(tmp_path, {"page.md": "@{w_map}\n", "page.py": MAP})
    build(project)
    (before,) = (project.build / "pictures").iterdir()
    books.write(project.docs / "page.py", MAP.replace("0.25", "0.125"))
    build(project)
    (after,) = (project.build / "pictures").iterdir()
    assert after != before
