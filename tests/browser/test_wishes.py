"""What a reader may wish: larger text, a narrow window, colours of their own, stillness, no scripts."""

from collections.abc import Callable

import pytest

from tests.browser.axe import open_everything

CUT = """() => [...document.querySelectorAll('body *')].filter(node => {
  const style = getComputedStyle(node), box = node.getBoundingClientRect();
  const hides = side => /hidden|clip/.test(side);
  if (!hides(style.overflowX) && !hides(style.overflowY)) return false;
  if (!node.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
  if (!node.textContent.trim() || box.width < 2 || box.height < 2 || box.right <= 0) return false;
  if (style.textOverflow === 'ellipsis' || node.closest('[aria-hidden=true]')) return false;
  return (hides(style.overflowX) && node.scrollWidth > node.clientWidth + 1)
    || (hides(style.overflowY) && hides(style.overflowX) && node.scrollHeight > node.clientHeight + 1);
}).map(node => node.outerHTML.slice(0, 120))"""

OUTSIDE = """() => [...document.querySelectorAll('body *')].filter(node => {
  const box = node.getBoundingClientRect();
  if (box.width < 2 || box.right <= innerWidth + 0.5) return false;
  if (!node.checkVisibility({ visibilityProperty: true })) return false;
  for (let up = node.parentElement; up && up !== document.body; up = up.parentElement) {
    const style = getComputedStyle(up);
    if (/auto|scroll|hidden|clip/.test(style.overflowX) || style.position === 'fixed') return false;
  }
  return true;
}).map(node => node.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize(
    "window", [{"width": 640, "height": 450, "device_scale_factor": 2}, {"width": 320, "height": 256}]
)
def test_twice_the_size_and_320_pixels_lose_nothing_and_scroll_one_way_only(
    visit: Callable, paths: list[str], accounts: list[str], window: dict[str, int]
) -> None:
    for path in [*paths, *accounts]:
        page = visit(path, **window).page
        open_everything(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= window["width"], path
        assert page.evaluate(OUTSIDE) == [], path
        assert page.evaluate(CUT) == [], path


def test_text_spaced_out_as_a_reader_may_set_it_is_not_cut(visit: Callable, paths: list[str]) -> None:
    for path in paths:
        page = visit(path, width=390).page
        open_everything(page)
        page.add_style_tag(
            content="""* { line-height: 1.5 !important; letter-spacing: .12em !important;
                           word-spacing: .16em !important } p { margin-bottom: 2em !important }"""
        )
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, path
        assert page.evaluate(CUT) == [], path


MOVING = """() => document.getAnimations().filter(one => one.timeline instanceof DocumentTimeline
  && one.effect.getComputedTiming().endTime > 20).map(one => one.effect.getComputedTiming().endTime)"""


def test_a_step_moves_shortly_and_not_at_all_for_a_reader_who_wants_no_motion(visit: Callable) -> None:
    for motion in ("no-preference", "reduce"):
        page = visit("transformer/", reduced_motion=motion).page
        page.wait_for_selector("step-player.fg-ready")
        step = "document.querySelector('step-player [data-do=next]').click()"
        found = page.evaluate(f"() => {{ {step}; return ({MOVING})(); }}")
        assert (found == []) == (motion == "reduce"), found
        assert all(time <= 300 for time in found)
        smooth = "getComputedStyle(document.documentElement).scrollBehavior === 'smooth'"
        assert motion == "no-preference" or not page.evaluate(smooth)


@pytest.mark.parametrize("path", ["", "attention/", "transformer/", "glossary/", "no-such-page/"])
def test_nothing_on_a_page_moves_by_itself(visit: Callable, path: str) -> None:
    page = visit(path, reduced_motion="reduce").page
    assert page.evaluate(MOVING) == []


@pytest.mark.parametrize("path", ["attention/", "transformer/", "glossary/"])
def test_without_scripts_every_step_state_hint_and_answer_can_be_read(visit: Callable, path: str) -> None:
    page = visit(path, java_script_enabled=False).page
    assert all(item.is_visible() for item in page.locator("article .fg-items > li").all())
    for fold in page.locator("article details > summary").all():
        fold.click()
        assert fold.locator("xpath=..").get_attribute("open") is not None
    for needs_script in page.locator(".fg-controls, .fg-choices, trace-exercise form").all():
        assert not needs_script.is_visible()


FORCED = """() => {
  const style = (selector, part) => getComputedStyle(document.querySelector(selector), part);
  const ground = style('body').backgroundColor;
  const icon = style('.admonition > .admonition-title', '::before').backgroundColor;
  const fold = style('article details:not(.fg-numbers) > summary', '::after').backgroundColor;
  return { ground, icon, fold };
}"""


LOST = """() => {
  const nothing = ['none', 'rgba(0, 0, 0, 0)', getComputedStyle(document.body).backgroundColor];
  return [...document.querySelectorAll('article svg :is(text, path, line, circle, polygon, polyline)')]
    .filter(node => node.checkVisibility() && !node.matches('defs *, .fg-fill-surface'))
    .filter(node => ['fill', 'stroke'].every(paint => nothing.includes(getComputedStyle(node)[paint])))
    .map(node => node.outerHTML.slice(0, 120));
}"""

UNFRAMED = """() => [...document.querySelectorAll('article :is(button, input, select, trace-exercise)')]
  .filter(node => node.checkVisibility() && !['radio', 'checkbox'].includes(node.type)
    && !node.matches('.md-clipboard') && parseFloat(getComputedStyle(node).borderTopWidth) < 1)
  .map(node => node.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_marks_icons_series_and_controls_are_seen_in_the_readers_own_colours(
    visit: Callable, scheme: str
) -> None:
    page = visit("attention/", forced_colors="active", scheme=scheme).page
    open_everything(page)
    seen = page.evaluate(FORCED)
    assert seen["ground"] not in (seen["icon"], seen["fold"])
    assert page.evaluate(LOST) == []
    assert page.evaluate(UNFRAMED) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_a_card_lights_is_seen_in_the_readers_own_colours(visit: Callable, scheme: str) -> None:
    page = visit("attention/", forced_colors="active", scheme=scheme).page
    page.wait_for_selector("table [data-ref='attention.weights[3,1]'].fg-item")
    page.locator("table [data-ref='attention.weights[3,1]']").first.click()
    page.wait_for_selector(".fg-card dl")
    for lit in page.locator("article :is(data, math *):is(.fg-lit, .fg-lit-self)").all():
        assert lit.evaluate("node => getComputedStyle(node).outlineStyle") != "none"
    assert page.locator("article :is(data, math *).fg-lit-self").count() > 0
