"""The picture of a page for other sites, drawn again only if its numbers, or what draws, changed."""

from __future__ import annotations

import struct
from importlib.metadata import version
from pathlib import Path

from figgen.resolved import Resolved
from figgen.running.kept import keep, recall

DRAWN_BY = ("preview.py", "../png.py", "../resolved.py")
LIBRARIES = ("numpy", "matplotlib")


def kept_preview(path: Path, resolved: Resolved) -> tuple[bytes, int, int]:
    """The PNG of what a citation means, its width and its height; `path` is where it is kept."""
    sources = [Path(__file__).parent.joinpath(name).read_bytes() for name in DRAWN_BY]
    made_from = repr((sources, [version(name) for name in LIBRARIES], resolved)).encode()
    content = recall(path, made_from)
    if content is None:
        from figgen.pages.preview import preview

        content = preview(resolved)
        keep(path, made_from, content)
    width, height = struct.unpack(">II", content[16:24])
    return content, width, height
