"""Marks of reading stay in this browser, lead back to the last place, and can be forgotten."""

from collections.abc import Callable

from playwright.sync_api import Page

KEPT = "JSON.parse(localStorage.getItem('book-reading'))"


def read_on(page: Page) -> str:
    """Scroll to the end of the second section; returns the identifier of the first."""
    first, third = page.eval_on_selector_all("article h2[id]", "hs => [hs[0].id, hs[2].id]")
    page.evaluate("id => document.getElementById(id).scrollIntoView()", third)
    page.wait_for_function(f"{KEPT} !== null")
    return first


def test_a_section_that_was_read_is_ticked_in_the_contents(visit: Callable) -> None:
    page = visit("attention/").page
    first = read_on(page)
    ticked = page.eval_on_selector_all(
        ".book-read", "links => links.map(a => decodeURIComponent(a.hash.slice(1)))"
    )
    assert first in ticked
    assert len(ticked) < page.locator("article h2[id]").count()


def test_the_first_page_leads_back_to_the_last_place(visit: Callable) -> None:
    page = visit("attention/").page
    read_on(page)
    last = page.evaluate(f"{KEPT}[location.pathname]?.last ?? Object.values({KEPT}).find(v => v.last).last")
    page.goto(page.url.split("attention/")[0], wait_until="networkidle")
    page.click(".book-resume")
    page.wait_for_url("**/attention/#*")
    assert page.evaluate("decodeURIComponent(location.hash.slice(1))") == last


def test_the_switch_forgets_everything_and_nothing_is_kept_after_it(visit: Callable) -> None:
    page = visit("attention/").page
    read_on(page)
    page.uncheck(".book-marks input")
    assert page.evaluate(KEPT) == {"off": True}
    assert page.locator(".book-read").count() == 0
    page.evaluate("scrollTo(0, 4000)")
    page.wait_for_timeout(700)
    assert page.evaluate(KEPT) == {"off": True}
