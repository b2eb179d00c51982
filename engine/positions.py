"""How order enters: vectors added to the input (sinusoidal), or a rotation of queries and keys (RoPE)."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.checks import broadcasts, choice, count, integers, number, real
from engine.errors import EngineError
from engine.trace import Trace


@dataclass(frozen=True, eq=False)
class RopeTrace(Trace):
    """first, second: each pair's coordinates before, rotated_… after the rotation, (…, L, d_rotary/2)."""

    first: NDArray[np.float64]
    second: NDArray[np.float64]
    rotated_first: NDArray[np.float64]
    rotated_second: NDArray[np.float64]
    output: NDArray[np.float64]


def sinusoidal_positions(positions: ArrayLike, d_model: int, *, base: float = 1e4) -> NDArray[np.float64]:
    """sin(p·base^(−2i/d)) at feature 2i, cos at 2i+1 (arXiv 1706.03762, section 3.5).

    positions: integers (…, L). Gives (…, L, d_model).
    """
    cos, sin = rope_table(positions, _even("d_model", d_model), base=base)
    table = np.stack((sin, cos), axis=-1).reshape(*sin.shape[:-1], d_model)
    table.flags.writeable = False
    return table


def rope_table(
    positions: ArrayLike, d_rotary: int, *, base: float = 1e4
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """cos and sin of p·base^(−2i/d_rotary), each (…, L, d_rotary/2). positions: integers (…, L)."""
    at = integers("positions", positions, least=None)
    pairs = np.arange(0, _even("d_rotary", d_rotary), 2)
    angles = at[..., None] * number("base", base, above=0) ** (-pairs / d_rotary)
    cos, sin = np.cos(angles), np.sin(angles)
    cos.flags.writeable = sin.flags.writeable = False
    return cos, sin


def rope(x: ArrayLike, cos: ArrayLike, sin: ArrayLike, *, pairing: str = "half") -> RopeTrace:
    """Rotate pairs (a, b) of features to (a cos − b sin, a sin + b cos) (arXiv 2104.09864, section 3.2.2).

    x: (…, L, d); cos, sin: (…, L, d_rotary/2), d_rotary <= d; features beyond d_rotary stay as they are.
    pairing: "half" pairs feature i with i + d_rotary/2, "interleaved" 2i with 2i + 1.
    """
    x, cos, sin = (
        real("x", x, "(…, L, d)"),
        real("cos", cos, "(…, L, d_rotary/2)"),
        real("sin", sin, "(…, L, d_rotary/2)"),
    )
    n, width = cos.shape[-1], x.shape[-1]
    if sin.shape != cos.shape:
        raise EngineError("sin", f"shape {cos.shape}, like cos", f"shape {sin.shape}")
    if 2 * n > width or cos.shape[-2] != x.shape[-2]:
        raise EngineError("cos", f"shape (…, {x.shape[-2]}, at most {width // 2})", f"shape {cos.shape}")
    broadcasts(x=x.shape[:-2], cos=cos.shape[:-2])
    if choice("pairing", pairing, ("half", "interleaved")) == "half":
        first, second = x[..., :n], x[..., n : 2 * n]
    else:
        first, second = x[..., 0 : 2 * n : 2], x[..., 1 : 2 * n : 2]
    rotated_first = first * cos - second * sin
    rotated_second = first * sin + second * cos
    pairs = (
        np.concatenate((rotated_first, rotated_second), axis=-1)
        if pairing == "half"
        else np.stack((rotated_first, rotated_second), axis=-1).reshape(*rotated_first.shape[:-1], 2 * n)
    )
    rest = np.broadcast_to(x[..., 2 * n :], (*pairs.shape[:-1], width - 2 * n))
    output = np.concatenate((pairs, rest), axis=-1)
    return RopeTrace(first, second, rotated_first, rotated_second, output).explained(
        {"x": x, "cos": cos, "sin": sin, "pairing": pairing}, _formulas(n, width, pairing)
    )


def _formulas(n: int, width: int, pairing: str) -> dict[str, str]:
    half = pairing == "half"
    pairs = f"{'join' if half else 'interleave'}(rotated_first, rotated_second)"
    return {
        "first": f"columns(x, 1, {n})" if half else f"columns(x, 1, {2 * n}, 2)",
        "second": f"columns(x, {n + 1}, {2 * n})" if half else f"columns(x, 2, {2 * n}, 2)",
        "rotated_first": "first * cos - second * sin",
        "rotated_second": "first * sin + second * cos",
        "output": pairs if width == 2 * n else f"join({pairs}, columns(x, {2 * n + 1}, {width}))",
    }


def _even(argument: str, width: int) -> int:
    if count(argument, width) % 2:
        raise EngineError(argument, "an even number of features", f"{width}")
    return width
