"""Under `mkdocs serve`: a save that cannot be built leaves the last good pages and shows the mistake on them.

MkDocs itself would keep every request waiting until the mistake is mended.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from pathlib import Path

from mkdocs.exceptions import Abort, BuildError
from mkdocs.livereload import LiveReloadServer

BODY = re.compile(r"<body[^>]*>")
NOTICE = re.compile(r'<pre class="fg-mistake".*?</pre>', re.DOTALL)
STYLE = (
    "position:sticky;top:0;z-index:99;margin:0;padding:.8em 1.2em;max-height:40vh;overflow:auto;"
    "white-space:pre-wrap;font:14px/1.5 ui-monospace,monospace;color:#fff;background:#8c1d18"
)


def keep_last_good(server: LiveReloadServer, report: Callable[[], str]) -> None:
    """Make the server show `report()` on the pages it has when a rebuild fails, instead of stalling."""
    builder = server.builder

    def rebuild() -> None:
        try:
            builder()
        except (Abort, BuildError) as error:
            show(Path(server.root), report() or str(error))

    server.builder = rebuild


def show(site: Path, message: str) -> None:
    """Put the message at the top of every page of a built site, in place of an earlier one."""
    notice = f'<pre class="fg-mistake" role="alert" style="{STYLE}">{html.escape(message)}</pre>'
    for file in site.rglob("*.html"):
        page = NOTICE.sub("", file.read_text(encoding="utf-8"))
        file.write_text(BODY.sub(lambda body: body[0] + notice, page, count=1), encoding="utf-8")
