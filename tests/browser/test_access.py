"""axe finds nothing on any page, in either scheme, with everything unfolded."""

from collections.abc import Callable
from pathlib import Path

import axe_playwright_python
import pytest

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
RUN = """() => axe.run(document, {resultTypes: ['violations']}).then(result =>
  result.violations.flatMap(rule => rule.nodes.map(node =>
    `${rule.id} (${rule.impact}) ${node.target.join(' ')}: ${node.failureSummary}`)))"""


@pytest.mark.parametrize(
    ("scheme", "width"), [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)]
)
def test_axe_finds_no_fault(visit: Callable, paths: list[str], scheme: str, width: int) -> None:
    for path in paths:
        page = visit(path, scheme=scheme, width=width).page
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        page.evaluate(AXE)
        assert page.evaluate(RUN) == [], path


def test_everything_that_scrolls_can_be_reached_by_keyboard(visit: Callable, paths: list[str]) -> None:
    for path in paths:
        page = visit(path, width=360, height=780).page
        unreachable = page.evaluate(
            """() => [...document.querySelectorAll('article *')].filter(n =>
                 n.scrollWidth > n.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(n).overflowX)
                 && n.tabIndex < 0 && !n.querySelector('a, button, summary, input, [tabindex]'))
               .map(n => n.outerHTML.slice(0, 120))"""
        )
        assert unreachable == [], path
