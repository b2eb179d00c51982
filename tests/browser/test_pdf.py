"""The printed book: the numbers of the site, everything opened, contents that count, links that lead on."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from pypdf import PdfReader
from pypdf.generic import DictionaryObject

from scripts import pdf

SAID = """() => {
  const shown = node => node.getClientRects().length > 0
    && node.checkVisibility({ visibilityProperty: true }) && !node.closest('title, desc');
  const words = [], walk = document.createTreeWalker(document.querySelector('article'), NodeFilter.SHOW_ALL);
  for (let node; node = walk.nextNode();) {
    if (node.localName === 'li' && node.parentElement.localName === 'ol'
        && getComputedStyle(node).listStyleType === 'decimal')
      words.push(`${[...node.parentElement.children].indexOf(node) + 1}.`);
    if (node.nodeType === Node.TEXT_NODE && shown(node.parentElement)) words.push(node.data);
  }
  return words.join(' ');
}"""
CHAPTERS = {
    "book-home": "",
    "book-attention-": "attention/",
    "book-transformer-": "transformer/",
    "book-glossary-": "glossary/",
    "book-authoring-": "authoring/",
}


@dataclass(frozen=True)
class Printed:
    """The printed book, and what each article says on the site, by its identifier in the book."""

    reader: PdfReader
    said: dict[str, str]

    def pages(self, article: str) -> Iterator[str]:
        """The text of each page of an article, without the number at its foot."""
        names = list(self.said)
        starts = [pdf.places(self.reader)[name] for name in names] + [len(self.reader.pages) + 1]
        first = names.index(article)
        for number in range(starts[first], starts[first + 1]):
            foot, _, text = self.reader.pages[number - 1].extract_text().partition("\n")
            assert foot == str(number)
            yield text

    def links(self) -> Iterator[DictionaryObject]:
        """Every link of every page."""
        for page in self.reader.pages:
            for one in page.get("/Annots", []):
                if one.get_object()["/Subtype"] == "/Link":
                    yield one.get_object()


@pytest.fixture(scope="module")
def printed(browser: Browser, address: str, tmp_path_factory: pytest.TempPathFactory) -> Printed:
    target: Path = tmp_path_factory.mktemp("pdf") / "book.pdf"
    page = browser.new_page(locale="zh-CN")
    page.emulate_media(media="print", color_scheme="light")
    said = {}
    for article, path in CHAPTERS.items():
        page.goto(address + path, wait_until="networkidle")
        page.evaluate("document.querySelectorAll('article details').forEach(fold => { fold.open = true })")
        said[article] = page.evaluate(SAID)
    pdf.assemble(page, address)
    pdf.print_book(page, target)
    page.close()
    return Printed(PdfReader(target), said)


def words(text: str) -> str:
    """A text without spaces, its characters as they are typed: a PDF names some by their radicals."""
    return "".join(unicodedata.normalize("NFKC", text).split())


def numerals(text: str) -> str:
    """The digits, signs and points of a text, in order."""
    return re.sub(r"[^0-9.−]", "", words(text))


def test_every_number_of_every_article_is_printed_in_its_order_and_no_other(printed: Printed) -> None:
    for article, text in printed.said.items():
        assert numerals("\n".join(printed.pages(article))) == numerals(text), article


def test_every_step_state_hint_and_answer_is_printed(printed: Printed, site: Path) -> None:
    text = words("".join(printed.pages("book-transformer-")))
    for number in range(1, 6):
        assert f"第{number}步,共5步" in text
    folds = words("".join(printed.pages("book-attention-")))
    source = (site / "attention" / "index.html").read_text(encoding="utf-8")
    for title in ("提示", "答案"):
        count = len(re.findall(rf"<summary>{title}</summary>", source))
        assert folds.count(title) >= count > 3


def test_the_contents_say_on_which_page_each_chapter_and_section_begins(printed: Printed) -> None:
    places = pdf.places(printed.reader)
    first = min(places[article] for article in printed.said)
    contents = "\n".join(page.extract_text() for page in printed.reader.pages[1 : first - 1])
    sections = [name for name in places if "--" not in name]
    assert set(printed.said) <= set(sections)
    counted = sorted(int(number) for number in re.findall(r"\S +(\d+)$", contents, re.MULTILINE))
    assert len(counted) > 30
    assert all(first <= number <= len(printed.reader.pages) for number in counted)


def test_every_link_of_the_book_leads_to_a_place_in_it_or_to_the_site(printed: Printed) -> None:
    named = set(printed.reader.named_destinations)
    inside, outside = [], []
    for link in printed.links():
        action = link.get("/A", DictionaryObject()).get_object()
        if "/URI" in action:
            outside.append(str(action["/URI"]))
        else:
            inside.append(str(link["/Dest"]))
    assert len(inside) > 100
    assert [name for name in inside if name not in named] == []
    assert [one for one in outside if not one.startswith("https://example.org/attention-book/")] == []


def test_the_outline_names_the_chapters(printed: Printed) -> None:
    titles = [str(entry.title) for entry in printed.reader.outline if not isinstance(entry, list)]
    assert {"注意力怎样算", "术语表"} <= set(titles)
