"""Every array that a chapter's numbers come from, each once, under one name and with one formula.

A published array goes by its citable name, any other by its dotted path (`run.exp`). Arrays are told apart by
identity: engines hand on the very array that they were given, and a step not taken is the array before it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figgen.deriving.entry import LARGEST, Entry, Kind, Scope
from figgen.deriving.sources import Sources
from figgen.errors import AuthorError
from figgen.language.formula import parse
from figgen.language.tree import Name
from figgen.running.tracing import engine_function, follow, placed_traces, record_arrays
from figgen.running.values import Value, declared


@dataclass(frozen=True)
class _Candidate:
    path: str
    formula: str | None
    scope: Scope
    engine: str | None = None
    inner: bool = False


class Catalogue:
    """Finds the entry behind a published name, and behind each name of a formula."""

    def __init__(self, names: Mapping[str, Any], values: Mapping[str, Value], source: str = "") -> None:
        self.names = names
        self._sources = Sources(source, self._array)
        self.values = values
        self._kept: list[object] = [*names.values()]
        self._candidates: dict[int, list[_Candidate]] = {}
        self._published: dict[int, str] = {}
        self._entries: dict[object, Entry] = {}
        self._traces: dict[str, Any] = {}
        self._parameters: set[int] = set()
        for name, held in values.items():
            for thing in (names[name], held.array, held.source):
                if isinstance(thing, np.ndarray):
                    self._published.setdefault(id(thing), name)
        for path, trace, above in placed_traces(names):
            self._traces[path] = trace
            self._kept.append(trace)
            self._read(path, trace, above)
        for name, thing in names.items():
            if isinstance(thing, np.ndarray) and not name.startswith("_"):
                self._add(thing, _Candidate(name, None, Scope("")))

    def published(self) -> Iterator[Entry]:
        """The entry of every published value, in the order of the example."""
        for name in self.values:
            yield self.of_value(name)

    def of_value(self, name: str) -> Entry:
        """The entry of a published value."""
        if name not in self._entries:
            self._entries[name] = self._value_entry(name, self.values[name])
        return self._entries[name]

    def resolve(self, name: str, entry: Entry) -> Entry:
        """The entry that a name of an entry's formula means; AuthorError if it means no array."""
        thing, path = self._object(name, entry.scope, entry.array)
        if isinstance(thing, str):
            return self.of_value(thing)
        return self._array_entry(thing, path)

    def _read(self, path: str, trace: Any, above: tuple[Any, str, str] | None) -> None:
        """Note every array of a trace: its steps first, then what went in."""
        engine, scope = engine_function(trace), Scope(path, trace)
        fields = [name for name in vars(trace) if name not in ("inputs", "formulas")]
        for name in fields:
            self._add(
                getattr(trace, name), _Candidate(f"{path}.{name}", trace.formulas.get(name), scope, engine)
            )
        for name, thing in trace.inputs.items():
            self._parameters |= {id(part) for part in record_arrays(thing)}
            formula, where = (trace.formulas.get(name) if name not in fields else None), scope
            if formula is None and above is not None:
                formula, where = above[0].formulas.get(f"{above[2]}.{name}"), Scope(above[1], above[0])
            self._add(thing, _Candidate(f"{path}.{name}", formula, where, engine, above is not None))

    def _add(self, thing: object, candidate: _Candidate) -> None:
        if isinstance(thing, np.ndarray):
            self._candidates.setdefault(id(thing), []).append(candidate)

    def _value_entry(self, name: str, held: Value) -> Entry:
        if held.origin == "given":
            return Entry(name, held.array, "given", value=held)
        if held.formula is not None:
            kind: Kind = "constant" if held.origin == "constant" else "computed"
            node = parse(held.formula)
            if not (isinstance(node, Name) and self._object(node.text, Scope(""), None)[0] is held.source):
                return Entry(name, held.array, kind, node, held.formula, Scope(""), held)
        made = self._made(held.source, self._candidates.get(id(held.source), []))
        if made is None:
            told = self._sources.formula(name, held.array)
            read = parse(told) if told else None
            return Entry(name, held.array, "computed" if told else "undeclared", read, told, Scope(""), held)
        assert made.formula is not None
        formula, engine = parse(made.formula), made.engine
        return Entry(name, held.array, "computed", formula, made.formula, made.scope, held, engine)

    def _array_entry(self, thing: object, path: str) -> Entry:
        if not isinstance(thing, np.ndarray):
            key: object = f"\0{path}"
            if key not in self._entries:
                self._entries[key] = Entry(path, np.asarray(thing), "option" if "." in path else "undeclared")
            return self._entries[key]
        if id(thing) in self._published:
            return self.of_value(self._published[id(thing)])
        if id(thing) not in self._entries:
            self._kept.append(thing)
            self._entries[id(thing)] = self._path_entry(thing, path)
        return self._entries[id(thing)]

    def _path_entry(self, thing: NDArray[Any], path: str) -> Entry:
        candidates = self._candidates.get(id(thing), [])
        name = candidates[0].path if candidates else path
        made = self._made(thing, candidates)
        if made is not None:
            assert made.formula is not None
            return Entry(
                name, thing, "computed", parse(made.formula), made.formula, made.scope, engine=made.engine
            )
        if (twin := self._twin(thing, name)) is not None:
            return self.of_value(twin)
        engine = candidates[0].engine if candidates else None
        start = any(candidate.inner for candidate in candidates) and np.unique(thing).size == 1
        simple = thing.ndim == 0 or thing.dtype.kind in "biu" or start
        if thing.size <= LARGEST and not (simple and engine):
            told = self._sources.formula(name.partition(".")[0].partition("[")[0], thing)
            if told is not None:
                return Entry(name, thing, "computed", parse(told), told, Scope(""))
        name = next((candidate.path for candidate in candidates if "." not in candidate.path), name)
        if id(thing) in self._parameters:
            return Entry(name, thing, "parameter", engine=engine)
        kind: Kind = "simulated" if thing.size > LARGEST else "option" if simple and engine else "undeclared"
        return Entry(name, thing, kind, engine=engine)

    def _made(self, thing: object, candidates: list[_Candidate]) -> _Candidate | None:
        """The first candidate whose formula does not only say "the same array"."""
        for candidate in candidates:
            if candidate.formula is None:
                continue
            node = parse(candidate.formula)
            if isinstance(node, Name):
                other, _ = self._object(node.text, candidate.scope, thing)
                if other is thing or (isinstance(other, str) and self._published.get(id(thing)) == other):
                    continue
            return candidate
        return None

    def _twin(self, thing: NDArray[Any], name: str) -> str | None:
        """A value declared before, which an engine copied: equal numbers, of single ones the name too."""
        last, order = name.rpartition(".")[2], list(self.names)
        root = name.partition(".")[0].partition("[")[0]
        before = order[: order.index(root)] if root in order else order
        for known in (one for one in before if one in self.values):
            held = self.values[known]
            alike = held.array.shape == thing.shape and (held.array.dtype == np.bool_) == (
                thing.dtype == np.bool_
            )
            if held.origin == "trace" or not alike or not np.array_equal(held.array, thing):
                continue
            if (thing.ndim and thing.size > 1) or known == last or known.endswith(f"_{last}"):
                return known
        return None

    def _array(self, name: str) -> NDArray[Any]:
        thing, _ = self._object(name, Scope(""), None)
        return self.values[thing].array if isinstance(thing, str) else np.asarray(thing)

    def _object(self, name: str, scope: Scope, itself: object) -> tuple[Any, str]:
        """What a name means, and its path; the name of a published value as a string."""
        if scope.trace is not None:
            return follow(scope.trace, name, f"{scope.path}.{name}", itself)
        if name in self.names:
            return (name if name in self.values else self.names[name]), name
        head = name.partition(".")[0].partition("[")[0]
        if head in self.names and head != name:
            thing = self.names[head]
            held = declared(thing)
            if held is not None:
                raise AuthorError(f"by=: {head!r} is a value and has no parts such as {name!r}")
            return follow(thing, name[len(head) :].lstrip("."), name, None)
        for path, trace in self._traces.items():
            if name in trace.formulas or name in trace.inputs:
                return follow(trace, name, f"{path}.{name}", None)
        raise AuthorError(f"by=: no name {name!r} in this worked example and no field of a trace")
