"""`python scripts/pdf.py`: the site in site/ as one PDF, build/book.pdf, with contents, outline and links.

The pages are joined in Chromium, so that what is printed is what the site shows: the same numbers, everything
unfolded. Page numbers of the contents come from a first printing, whose places a second one must keep.
"""

import sys
from pathlib import Path
from urllib.parse import unquote

from playwright.sync_api import Page, sync_playwright
from pypdf import PdfReader

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tests.browser import chromium  # noqa: E402
from tests.browser.server import serve  # noqa: E402

STYLE = """
@page { @bottom-center { content: counter(page); font: 9pt serif; color: #555; } }
@page :first { @bottom-center { content: none; } }
body { display: block; }
article { break-before: page; }
.book-front .book-hero__mark { display: block; width: 38mm; margin-top: 45mm; }
.book-front h1 { margin: 14mm 0 .5em; font-size: 30pt; }
.book-front p { font-size: 12pt; color: #333; }
.book-front nav { break-before: page; line-height: 1.4; }
.book-front nav h2 { margin-top: 0; padding-top: 0; border: 0; }
.book-front nav div { break-inside: avoid; margin-top: 7pt; }
.book-front .book-line { display: flex; justify-content: space-between; color: #000; }
.book-front .book-line--1 { font-weight: 700; }
.book-front .book-line--2 { padding-left: 1.5em; }
"""


def places(reader: PdfReader) -> dict[str, int]:
    """The page of every place that something in the PDF links to, counted from one."""
    found = reader.named_destinations.items()
    return {unquote(name.lstrip("/")): reader.get_destination_page_number(place) + 1 for name, place in found}


def assemble(page: Page, base: str) -> None:
    """Turn the site's first page into the whole book."""
    page.goto(base, wait_until="networkidle")
    page.emulate_media(media="print", color_scheme="light")
    page.evaluate((Path(__file__).parent / "assemble.js").read_text(encoding="utf-8"))
    page.add_style_tag(content=STYLE)


def print_book(page: Page, target: Path) -> None:
    """Print the assembled book twice: once to learn its page numbers, once with them in the contents."""
    options = {"prefer_css_page_size": True, "print_background": True, "outline": True, "tagged": True}
    page.pdf(path=target, **options)
    first = places(PdfReader(target))
    fill = "n => { n.textContent = pages[n.dataset.page]; }"
    page.evaluate(f"pages => document.querySelectorAll('[data-page]').forEach({fill})", first)
    page.pdf(path=target, **options)
    if places(PdfReader(target)) != first:
        raise SystemExit("the contents moved the pages that they count")


def main(site: Path, target: Path) -> None:
    """Print the site to the target."""
    target.parent.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, serve(site) as base:
        browser = playwright.chromium.launch(executable_path=chromium.path(), args=chromium.OPTIONS)
        page = browser.new_page(locale="zh-CN")
        assemble(page, base)
        print_book(page, target)
        browser.close()
    print(f"{target.name}: {len(PdfReader(target).pages)} pages, {target.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main(ROOT / "site", ROOT / "build" / "book.pdf")
