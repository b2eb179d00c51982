"""What a first visit costs the reader."""

from collections.abc import Callable

import pytest

MOST = 160 * 1024  # bytes over the wire: page, styles, scripts, font
SIZES = """() => ['navigation', 'resource'].flatMap(kind => performance.getEntriesByType(kind))
  .map(entry => [new URL(entry.name).pathname, entry.encodedBodySize])"""


@pytest.mark.parametrize("path", ["", "attention/", "transformer/", "glossary/", "authoring/"])
def test_a_first_visit_is_light(visit: Callable, path: str) -> None:
    sizes = dict(visit(path, width=390, height=844).page.evaluate(SIZES))
    assert sum(sizes.values()) <= MOST, sorted(sizes.items(), key=lambda item: -item[1])


def test_the_search_index_is_fetched_when_a_reader_turns_to_the_search_box(visit: Callable) -> None:
    page = visit("attention/").page
    fetched = (
        "performance.getEntriesByType('resource').filter(r => /workers|search_index/.test(r.name)).length"
    )
    assert page.evaluate(fetched) == 0
    with page.expect_response("**/search/search_index.json"):
        page.click(".md-search__input")
