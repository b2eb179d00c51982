"""How wide a text is, roughly: enough to give it room without measuring with any one font."""

from __future__ import annotations

import unicodedata

EM_WIDE = 1.0
EM_NARROW = 0.6


def ems(text: str) -> float:
    """Width in ems: a Chinese character is one, anything else 0.6."""
    return sum(EM_WIDE if unicodedata.east_asian_width(c) in "WF" else EM_NARROW for c in text)
