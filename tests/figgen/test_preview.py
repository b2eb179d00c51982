"""The picture that stands for a page elsewhere: its cells are the numbers that its front matter names."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from figgen import cite
from figgen.book import Book
from figgen.errors import AuthorError
from figgen.pages.preview import BLUE, HEIGHT, INK, PAPER, WIDTH, preview
from figgen.project import Project
from tests import workbench
from tests.figgen.books import chapter

EXAMPLE = '''"""几个数。"""
from figgen import given, table

w = given([[0.25, 0.75], [0.5, -0.5], [0, 1]], default="dec")
wide = given([range(9)])
long = given([[0.125] * 8], default="d9")
n = given(3)
w_table = table(w, title="数")
'''


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    project: Project = chapter(tmp_path_factory.mktemp("preview"), "# 页\n", EXAMPLE)
    return Book.load(project)


def drawn(book: Book, citation: str) -> np.ndarray:
    data = preview(book.resolve(cite.parse(citation), "page"))
    return np.asarray(Image.open(io.BytesIO(data))).astype(int)


def test_each_cell_is_shaded_by_its_number_and_carries_its_digits(book: Book) -> None:
    pixels = drawn(book, "w")
    assert pixels.shape == (HEIGHT, WIDTH, 3)
    assert (pixels[0, 0] == PAPER).all()
    centres = [(HEIGHT * (2 * r + 1) // 6, WIDTH // 2 + side) for r in range(3) for side in (-178, 178)]
    shades = [pixels[y - 60, x] for y, x in centres]  # above the digits
    distance = [int(abs(shade - PAPER).sum()) for shade in shades]
    by_size = sorted(range(6), key=lambda i: [0.25, 0.75, 0.5, 0.5, 0, 1][i])
    assert [distance[i] for i in by_size] == sorted(distance)
    assert shades[3][2] < shades[3][0] and shades[2][2] > shades[2][0]  # below zero is orange, above is blue
    for y, x in centres:
        assert (pixels[y - 40 : y + 40, x - 90 : x + 90] == INK).all(axis=2).any(), "no digits"
    assert not (pixels == BLUE).all(axis=2).any()  # the fullest shade still lets the digits be read


def test_another_number_is_another_picture_and_the_same_is_the_same_bytes(book: Book) -> None:
    first, second = (book.resolve(cite.parse(f"w[{row}]"), "page") for row in (1, 2))
    assert preview(first) == preview(first) != preview(second)
    assert drawn(book, "n").shape == (HEIGHT, WIDTH, 3)


@pytest.mark.parametrize(
    ("citation", "message"),
    [
        ("wide", "picture: at most 8 rows and columns can be read in it, got shape (1, 9)"),
        ("w_table", "picture: wants numbers, such as attention.weights; a block has its numbers in a value"),
        ("long", "picture: '0.125000000' is too long for it; cite the numbers in a shorter form"),
        ("n:hanzi", "picture: its font has no '三'; cite the numbers in another form"),
    ],
)
def test_what_no_picture_can_show_is_refused(book: Book, citation: str, message: str) -> None:
    with pytest.raises(AuthorError) as refused:
        drawn(book, citation)
    assert refused.value.message == message


def test_a_picture_that_cannot_be_made_stops_the_build_with_its_place(tmp_path: Path) -> None:
    project = chapter(tmp_path, "---\npicture: page.v\n---\n# 页\n\n@{w_table} 表。\n\n共@{n}个。\n")
    (project.docs / "index.md").write_text("# 前言\n", encoding="utf-8")
    done = workbench.run(tmp_path, "mkdocs", "build")
    assert done.returncode != 0
    assert "docs/page.md:2:1: no value 'v'\n" in done.stderr
    assert not (tmp_path / "site").exists()


def test_a_chapter_and_one_in_a_folder_of_its_name_have_pictures_of_their_own(tmp_path: Path) -> None:
    project = chapter(tmp_path, "---\npicture: page.n\n---\n# 页\n\n@{w_table} 表。\n\n共@{n}个。\n")
    (project.docs / "index.md").write_text("# 前言\n", encoding="utf-8")
    (project.docs / "page").mkdir()
    inner = "---\npicture: page.w\n---\n# 里\n\n共@{page.n}个。\n"
    (project.docs / "page/inner.md").write_text(inner, encoding="utf-8")
    done = workbench.run(tmp_path, "mkdocs", "build")
    assert done.returncode == 0, done.stderr
    previews = tmp_path / "site/assets/previews"
    assert (previews / "page.png").read_bytes() != (previews / "page/inner.png").read_bytes()
