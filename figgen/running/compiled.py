"""Modules of the book compiled once per content: Python's own bytecode files are trusted by time and size.

One file per module in build/compiled/: a digest of the source and of the interpreter, a digest of the code,
and the code. Whatever does not match is compiled again.
"""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Callable
from importlib.util import MAGIC_NUMBER
from pathlib import Path
from types import CodeType

from figgen.running.writing import write_if_changed

SIZE = hashlib.sha256().digest_size


def compiled(folder: Path, path: str, source: bytes, compile_it: Callable[[], CodeType]) -> CodeType:
    """The code of a module's source: read from `folder`, or made by `compile_it` and kept there."""
    kept = folder / hashlib.sha256(path.encode("utf-8", "surrogateescape")).hexdigest()
    made_from = hashlib.sha256(MAGIC_NUMBER + source).digest()
    try:
        found = kept.read_bytes()
    except OSError:
        found = b""
    body = found[2 * SIZE :]
    if found[: 2 * SIZE] == made_from + hashlib.sha256(body).digest():
        code: CodeType = marshal.loads(body)
        return code
    code = compile_it()
    body = marshal.dumps(code)
    write_if_changed(kept, made_from + hashlib.sha256(body).digest() + body)
    return code
