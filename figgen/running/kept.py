"""What was made once is kept by what it was made from, and used only where that fits and no byte changed."""

from __future__ import annotations

import hashlib
from pathlib import Path

from figgen.running.writing import write_if_changed

SIZE = hashlib.sha256().digest_size


def packed(made_from: bytes, body: bytes) -> bytes:
    """A kept file: the digest of what it was made from, its own digest, and itself."""
    return hashlib.sha256(made_from).digest() + hashlib.sha256(body).digest() + body


def recall(path: Path, made_from: bytes) -> bytes | None:
    """What is kept at a path, if it was made from the same and is whole."""
    try:
        found = path.read_bytes()
    except OSError:
        return None
    body = found[2 * SIZE :]
    return body if found == packed(made_from, body) else None


def content(path: Path) -> bytes:
    """What is kept at a path, whatever it was made from."""
    return path.read_bytes()[2 * SIZE :]


def keep(path: Path, made_from: bytes, body: bytes) -> None:
    """Keep it, in place of what was made from something else."""
    write_if_changed(path, packed(made_from, body))
