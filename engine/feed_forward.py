"""The feed-forward part: a map of each position (arXiv 1706.03762, section 3.3; gated: 2002.05202)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.activations import ACTIVATIONS
from engine.checks import choice, instance, real
from engine.errors import EngineError
from engine.parameters import FeedForwardParams, arrays_of
from engine.trace import Trace


@dataclass(frozen=True, eq=False)
class FeedForwardTrace(Trace):
    """hidden, gate, activated: (…, d_ff); output: (…, d_model). Without w_gate the gate is hidden itself."""

    hidden: NDArray[np.float64]
    gate: NDArray[np.float64]
    activated: NDArray[np.float64]
    output: NDArray[np.float64]


def feed_forward(x: ArrayLike, params: FeedForwardParams, *, activation: str = "relu") -> FeedForwardTrace:
    """act(x w_in + b_in) w_out + b_out; with w_gate (act(x w_gate) · (x w_in + b_in)) w_out + b_out.

    x: (…, d_model). activation: relu, gelu, gelu_tanh or silu.
    """
    x = real("x", x, "(…, d_model)")
    instance("params", params, FeedForwardParams)
    if x.shape[-1] != params.w_in.shape[0]:
        raise EngineError("x", f"{params.w_in.shape[0]} features, as w_in has rows", f"shape {x.shape}")
    act, act_formula = ACTIVATIONS[choice("activation", activation, tuple(ACTIVATIONS))]
    hidden = project(x, params.w_in, params.b_in)
    gate = hidden if params.w_gate is None else x @ params.w_gate
    activated = act(gate) if params.w_gate is None else act(gate) * hidden
    output = project(activated, params.w_out, params.b_out)
    return FeedForwardTrace(hidden, gate, activated, output).explained(
        {"x": x, "activation": activation, "params": params, **arrays_of(params)},
        {
            "hidden": projection("x", "w_in", "b_in", params),
            "gate": "hidden" if params.w_gate is None else "x @ w_gate",
            "activated": act_formula if params.w_gate is None else f"{act_formula} * hidden",
            "output": projection("activated", "w_out", "b_out", params),
        },
    )


def project(
    x: NDArray[np.float64], w: NDArray[np.float64], b: NDArray[np.float64] | None
) -> NDArray[np.float64]:
    """The product x w, plus b where there is one."""
    product: NDArray[np.float64] = x @ w
    return product if b is None else product + b


def projection(x: str, w: str, b: str, params: object) -> str:
    """The formula of `project`."""
    return f"{x} @ {w}" if getattr(params, b) is None else f"{x} @ {w} + {b}"
