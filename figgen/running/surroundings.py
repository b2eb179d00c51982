"""What a worked example may not depend on, refused while it runs: chance without a seed, clock, network.

`figgen.running.outside` refuses what can be read off the source.
"""

from __future__ import annotations

import random
import sys
import time
from pathlib import Path
from typing import Any

from figgen.errors import AuthorError

ARRAYS = ("rand", "randn", "randint", "random", "normal", "uniform", "choice", "permutation", "shuffle")
NUMBERS = ("random", "randint", "uniform", "gauss", "choice", "sample", "shuffle")
CLOCKS = ("time", "time_ns", "perf_counter", "perf_counter_ns", "monotonic", "monotonic_ns", "process_time")


def steady() -> None:
    """From now on, in this process, refuse both; AuthorError then says what to do."""
    import numpy as np

    make = np.random.default_rng

    def default_rng(seed: Any = None) -> np.random.Generator:
        if seed is None:
            raise AuthorError(
                "np.random.default_rng() without a seed gives other numbers each time; give it one"
            )
        return make(seed)

    np.random.default_rng = default_rng
    for name in ARRAYS:
        setattr(np.random, name, _refuse(f"np.random.{name}", "np.random.default_rng(1)"))
    for name in NUMBERS:
        setattr(random, name, _refuse(f"random.{name}", "random.Random(1)"))
    for name in CLOCKS:
        setattr(time, name, _refuse_clock(name, getattr(time, name)))
    sys.addaudithook(_stay_at_home)


def _refuse(name: str, instead: str) -> Any:
    def refused(*arguments: Any, **options: Any) -> Any:
        raise AuthorError(f"{name} gives other numbers each time; use a generator with a seed, {instead}")

    return refused


def _refuse_clock(name: str, real: Any) -> Any:
    """The clock for Python, its libraries and figgen; an error for the book's own files."""
    own = (sys.prefix, sys.base_prefix, str(Path(__file__).parent.parent), "<frozen")

    def read(*arguments: Any) -> Any:
        if not sys._getframe(1).f_code.co_filename.startswith(own):
            raise AuthorError(
                f"time.{name} says something else in every run; declare the number with given(…)"
            )
        return real(*arguments)

    return read


def _stay_at_home(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect":
        raise AuthorError("an example does not use the network; put its data into a file of the book")
