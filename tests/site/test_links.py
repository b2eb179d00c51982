"""Nothing leads to a place that is not there: links, anchors, what pages load and refer to, the sitemap."""

import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from tests.site.pages import Page, pages

BASE = "https://example.org/attention-book/"  # site_url in mkdocs.yml
REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "aria-owns", "headers")


@pytest.fixture(scope="module")
def read(site: Path) -> dict[str, Page]:
    """Every page by its path."""
    return dict(pages(site))


@pytest.fixture(scope="module")
def leads(site: Path, read: dict[str, Page]) -> Callable[[str, str], bool]:
    """Whether a link on the page at a path leads somewhere: to a file, and to an identifier in it."""
    ids = {path: set(page.ids) for path, page in read.items()}

    def leads(path: str, link: str) -> bool:
        there = urlsplit(urljoin(BASE + path, link))
        if f"{there.scheme}://{there.netloc}/" != urljoin(BASE, "/"):
            return there.scheme in ("https", "data")
        below = unquote(there.path).removeprefix(urlsplit(BASE).path)
        name = f"{below}index.html" if below.endswith("/") or not below else below
        fragment = unquote(there.fragment)
        return (site / name).is_file() and (not fragment or name not in ids or fragment in ids[name])

    return leads


def test_every_link_leads_to_a_page_and_to_a_place_on_it(read: dict[str, Page], leads: Callable) -> None:
    links = [(path, link) for path, page in read.items() for link in page.links]
    assert {path for path, _ in links} == set(read)
    assert [(path, link) for path, link in links if not leads(path, link)] == []


def test_everything_that_a_page_loads_is_there(read: dict[str, Page], leads: Callable) -> None:
    loads = [(path, load) for path, page in read.items() for load in page.loads]
    assert len(loads) > len(read)
    assert [(path, load) for path, load in loads if not leads(path, load)] == []


def test_every_address_in_a_head_is_a_page_of_the_site(read: dict[str, Page], leads: Callable) -> None:
    for path, page in read.items():
        named = [value for tag, name, value in page.attributes if (tag, name) == ("link", "href")]
        assert [value for value in named if not leads(path, value)] == [], path


def test_every_reference_to_an_identifier_finds_it_on_its_page(read: dict[str, Page]) -> None:
    count = 0
    for path, page in read.items():
        ids = set(page.ids)
        for tag, name, value in page.attributes:
            wanted = value.split() if name in REFERENCES else []
            wanted += re.findall(r"url\(#([^)]+)\)", value)
            wanted += [value[1:]] if name in ("href", "xlink:href") and tag == "use" else []
            count += len(wanted)
            assert [one for one in wanted if one not in ids] == [], (path, tag, name)
    assert count > 50


def test_every_style_sheet_finds_what_it_loads(site: Path) -> None:
    sheets = list(site.rglob("*.css"))
    assert sheets
    for sheet in sheets:
        named = re.findall(r"""url\(\s*["']?([^"')]+)""", sheet.read_text(encoding="utf-8"))
        files = [name for name in named if not name.startswith(("data:", "#"))]
        assert [name for name in files if not (sheet.parent / name.split("#")[0]).is_file()] == [], sheet.name


def test_the_sitemap_lists_every_page_once_and_no_day(site: Path) -> None:
    source = (site / "sitemap.xml").read_text(encoding="utf-8")
    listed = [unquote(address) for address in re.findall(r"<loc>([^<]+)</loc>", source)]
    found = {page.parent.relative_to(site).as_posix() for page in site.rglob("index.html")}
    assert sorted(listed) == sorted(BASE if page == "." else f"{BASE}{page}/" for page in found)
    assert "lastmod" not in source, "a date would change with every build"
