"""Under `mkdocs serve` a save is one build, and the page that is served has the new number."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests import workbench
from tests.site.server import serving

PAGE = "# 例\n\n这个数是 @{total}，另有 @{twice[1]}。\n"
EXAMPLE = '''"""两个数。"""
from figgen import given, value

x = given([1, 2])
total = value(x[0] + x[1], by="x[1] + x[2]")
twice = value(2 * x, by="2*x")
'''
OUTER = "from engine.probe_inner import FACTOR\n\n\ndef scaled(x):\n    return x * FACTOR\n"
INNER = "FACTOR = 2\n"
DEEP = '''"""一个数。"""
from engine.probe_outer import FACTOR, scaled
from figgen import given, value

x = given([1, 2])
factor = given(FACTOR)
total = value(scaled(x)[0], by="factor*x[1]")
'''

pytestmark = pytest.mark.serve


def numbers(html: str) -> list[str]:
    return re.findall(r'<data [^>]*class="fg-number"[^>]*>([^<]*)</data>', html)


@pytest.fixture
def served_book(small_book: Callable[[dict[str, str]], Path]) -> Path:
    return small_book({"index.md": PAGE, "index.py": EXAMPLE})


def test_an_idle_server_builds_once(served_book: Path) -> None:
    with serving(served_book) as server:
        assert numbers(server.get("")) == ["3", "2"]
        assert server.settle() == 1


def test_saving_a_worked_example_is_one_build_and_the_new_number_is_served(served_book: Path) -> None:
    with serving(served_book) as server:
        server.settle(1)
        workbench.edit(served_book / "docs/index.py", "given([1, 2])", "given([4, 5])")
        server.until(lambda: numbers(server.get("")) == ["9", "8"], "the new numbers")
        assert server.settle() == 2
        assert server.output.count("figgen: computed docs/index.py: never built") == 1
        assert server.output.count("figgen: computed docs/index.py: docs/index.py changed") == 1
        said = [line for line in server.lines if "figgen: look at " in line]
        assert len(said) == 1 and said[0].split("look at ")[1].split()[0] == server.base


def test_saving_a_page_is_one_build(served_book: Path) -> None:
    with serving(served_book) as server:
        server.settle(1)
        workbench.edit(served_book / "docs/index.md", "另有", "还有")
        server.until(lambda: "还有" in server.get(""), "the new sentence")
        assert server.settle() == 2


def test_saving_a_helper_two_imports_deep_twice_serves_both_numbers(
    small_book: Callable[[dict[str, str]], Path],
) -> None:
    root = small_book({"index.md": "# 例\n\n这个数是 @{total}。\n", "index.py": DEEP})
    (root / "engine/probe_outer.py").write_text(OUTER, encoding="utf-8")
    (root / "engine/probe_inner.py").write_text(INNER, encoding="utf-8")
    with serving(root) as server:
        server.settle(1)
        assert numbers(server.get("")) == ["2"]
        for builds, factor in ((2, "3"), (3, "7")):
            (root / "engine/probe_inner.py").write_text(f"FACTOR = {factor}\n", encoding="utf-8")
            server.until(lambda factor=factor: numbers(server.get("")) == [factor], f"the number {factor}")
            assert server.settle() == builds


def test_a_broken_save_keeps_the_last_good_page_and_mending_it_goes_on(served_book: Path) -> None:
    with serving(served_book) as server:
        server.settle(1)
        workbench.edit(served_book / "docs/index.md", "@{total}", "@{totl}")
        server.until(lambda: "docs/index.md:3:" in server.output, "the complaint")
        server.until(lambda: 'class="fg-mistake"' in server.get(""), "the complaint on the page")
        page = server.get("")
        assert "docs/index.md:3:6: no value &#x27;totl&#x27;; did you mean &#x27;total&#x27;?" in page
        assert numbers(page) == ["3", "2"]
        workbench.edit(served_book / "mkdocs.yml", "site_name:", "site_name: [")
        server.until(lambda: "mkdocs.yml" in server.get(""), "the complaint about the configuration")
        assert "totl" not in server.get("")
        workbench.edit(served_book / "mkdocs.yml", "site_name: [", "site_name:")
        workbench.edit(served_book / "docs/index.md", "@{totl}，另有", "@{total}，仍有")
        server.until(lambda: "仍有" in server.get(""), "the mended page")
        assert numbers(server.get("")) == ["3", "2"]
        assert "fg-mistake" not in server.get("")
