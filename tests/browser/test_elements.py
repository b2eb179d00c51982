"""The elements with scripts, on a page of their own, in a real browser."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.bench import bench

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with bench(tmp_path_factory.mktemp("bench")) as address:
        yield address


@pytest.fixture
def open_bench(browser: Browser, place: str) -> Iterator[Callable[..., Page]]:
    """`open_bench("#f11-step-3", width=320)`; fails on any error of the page's scripts."""
    contexts, errors = [], []

    def open_page(hash_: str = "", *, width: int = 1000, **more: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": 800}, locale="zh-CN", **more)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.set_default_timeout(5_000)
        page.clock.install()
        page.goto(place + hash_)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert errors == []


def step(page: Page, player: str = "f11") -> list[str]:
    """The ids of the steps that can be seen."""
    return page.evaluate(
        """id => [...document.querySelectorAll(`#${id} > .fg-items > li`)]
             .filter(item => item.checkVisibility() && !item.hasAttribute('hidden'))
             .map(item => item.id)""",
        player,
    )


def do(page: Page, name: str, player: str = "f11") -> Any:
    return page.locator(f'#{player} > .fg-controls [data-do="{name}"]')


def test_it_stands_still_at_the_first_step_until_asked(open_bench: Callable) -> None:
    page = open_bench()
    page.clock.fast_forward(60_000)
    assert step(page) == ["f11-step-1"]
    assert page.url.endswith("/attention-book/")


def test_the_mouse_goes_forward_back_and_anywhere_and_stops_at_both_ends(open_bench: Callable) -> None:
    page = open_bench()
    expect(do(page, "previous")).to_have_attribute("aria-disabled", "true")
    do(page, "previous").click(force=True)
    assert step(page) == ["f11-step-1"]
    do(page, "next").click()
    assert step(page) == ["f11-step-2"]
    page.get_by_role("link", name="第5步，共5步").click()
    assert step(page) == ["f11-step-5"]
    do(page, "next").click(force=True)
    assert step(page) == ["f11-step-5"]
    expect(do(page, "next")).to_have_attribute("aria-disabled", "true")
    do(page, "previous").click()
    assert step(page) == ["f11-step-4"]


def test_touch_is_enough(open_bench: Callable) -> None:
    page = open_bench(width=390, has_touch=True)
    do(page, "next").tap()
    assert step(page) == ["f11-step-2"]
    sizes = page.evaluate(
        """() => [...document.querySelectorAll('.fg-controls button:not([hidden]), .fg-step-marks a')]
             .map(node => node.getBoundingClientRect()).map(box => Math.min(box.width, box.height))"""
    )
    assert min(sizes) >= 40


def test_keys_alone_step_and_play_while_the_focus_is_in_the_player(open_bench: Callable) -> None:
    page = open_bench()
    page.focus("#before")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.id") == "f11"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    assert step(page) == ["f11-step-2"]
    page.keyboard.press("Space")
    page.clock.fast_forward(6_000)
    assert step(page) == ["f11-step-3"]
    page.keyboard.press("Space")
    page.clock.fast_forward(60_000)
    assert step(page) == ["f11-step-3"]


def test_keys_do_nothing_without_focus_and_the_page_keeps_its_own(open_bench: Callable) -> None:
    page = open_bench()
    page.focus("#before")
    for key in ("ArrowRight", "ArrowLeft", "f", "s", "n", "p", ".", ","):
        page.keyboard.press(key)
    assert step(page) == ["f11-step-1"]
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Space")
    page.wait_for_function("scrollY > 0")
    assert step(page) == ["f11-step-1"]


def test_keys_that_a_control_needs_itself_are_left_to_it(open_bench: Callable) -> None:
    page = open_bench("#f11-step-3")
    page.locator("#inner input").first.focus()
    page.keyboard.press("ArrowRight")
    assert step(page) == ["f11-step-3"]
    assert step(page, "inner") == ["inner-state-2"]
    page.focus('#f11 [data-do="dwell"]')
    page.keyboard.press("ArrowRight")
    assert step(page) == ["f11-step-3"]
    page.keyboard.press("Control+ArrowRight")
    assert step(page) == ["f11-step-3"]


def test_it_plays_at_the_readers_pace_and_stops_by_itself_at_the_last_step(open_bench: Callable) -> None:
    page = open_bench()
    do(page, "dwell").select_option(label="长")
    do(page, "play").click()
    page.clock.fast_forward(11_000)
    assert step(page) == ["f11-step-1"]
    page.clock.fast_forward(1_000)
    assert step(page) == ["f11-step-2"]
    for _ in range(3):
        page.clock.fast_forward(12_000)
    assert step(page) == ["f11-step-5"]
    expect(do(page, "play")).to_be_visible()
    page.clock.fast_forward(60_000)
    assert step(page) == ["f11-step-5"]
    do(page, "play").click()
    assert step(page) == ["f11-step-1"]


def test_it_pauses_when_the_page_is_hidden_and_when_the_reader_steps(open_bench: Callable) -> None:
    page = open_bench()
    do(page, "play").click()
    page.evaluate(
        """() => { Object.defineProperty(document, 'hidden', {value: true, configurable: true});
                   document.dispatchEvent(new Event('visibilitychange')); }"""
    )
    page.clock.fast_forward(60_000)
    assert step(page) == ["f11-step-1"]
    page.evaluate("() => { delete document.hidden }")
    do(page, "play").click()
    do(page, "next").click()
    page.clock.fast_forward(60_000)
    assert step(page) == ["f11-step-2"]


def test_the_step_is_in_the_address_and_a_link_opens_its_step(open_bench: Callable) -> None:
    page = open_bench()
    do(page, "next").click()
    assert page.url.endswith("#f11-step-2")
    page.get_by_role("link", name="甲").click()
    assert step(page, "two") == ["two-step-2"]
    assert step(page) == ["f11-step-2"]
    assert step(open_bench("#f11-step-4")) == ["f11-step-4"]


def test_a_link_to_something_inside_a_step_opens_the_step_and_the_state(open_bench: Callable) -> None:
    page = open_bench("#deep")
    assert step(page) == ["f11-step-3"]
    assert step(page, "inner") == ["inner-state-2"]
    expect(page.locator("#deep")).to_be_in_viewport()


def test_two_players_do_not_disturb_one_another(open_bench: Callable) -> None:
    page = open_bench()
    do(page, "play").click()
    do(page, "next", "two").click()
    page.clock.fast_forward(6_000)
    assert step(page) == ["f11-step-2"]
    assert step(page, "two") == ["two-step-2"]


def test_steps_move_shortly_and_not_at_all_where_the_reader_wants_calm(open_bench: Callable) -> None:
    motions = []
    for wish in ("no-preference", "reduce"):
        page = open_bench(reduced_motion=wish)
        motions.append(
            do(page, "next").evaluate(  # at once: a busy machine asks too late
                "button => { button.click(); return document.querySelector('#f11-step-2').getAnimations()"
                ".map(motion => motion.effect.getTiming().duration); }"
            )
        )
    assert motions[0] and max(motions[0]) <= 300
    assert motions[1] == []


def test_without_scripts_all_steps_and_states_stand_one_under_the_other(open_bench: Callable) -> None:
    page = open_bench(java_script_enabled=False)
    for text in (
        "还没有打分。",
        "每一行都由乘加得到。",
        "只看得见自己。",
        "份额乘值。",
        "外面：因果。",
        "第5步，共5步",
    ):
        expect(page.get_by_text(text).first).to_be_visible()
    expect(page.locator(".fg-controls, .fg-choices, trace-exercise form")).to_have_count(5)
    for hidden in page.locator(".fg-controls, .fg-choices, trace-exercise form").all():
        expect(hidden).to_be_hidden()


def test_print_shows_all_steps_states_hints_and_answers(open_bench: Callable) -> None:
    page = open_bench()
    page.emulate_media(media="print")
    for text in (
        "还没有打分。",
        "每一行都由乘加得到。",
        "只看得见自己。",
        "份额乘值。",
        "外面：因果。",
        "先写点积。",
    ):
        box = page.get_by_text(text).first.bounding_box()
        assert box is not None and box["height"] > 5, text
    expect(page.locator("#f11 > .fg-controls")).to_be_hidden()


@pytest.mark.parametrize("width", [320, 390])
def test_on_a_phone_nothing_is_wider_than_the_screen_and_pictures_scroll_in_their_own_box(
    open_bench: Callable, width: int
) -> None:
    page = open_bench("#f11-step-4", width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator("#f11-step-4 .fg-picture")
    assert box.evaluate("node => node.scrollWidth > node.clientWidth && node.tabIndex === 0")
    assert box.evaluate("node => node.querySelector('text').getBoundingClientRect().height") >= 11
    box.focus()
    page.keyboard.press("ArrowRight")
    page.wait_for_function("document.querySelector('#f11-step-4 .fg-picture').scrollLeft > 0")
    assert step(page) == ["f11-step-4"]


def test_a_screen_reader_hears_the_step_and_what_changed(open_bench: Callable) -> None:
    page = open_bench()
    expect(page.locator("#f11 > .fg-live")).to_have_text("")
    do(page, "next").click()
    expect(page.get_by_role("status").first).to_have_text("第2步，共5步 六行投影。")
    tree = page.locator("#f11").aria_snapshot()
    assert 'group "分步演示：查询、键、值"' in tree
    assert 'button "上一步"' in tree
    assert 'combobox "每步停留"' in tree
    assert "六行投影。" in tree
    assert "还没有打分。" not in tree
    page.keyboard.press("Shift+Tab")


def test_leaving_and_coming_back_without_a_page_load_keeps_it_working(open_bench: Callable) -> None:
    page = open_bench()
    do(page, "play").click()
    page.evaluate("() => { const a = document.querySelector('article'); window.kept = a; a.remove(); }")
    page.clock.fast_forward(60_000)
    page.evaluate("() => document.querySelector('main').append(window.kept)")
    assert step(page) == ["f11-step-1"]
    do(page, "next").click()
    assert step(page) == ["f11-step-2"]
    page.evaluate("() => { const m = document.querySelector('main'); m.innerHTML = m.innerHTML; }")
    do(page, "next").click()
    assert step(page) == ["f11-step-3"]


def test_progress_and_pace_are_kept_in_this_browser(open_bench: Callable) -> None:
    page = open_bench()
    do(page, "dwell").select_option(label="短")
    do(page, "next").click()
    page.goto(page.url.partition("#")[0])
    assert step(page) == ["f11-step-2"]
    assert do(page, "dwell").evaluate("select => select.selectedOptions[0].text") == "短"
    assert page.locator("#f11 .fg-step-marks a[data-seen]").count() == 2


def test_a_browser_that_keeps_nothing_still_plays(open_bench: Callable, browser: Browser, place: str) -> None:
    context = browser.new_context()
    context.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new Error('no') } })"
    )
    page = context.new_page()
    page.goto(place)
    do(page, "next").click()
    assert step(page) == ["f11-step-2"]
    context.close()


def test_find_in_page_opens_the_step_that_holds_the_words(open_bench: Callable) -> None:
    page = open_bench()
    page.evaluate(
        "document.querySelector('#f11-step-5').dispatchEvent(new Event('beforematch', {bubbles: true}))"
    )
    assert step(page) == ["f11-step-5"]


def test_switches_of_one_group_move_together(open_bench: Callable) -> None:
    page = open_bench("#f11-step-3")
    page.locator("#outer").get_by_label("因果").check()
    assert step(page, "outer") == ["outer-state-2"]
    assert step(page, "inner") == ["inner-state-2"]
    expect(page.locator("#inner").get_by_label("因果")).to_be_checked()
    expect(page.get_by_text("只看得见自己。")).to_be_visible()


def answer(page: Page, *texts: str) -> str:
    for field, text in zip(page.locator("trace-exercise input").all(), texts, strict=True):
        field.fill(text)
    page.get_by_role("button", name="核对").click()
    return page.locator("trace-exercise output").text_content() or ""


@pytest.mark.parametrize(
    "typed",
    [
        ("1/4", "0.25", "50%"),
        ("25%", ".25", "0.5"),
        ("２５％", "１／４", " 1 / 2 "),
        ("0.254", "+0.25", "2/4"),
    ],
)  # fmt: skip
def test_fractions_decimals_and_percent_are_accepted_alike(
    open_bench: Callable, typed: tuple[str, ...]
) -> None:
    page = open_bench()
    assert answer(page, *typed) == "对了。"
    assert page.locator(".fg-verdict").all_text_contents() == ["✓ 对"] * 3


def test_a_typical_mistake_meets_its_reason_and_any_other_the_hint(open_bench: Callable) -> None:
    page = open_bench()
    assert answer(page, "0.214", "0.214", "0.571") == "忘了除以宽度的平方根。"
    assert answer(page, "1/4", "1/4", "0.4") == "还不对。先看看提示，再算算。"
    assert page.locator(".fg-verdict").all_text_contents() == ["✓ 对", "✓ 对", "✕ 不对"]


@pytest.mark.parametrize("typed", ["", "四分之一", "1/0", "1//4", "0x1", "1e3", "--1", "NaN", "1/2/3"])
def test_what_is_no_number_is_said_to_be_none(open_bench: Callable, typed: str) -> None:
    page = open_bench()
    assert answer(page, typed, "1/4", "1/2") == "有的格子读不懂：请写成分数、小数或百分数。"
    assert page.locator(".fg-verdict").first.text_content() == "？读不懂"


def test_answers_stay_in_this_browser_until_cleared(open_bench: Callable) -> None:
    page = open_bench()
    answer(page, "1/4", "1/4", "1/2")
    page.reload()
    fields = page.locator("trace-exercise input")
    assert [field.input_value() for field in fields.all()] == ["1/4", "1/4", "1/2"]
    page.get_by_role("button", name="清除我的答案").click()
    assert [field.input_value() for field in fields.all()] == ["", "", ""]
    page.reload()
    assert [field.input_value() for field in fields.all()] == ["", "", ""]


def test_a_term_opens_in_place_by_mouse_and_closes_with_escape(open_bench: Callable) -> None:
    page = open_bench()
    page.click("#term")
    popover = page.get_by_role("dialog", name="因果掩码")
    expect(popover).to_contain_text("谁看得见谁")
    expect(popover).to_contain_text("它不是权限。")
    expect(popover).not_to_contain_text("另一条的话")
    expect(popover).not_to_contain_text("¶")
    assert popover.locator("[id]").count() == 0
    assert popover.get_by_role("link", name="另一条").get_attribute("href").endswith("/glossary/#other")
    page.keyboard.press("Escape")
    expect(popover).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "term"


def test_a_term_opens_by_keys_and_by_touch_and_the_button_closes_it(open_bench: Callable) -> None:
    page = open_bench()
    page.focus("#term")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="关闭")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page = open_bench(width=320, has_touch=True)
    page.tap("#term")
    box = page.get_by_role("dialog").bounding_box()
    assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 320


def test_an_entry_that_is_not_there_is_followed_as_a_link(open_bench: Callable) -> None:
    page = open_bench()
    page.click("#lost")
    page.wait_for_url("**/glossary/#none")
