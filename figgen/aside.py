"""A whole site is built aside and takes the place of the last one when all went well.

MkDocs empties the folder of the site before it converts the first page, and two builds of one folder would
empty each other's: the second waits.
"""

from __future__ import annotations

import fcntl
import shutil
from pathlib import Path
from typing import IO

from mkdocs.config.defaults import MkDocsConfig


class Aside:
    """One build of a whole site; `lock` is the file that builds of the book wait for."""

    def __init__(self, config: MkDocsConfig, lock: Path) -> None:
        self._target = Path(config.site_dir)
        self._lock: IO[str] = lock.open("w")
        fcntl.flock(self._lock, fcntl.LOCK_EX)
        config.site_dir = f"{self._target}.building"

    def done(self, config: MkDocsConfig) -> None:
        """The new site takes the place of the last one."""
        old = Path(f"{self._target}.replaced")
        shutil.rmtree(old, ignore_errors=True)
        if self._target.exists():
            self._target.rename(old)
        Path(config.site_dir).rename(self._target)
        shutil.rmtree(old, ignore_errors=True)
        config.site_dir = str(self._target)
        self._lock.close()

    def failed(self) -> None:
        """The last good site stays."""
        shutil.rmtree(f"{self._target}.building", ignore_errors=True)
        self._lock.close()
