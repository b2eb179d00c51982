"""axe in a page: what it finds there, and the page with everything on it that a reader can open."""

from collections.abc import Collection
from pathlib import Path

import axe_playwright_python
from playwright.sync_api import Page

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
COLOURS = ("color-contrast", "link-in-text-block")
RUN = """([part, without]) => axe.run(part ?? document, {
  resultTypes: ['violations'], rules: Object.fromEntries(without.map(rule => [rule, { enabled: false }]))
}).then(result => result.violations.flatMap(rule => rule.nodes.map(node =>
    `${rule.id} (${rule.impact}) ${node.target.join(' ')}: ${node.failureSummary}`)))"""

WHOLE = "* { content-visibility: visible !important }"  # figures are laid out when a reader comes near

OPEN = """() => {
  for (const fold of document.querySelectorAll('details')) fold.open = true;
  for (const item of document.querySelectorAll('.fg-items > li[hidden]')) item.removeAttribute('hidden');
  for (const exercise of document.querySelectorAll('trace-exercise')) {
    for (const field of exercise.querySelectorAll('input')) field.value = '1/4';
    exercise.querySelector('form').requestSubmit();
  }
}"""

THIN = """() => {
  const shape = node => `${node.localName}.${node.getAttribute('class')}[${node.getAttribute('role')}](${
    [...new Set([...node.children].map(shape))].sort()})`;
  for (const list of document.querySelectorAll('tbody, ul, article')) {
    const seen = new Set();
    for (const child of [...list.children]) {
      const kind = shape(child);
      if (seen.has(kind)) child.remove();
      seen.add(kind);
    }
  }
}"""


def faults(page: Page, part: str | None = None, *, without: Collection[str] = ()) -> list[str]:
    """What axe finds on the page, or in the part that a selector names, without some of its rules."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE)
    found: list[str] = page.evaluate(RUN, [part, list(without)])
    return found


def open_everything(page: Page) -> None:
    """Open every fold, step and state, answer every exercise, and lay out all of the page."""
    page.add_style_tag(content=WHOLE)
    page.evaluate(OPEN)


def thin(page: Page) -> None:
    """Leave one row, entry and part of each shape: what holds for one holds for all that are made alike."""
    page.evaluate(THIN)
