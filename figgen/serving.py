"""Under `mkdocs serve`: authors are told what changed, and see their mistakes on the last good pages.

MkDocs itself would keep every request waiting until the mistake is mended.
"""

from __future__ import annotations

import gc
import html
import re
from collections.abc import Callable
from pathlib import Path

from mkdocs.exceptions import MkDocsException
from mkdocs.livereload import LiveReloadServer
from mkdocs.plugins import get_plugin_logger
from watchdog.observers.polling import PollingObserver

from figgen.running.build import Outcome

INTERVAL = 0.05  # seconds
SETTLED = 0.06  # seconds without a further save
BODY = re.compile(r"<body[^>]*>")
NOTICE = re.compile(r'<pre class="fg-mistake".*?</pre>', re.DOTALL)
STYLE = (
    "position:sticky;top:0;z-index:99;margin:0;padding:.8em 1.2em;max-height:40vh;overflow:auto;"
    "white-space:pre-wrap;font:14px/1.5 ui-monospace,monospace;color:#fff;background:#8c1d18"
)

MOST_NAMED = 3
log = get_plugin_logger("figgen")


class Telling:
    """What an author is told while a book is built again and again."""

    def __init__(self) -> None:
        self._made: dict[str, int] = {}
        self._before: dict[str, int] = {}
        self.failure = ""

    def last_failure(self) -> str:
        """What stopped the last build, once: a broken mkdocs.yml ends the next before a plugin hears it."""
        told, self.failure = self.failure, ""
        return told

    def computed(self, outcome: Outcome) -> None:
        """A chapter is up to date; told if it had to run."""
        if outcome.reason:
            log.info("computed docs/%s.py: %s", outcome.chapter, outcome.reason)

    def page(self, address: str, html: str) -> None:
        """The content of a page in this build."""
        self._made[address] = hash(html)

    def built(self) -> None:
        """All pages are made: tell which differ from the last build's."""
        changed = [address for address, made in self._made.items() if self._before.get(address) != made]
        if self._before and changed:
            more = f" and {len(changed) - MOST_NAMED} more" if len(changed) > MOST_NAMED else ""
            log.info("look at %s%s", " ".join(changed[:MOST_NAMED]), more)
        self._before, self._made = self._made, {}


def spare_collection() -> None:
    """A build makes a million small objects that live to its end: look for garbage less often."""
    gc.set_threshold(100_000, 20, 100)


def watch_closely(server: LiveReloadServer) -> None:
    """Look for saved files twenty times a second; MkDocs does so twice."""
    paths = list(server._watched_paths)
    for path in paths:
        server.unwatch(path)
    server.build_delay = SETTLED
    server.observer = PollingObserver(timeout=INTERVAL)
    for path in paths:
        server.watch(path)


def keep_last_good(server: LiveReloadServer, report: Callable[[], str]) -> None:
    """Make the server show `report()` on the pages it has when a rebuild fails, instead of stalling."""
    builder = server.builder

    def rebuild() -> None:
        try:
            builder()
        except MkDocsException as error:
            show(Path(server.root), report() or str(error))

    server.builder = rebuild


def show(site: Path, message: str) -> None:
    """Put the message at the top of every page of a built site, in place of an earlier one."""
    notice = f'<pre class="fg-mistake" role="alert" style="{STYLE}">{html.escape(message)}</pre>'
    for file in site.rglob("*.html"):
        page = NOTICE.sub("", file.read_text(encoding="utf-8"))
        file.write_text(BODY.sub(lambda body: body[0] + notice, page, count=1), encoding="utf-8")
