"""`python -m tests.browser.screenshots`: every page of site/ at three widths, light, dark and printed.

The pictures go to build/screenshots, named by page, width and scheme; a person looks at them.
"""

import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from tests.browser import chromium
from tests.browser.server import serve

ROOT = Path(__file__).resolve().parent.parent.parent
WIDTHS = (390, 768, 1280)
WHOLE = "* { content-visibility: visible !important }"  # a picture of the whole page is scrolled by nobody


def shoot(browser: Browser, base: str, path: str, target: Path) -> None:
    """All pictures of one page; `target` is the folder."""
    name = path.strip("/").replace("/", "-") or "index"
    for scheme in ("light", "dark"):
        for width in WIDTHS:
            size = {"width": width, "height": 900}
            context = browser.new_context(viewport=size, color_scheme=scheme, locale="zh-CN")
            page = context.new_page()
            page.goto(base + path, wait_until="networkidle")
            page.evaluate("document.querySelectorAll('article details').forEach(d => { d.open = true })")
            page.add_style_tag(content=WHOLE)
            page.screenshot(path=target / f"{name}-{width}-{scheme}.png", full_page=True)
            context.close()
    context = browser.new_context(locale="zh-CN")
    page = context.new_page()
    page.goto(base + path, wait_until="networkidle")
    page.pdf(path=target / f"{name}.pdf", prefer_css_page_size=True, print_background=True)
    context.close()


def main(only: list[str]) -> None:
    """Shoot the pages of site/, or only those whose path is named."""
    site, target = ROOT / "site", ROOT / "build" / "screenshots"
    target.mkdir(parents=True, exist_ok=True)
    pages = [p.parent.relative_to(site).as_posix() for p in sorted(site.rglob("index.html"))]
    with sync_playwright() as playwright, serve(site) as base:
        browser = playwright.chromium.launch(executable_path=chromium.path(), args=chromium.OPTIONS)
        for page in pages:
            path = "" if page == "." else f"{page}/"
            if not only or path.strip("/") in only:
                shoot(browser, base, path, target)
        browser.close()
    print(f"{len(list(target.iterdir()))} pictures in {target.relative_to(ROOT)}")


if __name__ == "__main__":
    main(sys.argv[1:])
