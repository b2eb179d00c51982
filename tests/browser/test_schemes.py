"""One picture follows light and dark, also when the reader changes the scheme on the page."""

from collections.abc import Callable

from playwright.sync_api import Page

COLOURS = """() => {
  const seen = {};
  for (const svg of document.querySelectorAll('article figure svg'))
    for (const node of svg.querySelectorAll('text, rect, path, line, circle')) {
      const style = getComputedStyle(node);
      seen[node.tagName] ??= new Set();
      seen[node.tagName].add(style.fill + ' ' + style.stroke);
    }
  return Object.fromEntries(Object.entries(seen).map(([tag, colours]) => [tag, [...colours].sort()]));
}"""


def colours(page: Page) -> dict[str, list[str]]:
    return page.evaluate(COLOURS)


def test_figures_change_their_colours_with_the_switch_and_back(visit: Callable) -> None:
    page = visit("attention/").page
    light = colours(page)
    assert light, "the chapter has figures"
    page.click("label[for='__palette_1']:visible")
    page.wait_for_function("document.body.dataset.mdColorScheme === 'slate'")
    dark = colours(page)
    assert dark["text"] != light["text"]
    page.click("label[for='__palette_0']:visible")
    page.wait_for_function("document.body.dataset.mdColorScheme === 'default'")
    assert colours(page) == light


def test_the_switch_and_the_system_setting_give_the_same_dark_figures(visit: Callable) -> None:
    page = visit("attention/").page
    page.click("label[for='__palette_1']:visible")
    page.wait_for_function("document.body.dataset.mdColorScheme === 'slate'")
    assert colours(page) == colours(visit("attention/", scheme="dark").page)


def test_print_is_light_even_when_the_screen_is_dark(visit: Callable) -> None:
    dark = visit("attention/", scheme="dark").page
    dark.emulate_media(media="print", color_scheme="dark")
    light = visit("attention/").page
    light.emulate_media(media="print", color_scheme="light")
    assert colours(dark) == colours(light)
    background = "getComputedStyle(document.body).backgroundColor"
    assert dark.evaluate(background) == "rgb(255, 255, 255)"
