"""Attention tile by tile with an online softmax; no score table is held (arXiv 2205.14135, section 3.1)."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.arithmetic import divide, log
from engine.attention import arguments
from engine.checks import count
from engine.tiled_steps import TiledSteps
from engine.trace import Trace

Array = NDArray[np.float64]
MOST_TOLD = 1024


@dataclass(frozen=True, eq=False)
class TiledAttentionTrace(Trace):
    """steps: each tile of keys for each tile of queries; log_sum_exp (…, L_q, 1); output (…, L_q, d_v)."""

    steps: TiledSteps
    log_sum_exp: Array
    output: Array


def tiled_attention(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    scale: float | None = None,
    softcap: float | None = None,
    block_q: int,
    block_k: int,
) -> TiledAttentionTrace:
    """What `attention` gives, holding one block_q × block_k tile of scores at a time. Arguments as there."""
    given = arguments(q, k, v, mask=mask, bias=bias, scale=scale, softcap=softcap)
    steps = TiledSteps(given, count("block_q", block_q), count("block_k", block_k))
    length, leading = given.q.shape[-2], np.broadcast_shapes(steps.leading, given.v.shape[:-2])
    log_sum_exp = np.empty((*steps.leading, length, 1))
    output = np.empty((*leading, length, given.v.shape[-1]))
    for place, step in enumerate(steps, start=1):
        if place % steps.per_query_tile == 0:
            log_sum_exp[..., step.queries, :] = step.row_max + log(step.row_sum)
            output[..., step.queries, :] = divide(step.accumulator, step.row_sum)
    return TiledAttentionTrace(steps, log_sum_exp, output).explained(
        {**vars(given), "block_q": block_q, "block_k": block_k}, given.scale_formula | _formulas(steps)
    )


def _formulas(steps: TiledSteps) -> dict[str, str]:
    last = range(steps.per_query_tile, len(steps) + 1, steps.per_query_tile)
    told = {
        "log_sum_exp": _rows(f"steps[{place}].row_max + ln(steps[{place}].row_sum)" for place in last),
        "output": _rows(f"steps[{place}].accumulator / steps[{place}].row_sum" for place in last),
    }
    for place in range(1, len(steps) + 1) if len(steps) <= MOST_TOLD else ():
        told |= _inputs_of(place, steps)
    return told


def _rows(parts: Iterator[str]) -> str:
    each = list(parts)
    return each[0] if len(each) == 1 else f"append_rows({', '.join(each)})"


def _inputs_of(place: int, steps: TiledSteps) -> dict[str, str]:
    """Where the inputs of one step come from: slices of the arguments, and the step before."""
    step, given = f"steps[{place}]", steps.given
    column = (place - 1) % steps.per_query_tile
    last = min((column + 1) * steps.block_k, given.k.shape[-2])
    told = {
        f"{step}.{name}": f"rows({name}, {step}.{of})"
        for name, of in (("q", "queries"), ("k", "keys"), ("v", "keys"))
    }
    for name, over in (("mask", given.mask), ("bias", given.bias)):
        if over is not None:
            rows = name if over.shape[-2] == 1 else f"rows({name}, {step}.queries)"
            whole = over.shape[-1] == 1
            told[f"{step}.{name}"] = (
                rows if whole else f"columns({rows}, {column * steps.block_k + 1}, {last})"
            )
    if column:
        before = f"steps[{place - 1}]"
        told |= {
            f"{step}.past_max": f"{before}.row_max",
            f"{step}.past_sum": f"{before}.row_sum",
            f"{step}.past": f"{before}.accumulator",
        }
    return told
