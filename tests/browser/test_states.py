"""Figures, players, switches and exercises of the chapters themselves, in every state they can be in."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser import axe
from tests.browser.test_layout import TOO_WIDE

CALM = {"reduced_motion": "reduce"}


def faults(page: Page, width: int, part: str | None = None) -> list[str]:
    """What axe finds in a part of the page, and what is wider than the screen."""
    wide = page.evaluate("document.documentElement.scrollWidth") - width
    return axe.faults(page, part) + page.evaluate(TOO_WIDE) + ([f"{wide} px too wide"] if wide > 0 else [])


@pytest.mark.parametrize(("width", "scheme"), [(320, "light"), (1280, "dark")])
def test_every_step_and_every_state_is_without_fault(visit: Callable, width: int, scheme: str) -> None:
    page = visit("transformer/", width=width, scheme=scheme, **CALM).page
    links = page.locator("step-player .fg-step-marks a").all()
    assert len(links) == 5
    for link in links:
        link.click()
        found = {link.text_content(): faults(page, width, "step-player")}
        for radio in page.locator("state-switch > .fg-choices input").all():
            if radio.is_visible() and not radio.is_checked():
                radio.check()
                found[f"{link.text_content()} {radio.get_attribute('name')}"] = faults(
                    page, width, "step-player"
                )
        assert set(map(tuple, found.values())) == {()}, found


@pytest.mark.parametrize(("width", "scheme"), [(320, "dark")])
def test_an_answered_exercise_and_an_open_term_are_without_fault(
    visit: Callable, width: int, scheme: str
) -> None:
    page = visit("attention/", width=width, scheme=scheme, **CALM).page
    for exercise in page.locator("trace-exercise").all():
        for field in exercise.locator("input").all():
            field.fill("1/4")
        exercise.get_by_role("button", name="核对").click()
        assert exercise.locator("output").text_content()
    assert faults(page, width) == []
    page.locator("article a[href*='glossary'][href*='#']").first.click()
    page.wait_for_selector(".fg-popover")
    assert faults(page, width) == []


@pytest.mark.parametrize("place", ["start", "center", "end"])
def test_a_term_opens_wholly_on_the_screen_wherever_its_word_stands(visit: Callable, place: str) -> None:
    page = visit("transformer/", width=390, height=600, **CALM).page
    link = page.locator("article a[href*='glossary'][href*='#']").nth(3)
    link.evaluate("(node, block) => node.scrollIntoView({ block })", place)
    page.evaluate("place => scrollBy(0, place === 'start' ? -70 : 0)", place)
    link.click()
    box = page.locator(".fg-popover").bounding_box()
    assert box is not None and box["x"] >= 0 and box["y"] >= 0 and box["height"] > 150
    assert box["x"] + box["width"] <= 390 and box["y"] + box["height"] <= 600


@pytest.mark.parametrize("width", [390, 1280])
def test_a_link_to_a_step_shows_the_controls_below_the_header(visit: Callable, width: int) -> None:
    page = visit("transformer/#f11-player-step-3", width=width, height=800, **CALM).page
    page.wait_for_function(
        """() => { const top = document.querySelector('step-player').getBoundingClientRect().top;
                   const header = document.querySelector('.md-header').getBoundingClientRect().bottom;
                   return top >= header && top < header + 60; }""",
        timeout=5000,
    )


@pytest.mark.parametrize("path", ["attention/", "glossary/"])
def test_a_picture_is_described_while_its_numbers_are_folded(visit: Callable, path: str) -> None:
    page = visit(path).page
    tools = page.context.new_cdp_session(page)
    tools.send("Accessibility.enable")
    shown = "[...document.querySelectorAll('svg.fg-svg')].filter(svg => svg.checkVisibility())"
    count = page.evaluate(f"{shown}.length")
    assert count > 0
    assert page.locator("details.fg-numbers[open]").count() == 0
    for place in range(count):
        page.evaluate(f"{shown}[{place}].scrollIntoView()")
        page.wait_for_timeout(50)
        item = tools.send("Runtime.evaluate", {"expression": f"{shown}[{place}]"})["result"]["objectId"]
        node = tools.send("Accessibility.getPartialAXTree", {"objectId": item, "fetchRelatives": False})
        name, told = (node["nodes"][0].get(key, {}).get("value", "") for key in ("name", "description"))
        assert name, node
        assert told != name
        assert len(told) > 10, name


def test_print_opens_every_fold_and_is_light_from_the_dark_scheme_too(visit: Callable) -> None:
    page = visit("attention/", scheme="dark").page
    page.emulate_media(media="print", color_scheme="dark")
    closed = page.evaluate(
        """() => [...document.querySelectorAll('article details')]
             .filter(fold => fold.checkVisibility())
             .filter(fold => fold.lastElementChild.getBoundingClientRect().height < 8)
             .map(fold => fold.outerHTML.slice(0, 90))"""
    )
    assert closed == []
    curves = page.locator("figure:has([class*='fg-stroke-series'])")
    assert curves.count() > 1
    for curve in curves.all():  # only a table has all its numbers; cells are not said twice
        assert curve.locator("details.fg-numbers table").first.is_visible()
    assert page.locator("details.fg-numbers").filter(visible=True).count() == curves.count()
    paints = "name => getComputedStyle(document.querySelector('.fg-svg')).getPropertyValue(name).trim()"
    assert page.evaluate(paints, "--fg-text") == "#000000"
    assert page.evaluate(paints, "--fg-surface") == "#ffffff"
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "light"
    for hidden in page.locator(".fg-controls, .fg-choices, trace-exercise form").all():
        assert not hidden.is_visible()


@pytest.mark.parametrize("width", [390, 1280])
def test_what_scrolls_sideways_says_so_and_nothing_else_does(visit: Callable, width: int) -> None:
    page = visit("transformer/", width=width, **CALM).page
    page.add_style_tag(content="* { content-visibility: visible !important }")  # all, not only what is near
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
    wrong = page.evaluate(
        """() => [...document.querySelectorAll('.fg-wide, .fg-math')].filter(box => box.checkVisibility())
             .filter(box => {
               const hint = parseFloat(getComputedStyle(box, '::before').height) > 8;
               return hint !== (box.scrollWidth > box.clientWidth);
             })
             .map(box => box.getAttribute('aria-label'))"""
    )
    assert wrong == []


def test_cells_keep_their_meaning_where_the_reader_sets_the_colours(visit: Callable) -> None:
    page = visit("attention/", forced_colors="active", scheme="dark").page
    fill = "node => getComputedStyle(node).fill"
    cell = page.locator(".fg-cell.fg-fill-share").first.evaluate(fill)
    assert page.locator(".fg-svg text.fg-number").first.evaluate(fill) != cell
    assert page.locator(".fg-hatch").first.evaluate("node => getComputedStyle(node).stroke") != cell
    ground = page.locator("article").evaluate("node => getComputedStyle(document.body).backgroundColor")
    assert cell == ground


@pytest.mark.parametrize("width", [320, 390, 1280])
def test_no_line_starts_with_the_punctuation_after_a_formula(visit: Callable, width: int) -> None:
    page = visit("transformer/", width=width).page
    assert page.locator(".fg-together").count() > 0
    parted = page.evaluate(
        """() => [...document.querySelectorAll('.fg-together')].filter(both => {
             if (!both.checkVisibility()) return false;
             const sign = document.createRange();
             sign.selectNodeContents(both.lastChild);
             const formula = both.querySelector('math').getBoundingClientRect();
             return sign.getBoundingClientRect().top > formula.bottom;
           }).map(both => both.textContent)"""
    )
    assert parted == []
