"""A figure that is not laid out yet keeps the room that it needs; else it would lie over what follows."""

from collections.abc import Callable

import pytest

SHORT = """() => {
  const figures = [...document.querySelectorAll("article figure.fg-block")].filter(f => f.checkVisibility());
  const heights = () => figures.map(figure => figure.getBoundingClientRect().height);
  const kept = heights();
  const all = document.createElement('style');
  all.textContent = 'figure.fg-block { content-visibility: visible !important }';
  document.head.append(all);
  return heights().map((needed, place) => [figures[place].id, kept[place], needed])
    .filter(([, kept, needed]) => needed > kept + 2);
}"""


@pytest.mark.parametrize("width", [412, 1350])
@pytest.mark.parametrize("path", ["attention/", "transformer/", "glossary/"])
def test_a_figure_keeps_the_room_that_it_needs(visit: Callable, path: str, width: int) -> None:
    page = visit(path, width=width).page
    assert page.locator("article figure.fg-block").count() > 0
    assert page.evaluate(SHORT) == []
