"""Generated files are written whole or not at all, and not touched when nothing in them changes."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

UNFINISHED = ".writing-"
"""How the name of a file starts that is being written."""


def write_if_changed(path: Path, data: bytes) -> bool:
    """Write atomically, and only if the bytes differ from those on disk; whether it wrote."""
    if path.is_file() and path.read_bytes() == data:
        return False
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=UNFINISHED)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    return True
