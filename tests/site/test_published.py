"""What is published, and that nothing raw or unfinished is."""

import json
import re
import struct
from pathlib import Path

from tests.site.pages import Page, pages

GUIDE = "authoring/"  # the page that teaches how to cite shows citations
BASE = "https://example.org/attention-book/"
RAW = ("fgN", "{%", "{{", "$$", "\\(", "\\[")
TEXT = {".html", ".xml", ".json", ".txt", ".css", ".svg"}


def test_no_file_holds_a_raw_citation(site: Path) -> None:
    read = 0
    for file in sorted(site.rglob("*")):
        if file.is_file() and file.suffix in TEXT and "languages" not in file.name:
            read += 1
            text = file.read_text(encoding="utf-8")
            if file.name == "search_index.json":
                text = str(
                    [entry for entry in json.loads(text)["docs"] if not entry["location"].startswith(GUIDE)]
                )
            if not file.relative_to(site).as_posix().startswith(GUIDE):
                assert "@{" not in text, file.relative_to(site)
    assert read > 5


def test_no_page_shows_unrendered_mathematics_or_template_marks(site: Path) -> None:
    for path, page in pages(site):
        text = "".join(page.texts)
        assert [mark for mark in RAW if mark in text] == [], path


def test_worked_examples_and_facts_are_not_published(site: Path) -> None:
    names = [p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file()]
    assert [n for n in names if n.endswith((".py", ".toml", ".pyc", ".md")) or "__pycache__" in n] == []


def test_every_page_has_one_first_heading_a_title_and_a_description(site: Path) -> None:
    for path, page in pages(site):
        assert page.tags.count("h1") == 1, path
        assert page.tags.count("title") - page.tags.count("svg") <= 1 <= page.tags.count("title"), path
        assert any(
            value == "description" for tag, name, value in page.attributes if (tag, name) == ("meta", "name")
        ), path


def test_identifiers_are_unique_on_each_page(site: Path) -> None:
    for path, page in pages(site):
        twice = sorted({i for i in page.ids if page.ids.count(i) > 1})
        assert twice == [], path


def test_chinese_headings_keep_their_words_as_addresses(site: Path) -> None:
    html = (site / "attention" / "index.html").read_text(encoding="utf-8")
    addresses = re.findall(r'<h2 id="([^"]+)"', html)
    assert addresses
    assert [a for a in addresses if re.fullmatch(r"_\d*", a)] == []


def test_the_search_index_holds_the_chapter_as_readers_see_it(site: Path) -> None:
    index = json.loads((site / "search" / "search_index.json").read_text(encoding="utf-8"))
    assert index["config"]["pipeline"] == []
    assert "\u200b" in json.dumps(index["docs"], ensure_ascii=False), (
        "without jieba the words would not be parted"
    )
    text = json.dumps(index["docs"], ensure_ascii=False).replace("\u200b", "")
    assert [mark for mark in ("<svg", "<math", "fg-number", "data-ref") if mark in text] == []
    for word in ("注意力", "掩码", "softmax"):
        assert word in text


def test_every_page_says_how_other_sites_show_a_link_to_it(site: Path) -> None:
    for path, page in pages(site):
        said = said_by(page)
        if path == "404.html":
            assert said == {}
            continue
        assert said["og:title"] and said["og:description"], path
        assert said["og:url"] == BASE + path.removesuffix("index.html")
        assert said["og:image"].startswith(BASE + "assets/previews/"), path
        assert said["og:image:alt"] and "@{" not in "".join(said.values()), path
        data = (site / said["og:image"].removeprefix(BASE)).read_bytes()
        size = struct.unpack(">II", data[16:24])
        assert data[:8] == b"\x89PNG\r\n\x1a\n", path
        assert size == (int(said["og:image:width"]), int(said["og:image:height"])) == (1200, 630), path


def said_by(page: Page) -> dict[str, str]:
    """The properties that a page has for other sites."""
    metas = re.findall(r"<meta property=\"(og:[^\"]+)\" content=\"([^\"]*)\">", page.source)
    assert len(metas) == len(dict(metas))
    return dict(metas)
