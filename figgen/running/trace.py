"""Finding arrays among the traces of a worked example.

A trace is any object with `inputs` and `formulas`, both mappings: figgen knows no more of an engine.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figgen.errors import AuthorError, nearest
from figgen.running.values import declared


def is_trace(thing: object) -> bool:
    """Whether an object is a trace."""
    return isinstance(getattr(thing, "formulas", None), Mapping) and isinstance(
        getattr(thing, "inputs", None), Mapping
    )


def traces(names: Mapping[str, object]) -> Iterator[tuple[str, Any]]:
    """Every trace held by a module-level name, and the traces inside it, with its dotted path."""
    for name, thing in names.items():
        if not name.startswith("_"):
            yield from _walk(name, thing)


def _walk(path: str, thing: object) -> Iterator[tuple[str, Any]]:
    if is_trace(thing):
        yield path, thing
        for field in dataclasses.fields(thing):  # type: ignore[arg-type]
            yield from _walk(f"{path}.{field.name}", getattr(thing, field.name))
    elif isinstance(thing, tuple):
        for place, part in enumerate(thing, start=1):
            yield from _walk(f"{path}[{place}]", part)


def fields(names: Mapping[str, object]) -> dict[int, tuple[str, str]]:
    """For each array that is a field of a trace, by identity: its dotted path and its formula."""
    found: dict[int, tuple[str, str]] = {}
    for path, trace in traces(names):
        for field, formula in trace.formulas.items():
            array = getattr(trace, field, None)
            if isinstance(array, np.ndarray):
                found.setdefault(id(array), (f"{path}.{field}", formula))
    return found


class Lookup:
    """Resolves the names of a `by=` formula: example names, `run.field`, or a field only one trace has."""

    def __init__(self, names: Mapping[str, object]) -> None:
        self._names = names
        self._traces = dict(traces(names))

    def __call__(self, name: str) -> NDArray[np.float64]:
        """The array behind a name; AuthorError if there is none or more than one."""
        head, _, rest = name.partition(".")
        if rest:
            return _array(name, self._follow(head, rest.split(".")))
        if name in self._names:
            held = declared(self._names[name])
            return held.array if held else _array(name, self._names[name])
        having = [
            path for path, trace in self._traces.items() if name in trace.formulas or name in trace.inputs
        ]
        if len(having) == 1:
            return _array(name, _part(self._traces[having[0]], name))
        if having:
            choices = ", ".join(f"{path}.{name}" for path in having)
            raise AuthorError(f"{name!r} is a field of several traces; write one of {choices}")
        near = nearest(
            name, [*self._names, *(field for trace in self._traces.values() for field in trace.formulas)]
        )
        raise AuthorError(f"no name {name!r} in this worked example and no field of a trace{near}")

    def _follow(self, head: str, parts: list[str]) -> object:
        name, places = _split(head)
        if name not in self._names:
            raise AuthorError(f"no name {name!r} in this worked example{nearest(name, self._names)}")
        thing = _at(self._names[name], name, places)
        for part in parts:
            name, places = _split(part)
            thing = _at(_part(thing, name), name, places)
        return thing


def _split(part: str) -> tuple[str, list[int]]:
    """`blocks[2]` is blocks and 2, counted from 1."""
    name, *places = part.replace("]", "").split("[")
    return name, [int(place) for place in places]


def _at(thing: object, name: str, places: list[int]) -> object:
    for place in places:
        if not isinstance(thing, Sequence) or place > len(thing):
            raise AuthorError(f"no {name}[{place}]")
        thing = thing[place - 1]
    return thing


def _part(thing: object, name: str) -> object:
    known: list[str] = []
    if dataclasses.is_dataclass(thing):
        known = [field.name for field in dataclasses.fields(thing)]
        if name in known:
            return getattr(thing, name)
    if is_trace(thing):
        inputs: Mapping[str, object] = thing.inputs  # type: ignore[attr-defined]
        if name in inputs:
            return inputs[name]
        known += inputs
    there = f"there are {', '.join(known)}" if known else f"{type(thing).__name__} has no fields"
    raise AuthorError(f"no field {name!r}; {there}")


def _array(name: str, thing: object) -> NDArray[np.float64]:
    if isinstance(thing, int | float | np.ndarray | np.generic):
        return np.asarray(thing)
    raise AuthorError(f"{name!r} is {type(thing).__name__}, not an array")
