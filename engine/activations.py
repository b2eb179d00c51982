"""Activations: plain functions of each element, and the formula of each."""

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.checks import choice, number, real

_erf = np.vectorize(math.erf, otypes=[np.float64])


def relu(x: ArrayLike) -> NDArray[np.float64]:
    """max(x, 0)."""
    return np.maximum(real("x", x, "(…)"), 0.0)


def gelu(x: ArrayLike, *, approximate: str | None = None) -> NDArray[np.float64]:
    """x Φ(x), Φ the normal distribution; approximate="tanh" as in GPT-2 (arXiv 1606.08415, section 2)."""
    x = real("x", x, "(…)")
    if approximate is None:
        return np.asarray(x * (1 + _erf(x / math.sqrt(2))) / 2)
    choice("approximate", approximate, ("tanh",))
    return np.asarray(x * (1 + np.tanh(math.sqrt(2 / math.pi) * (x + 0.044715 * x**3))) / 2)


def silu(x: ArrayLike, *, beta: float = 1.0) -> NDArray[np.float64]:
    """x σ(βx), also called Swish (arXiv 1710.05941)."""
    x = real("x", x, "(…)")
    with np.errstate(over="ignore"):  # exp(−βx) = inf where σ is 0
        return np.asarray(x / (1 + np.exp(-number("beta", beta) * x)))


ACTIVATIONS: dict[str, tuple[Callable[[NDArray[np.float64]], NDArray[np.float64]], str]] = {
    "relu": (relu, "maximum(gate, 0)"),
    "gelu": (gelu, "gate * (1 + erf(gate / sqrt(2))) / 2"),
    "gelu_tanh": (
        lambda x: gelu(x, approximate="tanh"),
        "gate * (1 + tanh(sqrt(2 / pi) * (gate + 0.044715 * gate ** 3))) / 2",
    ),
    "silu": (silu, "gate / (1 + exp(-gate))"),
}
