"""How long a card takes to open once its data are there: `python -m tests.benchmarks.number_card [SITE]`.

Measured in the browser: from the click to the frame after the card's content stands, over many numbers of
every kind; of each the best of three openings, since other programs run on a machine too.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.browser.server import serve
from tests.workbench import ROOT

BUDGET = 50.0  # milliseconds
OPEN = """async selector => {
  const frame = () => new Promise(go => requestAnimationFrame(go));
  const open = async item => {
    const start = performance.now();
    item.dispatchEvent(new MouseEvent('click', { bubbles: true }));
    while (!document.querySelector('.fg-card dl')) await new Promise(go => setTimeout(go));
    await frame();
    const taken = performance.now() - start;
    const left = new Promise(go => addEventListener('popstate', () => setTimeout(go), { once: true }));
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    await left;
    return taken;
  };
  const items = [...document.querySelectorAll(selector)].filter(one => one.checkVisibility());
  const times = [];
  for (const item of items.filter((_, i) => i % Math.ceil(items.length / 60) === 0)) {
    item.scrollIntoView({ block: 'center' }); // nobody clicks on what is not seen
    for (let seen = 0; seen < 3; seen++) await frame();
    await open(item); // the first card of a chapter waits for its data
    times.push(Math.min(await open(item), await open(item), await open(item)));
  }
  return times;
}"""


def measure(site: Path, page_path: str, slower: int) -> list[float]:
    """Milliseconds of each opening once its data are there, on a processor so many times slower."""
    with serve(site) as base, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.path(), args=chromium.OPTIONS)
        page = browser.new_page()
        page.goto(base + page_path, wait_until="networkidle")
        page.wait_for_function("document.querySelector('article .fg-item') !== null")
        page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": slower})
        times: list[float] = page.evaluate(OPEN, "article .fg-item[data-ref]")
        browser.close()
    return times


def main() -> int:
    """Print medians and worst cases; 1 if a card is late on a processor of full speed."""
    site = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "site"
    late = 0
    for page_path in ("attention/", "transformer/"):
        for slower in (1, 4):
            times = measure(site, page_path, slower)
            late += slower == 1 and max(times) > BUDGET
            told = f"median {statistics.median(times):.1f} ms, worst {max(times):.1f} ms, {len(times)} cards"
            print(f"{page_path} on a processor {slower} times slower: {told}", flush=True)
    return 1 if late else 0


if __name__ == "__main__":
    sys.exit(main())
