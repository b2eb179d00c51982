"""The largest and the smallest numbers of an array, near ties counted as equal."""

from __future__ import annotations

import numpy as np

from figgen.running.values import Array

TIE = 1e-9  # relative to the largest: far above the last bits, far below any printed digit


def extreme(array: Array, sign: int) -> list[tuple[int, ...]]:
    """Indices (from 1) of the largest (sign 1) or smallest (sign -1) finite numbers, in reading order."""
    signed = np.where(np.isfinite(array), sign * array, -np.inf)
    slack = TIE * float(np.abs(array[np.isfinite(array)]).max())
    return [tuple(int(i) + 1 for i in at) for at in np.argwhere(signed >= signed.max() - slack)]


def indices(array: Array) -> list[tuple[int, ...]]:
    """The index (from 1) of every number of an array, in reading order."""
    return [tuple(i + 1 for i in at) for at in np.ndindex(array.shape)]
