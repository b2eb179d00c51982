"""The book by keyboard: every stop is on the screen and shown, none is a trap or behind the header."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.axe import thin

MOST = 600
STOP = """() => {
  const node = document.activeElement;
  if (!node || node === document.body) return null;
  node.stopNumber ??= (window.stops = (window.stops ?? 0) + 1);
  const box = one => one.getBoundingClientRect();
  const ringed = one => getComputedStyle(one).outlineStyle !== 'none'
    && parseFloat(getComputedStyle(one).outlineWidth) >= 1;
  const label = [...(node.labels ?? []), ...(node.matches('.md-option') ? [node.nextElementSibling] : [])];
  const inMath = node.querySelectorAll('.fg-at');
  const shown = [...(box(node).width > 1 ? [node] : []), ...label, ...inMath].some(ringed);
  const top = node.closest('article') ? box(document.querySelector('.md-header')).bottom : 0;
  const visible = node.checkVisibility({ visibilityProperty: true }) && [node, ...label].map(box).some(at =>
    at.width > 1 && at.height > 1 && at.bottom > top && at.top < innerHeight
    && at.right > 0 && at.left < innerWidth);
  return { number: node.stopNumber, shown, visible, what: node.outerHTML.slice(0, 140) };
}"""


def walk(page: Page, key: str) -> tuple[int, list[str]]:
    """Press a key until the focus leaves the page: the number of stops, and those that one does not see."""
    count, unseen = 0, []
    while count < MOST:
        page.keyboard.press(key)
        stop = page.evaluate(STOP)
        if stop is None:
            break
        count += 1
        assert stop["number"] == count, f"a trap: {stop['what']}"
        if not (stop["shown"] and stop["visible"]):
            unseen.append(stop["what"])
    return count, unseen


@pytest.mark.parametrize("width", [390, 1280])
def test_every_stop_of_the_tab_key_is_on_the_screen_and_shows_it(
    visit: Callable, paths: list[str], width: int
) -> None:
    for path in paths:
        page = visit(path, width=width, reduced_motion="reduce").page
        thin(page)
        count, unseen = walk(page, "Tab")
        assert unseen == [], path
        assert 5 < count < MOST, path


@pytest.mark.parametrize("width", [390, 1280])
def test_the_way_back_is_as_visible_as_the_way_forth(visit: Callable, width: int) -> None:
    page = visit("glossary/", width=width, reduced_motion="reduce").page
    page.evaluate("scrollTo(0, document.documentElement.scrollHeight)")
    page.locator(".md-footer a, .md-footer input").last.focus()
    count, unseen = walk(page, "Shift+Tab")
    assert unseen == []
    assert 20 < count < MOST
