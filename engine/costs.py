"""What a run costs, counted from its shapes, never timed."""

import math
import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from engine.cache import KVCache
from engine.trace import Trace

_PRODUCT = re.compile(r"([\w.\[\]]+) @ ([\w.\[\]]+)")


def multiply_adds(trace: Trace) -> int:
    """Multiplications, each with its addition, in all matrix products of a trace and the traces in it.

    A product of (…, m, n) with (…, n, p) counts m·n·p for each leading index; the products are those that the
    trace's formulas name. Elementwise steps (softmax, norms, activations, RoPE, residuals) are not counted.
    """
    total = sum(multiply_adds(part) for _, step in trace.items() for part in _traces(step))
    for formula in trace.formulas.values():
        for left, right in _PRODUCT.findall(formula):
            total += _products(trace, left, right)
    return total


def cache_numbers(cache: KVCache | tuple[KVCache, ...]) -> int:
    """How many numbers a cache holds: keys and values of all its positions, heads and blocks."""
    caches = (cache,) if isinstance(cache, KVCache) else cache
    return sum(each.k.size + each.v.size for each in caches)


def _products(trace: Trace, left: str, right: str) -> int:
    of: tuple[int, ...]
    by: tuple[int, ...]
    of, by = trace.named(left).shape, trace.named(right.removesuffix(".mT")).shape
    columns: int = by[-2] if right.endswith(".mT") else by[-1]
    return math.prod(np.broadcast_shapes(of[:-2], by[:-2])) * math.prod(of[-2:]) * columns


def _traces(step: Any) -> Iterable[Trace]:
    if isinstance(step, Trace):
        return (step,)
    return (part for part in step if isinstance(part, Trace)) if isinstance(step, Sequence) else ()
