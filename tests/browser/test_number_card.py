"""The number card: from any number to what it was computed from, by pointer and by keys alone."""

import gzip
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests.browser.axe import faults

READY = """[...document.querySelectorAll('article :is(p, td) > data[data-ref]')].at(-1)
  .matches('.fg-item')"""  # they are made ready in the order of the page
WEIGHT = "table [data-ref='attention.weights[3,1]']"
PROBABILITY = "[data-ref='transformer.g01_probabilities[2,3]']"


@pytest.fixture
def chapter(visit: Callable) -> Callable[..., Page]:
    """Open a chapter, its numbers ready to be asked."""

    def opened(path: str = "attention/", **options: object) -> Page:
        page: Page = visit(path, **options).page
        page.wait_for_function(READY)
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        return page

    return opened


def card(page: Page) -> str:
    """The text of the open card."""
    page.wait_for_selector(".fg-card dl")
    return " ".join(page.locator(".fg-card").inner_text().split())


def test_a_click_opens_the_card_escape_closes_it_and_focus_returns(chapter: Callable) -> None:
    page = chapter()
    page.locator(WEIGHT).first.click()
    told = card(page)
    assert "weights[3,1]" in told and "印出 1/4 精确的分数" in told and "全精度 0.25" in told
    assert page.evaluate("document.activeElement.className").startswith("fg-card")
    page.keyboard.press("Escape")
    assert page.locator(".fg-card").count() == 0
    assert page.evaluate("document.activeElement.dataset.ref") == "attention.weights[3,1]"


BUSY = "window.requestIdleCallback = () => 0"  # a browser that never has nothing else to do
PORTIONS = """window.portions = 0;
window.requestIdleCallback = act => setTimeout(() => { portions += 1; act({ timeRemaining: () => 0 }); });
window.layouts = [];
for (const [owner, name] of [[Element, 'checkVisibility'], [Element, 'getBoundingClientRect'],
                             [Element, 'getClientRects'], [HTMLElement, 'offsetHeight'],
                             [HTMLElement, 'innerText']]) {
  const its = Object.getOwnPropertyDescriptor(owner.prototype, name), kind = its.get ? 'get' : 'value';
  const asked = its[kind];
  its[kind] = function (...given) {
    if (new Error().stack.includes('number-card.js')) layouts.push(name);
    return asked.apply(this, given);
  };
  Object.defineProperty(owner.prototype, name, its);
}"""


def test_numbers_are_made_ready_in_small_portions_and_without_asking_for_a_layout(
    browser: Browser, address: str
) -> None:
    page = browser.new_page()
    page.add_init_script(PORTIONS)
    page.goto(address + "attention/")
    page.wait_for_function(READY)
    cited = page.locator("article .fg-item").count()
    assert cited > 1000 and page.evaluate("portions") > cited / 20
    assert page.evaluate("layouts") == []
    page.close()


def test_a_click_and_a_key_do_not_wait_until_all_numbers_are_ready(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.add_init_script(BUSY)
    page.goto(address + "attention/")
    assert page.locator(".fg-item").count() == 0
    page.locator(WEIGHT).first.click()
    assert "weights[3,1]" in card(page)
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.ref") == "attention.weights[3,1]"
    page.reload()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.matches('.fg-item[role=button]')"):
            break
    ref = page.evaluate("document.activeElement.dataset.ref")
    page.keyboard.press("ArrowRight")
    assert ref and page.evaluate("document.activeElement.dataset.ref") not in (ref, None)
    page.close()


def test_a_card_that_cannot_be_fetched_is_no_error_of_the_page(visit: Callable) -> None:
    page = visit("attention/").page
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.route("**/number-card-body.js*", lambda route: route.abort())
    page.locator(WEIGHT).first.click()
    page.wait_for_timeout(200)
    assert errors == [] and page.locator(".fg-card, script[src*='number-card-body']").count() == 0
    page.unroute("**/number-card-body.js*")
    page.locator(WEIGHT).first.click()
    card(page)


def test_nothing_is_asked_for_before_a_reader_asks(visit: Callable) -> None:
    asked: list[str] = []
    opened = visit("attention/")
    ours = re.compile(r"derivations|number-card-body|assets/data")
    opened.page.on("request", lambda r: asked.append(r.url) if ours.search(r.url) else None)
    opened.page.wait_for_function(READY)
    opened.page.wait_for_timeout(200)
    assert asked == []
    opened.page.locator(WEIGHT).first.click()
    card(opened.page)
    names, versions = zip(
        *(re.sub(r".*/assets/", "", url).split("?v=") for url in sorted(asked)), strict=True
    )
    assert sorted(names) == ["derivations/attention.js", "number-card-body.css", "number-card-body.js"]
    assert len(set(versions)) == 1 and re.fullmatch(r"[0-9a-f]{10}", versions[0])


def test_the_card_says_formula_numbers_line_and_function(chapter: Callable) -> None:
    page = chapter()
    page.locator(WEIGHT).first.click()
    told = card(page)
    assert "公式 weights = run.exp / run.total" in told
    assert "= run.exp[3,1] / run.total[3,1] = 0.5 / 2 = 1/4" in told
    assert re.search(r"出处 例子第\d+行 weights = value\(run\.weights, .* engine\.attention\.attention", told)


def test_a_trail_of_numbers_leads_back_by_button_and_by_the_browser(chapter: Callable) -> None:
    page = chapter()
    page.locator(WEIGHT).first.click()
    card(page)
    titles = []
    for _ in range(3):
        page.locator(".fg-card .fg-operand").last.click()
        page.wait_for_timeout(60)
        titles.append(page.locator("#fg-card-title code").inner_text())
    assert titles[0] == "run.total[3,1]" and len(set(titles)) == 3
    page.go_back()
    page.wait_for_timeout(60)
    assert page.locator("#fg-card-title code").inner_text() == titles[1]
    page.locator(".fg-card-back").click()
    page.wait_for_timeout(60)
    assert page.locator("#fg-card-title code").inner_text() == titles[0]
    page.go_back()
    page.go_back()
    page.wait_for_timeout(60)
    assert page.locator(".fg-card").count() == 0
    assert page.url.endswith("/attention/")


def test_closing_leaves_no_steps_in_the_history(chapter: Callable) -> None:
    page = chapter()
    page.goto(page.url.replace("attention/", "glossary/"))
    page.wait_for_function(READY)
    page.locator("[data-ref='glossary.w_q[1,1]']").first.click()
    card(page)
    page.keyboard.press("Escape")
    page.wait_for_timeout(60)
    page.go_back()
    assert page.url.endswith("/attention/")


HERE = """ref => { const at = document.activeElement, root = at.closest?.('table, svg');
  return at.dataset?.ref === ref
    || (!!root && at.matches('.fg-item') && !!root.querySelector(`[data-ref='${ref}']`)) }"""
OPERAND = "document.activeElement.matches('.fg-card dd div .fg-operand')"


@pytest.mark.parametrize("width", [390, 1280])
def test_keys_alone_lead_from_a_probability_of_g01_to_the_input(chapter: Callable, width: int) -> None:
    page = chapter("transformer/", width=width, height=844)
    ref = "transformer.g01_probabilities[2,3]"
    for _ in range(400):  # from stop to stop
        page.keyboard.press("Tab")
        if page.evaluate(HERE, ref):
            break
    for _ in range(60):  # within the table or figure
        if page.evaluate("document.activeElement.dataset.ref") == ref:
            break
        page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert "0.592201" in card(page)
    seen = [page.locator("#fg-card-title code").inner_text()]
    while page.locator(".fg-card dd div .fg-operand").count() and len(seen) < 80:
        for _ in range(20):  # to the first operand among the numbers
            page.keyboard.press("Tab")
            if page.evaluate(OPERAND):
                break
        page.keyboard.press("Enter")
        page.wait_for_function(
            "name => ![name, ''].includes(document.querySelector('#fg-card-title code').textContent)"
            " && document.querySelector('.fg-card dl')",
            arg=seen[-1],
        )
        seen.append(page.locator("#fg-card-title code").inner_text())
    assert seen[-1].startswith("g01_x["), seen
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.dataset.ref") == ref


def test_there_is_at_most_one_tab_stop_to_a_table_a_figure_and_a_section(chapter: Callable) -> None:
    page = chapter()
    page.locator(WEIGHT).first.hover()
    page.wait_for_selector(".fg-name-of")
    counts = page.evaluate(
        """() => {
          const groups = new Map();
          let section = null;
          for (const node of document.querySelectorAll('article h2, article .fg-item')) {
            if (node.tagName === 'H2') { section = node; continue; }
            const root = node.closest('table, svg') || section, stop = node.closest('math') || node;
            if (!node.checkVisibility()) continue;
            if (!groups.has(root)) groups.set(root, new Set());
            if (stop.tabIndex === 0) groups.get(root).add(stop);
          }
          const sizes = [...groups.values()].map(stops => stops.size);
          return { most: Math.max(...sizes), least: Math.min(...sizes), groups: sizes.length,
                   items: document.querySelectorAll('article .fg-item').length };
        }"""
    )
    assert (counts["least"], counts["most"]) == (1, 1) and counts["items"] > 5 * counts["groups"], counts


def test_a_formula_is_one_stop_and_the_arrows_go_through_its_numbers(chapter: Callable) -> None:
    page = chapter()
    page.locator("math .fg-item[data-ref='attention.v[3,1]']").first.evaluate(
        "node => node.closest('math').focus()"
    )
    seen = set()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
        seen.add(page.evaluate("document.activeElement.localName"))
        if page.evaluate("document.querySelector('.fg-at')?.dataset.ref") == "attention.v[3,1]":
            break
    assert seen == {"math"}
    assert page.locator(".fg-said").inner_text().endswith("attention.v[3,1]")
    page.keyboard.press("Enter")
    assert "v[3,1]" in card(page)
    page.keyboard.press("Escape")
    assert page.evaluate("document.activeElement.localName") == "math"


def test_arrows_move_within_a_table_by_row_and_column(chapter: Callable) -> None:
    page = chapter()
    table = page.locator("table:has([data-ref='attention.scores[1,1]'])").first
    table.locator("[data-ref='attention.scores[2,2]']").focus()
    moves = {
        "ArrowRight": "[2,3]",
        "ArrowLeft": "[2,2]",
        "ArrowDown": "[3,2]",
        "ArrowUp": "[2,2]",
        "End": "[3,3]",
    }
    for key, index in moves.items():
        page.keyboard.press(key)
        assert page.evaluate("document.activeElement.dataset.ref") == f"attention.scores{index}", key


def test_nothing_is_interactive_within_links_summaries_buttons_and_headings(chapter: Callable) -> None:
    for path in ("attention/", "transformer/", "glossary/"):
        nested = chapter(path).evaluate(
            "[...document.querySelectorAll(':is(a, summary, button, label, h1, h2, h3, .fg-item) .fg-item')]"
            ".filter(n => !n.closest('math')).map(n => n.outerHTML)"
        )
        assert nested == [], path


@pytest.mark.parametrize(
    ("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)]
)
def test_axe_finds_nothing_with_a_card_open(chapter: Callable, scheme: str, width: int) -> None:
    page = chapter("attention/", scheme=scheme, width=width)
    page.locator("svg [data-ref='attention.weights[3,1]']").first.click()
    card(page)
    assert faults(page) == []


def test_a_screen_reader_gets_a_named_dialog_and_its_parts_in_order(chapter: Callable) -> None:
    page = chapter()
    page.locator(WEIGHT).first.click()
    card(page)
    tree = page.locator(".fg-card").aria_snapshot()
    assert tree.startswith('- dialog "weights[3,1]')
    order = ["关闭", "weights[3,1]", "印出", "公式", "代入", "出处", "复制", "数字账本"]
    places = [tree.index(word, tree.index("\n")) for word in order]
    assert places == sorted(places)


def test_what_a_number_was_computed_from_is_lit_where_the_page_shows_it(chapter: Callable) -> None:
    page = chapter()
    page.locator("[data-ref='attention.output[3,1]']").first.click()
    card(page)
    lit = page.evaluate(
        "[...document.querySelectorAll('[data-ref].fg-lit')].map(n => n.dataset.ref.split(':')[0])"
    )
    weights = {f"attention.weights[3,{k}]" for k in (1, 2, 3)}
    assert weights | {f"attention.v[{k},1]" for k in (1, 2, 3)} == set(lit)
    assert page.locator("svg .fg-cell.fg-lit").count() >= 3
    page.keyboard.press("Escape")
    lit = page.evaluate("[...document.querySelectorAll('[data-ref].fg-lit')].map(n => n.dataset.ref)")
    assert {ref.split(":")[0] for ref in lit} == {"attention.output[3,1]"}  # it has the focus again


def test_pointing_at_a_symbol_lights_what_it_names(chapter: Callable) -> None:
    page = chapter()
    page.locator(WEIGHT).first.hover()
    page.wait_for_selector(".fg-name-of")
    names = page.locator(".fg-name-of")
    assert names.count() > 10
    page.locator("math .fg-name-of", has_text=re.compile(r"^Q$")).first.hover()
    lit = page.evaluate("[...document.querySelectorAll('[data-ref].fg-lit')].map(n => n.dataset.ref)")
    assert lit and all(ref.startswith("attention.q[") for ref in lit)


NAMED = """section => [...fgCards.named].filter(([one]) => {
  let at = one;
  while (at && at.parentElement.localName !== 'article') at = at.parentElement;
  while (at && at.localName !== 'h2') at = at.previousElementSibling;
  return at?.id === section && one.closest('math');
}).map(([one, ref]) => [one.textContent.replace(/\\s/g, ''), ref])"""


@pytest.mark.parametrize(
    ("path", "section", "named", "unnamed"),
    [
        # the line of a dot product, q₃ · k₃, names neither of its factors
        ("attention/", "match", {"q3": "attention.q[3]", "w13": "attention.weights[1,3]"}, {"s"}),
        ("attention/", "heads", {"Y": "attention.heads_output", "WO": "attention.w_o"}, {"O", "W"}),
        ("transformer/", "f11", {"V": "transformer.f11_v", "WQ": "transformer.f11_w_q"}, {"W"}),
        (
            "transformer/",
            "g01",
            {"X": "transformer.g01_x", "Q": "transformer.g01_q"},
            {"Norm", "A", "P", "Z"},
        ),
        ("glossary/", "projections", {"q": "glossary.q", "k": "glossary.k"}, set()),
    ],
)
def test_a_symbol_names_one_array_or_none(
    visit: Callable, path: str, section: str, named: dict[str, str], unnamed: set[str]
) -> None:
    page = visit(path).page
    page.locator("article p").first.hover()
    page.wait_for_selector(".fg-name-of")
    found = page.evaluate(NAMED, section)
    assert {symbol: {ref for name, ref in found if name == symbol} for symbol in named} == {
        symbol: {ref} for symbol, ref in named.items()
    }
    assert not unnamed & {name for name, _ in found}


def test_a_value_is_copied_as_number_latex_and_numpy(chapter: Callable) -> None:
    page = chapter()
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(WEIGHT).first.click()
    card(page)
    copied = []
    for name in ("数值", "LaTeX", "NumPy"):
        page.locator(".fg-card-copy button", has_text=name).click()
        page.wait_for_timeout(50)
        copied.append(page.evaluate("navigator.clipboard.readText()"))
    assert copied == [
        "0.25",
        r"\text{weights} = \frac{\text{run.exp}}{\text{run.total}},\quad \text{weights}_{3,1} = 0.25",
        "weights = run_exp / run_total\nweights[2,0]  # 0.25",
    ]


def test_a_fact_leads_to_its_source(chapter: Callable) -> None:
    page = chapter()
    page.locator("data.fg-item[data-ref^='facts.']").first.click()
    assert re.search(r"《.+》，.+引用的事实，不是算出来的。", card(page))


def test_a_number_of_another_chapter_opens_there_too(visit: Callable, chapter: Callable) -> None:
    page = chapter("attention/")
    page.evaluate(
        "document.querySelector('article p data[data-ref]').setAttribute('data-ref', 'glossary.w_q[1,1]')"
    )
    page.locator("[data-ref='glossary.w_q[1,1]']").first.click()
    assert "w_q[1,1]" in card(page)


def test_paper_shows_no_card_and_keeps_the_way_to_the_account(chapter: Callable) -> None:
    page = chapter()
    page.locator(WEIGHT).first.click()
    card(page)
    page.emulate_media(media="print")
    assert not page.locator(".fg-card").is_visible()
    assert page.locator(".fg-account-link").first.is_visible()
    assert not page.locator(".fg-take a[download]").first.is_visible()


@pytest.mark.parametrize("width", [390, 360, 320])
def test_the_card_fits_a_phone(chapter: Callable, width: int) -> None:
    page = chapter("transformer/", width=width, height=780)
    page.locator(PROBABILITY).first.click()
    card(page)
    box = page.locator(".fg-card").bounding_box()
    assert (
        box is not None and box["x"] >= 0 and box["x"] + box["width"] <= width and box["height"] <= 780 * 0.7
    )
    assert page.locator(".fg-card").evaluate("node => node.scrollWidth <= node.clientWidth")


def test_it_works_from_a_folder_without_a_server(browser: Browser, site: Path) -> None:
    page = browser.new_page()
    page.goto((site / "attention" / "index.html").as_uri())
    page.wait_for_function(READY)
    page.locator(WEIGHT).first.click()
    assert "全精度 0.25" in card(page)
    page.close()


def test_the_first_view_grows_by_five_kilobytes_at_most_and_the_data_stay_small(site: Path) -> None:
    assets = site / "assets"
    html = (site / "attention" / "index.html").read_text(encoding="utf-8")
    bare = re.sub(
        r'<p class="fg-take">.*?</p>|<(?:link|script)[^>]*number-card[^>]*>(?:</script>)?', "", html
    )
    first = [(assets / name).read_bytes() for name in ("number-card.js",)]
    grown = len(gzip.compress(html.encode())) - len(gzip.compress(bare.encode()))
    assert sum(len(gzip.compress(part)) for part in first) + grown <= 4.5 * 1024
    for data in sorted((assets / "derivations").rglob("*.js")):
        assert len(gzip.compress(data.read_bytes())) <= 40 * 1024, data.name


def test_every_figure_table_and_section_leads_to_the_account(visit: Callable) -> None:
    page = visit("attention/", java_script_enabled=False).page
    figures = page.locator("figure.fg-block:has(.fg-label):has([data-ref^='attention.'])").count()
    sections = page.locator("article h2").count()
    links = page.locator(".fg-account-link")
    assert 5 < figures <= links.count() <= figures + sections
    links.first.click()
    assert "/accounts/attention/" in page.url
    assert page.locator("h1").inner_text().startswith("数字账本")
