"""The derivations of a worked example given as text, run in this process."""

from __future__ import annotations

import linecache
from typing import Any

from figgen.deriving.accounts import worked
from figgen.deriving.derivation_document import document
from figgen.deriving.derivations import Derivations
from figgen.deriving.derived import Derived
from figgen.running.values import declared

HEAD = "import numpy as np\nfrom figgen import given, constant, value\nfrom engine import *\n"


def derivations(source: str) -> Derivations:
    """Run an example and derive what it publishes."""
    names: dict[str, Any] = {"__name__": "docs.example"}
    exec(compile(HEAD + source, "example.py", "exec"), names)
    linecache.clearcache()
    values = {
        name: held
        for name, thing in names.items()
        if not name.startswith("_") and (held := declared(thing)) is not None
    }
    return Derivations({n: t for n, t in names.items() if not n.startswith("__")}, values, HEAD + source)


def derived(source: str) -> Derived:
    """The same as pages read it."""
    return Derived("example", document(derivations(source), "example", "docs/example.py", HEAD + source))


def work(source: str, name: str, place: int = 0) -> str:
    """How readers see an element computed, its operands by name."""
    told = derived(source)
    return worked(told, told.by_name[name], place)[0]
