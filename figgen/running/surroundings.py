"""What a worked example may not depend on: chance without a seed, and the network."""

from __future__ import annotations

import random
import sys
from typing import Any

from figgen.errors import AuthorError

ARRAYS = ("rand", "randn", "randint", "random", "normal", "uniform", "choice", "permutation", "shuffle")
NUMBERS = ("random", "randint", "uniform", "gauss", "choice", "sample", "shuffle")


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
    sys.addaudithook(_stay_at_home)


def _refuse(name: str, instead: str) -> Any:
    def refused(*arguments: Any, **options: Any) -> Any:
        raise AuthorError(f"{name} gives other numbers each time; use a generator with a seed, {instead}")

    return refused


def _stay_at_home(event: str, arguments: tuple[Any, ...]) -> None:
    if event == "socket.connect":
        raise AuthorError("an example does not use the network; put its data into a file of the book")
