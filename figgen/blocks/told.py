"""What a trace, or the values of an example, tell of their steps: the formula and the shape behind a name.

Names are read from one root: `residual_1`, `heads.output`, `blocks[1].norm_2.x`. A formula told by a part of
a trace names the arrays of that part, so they are given that part's path.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from typing import Any

import numpy as np

from figgen.language.formula import parse
from figgen.language.operations import CONSTANTS
from figgen.language.tree import Binary, Call, Index, Listed, Name, Negative, Node, Transpose
from figgen.running.trace import fields, is_trace
from figgen.running.values import declared

_PART = re.compile(r"[A-Za-z_]\w*|\[\d+\]")


class Told:
    """Formulas and shapes under the names of a root: a trace, or the names of an example."""

    def __init__(self, root: Any) -> None:
        self.root = root
        self._fields = fields(root) if isinstance(root, Mapping) else {}

    def formula(self, name: str) -> Node | None:
        """What a name is computed by; None for what goes in, whose formula only says itself."""
        for prefix, rest in _splits(name):
            holder = self._object(prefix)
            if is_trace(holder) and rest in holder.formulas:
                found = renamed(parse(holder.formulas[rest]), f"{prefix}." if prefix else "")
                if found != Name(name, column=1):
                    return found
        held = declared(self._object(name))
        if held is None or held.origin == "given":
            return None
        if held.formula is not None:
            return parse(held.formula)
        field = self._fields.get(id(held.source))
        return Name(field[0], column=1) if field else None

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of the array behind a name."""
        thing = self._object(name)
        held = declared(thing)
        return np.shape(thing if held is None else held.array)

    def known(self, name: str) -> bool:
        """Whether a name stands for anything."""
        return self._object(name) is not None

    def _object(self, name: str) -> Any:
        thing = self.root
        for part in _PART.findall(name):
            thing = _member(thing, part)
        return thing


def _member(of: Any, part: str) -> Any:
    if part.startswith("["):
        place = int(part[1:-1])
        return of[place - 1] if isinstance(of, tuple) and place <= len(of) else None
    if isinstance(of, Mapping):
        return of.get(part)
    if is_trace(of) and part not in type(of).__dataclass_fields__:
        return of.inputs.get(part)
    return getattr(of, part, None)


def _splits(name: str) -> Iterator[tuple[str, str]]:
    """Every way to part a dotted name into a path and a name within it, the longest path first."""
    parts = name.split(".")
    for place in range(len(parts) - 1, -1, -1):
        yield ".".join(parts[:place]), ".".join(parts[place:])


def mapped(node: Node, change: Callable[[Node], Node]) -> Node:
    """A tree with every part changed, those inside first."""
    match node:
        case Negative() | Transpose() | Index():
            node = replace(node, operand=mapped(node.operand, change))
        case Binary():
            node = replace(node, left=mapped(node.left, change), right=mapped(node.right, change))
        case Call():
            node = replace(node, arguments=tuple(mapped(part, change) for part in node.arguments))
        case Listed():
            node = replace(node, items=tuple(mapped(part, change) for part in node.items))
    return change(node)


def renamed(node: Node, before: str) -> Node:
    """A tree whose names have a path before them."""
    return mapped(
        node,
        lambda part: (
            replace(part, text=before + part.text)
            if isinstance(part, Name) and part.text not in CONSTANTS
            else part
        ),
    )
