"""The address of the card's script, which changes with whatever the card shows."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from figgen.deriving.explanations import LATER

CARD = "assets/number-card.js"


def versioned(scripts: Iterable[Any], made: Mapping[str, str]) -> list[Any]:
    """A site's scripts, the address of the card's with a fingerprint of all that it loads later.

    The card asks for its own parts and for the derivations under the version that its script has, so a page
    never meets what a browser kept of an older publication. A file opened from disk ignores it.
    """
    own = (LATER.parent / "number-card.js").read_bytes()
    loaded = [text.encode() for path, text in sorted(made.items()) if path.startswith("assets/derivations/")]
    parts = [path.read_bytes() for path in sorted(LATER.iterdir())]
    mark = hashlib.sha256(b"\0".join([own, *parts, *loaded])).hexdigest()[:10]
    return [f"{CARD}?v={mark}" if script == CARD else script for script in scripts]
