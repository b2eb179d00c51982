"""The offline folder opens from disk, without a server, search included."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from tests import workbench


@pytest.fixture(scope="module")
def folder(book: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("offline") / "book"
    shutil.copytree(book, root, ignore=shutil.ignore_patterns("site"), symlinks=True)
    workbench.build(root, "--config-file", "mkdocs.offline.yml")
    return root / "site-offline"


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(locale="zh-CN")
    yield context.new_page()
    context.close()


def test_every_page_opens_from_disk_and_asks_nobody(page: Page, folder: Path) -> None:
    asked: list[str] = []
    errors: list[str] = []
    page.on(
        "request", lambda r: None if r.url.startswith(("file:", "data:", "blob:")) else asked.append(r.url)
    )
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda m: errors.append(m.text) if m.type == "error" else None)
    pages = [p for p in sorted(folder.rglob("*.html")) if p.name != "404.html"]
    assert len(pages) > 1
    for file in pages:
        page.goto(file.as_uri(), wait_until="networkidle")
        assert page.locator("article h1").count() == 1
        assert (asked, errors) == ([], []), file.name


def test_links_between_chapters_work_from_disk(page: Page, folder: Path) -> None:
    page.goto((folder / "index.html").as_uri())
    links = page.eval_on_selector_all(
        "article a[href], nav a[href]", "all => all.map(a => a.href.split('#')[0])"
    )
    inside = {link for link in links if link.startswith("file:")}
    assert inside
    assert [link for link in inside if not link.endswith(".html")] == []


def test_search_works_from_disk(page: Page, folder: Path) -> None:
    page.goto((folder / "index.html").as_uri(), wait_until="networkidle")
    page.click(".md-search__input")
    page.fill(".md-search__input", "注意力")
    page.press(".md-search__input", "End")
    page.wait_for_selector(".md-search-result__item")
    assert page.locator(".md-search-result__item a[href*='attention.html']").count() >= 1
