"""The steps of a tiled attention: a lazy sequence that computes a tile when it is read."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from engine.arithmetic import shift
from engine.attention import Arguments
from engine.errors import EngineError
from engine.trace import Trace

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class TiledStep(Trace):
    """One tile of keys read by one tile of queries; queries and keys are indices from 0.

    scores: the tile's scores after scale, softcap, bias and mask (…, queries, keys); exp likewise. row_max,
    row_sum (…, queries, 1) and accumulator (…, queries, d_v) cover all keys read so far; rescale
    (…, queries, 1) is what the earlier ones were multiplied with when the maximum grew.
    """

    queries: NDArray[np.int64]
    keys: NDArray[np.int64]
    products: Array
    scaled: Array
    capped: Array
    scores: Array
    row_max: Array
    rescale: Array
    exp: Array
    row_sum: Array
    accumulator: Array


@dataclass(frozen=True, eq=False)
class TiledSteps(Sequence[TiledStep]):
    """The steps of a tiled attention, computed again when read: all together would be the score table."""

    given: Arguments
    block_q: int
    block_k: int

    @property
    def leading(self) -> tuple[int, ...]:
        """The leading axes of the scores."""
        over = (self.given.q, self.given.k, self.given.mask, self.given.bias)
        return np.broadcast_shapes(*(part.shape[:-2] for part in over if part is not None))

    @property
    def per_query_tile(self) -> int:
        """Tiles of keys for one tile of queries."""
        return math.ceil(int(self.given.k.shape[-2]) / self.block_k)

    def __len__(self) -> int:
        """All tiles."""
        return math.ceil(int(self.given.q.shape[-2]) / self.block_q) * self.per_query_tile

    def __iter__(self) -> Iterator[TiledStep]:
        """All steps in order, each tile computed once."""
        step = None
        for place in range(len(self)):
            step = self._step(place, step if place % self.per_query_tile else None)
            yield step

    @overload
    def __getitem__(self, place: int) -> TiledStep: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[TiledStep, ...]: ...
    def __getitem__(self, place: int | slice) -> TiledStep | tuple[TiledStep, ...]:
        """A step by its place from 0; the tiles of keys before it are computed again first."""
        if isinstance(place, slice):
            return tuple(self[each] for each in range(*place.indices(len(self))))
        at = range(len(self))[place]
        step = None
        for each in range(at - at % self.per_query_tile, at + 1):
            step = self._step(each, step)
        assert step is not None
        return step

    def _step(self, place: int, before: TiledStep | None) -> TiledStep:
        given = self.given
        row, column = divmod(place, self.per_query_tile)
        queries = np.arange(row * self.block_q, min((row + 1) * self.block_q, given.q.shape[-2]))
        keys = np.arange(column * self.block_k, min((column + 1) * self.block_k, given.k.shape[-2]))
        q, k, v = given.q[..., queries, :], given.k[..., keys, :], given.v[..., keys, :]
        mask, bias = _tile(given.mask, queries, keys), _tile(given.bias, queries, keys)
        rows = (*self.leading, len(queries))
        past_max = np.full((*rows, 1), -np.inf) if before is None else before.row_max
        past_sum = np.zeros((*rows, 1)) if before is None else before.row_sum
        mixed = np.broadcast_shapes(self.leading, v.shape[:-2])
        past = np.zeros((*mixed, len(queries), v.shape[-1])) if before is None else before.accumulator

        with np.errstate(over="ignore", invalid="ignore"):
            products = q @ k.mT
            scaled = products * given.scale
        capped = scaled if given.softcap is None else given.softcap * np.tanh(scaled / given.softcap)
        biased = capped if bias is None else capped + bias
        scores = biased if mask is None else np.where(mask, biased, -np.inf)
        row_max = np.maximum(past_max, scores.max(axis=-1, keepdims=True))
        if not (row_max < np.inf).all():
            raise EngineError("scores", "numbers within float64", "an overflow")
        rescale = np.exp(shift(past_max, row_max))
        exp = np.exp(shift(scores, row_max))
        row_sum = past_sum * rescale + exp.sum(axis=-1, keepdims=True)
        accumulator = past * rescale + exp @ v
        trace = TiledStep(
            queries, keys, products, scaled, capped, scores, row_max, rescale, exp, row_sum, accumulator
        )
        inputs: dict[str, Any] = {
            "q": q,
            "k": k,
            "v": v,
            "mask": mask,
            "bias": bias,
            "scale": given.scale,
            "softcap": given.softcap,
            "past_max": past_max,
            "past_sum": past_sum,
            "past": past,
        }
        return trace.explained(inputs, _step_formulas(given, queries, keys))


def _tile(
    over: NDArray[Any] | None, queries: NDArray[np.int64], keys: NDArray[np.int64]
) -> NDArray[Any] | None:
    if over is None:
        return None
    rows = over if over.shape[-2] == 1 else over[..., queries, :]
    return rows if over.shape[-1] == 1 else rows[..., keys]


def _step_formulas(given: Arguments, queries: NDArray[np.int64], keys: NDArray[np.int64]) -> dict[str, str]:
    return {
        "queries": f"integers({queries[0]}, {queries[-1]})",
        "keys": f"integers({keys[0]}, {keys[-1]})",
        "products": "q @ k.mT",
        "scaled": "products * scale",
        "capped": "scaled" if given.softcap is None else "softcap * tanh(scaled / softcap)",
        "scores": given.masked_formula,
        "row_max": "maximum(past_max, max(scores))",
        "rescale": "exp(shift(past_max, row_max))",
        "exp": "exp(shift(scores, row_max))",
        "row_sum": "past_sum * rescale + sum(exp)",
        "accumulator": "past * rescale + exp @ v",
    }
