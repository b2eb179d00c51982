"""The texts that an example gave to values and blocks, as they are after it ran.

What the source spells out has a place there and is judged at it; a text that was put together when the
example ran (an f-string, a sum, a join) is judged whole, at the line of the value or block that shows it.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from figgen.gate.structure import typeable
from figgen.running.example import numbered
from figgen.running.values import Element, Value
from figgen.stored import MADE

_UNSEEN = {"kind", "counter", "form", "formula", "origin", "source", "invariants"}
_FORMULAS = ("arithmetic", "formulas")  # of these, only the title is a text
_SCRIPTS = re.compile(r"[_^](?:\{[^{}]*\}|\w+)")


def final_texts(
    held: Mapping[str, Value], blocks: Mapping[str, Any], lines: Mapping[str, int], spelled: Collection[str]
) -> Iterator[tuple[int, int, str]]:
    """Line, column (MADE) and text of each text of these values and blocks that is not `spelled` in the
    source; `lines` says where each name is assigned."""
    seen: set[tuple[int, str]] = set()
    for name, thing in (*held.items(), *blocks.items()):
        for text in _texts(thing):
            counted = text in numbered and typeable(text)
            if text not in spelled and not counted and (lines[name], text) not in seen:
                seen.add((lines[name], text))
                yield lines[name], MADE, text


def _texts(thing: object) -> Iterator[str]:
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, Element):
        yield from _texts(thing.value)
    elif isinstance(thing, Mapping):
        for key, part in thing.items():
            yield from _texts(key)
            yield from _texts(part)
    elif isinstance(thing, list | tuple):
        for part in thing:
            yield from _texts(part)
    elif dataclasses.is_dataclass(thing) and not isinstance(thing, type):
        if getattr(thing, "kind", "") in _FORMULAS:
            yield getattr(thing, "title", "")
            yield _SCRIPTS.sub("", str(getattr(thing, "symbol", "")))
            return
        for field in dataclasses.fields(thing):
            if field.name not in _UNSEEN:
                yield from _texts(getattr(thing, field.name))
