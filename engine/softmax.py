"""Softmax over the last axis, with the row maximum subtracted first."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.arithmetic import divide, log, shift
from engine.checks import real
from engine.errors import EngineError
from engine.trace import Trace

FORMULAS = {
    "row_max": "max({x})",
    "exp": "exp(shift({x}, row_max))",
    "total": "sum(exp)",
    "log_sum_exp": "row_max + ln(total)",
    "output": "exp / total",
}


@dataclass(frozen=True, eq=False)
class SoftmaxTrace(Trace):
    """Fields like x, (…, n); row_max, total and log_sum_exp keep the last axis with length 1."""

    row_max: NDArray[np.float64]
    exp: NDArray[np.float64]
    total: NDArray[np.float64]
    log_sum_exp: NDArray[np.float64]
    output: NDArray[np.float64]


def softmax(x: ArrayLike) -> SoftmaxTrace:
    """exp(x) divided by its sum over the last axis. x: (…, n), −inf for what has no share.

    A row of nothing but −inf gives zeros, and a log_sum_exp of −inf.
    """
    x = real("x", x, "(…, n)", masked=True)
    return shares(x).explained({"x": x}, {field: told.format(x="x") for field, told in FORMULAS.items()})


def shares(x: NDArray[np.float64]) -> SoftmaxTrace:
    """The steps of `softmax` for scores that the engine computed itself, not explained yet.

    A row whose largest score is +inf or nan has overflowed; it is an EngineError.
    """
    row_max = x.max(axis=-1, keepdims=True)
    if not (row_max < np.inf).all():
        raise EngineError("scores", "numbers within float64", "an overflow")
    exp = shift(x, row_max)
    np.exp(exp, out=exp)
    total = exp.sum(axis=-1, keepdims=True)
    log_sum_exp = row_max + log(total)
    output = divide(exp, total)
    return SoftmaxTrace(row_max, exp, total, log_sum_exp, output)
