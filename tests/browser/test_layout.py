"""The page on narrow screens, in print, and its mathematics."""

from collections.abc import Callable

import pytest

TOO_WIDE = """() => [...document.querySelectorAll('article *')].filter(node => {
  if (node.getBoundingClientRect().right <= innerWidth + 0.5) return false;
  for (let up = node.parentElement; up; up = up.parentElement)
    if (up.tagName !== 'BODY' && /auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) return false;
  return true;
}).map(node => node.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("width", [390, 360, 320])
def test_no_page_is_wider_than_a_phone(visit: Callable, paths: list[str], width: int) -> None:
    for path in paths:
        page = visit(path, width=width, height=780).page
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        assert page.evaluate(TOO_WIDE) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_formulas_use_the_book_s_own_font(visit: Callable) -> None:
    page = visit("attention/").page
    assert page.locator("article math").count() > 0
    page.wait_for_function("document.fonts.status === 'loaded'")
    loaded = "[...document.fonts].filter(f => f.status === 'loaded').map(f => f.family.replaceAll('\"', ''))"
    assert "Book Math" in page.evaluate(loaded)


def test_the_formula_font_is_asked_for_before_the_style_sheet_names_it(visit: Callable) -> None:
    page = visit("attention/").page
    assert page.locator("link[rel=preload][as=font]").count() == 1
    assert (
        page.evaluate(
            "performance.getEntriesByType('resource').filter(r => r.name.includes('book-math')).length"
        )
        == 1
    )


def test_nothing_moves_while_the_chapter_loads(visit: Callable) -> None:
    page = visit("attention/").page
    shift = page.evaluate(
        """() => new Promise(resolve => {
             let sum = 0;
             new PerformanceObserver(list => { for (const e of list.getEntries()) sum += e.value; })
               .observe({type: 'layout-shift', buffered: true});
             setTimeout(() => resolve(sum), 300);
           })"""
    )
    assert shift <= 0.01


def test_four_pictures_beside_one_another_are_two_and_two_of_one_size(visit: Callable) -> None:
    page = visit("transformer/#f11-player-step-1", width=1280, height=900).page
    boxes = [panel.bounding_box() for panel in page.locator("#fig-f11_tables .fg-panel").all()]
    left, top = ({round(box[edge]) for box in boxes if box} for edge in ("x", "y"))
    assert (len(boxes), len(left), len(top)) == (4, 2, 2)
    cells = page.locator("#fig-f11_tables .fg-cell").all()
    assert len({round(box["width"]) for cell in cells if (box := cell.bounding_box())}) == 1


@pytest.mark.parametrize("path", ["", "attention/", "accounts/attention/"])
def test_contents_that_fit_beside_the_page_have_nothing_to_scroll(visit: Callable, path: str) -> None:
    page = visit(path, width=1280, height=900).page
    pane = page.locator(".md-sidebar--secondary .md-sidebar__scrollwrap")
    assert pane.locator("a").count() >= 2
    assert pane.evaluate("pane => pane.scrollHeight - pane.clientHeight") == 0


def test_on_a_phone_the_work_of_a_number_has_the_width_of_its_table(visit: Callable) -> None:
    page = visit("accounts/transformer/", width=390, height=800).page
    work = page.locator(".fg-account td + td").first
    work.scroll_into_view_if_needed()
    table = page.locator(".fg-account table:has(td + td)").first.bounding_box()
    box = work.bounding_box()
    assert box is not None and table is not None
    assert abs(box["width"] - table["width"]) <= 3


def test_print_shows_what_is_folded_on_the_screen(visit: Callable, paths: list[str]) -> None:
    for path in paths:
        page = visit(path).page
        page.emulate_media(media="print")
        hidden = page.evaluate(
            """() => [...document.querySelectorAll('article details:not(.fg-numbers)')].filter(d =>
                 [...d.children].some(c => c.tagName !== 'SUMMARY' && c.getBoundingClientRect().height === 0))
               .map(d => d.textContent.slice(0, 60))"""
        )
        assert hidden == [], path
        assert page.locator(".md-header").is_hidden()


def test_words_of_the_page_are_marked_as_chinese(visit: Callable, paths: list[str]) -> None:
    for path in paths:
        assert visit(path).page.evaluate("document.documentElement.lang") == "zh-CN", path


def test_a_pair_of_numbers_and_a_mark_of_a_source_are_never_parted_by_a_line(visit: Callable) -> None:
    page = visit("attention/", width=390).page
    pairs = """[...document.querySelectorAll('article p > .fg-row')].filter(row => row.childElementCount < 3)
      .map(row => new Set([...row.getClientRects()].map(part => part.top)).size)"""
    assert set(page.evaluate(pairs)) == {1}
    starts = """[...document.querySelectorAll('article p .fg-source')].filter(source => {
      const before = new Range(), text = source.previousSibling;
      if (text?.nodeType !== Node.TEXT_NODE || !text.data.trim()) return false;
      before.setStart(text, text.data.trimEnd().length - 1);
      before.setEnd(text, text.data.trimEnd().length);
      return before.getBoundingClientRect().left > source.getBoundingClientRect().left;
    }).map(source => source.textContent)"""
    assert page.evaluate(starts) == []


def test_the_frame_of_what_the_book_can_show_is_whole_on_paper(visit: Callable) -> None:
    page = visit().page
    page.emulate_media(media="print")
    outside = """() => { const box = document.querySelector('.book-proof'), around = box.parentElement;
      return box.getBoundingClientRect().right - around.getBoundingClientRect().right; }"""
    assert page.evaluate(outside) <= -1
