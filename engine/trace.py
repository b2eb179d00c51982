"""What every computation returns: all its steps, what went in, and the formula of each step."""

from collections.abc import Mapping
from dataclasses import fields
from types import MappingProxyType
from typing import Any, Self

import numpy as np

from engine.errors import EngineError


class Trace:
    """Base of the traces, which are frozen dataclasses whose fields are the steps in order.

    inputs: the arguments, parameters and resolved options by name (what was not given is None).
    formulas: one for each array field, over earlier fields and `inputs`, in a language of names, numbers,
        + - * / @ ** .mT and a few functions. Where a field is itself a trace (or a tuple of them), the entry
        `field.input` tells which array went in, and that trace has its own formulas. A step not taken is the
        same array as the step before, and its formula is that field's name. An input that was worked out of
        others (`scale`) has a formula too.

    Fields and inputs are read-only; arrays may be shared between fields.
    """

    inputs: Mapping[str, Any]
    formulas: Mapping[str, str]

    def explained(self, inputs: Mapping[str, Any], formulas: Mapping[str, str]) -> Self:
        """This trace with its inputs and formulas; makes every array read-only. For the engine itself."""
        for _, step in self.items():
            if isinstance(step, np.ndarray):
                step.flags.writeable = False
        object.__setattr__(self, "inputs", MappingProxyType(dict(inputs)))
        object.__setattr__(self, "formulas", MappingProxyType(dict(formulas)))
        return self

    def items(self) -> tuple[tuple[str, Any], ...]:
        """(name, value) of each field in order."""
        return tuple((field.name, getattr(self, field.name)) for field in fields(self))  # type: ignore[arg-type]

    def named(self, name: str) -> Any:
        """What a formula means by `weights`, `heads.weights`, `blocks[1].output`, or the name of an input."""
        found: Any = self
        for part in name.replace("[", ".").replace("]", "").split("."):
            try:
                found = found[int(part) - 1] if part.isdigit() and int(part) > 0 else _member(found, part)
            except (KeyError, AttributeError, IndexError, TypeError):
                wanted = f"a field or an input of {type(self).__name__}"
                raise EngineError("name", wanted, f"{name!r}") from None
        return found


def _member(of: Any, name: str) -> Any:
    if isinstance(of, Trace):
        steps = dict(of.items())
        return steps[name] if name in steps else of.inputs[name]
    if name.startswith("_"):
        raise KeyError(name)
    return getattr(of, name)
