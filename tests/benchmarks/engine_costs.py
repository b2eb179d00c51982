"""What the traces cost, as ratios to the bare expression in the same run.

`python -m tests.benchmarks.engine_costs` prints them and fails when one is above its limit.
"""

import os
import statistics
import time
import tracemalloc
from collections.abc import Callable

os.environ.setdefault(
    "OPENBLAS_NUM_THREADS", "1"
)  # before numpy: threads that wait for each other are no cost

import numpy as np
from numpy.typing import NDArray

from engine import attention, tiled_attention

Array = NDArray[np.float64]
REPEATS = 9
MOST_TIME = 1.5  # times the bare expression, on 8 heads × 1024 positions × 64 features
MOST_MEMORY = 1 / 8  # of the bare expression's peak, at length 8192


def bare(q: Array, k: Array, v: Array) -> Array:
    """Attention as one writes it down without a trace."""
    s = q @ k.mT / np.sqrt(q.shape[-1])
    e = np.exp(s - s.max(axis=-1, keepdims=True))
    return np.asarray((e / e.sum(axis=-1, keepdims=True)) @ v)


def arrays(*shape: int) -> list[Array]:
    """q, k and v of one shape."""
    rng = np.random.default_rng(0)
    return [rng.normal(size=shape) for _ in range(3)]


def seconds(run: Callable[[], object]) -> float:
    """Processor time of one run, which other programs on the machine disturb least."""
    start = time.process_time()
    run()
    return time.process_time() - start


def time_ratio() -> float:
    """Median over the repeats, both expressions taking turns."""
    q, k, v = arrays(8, 1024, 64)
    bare(q, k, v), attention(q, k, v)
    pairs = [(seconds(lambda: attention(q, k, v)), seconds(lambda: bare(q, k, v))) for _ in range(REPEATS)]
    return statistics.median(ours for ours, _ in pairs) / statistics.median(theirs for _, theirs in pairs)


def peak(run: Callable[[], object]) -> int:
    """Bytes that a run has allocated at most."""
    tracemalloc.start()
    run()
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most


def memory_ratio() -> float:
    """Tiled against bare, one head of 64 features."""
    q, k, v = arrays(8192, 64)
    ours = peak(lambda: tiled_attention(q, k, v, block_q=256, block_k=256))
    return ours / peak(lambda: bare(q, k, v))


def main() -> int:
    """Print both ratios; 1 if one is above its limit."""
    ratios = [
        ("attention 8 x 1024 x 64, time against the bare expression", time_ratio(), MOST_TIME),
        (
            "tiled_attention at length 8192, peak memory against the bare expression",
            memory_ratio(),
            MOST_MEMORY,
        ),
    ]
    for what, ratio, limit in ratios:
        print(f"{what}: {ratio:.4f} (at most {limit:g})")
    return int(any(ratio > limit for _, ratio, limit in ratios))


if __name__ == "__main__":
    raise SystemExit(main())
