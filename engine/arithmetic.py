"""Subtraction and division that stay true on a row that may attend to nothing."""

import numpy as np
from numpy.typing import NDArray


def shift(x: NDArray[np.float64], m: NDArray[np.float64]) -> NDArray[np.float64]:
    """x − m, and −inf where m is −inf (where plain subtraction gives nan)."""
    with np.errstate(
        over="ignore"
    ):  # a difference beyond float64 is −inf, whose exponential is 0 as it should be
        return x - np.where(np.isneginf(m), np.inf, m)


def divide(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """a / b, and 0 where both are 0 (b is 0 only where a is)."""
    return a / np.where(b == 0, 1.0, b)


def log(x: NDArray[np.float64]) -> NDArray[np.float64]:
    """The natural logarithm, with ln 0 = −inf and no warning."""
    with np.errstate(divide="ignore"):
        return np.log(x)
