"""Nothing that the browser loads by itself lies on another host."""

import re
from pathlib import Path

from tests.site.pages import pages

HOST = re.compile(r"^(?:[a-z]+:)?//", re.IGNORECASE)


def test_pages_load_nothing_from_another_host(site: Path) -> None:
    loads = [(path, load) for path, page in pages(site) for load in page.loads]
    assert loads
    assert [(path, load) for path, load in loads if HOST.match(load)] == []


def test_style_sheets_load_nothing_from_another_host(site: Path) -> None:
    sheets = list(site.rglob("*.css"))
    assert any(sheet.name == "book.css" for sheet in sheets)
    for sheet in sheets:
        text = sheet.read_text(encoding="utf-8")
        loads = re.findall(r"""(?:url\(|@import)\s*["']?([^"')\s]+)""", text)
        assert [load for load in loads if HOST.match(load)] == [], sheet.name


def test_styles_inside_pages_load_nothing_from_another_host(site: Path) -> None:
    for path, page in pages(site):
        styles = [value for _, name, value in page.attributes if name == "style"]
        assert not any("//" in style for style in styles), path


def test_the_book_s_own_scripts_and_styles_name_no_host(site: Path) -> None:
    own = [
        p
        for p in (site / "assets").rglob("*")
        if p.suffix in (".css", ".js") and "javascripts" not in p.parts
    ]
    own = [p for p in own if "stylesheets" not in p.parts]
    assert own
    for file in own:
        text = file.read_text(encoding="utf-8").replace("http://www.w3.org/", "")
        assert not re.search(r"https?://", text), file.name
