"""One browser and one server for all tests of this folder; a page that remembers what went wrong on it."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser import chromium
from tests.browser.server import serve


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.path(), args=chromium.OPTIONS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def address(site: Path) -> Iterator[str]:
    """The address of the book's first page."""
    with serve(site) as base:
        yield base


@pytest.fixture(scope="session")
def paths(site: Path) -> list[str]:
    """The address of every page below the first, and of the page that a wrong address gets.

    Of the accounts of numbers, which are long and all of one make, the shortest stands for all.
    """
    found = sorted(site.rglob("index.html"), key=lambda file: file.stat().st_size)
    pages = [page.parent.relative_to(site).as_posix() for page in found]
    accounts = [page for page in pages if page.startswith("accounts/")]
    pages = [page for page in pages if page not in accounts[1:]]
    return ["" if page == "." else f"{page}/" for page in pages] + ["no-such-page/"]


@pytest.fixture(scope="session")
def accounts(site: Path) -> list[str]:
    """The address of every account of a chapter's numbers."""
    return [f"accounts/{page.parent.name}/" for page in sorted(site.glob("accounts/*/index.html"))]


class Visit:
    """An open page, with the requests that left the site and the errors that its console showed."""

    def __init__(self, page: Page, base: str) -> None:
        self.page = page
        self.elsewhere: list[str] = []
        self.errors: list[str] = []
        origin = "/".join(base.split("/")[:3])
        page.on(
            "request",
            lambda r: None if r.url.startswith((origin, "data:", "blob:")) else self.elsewhere.append(r.url),
        )
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Visit]]:
    """Open a page of the book: `visit("attention/", width=360, scheme="dark")`."""
    contexts = []

    def open_page(
        path: str = "", *, width: int = 1280, height: int = 900, scheme: str = "light", **more: Any
    ) -> Visit:
        context = browser.new_context(
            locale="zh-CN", viewport={"width": width, "height": height}, color_scheme=scheme, **more
        )
        contexts.append(context)
        opened = Visit(context.new_page(), address)
        opened.page.goto(address + path, wait_until="networkidle")
        return opened

    yield open_page
    for context in contexts:
        context.close()
