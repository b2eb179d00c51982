"""The page's frame, without the theme's script: contents, header, drawer, keys, marks of what was sought."""

from collections.abc import Callable

from playwright.sync_api import Page

ACTIVE = """() => [...document.querySelectorAll('.md-sidebar--secondary .md-nav__link--active')]
  .map(link => decodeURIComponent(link.hash.slice(1)))"""
MARKED = "[...(CSS.highlights.get('found') ?? [])].map(range => range.toString())"
OPENED = "document.getElementById('{}').checked"


def headings(page: Page) -> list[str]:
    found: list[str] = page.eval_on_selector_all("article h2[id]", "hs => hs.map(h => h.id)")
    return found


def test_the_theme_s_script_and_palettes_are_not_fetched(visit: Callable) -> None:
    page = visit("attention/").page
    names = page.evaluate("performance.getEntriesByType('resource').map(r => r.name)")
    assert any(name.endswith("/assets/js/frame.js") for name in names)
    assert [name for name in names if "/javascripts/" in name or "palette" in name] == []


def test_the_contents_show_the_section_that_is_read(visit: Callable) -> None:
    page = visit("attention/").page
    assert page.evaluate(ACTIVE) == []
    for place in (2, 1):
        section = headings(page)[place]
        page.evaluate("id => document.getElementById(id).scrollIntoView()", section)
        page.wait_for_function(f"({ACTIVE})().join() === {section!r}")
    passed = page.locator(".md-sidebar--secondary .md-nav__link--passed")
    assert passed.count() >= 1


def test_a_page_opened_at_a_section_shows_it_in_the_contents(visit: Callable) -> None:
    section = headings(visit("attention/").page)[4]
    page = visit(f"attention/#{section}").page
    page.wait_for_function(f"({ACTIVE})().join() === {section!r}")


def test_the_current_entry_of_long_contents_is_kept_in_view(visit: Callable) -> None:
    page = visit("attention/", height=420).page
    page.evaluate("id => document.getElementById(id).scrollIntoView()", headings(page)[-1])
    page.wait_for_function(
        """() => {
          const link = [...document.querySelectorAll('.md-sidebar--secondary .md-nav__link--active')].at(-1);
          if (!link) return false;
          const [a, b] = [link, link.closest('.md-sidebar__scrollwrap')].map(e => e.getBoundingClientRect());
          return a.top >= b.top && a.bottom <= b.bottom;
        }"""
    )


def test_the_contents_end_where_the_window_ends(visit: Callable) -> None:
    page = visit("attention/", height=420).page
    page.evaluate("scrollTo(0, 3000)")
    bottoms = page.eval_on_selector_all(
        ".md-sidebar__scrollwrap", "panes => panes.map(pane => pane.getBoundingClientRect().bottom)"
    )
    assert all(0 < bottom <= 420 for bottom in bottoms), bottoms


def test_the_header_names_the_chapter_once_its_title_has_gone(visit: Callable) -> None:
    page = visit("attention/", width=390).page
    named = page.locator(".md-header__title--active")
    assert named.count() == 0
    page.evaluate("scrollTo(0, 2000)")
    named.wait_for()
    page.evaluate("scrollTo(0, 0)")
    named.wait_for(state="detached")


def test_a_way_back_to_the_top_is_offered_on_the_way_up(visit: Callable) -> None:
    page = visit("attention/").page
    button = page.locator(".md-top")
    assert button.is_hidden()
    page.evaluate("scrollTo(0, 4000)")
    page.mouse.wheel(0, -300)
    button.click()
    page.wait_for_function("scrollY === 0 && document.querySelector('.md-top').hidden")


def test_the_drawer_opens_and_shuts_by_keyboard(visit: Callable) -> None:
    page = visit("attention/", width=390).page
    assert page.locator(".md-sidebar--primary a").first.is_hidden()
    page.focus(".md-header__button[for=__drawer] > [role=button]")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.closest('.md-sidebar--primary') !== null")
    page.keyboard.press("Escape")
    page.wait_for_function("document.activeElement.closest('[for=__drawer]') !== null")
    assert page.evaluate(OPENED.format("__drawer")) is False


def test_the_drawer_shuts_when_the_keyboard_leaves_it(visit: Callable) -> None:
    page = visit("attention/", width=390).page
    page.focus(".md-header__button[for=__drawer] > [role=button]")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.closest('.md-sidebar--primary') !== null")
    for _ in range(page.locator(".md-sidebar--primary :is(a, [tabindex])").count()):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('.md-sidebar--primary') === null"):
            break
    assert page.evaluate("document.activeElement.closest('article') !== null")
    assert page.evaluate(OPENED.format("__drawer")) is False


def test_who_leaves_the_search_on_a_phone_stands_at_its_button_again(visit: Callable) -> None:
    page = visit("attention/", width=390).page
    page.focus(".md-header__button[for=__search] > [role=button]")
    page.keyboard.press("Enter")
    page.wait_for_function("document.activeElement.name === 'query'")
    page.keyboard.press("Escape")
    page.wait_for_function("document.activeElement.closest('[for=__search]') !== null")
    assert page.evaluate(OPENED.format("__search")) is False


def test_a_page_that_was_found_by_a_section_of_it_has_the_words_marked_too(visit: Callable) -> None:
    page = visit().page
    page.click(".md-search__input")
    page.keyboard.type("0.592")
    page.click(".md-search-result__item > a >> nth=0")
    page.wait_for_url("**/transformer/*")
    page.wait_for_function(f"{MARKED}.includes('0.592')")


def test_the_drawer_shuts_when_a_section_is_chosen_in_it(visit: Callable) -> None:
    page = visit("attention/", width=390).page
    page.click(".md-header__button[for=__drawer]")
    page.click(".md-sidebar--primary .md-nav__link[for=__toc]")
    page.click(".md-sidebar--primary .md-nav--secondary a >> nth=1")
    page.wait_for_function(f"!{OPENED.format('__drawer')} && location.hash !== ''")


def test_keys_of_the_whole_page_search_and_turn_pages_but_not_while_one_types(visit: Callable) -> None:
    page = visit("attention/").page
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.name") == "query"
    page.keyboard.type("np")
    assert page.input_value(".md-search__input") == "np"
    page.keyboard.press("Escape")
    assert page.evaluate(OPENED.format("__search")) is False
    page.keyboard.press("n")
    page.wait_for_url("**/transformer/")
    page.keyboard.press("p")
    page.wait_for_url("**/attention/")


def test_arrows_walk_through_the_hits_and_enter_opens_the_best_with_its_words_marked(visit: Callable) -> None:
    page = visit().page
    page.click(".md-search__input")
    page.keyboard.type("softmax")
    page.wait_for_selector(".md-search-result__item a")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.className") == "md-search-result__link"
    page.keyboard.press("ArrowUp")
    assert page.evaluate("document.activeElement.name") == "query"
    page.keyboard.press("Enter")
    page.wait_for_function(f"{MARKED}.length > 0")
    assert {text.lower() for text in page.evaluate(MARKED)} == {"softmax"}
    assert "h=" not in page.url, "an address that is copied says nothing of the search"


def test_an_address_can_ask_a_question(visit: Callable) -> None:
    page = visit("?q=掩码").page
    page.wait_for_selector(".md-search-result__item a")
    assert page.input_value(".md-search__input") == "掩码"


def test_what_was_typed_is_never_read_as_html(visit: Callable) -> None:
    page = visit().page
    page.click(".md-search__input")
    page.keyboard.type("注意力 <img/src=x/onerror=stop>")
    page.wait_for_function("!document.querySelector('.md-search-result__meta').textContent.includes('键入')")
    assert page.locator(".md-search-result img").count() == 0
