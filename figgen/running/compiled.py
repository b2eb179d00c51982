"""Modules of the book, compiled once per content; Python trusts its own bytecode files by time and size."""

from __future__ import annotations

import hashlib
import marshal
import os
import sys
from collections.abc import Callable
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path
from types import CodeType

from figgen.running.kept import keep, recall

FIGGEN = Path(__file__).parents[1]


def place(path: str, folder: Path) -> Path:
    """Where the code of a module is kept: in `folder`; of figgen's own, beside Python's bytecode files."""
    if Path(path).is_relative_to(FIGGEN) and not sys.dont_write_bytecode and os.access(FIGGEN, os.W_OK):
        return Path(cache_from_source(path, optimization="kept"))
    return folder / hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()


def compiled(place: Path, path: str, source: bytes, compile_it: Callable[[], CodeType]) -> CodeType:
    """The code of a module's source: kept at `place`, or made by `compile_it`."""
    made_from = MAGIC_NUMBER + path.encode("utf-8", "surrogateescape") + b"\0" + source
    if (body := recall(place, made_from)) is not None:
        found: CodeType = marshal.loads(body)
        return found
    code = compile_it()
    keep(place, made_from, marshal.dumps(code))
    return code
