"""Scaled dot-product attention, one named step a line (arXiv 1706.03762, section 3.2.1)."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.checks import boolean, broadcasts, number, over_scores, real
from engine.errors import EngineError
from engine.softmax import FORMULAS as SOFTMAX
from engine.softmax import shares
from engine.trace import Trace


@dataclass(frozen=True, eq=False)
class AttentionTrace(Trace):
    """scores to weights: (…, L_q, L_k); row_max, total, log_sum_exp: (…, L_q, 1); output: (…, L_q, d_v)."""

    q: NDArray[np.float64]
    k: NDArray[np.float64]
    v: NDArray[np.float64]
    scores: NDArray[np.float64]
    scaled: NDArray[np.float64]
    capped: NDArray[np.float64]
    masked: NDArray[np.float64]
    row_max: NDArray[np.float64]
    exp: NDArray[np.float64]
    total: NDArray[np.float64]
    log_sum_exp: NDArray[np.float64]
    weights: NDArray[np.float64]
    output: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Arguments:
    """The checked arguments of an attention, as `attention` and `tiled_attention` both want them."""

    q: NDArray[np.float64]
    k: NDArray[np.float64]
    v: NDArray[np.float64]
    mask: NDArray[np.bool_] | None
    bias: NDArray[np.float64] | None
    scale: NDArray[np.float64]
    softcap: NDArray[np.float64] | None
    d_k: int

    @property
    def scale_formula(self) -> dict[str, str]:
        """How `scale` comes from the width of the keys, unless the caller asked for another one."""
        return {"scale": "1 / sqrt(d_k)"} if self.scale == 1 / math.sqrt(self.d_k) else {}

    @property
    def masked_formula(self) -> str:
        """What becomes of `capped` before the softmax."""
        biased = "capped" if self.bias is None else "capped + bias"
        return biased if self.mask is None else f"where(mask, {biased}, -inf)"


def attention(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike,
    *,
    mask: ArrayLike | None = None,
    bias: ArrayLike | None = None,
    scale: float | None = None,
    softcap: float | None = None,
) -> AttentionTrace:
    """softmax(q kᵀ · scale) v: each query's row of shares mixes the values.

    q: (…, L_q, d_k); k: (…, L_k, d_k); v: (…, L_k, d_v); leading axes broadcast.
    mask: booleans over (…, L_q, L_k), True = may attend. bias: added to the scores, −inf allowed.
    scale: 1/√d_k unless given. softcap c: c·tanh(scores/c) after scaling and before bias and mask.
    A query that may attend to nothing has zero weights and a zero output.
    """
    given = arguments(q, k, v, mask=mask, bias=bias, scale=scale, softcap=softcap)
    with np.errstate(over="ignore", invalid="ignore"):
        scores = given.q @ given.k.mT
        scaled = scores * given.scale
    capped = scaled if given.softcap is None else given.softcap * np.tanh(scaled / given.softcap)
    biased = capped if given.bias is None else capped + given.bias
    masked = biased if given.mask is None else np.where(given.mask, biased, -np.inf)
    softmax = shares(masked)
    weights = softmax.output
    output = weights @ given.v
    trace = AttentionTrace(
        given.q,
        given.k,
        given.v,
        scores,
        scaled,
        capped,
        masked,
        softmax.row_max,
        softmax.exp,
        softmax.total,
        softmax.log_sum_exp,
        weights,
        output,
    )
    softmax_formulas = {field: formula.format(x="masked") for field, formula in SOFTMAX.items()}
    softmax_formulas["weights"] = softmax_formulas.pop("output")
    return trace.explained(
        vars(given),
        {
            "q": "q",
            "k": "k",
            "v": "v",
            **given.scale_formula,
            "scores": "q @ k.mT",
            "scaled": "scores * scale",
            "capped": "scaled" if given.softcap is None else "softcap * tanh(scaled / softcap)",
            "masked": given.masked_formula,
            **softmax_formulas,
            "output": "weights @ v",
        },
    )


def arguments(
    q: ArrayLike,
    k: ArrayLike,
    v: ArrayLike,
    *,
    mask: ArrayLike | None,
    bias: ArrayLike | None,
    scale: float | None,
    softcap: float | None,
) -> Arguments:
    """Check the arguments of an attention; EngineError names the first that does not fit."""
    q, k, v = real("q", q, "(…, L_q, d_k)"), real("k", k, "(…, L_k, d_k)"), real("v", v, "(…, L_k, d_v)")
    if k.shape[-1] != q.shape[-1]:
        raise EngineError("k", f"{q.shape[-1]} features, as many as q", f"shape {k.shape}")
    if v.shape[-2] != k.shape[-2]:
        raise EngineError("v", f"length {k.shape[-2]}, as long as k", f"shape {v.shape}")
    if mask is not None:
        mask = boolean("mask", mask, q.shape[-2], k.shape[-2])
    if bias is not None:
        bias = real("bias", bias, "(…, L_q, L_k)", masked=True)
        over_scores("bias", bias, q.shape[-2], k.shape[-2])
    broadcasts(
        q=q.shape[:-2],
        k=k.shape[:-2],
        v=v.shape[:-2],
        mask=() if mask is None else mask.shape[:-2],
        bias=() if bias is None else bias.shape[:-2],
    )
    return Arguments(
        q,
        k,
        v,
        mask,
        bias,
        number("scale", 1 / math.sqrt(q.shape[-1]) if scale is None else scale),
        None if softcap is None else number("softcap", softcap, above=0),
        q.shape[-1],
    )
