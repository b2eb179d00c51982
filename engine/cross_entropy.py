"""Cross-entropy: how much surprise the probabilities left for what came, in nats."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.arithmetic import shift
from engine.checks import integers, real
from engine.errors import EngineError
from engine.softmax import softmax
from engine.trace import Trace

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class CrossEntropyTrace(Trace):
    """log_sum_exp (…, 1); log_probabilities like logits; losses like targets; output: their mean, no axes."""

    row_max: Array
    exp: Array
    log_sum_exp: Array
    log_probabilities: Array
    losses: Array
    output: Array


def cross_entropy(logits: ArrayLike, targets: ArrayLike) -> CrossEntropyTrace:
    """−ln of the probability that softmax(logits) gives each target; the output is the mean over all targets.

    logits: (…, vocabulary), −inf for what cannot come; targets: ids (…), from 0.
    """
    logits = real("logits", logits, "(…, vocabulary)", masked=True)
    targets = integers("targets", targets, "(…)", below=logits.shape[-1])
    if targets.shape != logits.shape[:-1]:
        raise EngineError("targets", f"shape {logits.shape[:-1]}, one for each row", f"shape {targets.shape}")
    shares = softmax(logits)
    log_probabilities = shift(logits, shares.log_sum_exp)
    losses = -np.take_along_axis(log_probabilities, targets[..., None], axis=-1)[..., 0]
    output = np.asarray(losses.mean())
    return CrossEntropyTrace(
        shares.row_max, shares.exp, shares.log_sum_exp, log_probabilities, losses, output
    ).explained(
        {"logits": logits, "targets": targets},
        {
            "row_max": "max(logits)",
            "exp": "exp(shift(logits, row_max))",
            "log_sum_exp": "row_max + ln(sum(exp))",
            "log_probabilities": "shift(logits, log_sum_exp)",
            "losses": "-pick(log_probabilities, targets)",
            "output": "average(losses)",
        },
    )
