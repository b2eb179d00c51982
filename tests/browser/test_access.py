"""axe finds nothing on any page, in either scheme, with everything opened."""

from collections.abc import Callable

import pytest

from tests.browser.axe import COLOURS, faults, open_everything, thin

CARDS = """async () => {
  const shape = node => `${node.localName}.${node.getAttribute('class')}(${
    [...new Set([...node.children].map(shape))].sort()})`;
  const item = document.querySelector('article data.fg-item');
  const seen = new Map();
  item.click();
  while (!document.querySelector('.fg-card dl')) await new Promise(done => setTimeout(done, 20));
  for (const chapter of Object.keys(fgDerived)) for (const array of fgDerived[chapter].arrays) {
    const index = fgDerived[chapter].index[array.shape.join()]?.[0];
    for (const trail of [[0], [0, 1]]) {
      const ref = `${chapter}.${array.name}` + (index ? `[${index}]` : '');
      await fgCards.show(trail.map(() => ref), false);
      const card = document.querySelector('.fg-card');
      if (card && !seen.has(shape(card))) seen.set(shape(card), card.cloneNode(true));
    }
  }
  fgCards.hide();
  const article = document.querySelector('article');
  article.replaceChildren(article.querySelector('h1'), ...seen.values());
  [...seen.values()].forEach((card, place) => {
    card.style.cssText = 'position: static; max-height: none';
    card.setAttribute('aria-labelledby', `card-${place}`);
    card.querySelector('#fg-card-title').id = `card-${place}`;
  });
  return seen.size;
}"""


@pytest.mark.parametrize(("scheme", "width"), [("light", 390), ("dark", 1280)])
def test_axe_finds_no_fault(visit: Callable, paths: list[str], scheme: str, width: int) -> None:
    for path in paths:
        page = visit(path, scheme=scheme, width=width).page
        open_everything(page)
        assert faults(page) == [], path


def test_axe_finds_no_fault_in_the_make_of_any_whole_account(visit: Callable, accounts: list[str]) -> None:
    for path in accounts:
        page = visit(path).page
        open_everything(page)
        assert faults(page, without=COLOURS) == [], path


@pytest.mark.parametrize(("scheme", "width"), [("light", 390), ("dark", 1280)])
def test_axe_finds_no_fault_in_any_kind_of_entry_of_an_account(
    visit: Callable, accounts: list[str], scheme: str, width: int
) -> None:
    for path in accounts:
        page = visit(path, scheme=scheme, width=width).page
        open_everything(page)
        thin(page)
        assert page.locator("section.fg-account tr td").count() > 1
        assert faults(page) == [], path


@pytest.mark.parametrize(("scheme", "width"), [("light", 390), ("dark", 1280)])
def test_axe_finds_no_fault_in_any_kind_of_card(visit: Callable, scheme: str, width: int) -> None:
    for path in ("attention/", "transformer/"):
        page = visit(path, scheme=scheme, width=width).page
        page.wait_for_selector("article data.fg-item", state="attached")
        assert page.evaluate(CARDS) > 5
        assert faults(page, "article") == [], path


@pytest.mark.parametrize(("scheme", "width"), [("light", 390), ("dark", 1280)])
def test_axe_finds_no_fault_in_any_term_that_opens_in_place(visit: Callable, scheme: str, width: int) -> None:
    page = visit("transformer/", scheme=scheme, width=width).page
    addresses = page.eval_on_selector_all(
        "article a[href*='glossary'][href*='#']",
        "links => [...new Set(links.map(a => a.getAttribute('href')))]",
    )
    assert len(addresses) > 5
    page.evaluate(
        """addresses => document.querySelector('article').replaceChildren(...addresses.map(address => {
             const line = document.createElement('p');
             line.append(Object.assign(document.createElement('a'), { href: address, textContent: '词' }));
             return line;
           }))""",
        addresses,
    )
    for link in page.locator("article > p > a").all():
        link.click()
        page.wait_for_selector(".fg-popover")
        assert faults(page, ".fg-popover") == [], link.get_attribute("href")
        page.keyboard.press("Escape")


def test_everything_that_scrolls_can_be_reached_by_keyboard(
    visit: Callable, paths: list[str], accounts: list[str]
) -> None:
    for path in [*paths, *accounts]:
        page = visit(path, width=360, height=780).page
        open_everything(page)
        unreachable = page.evaluate(
            """() => [...document.querySelectorAll('article *')].filter(n =>
                 n.scrollWidth > n.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(n).overflowX)
                 && n.tabIndex < 0 && !n.querySelector('a, button, summary, input, [tabindex]'))
               .map(n => n.outerHTML.slice(0, 120))"""
        )
        assert unreachable == [], path
