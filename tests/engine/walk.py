"""Demands of a trace, and of every trace in it, that each field is what its own formula gives."""

from collections.abc import Iterator, Sequence
from graphlib import TopologicalSorter
from typing import Any

import numpy as np

from engine import DecoderTrace, TiledStep, Trace
from figgen.language import formula

PLACES = {"position_ids", "mask", "cos", "sin"}  # what a decoder works out from tokens, cache and options


def assert_formulas_hold(trace: Trace, at: str = "") -> int:
    """How many arrays were compared; AssertionError names the field whose formula gives something else."""
    label, compared = at or type(trace).__name__, 0
    fields = [name for name, _ in trace.items()]
    uses: dict[str, set[str]] = {name: set() for name in fields}
    for key, told in trace.formulas.items():
        name = first_part(key)
        assert name in fields or key in trace.inputs, f"{label} has a formula for {key}: no field, no input"
        heads = {first_part(used) for used in formula.names(told)}
        assert heads <= {*fields, *trace.inputs}, f"{label}.{key} = {told} uses what is no field and no input"
        uses.setdefault(name, set()).update(head for head in heads & set(uses) if head != name)
        got, wanted = formula.evaluate(told, trace.named), trace.named(key)
        np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-12, err_msg=f"{label}.{key} = {told}")
        assert got.shape == wanted.shape, f"{label}.{key} = {told}: shape {got.shape}, not {wanted.shape}"
        compared += 1
    TopologicalSorter(uses).prepare()  # raises if a field is told by what is told by it
    for name, value in trace.items():
        assert not isinstance(value, np.ndarray) or name in trace.formulas, f"{label}.{name} has no formula"
        for path, inner in traces_in(name, value):
            assert_inputs_told(trace, path, inner, label)
            compared += assert_formulas_hold(inner, f"{label}.{path}")
    return compared


def first_part(name: str) -> str:
    return name.replace("[", ".").split(".")[0]


def traces_in(name: str, value: Any) -> Iterator[tuple[str, Trace]]:
    if isinstance(value, Trace):
        yield name, value
    elif isinstance(value, Sequence) and not isinstance(value, str):
        for place, part in enumerate(value, start=1):
            if isinstance(part, Trace):
                yield f"{name}[{place}]", part


def assert_inputs_told(outer: Trace, path: str, inner: Trace, label: str) -> None:
    """Each array that went into an inner trace is told by the outer one, unless it is an input of that."""
    for name, value in inner.inputs.items():
        if not isinstance(value, np.ndarray) or value.ndim == 0 or f"{path}.{name}" in outer.formulas:
            continue
        if isinstance(inner, TiledStep) and name.startswith("past"):
            assert (value == (-np.inf if name == "past_max" else 0)).all(), (
                f"{path}.{name} starts with something"
            )
        elif not (isinstance(inner, DecoderTrace) and name in PLACES):
            same = any(value is one for one in parameter_arrays(outer))
            assert same, f"{label} does not tell {path}.{name}"


def parameter_arrays(trace: Trace) -> list[Any]:
    found: list[Any] = []
    queue: list[Any] = list(trace.inputs.values())
    while queue:
        value = queue.pop()
        if isinstance(value, np.ndarray):
            found.append(value)
        elif isinstance(value, tuple):
            queue.extend(value)
        elif hasattr(value, "__dataclass_fields__"):
            queue.extend(vars(value).values())
    return found
