"""Malformed chapters end in a clear error or on a page that shows what was written and runs nothing.

Of the generated ones a sample; `--many` builds all five hundred.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.browser.server import serve
from tests.figgen import malformed
from tests.figgen.malformed import Case
from tests.figgen.malformed_book import PLAIN, Published, publish
from tests.site.pages import Page

SAMPLE = 60
RUNS = re.compile(r"\s*(?:javascript|vbscript|data:text/html)", re.I)
SOURCES = {"href", "src", "action", "formaction", "xlink:href", "data", "poster", "background"}
WRITES = ("jieba.cache", ".lock")
"""What other libraries leave in the folder for temporary files."""


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the book, and a home and a folder for temporary files beside it."""
    root = tmp_path_factory.mktemp("malformed")
    for name in ("home", "temporary"):
        (root / name).mkdir()
    return root


@pytest.fixture(scope="module")
def published(places: Path, many: bool) -> Published:
    cases = [*malformed.cases(malformed.ALL if many else SAMPLE), *named()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOME", str(places / "home"))
        patch.setenv("TMPDIR", str(places / "temporary"))
        return publish(places / "book", cases)


def named() -> list[Case]:
    """Good chapters, but for the name of the file or the heading that titles are made of."""
    page, example = malformed.PAGE.encode(), malformed.GOOD.encode()
    titled = [malformed.PAGE.replace("# 题", f"# `` {script} `` 题", 1) for script in malformed.HEADINGS]
    headed = [Case(f"heading{i}", "name", text.encode(), example) for i, text in enumerate(titled)]
    return headed + [Case(stem, "name", page, example) for stem in malformed.STEMS]


def pages(published: Published) -> list[tuple[str, Page]]:
    """Every page of the site that shows something of the cases, its account included."""
    found = [(case.name, published.root / "site" / case.name / "index.html") for case in published.shown]
    found += [
        (f"accounts/{name}", path.parents[1] / "accounts" / name / "index.html") for name, path in found
    ]
    return [(name, Page(markup_of(path))) for name, path in found if path.is_file()]


def test_each_case_is_refused_at_its_place_or_shown(published: Published) -> None:
    for name, mistakes in published.refused.items():
        for mistake in mistakes:
            assert re.match(rf"docs/{re.escape(name)}\.(py|md)(:\d+){{0,2}}: \S", mistake), mistake
            assert "Traceback" not in mistake and str(published.root) not in mistake, mistake
            assert "\n" not in mistake.removeprefix(f"docs/{name}"), mistake
    for case in published.shown:
        assert (published.root / "site" / case.name.removesuffix("index") / "index.html").is_file(), case.name


def test_what_cannot_be_right_is_refused(published: Published) -> None:
    assert [case.name for case in published.shown if case.refused] == []


def test_every_kind_is_met_and_some_of_it_is_shown(published: Published) -> None:
    met = Counter(case.kind for case in published.cases.values())
    assert set(met) == {kind.__name__ for kind, _ in malformed.KINDS} | {"name"}
    shown = Counter(case.kind for case in published.shown)
    assert min(shown["hostile"], shown["tricks"], shown["pages"]) > 0
    assert len(published.refused) > len(published.shown) / 2


def test_hostile_texts_are_shown_as_they_are_written(published: Published) -> None:
    read = {
        name: "".join([*page.texts, *(v for _, _, v in page.attributes)]) for name, page in pages(published)
    }
    for case in published.shown:
        card = (published.root / "site/assets/derivations" / f"{case.name}.js").read_text(encoding="utf-8")
        whole = read[case.name] + written(json.loads(card[card.index("]=") + 2 :].rstrip(";\n")))
        for text in case.shown:
            assert "".join(text.split()) in "".join(whole.split()), (case.name, text)


def written(data: object) -> str:
    """Every text in a JSON document."""
    if isinstance(data, dict):
        return "".join(written(part) for part in data.values())
    return "".join(written(part) for part in data) if isinstance(data, list) else str(data)


def test_no_markup_of_a_page_comes_from_a_hostile_text(published: Published) -> None:
    plain = {"": len(scripts(published, PLAIN)), "accounts/": len(scripts(published, f"accounts/{PLAIN}"))}
    for name, page in pages(published):
        handlers = [(tag, at) for tag, at, _ in page.attributes if at.startswith("on") or at == "srcdoc"]
        assert handlers == [], name
        assert [v for _, at, v in page.attributes if at in SOURCES and RUNS.match(v)] == [], name
        assert not {"iframe", "object", "embed", "base"} & set(page.tags), name
        found = scripts(published, name)
        assert [script for script in found if malformed.RAN in script] == [], name
        assert len(found) == plain["accounts/" if name.startswith("accounts/") else ""], name


def markup_of(path: Path) -> str:
    """A page's HTML without the text of its title, in which a browser sees no markup."""
    return re.sub(r"<title>.*?</title>", "", path.read_text(encoding="utf-8"), count=1, flags=re.S)


def scripts(published: Published, name: str) -> list[str]:
    """The content of each script element of a page."""
    html = markup_of(published.root / "site" / name / "index.html")
    return re.findall(r"<script\b[^>]*>(.*?)</script", html, re.S | re.I)


def test_nothing_is_written_outside_of_build_and_site(published: Published, places: Path) -> None:
    book = published.root.relative_to(places).as_posix()
    kept = (f"{book}/build/", f"{book}/site/", f"{book}/docs/", f"{book}/overrides/", f"{book}/mkdocs.yml")
    files = (path.relative_to(places).as_posix() for path in places.rglob("*") if not path.is_dir())
    strange = [name for name in files if not name.startswith(kept)]
    assert [name for name in strange if not name.startswith("temporary/") or not name.endswith(WRITES)] == []
    assert not list(Path("/tmp").glob("outside*"))
    known = {f"{case.name}{ending}" for case in published.cases.values() for ending in (".md", ".py")}
    known |= {f"{PLAIN}.md", f"{PLAIN}.py", "index.md"}
    docs = published.root / "docs"
    assert {path.relative_to(docs).as_posix() for path in docs.rglob("*") if path.is_file()} <= known


@pytest.mark.browser
def test_nothing_runs_in_a_browser_that_opens_the_pages_and_their_cards(published: Published) -> None:
    hostile = [case for case in published.shown if case.kind in ("hostile", "pages", "tricks", "name")]
    with serve(published.root / "site") as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.path(), args=chromium.OPTIONS)
        page = browser.new_page(locale="zh-CN")
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        opened = 0
        for case in hostile:
            for path in (f"{quote(case.name)}/", f"accounts/{quote(case.name)}/"):
                page.goto(base + path, wait_until="load")
                page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
                opened += open_cards(page)
                assert page.evaluate("document.documentElement.dataset.ran") is None, path
                assert errors == [], path
        browser.close()
    assert opened > 0


CARDS = """async () => {
  const numbers = [...document.querySelectorAll('article .fg-item')].filter(one => one.checkVisibility());
  let opened = 0;
  for (const one of numbers.slice(0, 2).concat(numbers.slice(-2))) {
    one.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    for (let turn = 0; turn < 40 && !document.querySelector('.fg-card dl'); turn++)
      await new Promise(go => setTimeout(go, 25));
    opened += document.querySelector('.fg-card dl') ? 1 : 0;
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await new Promise(go => setTimeout(go, 25));
  }
  return opened;
}"""


def open_cards(page: object) -> int:
    """Open the cards of the first and the last numbers of a page; how many opened."""
    return int(page.evaluate(CARDS))  # type: ignore[attr-defined]
