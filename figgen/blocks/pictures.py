"""What matplotlib drew, kept by all that it was drawn from: an unchanged picture is not drawn again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import version
from pathlib import Path

from figgen.running.kept import packed, recall


@dataclass(frozen=True)
class Pictures:
    """`folder` holds pictures drawn before, if there is one; `used` gets each that is asked for, by key."""

    folder: Path | None = None
    used: dict[str, tuple[bytes, bytes]] = field(default_factory=dict)

    def get(self, drawn_from: object, draw: Callable[[], str]) -> str:
        """The SVG document for what it is drawn from, whose `repr` says all of it; `draw` makes it anew."""
        told = repr((_drawn_with(), drawn_from)).encode("utf-8", "surrogatepass")
        key = hashlib.sha256(told).hexdigest()
        if key not in self.used:
            before = recall(self.folder / key, told) if self.folder else None
            self.used[key] = told, draw().encode() if before is None else before
        return self.used[key][1].decode()

    def files(self) -> dict[str, bytes]:
        """Every used picture as it is kept, by key."""
        return {key: packed(*drawn) for key, drawn in self.used.items()}


@cache
def _drawn_with() -> str:
    return version("matplotlib")
