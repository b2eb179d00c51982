"""The page speaks to its own host only, and loads without a complaint."""

import unicodedata
from collections.abc import Callable

import pytest


def plain(text: str) -> str:
    """Text without spaces, and with the letters of formulas as they are typed."""
    return "".join(unicodedata.normalize("NFKC", text).split())


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_page_asks_another_host_or_reports_an_error(
    visit: Callable, paths: list[str], scheme: str
) -> None:
    for path in paths:
        opened = visit(path, scheme=scheme)
        assert opened.elsewhere == [], path
        expected = ["no-such-page"] if path == "no-such-page/" else []
        assert [e for e in opened.errors if "404" not in e or not expected] == [], path


def test_searching_asks_no_other_host(visit: Callable) -> None:
    opened = visit()
    opened.page.click(".md-search__input")
    opened.page.fill(".md-search__input", "注意力")
    opened.page.press(".md-search__input", "End")
    opened.page.wait_for_selector(".md-search-result__item")
    assert opened.elsewhere == []
    assert opened.errors == []


def test_the_whole_page_is_there_without_scripts(visit: Callable, paths: list[str]) -> None:
    for path in (
        path for path in paths if not path.startswith("accounts/")
    ):  # laid out only when scrolled to
        page = visit(path, java_script_enabled=False).page
        page.emulate_media(media="print")  # on a screen, figures are laid out when they are scrolled to
        shown = plain(page.locator("article").inner_text())
        written = page.locator(
            "article :is(p, td, th, figcaption, h2, h3):not(details *, trace-exercise *, .fg-take)"
        ).all_text_contents()
        missing = [text for text in written if plain(text).removesuffix("#") not in shown]
        assert missing == [], path
