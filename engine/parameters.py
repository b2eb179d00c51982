"""What a model has learned. Presence is architecture: a parameter that is None is a step left out."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.checks import real
from engine.errors import EngineError

Array = NDArray[np.float64]


def _seal(params: Any, shapes: dict[str, str]) -> None:
    """Check the arrays of a frozen dataclass and make them read-only; letters in `shapes` must agree."""
    sizes: dict[str, int] = {}
    owner = type(params).__name__
    for name, shape in shapes.items():
        if (given := getattr(params, name)) is None:
            continue
        array = real(f"{owner}.{name}", given, shape)
        axes = shape.strip("(,)").split(", ")
        wanted = (
            "("
            + ", ".join(str(sizes.get(axis, axis)) for axis in axes)
            + ("," if len(axes) == 1 else "")
            + ")"
        )
        for axis, size in zip(axes, array.shape, strict=True):
            if sizes.setdefault(axis, size) != size:
                raise EngineError(f"{owner}.{name}", f"shape {wanted}", f"shape {array.shape}")
        object.__setattr__(params, name, array)


@dataclass(frozen=True, eq=False)
class AttentionParams:
    """Projections (d_in, d_out) and biases; q_gain and k_gain switch QK-norm on (per head, before RoPE)."""

    w_q: Array
    w_k: Array
    w_v: Array
    w_o: Array
    b_q: Array | None = None
    b_k: Array | None = None
    b_v: Array | None = None
    b_o: Array | None = None
    q_gain: Array | None = None
    k_gain: Array | None = None

    def __post_init__(self) -> None:
        """Check the shapes."""
        _seal(
            self,
            {
                "w_q": "(d_model, queries)",
                "w_k": "(d_context, keys)",
                "w_v": "(d_context, values)",
                "w_o": "(merged, d_out)",
                "b_q": "(queries,)",
                "b_k": "(keys,)",
                "b_v": "(values,)",
                "b_o": "(d_out,)",
                "q_gain": "(d_k,)",
                "k_gain": "(d_k,)",
            },
        )


@dataclass(frozen=True, eq=False)
class NormParams:
    """Gain and bias, one for each feature; RMSNorm has no bias."""

    gain: Array | None = None
    bias: Array | None = None

    def __post_init__(self) -> None:
        """Check the shapes."""
        _seal(self, {"gain": "(features,)", "bias": "(features,)"})


@dataclass(frozen=True, eq=False)
class FeedForwardParams:
    """w_in (d_model, d_ff), w_out (d_ff, d_model); w_gate (d_model, d_ff) makes it a gated one."""

    w_in: Array
    w_out: Array
    b_in: Array | None = None
    b_out: Array | None = None
    w_gate: Array | None = None

    def __post_init__(self) -> None:
        """Check the shapes."""
        _seal(
            self,
            {
                "w_in": "(d_model, d_ff)",
                "w_out": "(d_ff, d_out)",
                "b_in": "(d_ff,)",
                "b_out": "(d_out,)",
                "w_gate": "(d_model, d_ff)",
            },
        )


@dataclass(frozen=True, eq=False)
class BlockParams:
    """One layer; norm_cross and cross together make it a decoder layer that reads an encoder's output."""

    norm_1: NormParams
    attention: AttentionParams
    norm_2: NormParams
    feed_forward: FeedForwardParams
    norm_cross: NormParams | None = None
    cross: AttentionParams | None = None

    def __post_init__(self) -> None:
        """Check the kinds."""
        kinds = {
            "norm_1": NormParams,
            "attention": AttentionParams,
            "norm_2": NormParams,
            "feed_forward": FeedForwardParams,
            "norm_cross": NormParams,
            "cross": AttentionParams,
        }
        for name, kind in kinds.items():
            if not isinstance(given := getattr(self, name), kind) and (
                given is not None or "cross" not in name
            ):
                raise EngineError(f"BlockParams.{name}", kind.__name__, type(given).__name__)
        if (self.norm_cross is None) != (self.cross is None):
            raise EngineError("BlockParams.norm_cross", "norm_cross and cross together", "one of them")


@dataclass(frozen=True, eq=False)
class DecoderParams:
    """embedding (ids, d_model); unembedding (d_model, vocabulary) or None: tied; positions (L, d_model)."""

    embedding: Array
    blocks: tuple[BlockParams, ...]
    norm: NormParams | None = None
    unembedding: Array | None = None
    positions: Array | None = None

    def __post_init__(self) -> None:
        """Check the shapes."""
        _seal(
            self,
            {
                "embedding": "(ids, d_model)",
                "unembedding": "(d_model, vocabulary)",
                "positions": "(longest, d_model)",
            },
        )
        object.__setattr__(self, "blocks", tuple(self.blocks))
        for place, block in enumerate(self.blocks):
            if not isinstance(block, BlockParams):
                raise EngineError(f"DecoderParams.blocks[{place}]", "BlockParams", type(block).__name__)


def arrays_of(params: Any) -> dict[str, Any]:
    """The fields of a parameter dataclass by name, for a trace's inputs."""
    return {field.name: getattr(params, field.name) for field in fields(params)}
