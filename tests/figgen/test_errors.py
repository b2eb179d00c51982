"""An author's mistake tells its place as far as it is known; many are sorted, each once."""

import pytest

from figgen.errors import AuthorError, AuthorErrors, nearest


@pytest.mark.parametrize(
    ("place", "shown"),
    [
        ((), "wrong"),
        (("docs/a.md",), "docs/a.md: wrong"),
        (("docs/a.md", 3), "docs/a.md:3: wrong"),
        (("docs/a.md", 3, 14), "docs/a.md:3:14: wrong"),
    ],
)
def test_a_mistake_shows_the_known_parts_of_its_place(place: tuple[str, int, int], shown: str) -> None:
    assert str(AuthorError("wrong", *place)) == shown


def test_a_better_known_place_keeps_the_line_that_was_known() -> None:
    assert str(AuthorError("wrong", line=7).at("docs/a.py")) == "docs/a.py:7: wrong"
    assert str(AuthorError("wrong", line=7).at("docs/a.py", 9, 2)) == "docs/a.py:9:2: wrong"


def test_mistakes_are_sorted_by_file_line_and_column_and_each_is_told_once() -> None:
    places = [("b", 1, 1), ("a", 10, 2), ("a", 9, 30), ("a", 10, 1), ("a", 10, 2), ("a",), ()]
    report = AuthorErrors(AuthorError("x", *place) for place in places)  # type: ignore[arg-type]
    assert str(report).splitlines() == ["x", "a: x", "a:9:30: x", "a:10:1: x", "a:10:2: x", "b:1:1: x"]


def test_the_nearest_name_is_suggested_only_if_one_is_near() -> None:
    assert nearest("weigths", ["weights", "output"]) == "; did you mean 'weights'?"
    assert nearest("zebra", ["weights", "output"]) == ""
    assert nearest("x", []) == ""
