"""Modules of the book, compiled once per content; Python trusts its own bytecode files by time and size."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Callable
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

from figgen.running.kept import keep, recall


def compiled(folder: Path, path: str, source: bytes, compile_it: Callable[[], CodeType]) -> CodeType:
    """The code of a module's source: kept in `folder`, or made by `compile_it`."""
    place = folder / hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()
    made_from = MAGIC_NUMBER + source
    if (body := recall(place, made_from)) is not None:
        found: CodeType = marshal.loads(body)
        return found
    code = compile_it()
    keep(place, made_from, marshal.dumps(code))
    return code
