"""What matplotlib drew, kept by all that it was drawn from: an unchanged picture is not drawn again."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path


@dataclass(frozen=True)
class Pictures:
    """`folder` holds pictures drawn before, if there is one; `used` gets each that is asked for, by key."""

    folder: Path | None = None
    used: dict[str, str] = field(default_factory=dict)

    def get(self, drawn_from: object, draw: Callable[[], str]) -> str:
        """The SVG document for what it is drawn from, whose `repr` says all of it; `draw` makes it anew."""
        told = repr((version("matplotlib"), drawn_from)).encode("utf-8", "surrogatepass")
        key = hashlib.sha256(told).hexdigest()
        if key not in self.used:
            self.used[key] = self._kept(key) or _signed(draw())
        return self.used[key].partition("\n")[2]

    def _kept(self, key: str) -> str | None:
        """A picture drawn before, unless it was changed since."""
        try:
            found = (self.folder / key).read_text(encoding="utf-8") if self.folder else ""
        except (OSError, ValueError):
            return None
        return found if found and found == _signed(found.partition("\n")[2]) else None


def _signed(drawn: str) -> str:
    """A picture behind the digest of itself."""
    return f"{hashlib.sha256(drawn.encode()).hexdigest()}\n{drawn}"
