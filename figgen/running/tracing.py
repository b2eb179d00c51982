"""Walking through traces and the parts inside them, lazily computed ones included.

A trace is any dataclass with `inputs` and `formulas`, both mappings: figgen knows no more of an engine.
"""

from __future__ import annotations

import dataclasses
import inspect
import re
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from figgen.errors import AuthorError
from figgen.running.trace import is_trace

LONGEST = 64  # parts of a sequence that are walked through
_makers: dict[type, str] = {}
_unfolded: dict[int, tuple[object, tuple[Any, ...]]] = {}


def walk_traces(names: Mapping[str, object]) -> Iterator[tuple[str, Any, tuple[Any, str, str] | None]]:
    """Path, trace and (trace, path, name within it) of the trace around it, of all that the names hold."""
    for name, thing in names.items():
        if not name.startswith("_"):
            yield from _walk(name, thing, None)


def placed_traces(names: Mapping[str, object]) -> list[tuple[str, Any, tuple[Any, str, str] | None]]:
    """The same, where a trace that the example took out of a lazy sequence knows what it is a part of."""
    found = list(walk_traces(names))
    inner = [(trace, above) for _, trace, above in found if above is not None]
    return [
        (path, trace, above or next((at for other, at in inner if _same(trace, other)), None))
        for path, trace, above in found
    ]


def _same(a: Any, b: Any) -> bool:
    """Whether two traces hold the same numbers."""
    if type(a) is not type(b):
        return False
    pairs = [(getattr(a, field.name), getattr(b, field.name)) for field in dataclasses.fields(a)]
    arrays = all(isinstance(one, np.ndarray) for one, _ in pairs)
    return arrays and all(np.array_equal(one, other) for one, other in pairs)


def _walk(
    path: str, thing: object, above: tuple[Any, str, str] | None
) -> Iterator[tuple[str, Any, tuple[Any, str, str] | None]]:
    if is_trace(thing):
        yield path, thing, above
        for field in dataclasses.fields(thing):  # type: ignore[arg-type]
            inner = (thing, path, field.name)
            yield from _walk(f"{path}.{field.name}", getattr(thing, field.name), inner)
    else:
        for place, part in enumerate(parts_of(thing), start=1):
            inner_above = above and (above[0], above[1], f"{above[2]}[{place}]")
            yield from _walk(f"{path}[{place}]", part, inner_above)


def parts_of(thing: object) -> tuple[Any, ...]:
    """The parts of a tuple or of a lazy sequence, the same objects each time; nothing for other things."""
    if isinstance(thing, tuple):
        return thing
    if not isinstance(thing, Sequence) or isinstance(thing, str | bytes | list) or len(thing) > LONGEST:
        return ()
    if id(thing) not in _unfolded:
        _unfolded[id(thing)] = (thing, tuple(thing))
    return _unfolded[id(thing)][1]


def follow(thing: Any, name: str, path: str, itself: object) -> tuple[Any, str]:
    """The thing that a dotted name means within another, and its path.

    A name that is both a step and an input of a trace means the input within that step's own formula.
    """
    for part in re.findall(r"[A-Za-z_]\w*|\[\d+\]", name):
        if part.startswith("["):
            parts, place = parts_of(thing) or thing, int(part[1:-1])
            try:
                thing = parts[place - 1]
            except (IndexError, TypeError):
                raise AuthorError(f"formula: no part {place} in {path!r}") from None
        elif is_trace(thing):
            steps = {field.name for field in dataclasses.fields(thing)}
            step = getattr(thing, part) if part in steps else None
            own = part in steps and step is itself and part in thing.inputs
            if part not in steps and part not in thing.inputs:
                raise AuthorError(f"formula: no field {part!r} in {path!r}")
            thing = thing.inputs[part] if own or part not in steps else step
        elif dataclasses.is_dataclass(thing) and hasattr(thing, part):
            thing = getattr(thing, part)
        else:
            raise AuthorError(f"formula: no part {part!r} in {path!r}")
    if not isinstance(thing, int | float | np.ndarray | np.generic):
        raise AuthorError(f"formula: {path!r} is {type(thing).__name__}, not an array")
    return thing, path


def record_arrays(thing: object) -> Iterator[object]:
    """The arrays in a record that went into a trace (a set of parameters), and in the records inside it."""
    if isinstance(thing, tuple):
        for part in thing:
            yield from record_arrays(part)
    elif dataclasses.is_dataclass(thing) and not isinstance(thing, type) and not is_trace(thing):
        for field in dataclasses.fields(thing):
            part = getattr(thing, field.name)
            yield from [part] if isinstance(part, np.ndarray) else record_arrays(part)


def engine_function(trace: Any) -> str:
    """The function that returns traces of this class, as `module.function`; else the class itself."""
    kind = type(trace)
    if kind not in _makers:
        _makers[kind] = _maker(kind)
    return _makers[kind]


def _maker(kind: type) -> str:
    module = sys.modules.get(kind.__module__)
    for name, function in vars(module).items() if module else ():
        if inspect.isfunction(function) and function.__module__ == kind.__module__:
            told = function.__annotations__.get("return")
            if not name.startswith("_") and told in (kind, kind.__name__):
                return f"{kind.__module__}.{name}"
    return f"{kind.__module__}.{kind.__name__}"
