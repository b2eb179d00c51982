"""Norms: each position's features are brought to one scale, by themselves."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.arithmetic import divide
from engine.checks import number, real
from engine.errors import EngineError
from engine.trace import Trace


@dataclass(frozen=True, eq=False)
class LayerNormTrace(Trace):
    """mean, variance, std: (…, 1); the rest like x."""

    mean: NDArray[np.float64]
    centered: NDArray[np.float64]
    variance: NDArray[np.float64]
    std: NDArray[np.float64]
    normalized: NDArray[np.float64]
    output: NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class RMSNormTrace(Trace):
    """mean_square, rms: (…, 1); the rest like x."""

    mean_square: NDArray[np.float64]
    rms: NDArray[np.float64]
    normalized: NDArray[np.float64]
    output: NDArray[np.float64]


def layer_norm(
    x: ArrayLike, gain: ArrayLike | None = None, bias: ArrayLike | None = None, *, eps: float = 1e-5
) -> LayerNormTrace:
    """(x − mean)/√(variance + ε) · gain + bias over the last axis (arXiv 1607.06450).

    The variance divides by n. x: (…, features); gain, bias: (features,). Equal features with ε = 0 give 0.
    """
    x = real("x", x, "(…, features)")
    gain, bias, epsilon = (
        _per_feature("gain", gain, x),
        _per_feature("bias", bias, x),
        number("eps", eps, least=0),
    )
    mean = x.mean(axis=-1, keepdims=True)
    centered = x - mean
    variance = np.mean(centered**2, axis=-1, keepdims=True)
    std = np.sqrt(variance + epsilon)
    normalized = divide(centered, std)
    gained = normalized if gain is None else normalized * gain
    output = gained if bias is None else gained + bias
    return LayerNormTrace(mean, centered, variance, std, normalized, output).explained(
        {"x": x, "gain": gain, "bias": bias, "eps": epsilon},
        {
            "mean": "mean(x)",
            "centered": "x - mean",
            "variance": "mean(centered ** 2)",
            "std": "sqrt(variance + eps)",
            "normalized": "centered / std",
            "output": "normalized"
            + (" * gain" if gain is not None else "")
            + (" + bias" if bias is not None else ""),
        },
    )


def rms_norm(x: ArrayLike, gain: ArrayLike | None = None, *, eps: float = 1e-5) -> RMSNormTrace:
    """x/√(mean of x² + ε) · gain over the last axis (arXiv 1910.07467).

    x: (…, features); gain: (features,).
    """
    x = real("x", x, "(…, features)")
    gain, epsilon = _per_feature("gain", gain, x), number("eps", eps, least=0)
    mean_square = np.mean(x**2, axis=-1, keepdims=True)
    rms = np.sqrt(mean_square + epsilon)
    normalized = divide(x, rms)
    output = normalized if gain is None else normalized * gain
    return RMSNormTrace(mean_square, rms, normalized, output).explained(
        {"x": x, "gain": gain, "eps": epsilon},
        {
            "mean_square": "mean(x ** 2)",
            "rms": "sqrt(mean_square + eps)",
            "normalized": "x / rms",
            "output": "normalized" if gain is None else "normalized * gain",
        },
    )


def _per_feature(
    argument: str, values: ArrayLike | None, x: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    if values is None:
        return None
    array = real(argument, values, "(features,)")
    if array.shape != x.shape[-1:]:
        raise EngineError(
            argument, f"shape {x.shape[-1:]}, one for each feature of x", f"shape {array.shape}"
        )
    return array
