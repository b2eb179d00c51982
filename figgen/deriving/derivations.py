"""Every derivation of a chapter: found, recomputed, and followed down to what goes in."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

import numpy as np

from figgen.deriving.catalogue import Catalogue
from figgen.deriving.derive import Derivation
from figgen.deriving.entry import Entry
from figgen.deriving.scalar import Operand, Scalar, evaluate, leaves
from figgen.deriving.snippets import LIBRARIES, snippet
from figgen.errors import AuthorError
from figgen.language.formula import FormulaError, names
from figgen.running.values import Value

TOLERANCE = 1e-12


class Derivations:
    """Every array that the published values of a chapter come from, in the order of first meeting."""

    def __init__(self, names: Mapping[str, Any], values: Mapping[str, Value], source: str) -> None:
        self.catalogue = Catalogue(names, values, source)
        self.entries: list[Entry] = []
        self.trees: dict[int, list[Scalar]] = {}
        self.needed: dict[int, dict[str, Entry]] = {}
        self._places: dict[int, int] = {}
        for entry in self.catalogue.published():
            self.place(entry)
        for entry in self.entries:  # grows while it is walked through
            self._derive(entry)

    def place(self, entry: Entry) -> int:
        """The number of an array, from 0."""
        if id(entry) not in self._places:
            self._places[id(entry)] = len(self.entries)
            self.entries.append(entry)
        return self._places[id(entry)]

    def _derive(self, entry: Entry) -> None:
        self.needed[id(entry)], self.trees[id(entry)] = {}, []
        if entry.formula is None:
            return
        try:
            told = Derivation(self.catalogue, entry)
            self.needed[id(entry)] = {name: told.of(name) for name in names(entry.written or "")}
            trees = [told.element(index) for index in np.ndindex(entry.array.shape)]
        except (FormulaError, AuthorError) as error:
            raise AuthorError(f"{entry.name} = {entry.written}: no derivation: {error}") from None
        self.trees[id(entry)] = trees
        for other in self.needed[id(entry)].values():
            self.place(other)

    def wrong(self) -> Iterator[str]:
        """A sentence for each element that its derivation does not give, and for each circle."""
        for entry in self.entries:
            slack = TOLERANCE * max(entry.magnitude, np.finfo(float).tiny)
            for index, tree in zip(np.ndindex(entry.array.shape), self.trees[id(entry)], strict=False):
                given, found = float(entry.array[index]), evaluate(tree)
                if not (found == given or abs(found - given) <= slack):
                    at = ",".join(str(i + 1) for i in index)
                    yield f"{entry.name}[{at}] is {given!r}, its derivation {entry.written!r} gives {found!r}"
        yield from self._circles()

    def _circles(self) -> Iterator[str]:
        """Follow every element's operands down to what goes in, unless no array leads back to itself."""
        try:
            TopologicalSorter({id(entry): self._operands(entry) for entry in self.entries}).prepare()
            return
        except CycleError:
            pass
        state: dict[tuple[int, tuple[int, ...]], int] = {}
        for entry in self.entries:
            for start in np.ndindex(entry.array.shape if self.trees[id(entry)] else ()):
                stack = [(entry, start, False)]
                while stack:
                    at, index, done = stack.pop()
                    key = (id(at), index)
                    if done:
                        state[key] = 2
                    elif key not in state and self.trees[id(at)]:
                        state[key] = 1
                        stack.append((at, index, True))
                        place = int(np.ravel_multi_index(index, at.array.shape)) if index else 0
                        for leaf in leaves(self.trees[id(at)][place]):
                            if isinstance(leaf, Operand):
                                if state.get((id(leaf.entry), leaf.index)) == 1:
                                    yield f"{at.name} is computed from itself"
                                stack.append((leaf.entry, leaf.index, False))

    def _operands(self, entry: Entry) -> set[int]:
        found = (leaf for tree in self.trees[id(entry)] for leaf in leaves(tree))
        return {id(leaf.entry) for leaf in found if isinstance(leaf, Operand)}

    def undeclared(self) -> list[str]:
        """Arrays at which derivations end although the example does not declare them."""
        return [entry.name for entry in self.entries if entry.kind == "undeclared"]

    def count(self) -> dict[str, int]:
        """Published numbers, and all numbers with a derivation; and the arrays by kind."""
        published = [entry for entry in self.entries if entry.value is not None]
        kinds = Counter(entry.kind for entry in self.entries)
        return {
            "published": sum(entry.array.size for entry in published),
            "derived": sum(len(trees) for trees in self.trees.values()),
            **{f"arrays {kind}": kinds[kind] for kind in sorted(kinds)},
        }

    def snippets(self, title: str) -> dict[str, str]:
        """The chapter as a program, by library."""
        published = list(self.catalogue.published())
        return {
            name: snippet(published, lambda entry: self.needed[id(entry)].items(), library, title)
            for name, library in LIBRARIES.items()
        }
