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


SCHEME = "document.body.dataset.mdColorScheme"
PAINTED = """() => {
  window.schemes = [];
  const note = () => schemes.push(document.body.dataset.mdColorScheme);
  new PerformanceObserver(list => list.getEntries().forEach(note))
    .observe({ type: 'paint', buffered: true });
}"""


def test_a_choice_is_kept_from_page_to_page_and_is_there_before_the_first_paint(visit: Callable) -> None:
    page = visit("attention/").page
    page.click("label[for='__palette_1']:visible")
    page.add_init_script(f"({PAINTED})()")
    page.goto(page.url.replace("attention/", "transformer/"), wait_until="networkidle")
    assert set(page.evaluate("schemes")) == {"slate"}


def test_a_dark_system_is_dark_at_the_first_paint(visit: Callable) -> None:
    page = visit("attention/", scheme="dark").page
    page.add_init_script(f"({PAINTED})()")
    page.reload(wait_until="networkidle")
    assert set(page.evaluate("schemes")) == {"slate"}
    assert page.evaluate("getComputedStyle(document.body).colorScheme") == "dark"


def test_the_page_follows_the_system_until_a_reader_chooses_and_again_when_the_choice_is_taken_back(
    visit: Callable,
) -> None:
    page = visit("attention/").page
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"{SCHEME} === 'slate'")
    page.click("label[for='__palette_0']:visible")
    page.wait_for_function(f"{SCHEME} === 'default'")
    page.emulate_media(color_scheme="light")
    page.emulate_media(color_scheme="dark")
    assert page.evaluate(SCHEME) == "default"
    page.click("label[for='__palette_1']:visible")
    page.emulate_media(color_scheme="light")
    page.wait_for_function(f"{SCHEME} === 'default'")


def test_the_switch_works_by_keyboard_and_keeps_the_focus(visit: Callable) -> None:
    page = visit("attention/").page
    page.focus("#__palette_0")
    for key, scheme in (("Enter", "slate"), ("Space", "default"), ("ArrowRight", "slate")):
        page.keyboard.press(key)
        page.wait_for_function(f"{SCHEME} === '{scheme}'")
        assert page.evaluate("document.activeElement.name") == "__palette"


def test_the_browser_s_own_bar_has_the_colour_of_the_scheme(visit: Callable) -> None:
    page = visit("attention/").page
    bars = "[...document.querySelectorAll('meta[name=theme-color]')].map(bar => bar.content)"
    light, dark = page.evaluate(bars)
    assert light == dark, "one colour, whatever the system says later"
    page.click("label[for='__palette_1']:visible")
    assert page.evaluate(bars)[0] != light
