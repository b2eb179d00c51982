"""Search in Chinese: words, middles of words, and Latin terms inside full-width brackets."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page


def found(page: Page, query: str) -> list[str]:
    """The paths of the results that the reader sees."""
    page.click(".md-search__input")
    page.wait_for_selector('[data-md-component="search-result"] .md-search-result__meta:has-text("键入")')
    page.fill(".md-search__input", query)
    page.press(".md-search__input", "End")  # the theme listens for keys, not for input
    page.wait_for_function("!document.querySelector('.md-search-result__meta').textContent.includes('键入')")
    return page.eval_on_selector_all(
        ".md-search-result__item > a", "links => links.map(a => new URL(a.href).pathname)"
    )


@pytest.mark.parametrize("query", ["注意力", "掩码", "softmax", "attention"])
def test_a_term_of_the_chapter_is_found(visit: Callable, query: str) -> None:
    assert any(path.endswith("/attention/") for path in found(visit().page, query))


def test_a_word_from_the_middle_of_a_title_is_found(visit: Callable) -> None:
    page = visit("attention/").page
    titles = page.eval_on_selector_all(
        "article h2", "hs => hs.map(h => h.textContent.replace(/^[\\d\\s]+/, ''))"
    )
    words = page.evaluate(
        """titles => titles.map(title => [...new Intl.Segmenter('zh', {granularity: 'word'}).segment(title)]
             .filter((word, place) => place > 0 && /^[\\u4e00-\\u9fff]{2,}$/.test(word.segment))
             .map(word => word.segment)[0]).filter(Boolean)""",
        titles,
    )
    assert words, titles
    missing = [
        word for word in words if not any(p.endswith("/attention/") for p in found(visit().page, word))
    ]
    assert missing == []


def test_the_numbers_of_neighbouring_cells_are_found_each_by_itself(visit: Callable) -> None:
    page = visit("transformer/").page
    cells = page.eval_on_selector_all("table td .fg-number", "numbers => numbers.map(n => n.textContent)")
    lone = [cell for cell in dict.fromkeys(cells) if len(cell) == 8 and cell.startswith("0.")][:3]
    assert lone
    assert [cell for cell in lone if not any("/transformer/" in p for p in found(visit().page, cell))] == []
    shown = page.request.get(page.url.replace("transformer/", "search/search_index.json")).text()
    assert "CSV JSON" not in shown.replace("\\u200b", ""), "links below every figure are not what one seeks"


def test_a_word_that_the_book_lacks_is_not_found(visit: Callable) -> None:
    assert found(visit().page, "xyzzy") == []
