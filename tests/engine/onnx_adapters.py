"""ONNX operators told with the engine: from inputs by place and attributes by name to the outputs."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

import engine

Arrays = list[np.ndarray | None]
EPSILON = float(np.float32(1e-5))  # a default of the ONNX format, which has no float64 attributes


@dataclass
class Outcome:
    """What became of the cases of one operator."""

    passed: list[str] = field(default_factory=list)
    not_applicable: dict[str, str] = field(default_factory=dict)


OUTCOMES: dict[str, Outcome] = {}


class NotApplicableError(Exception):
    """The case asks for something that the engine does not have; the text is the reason."""


def real(x: np.ndarray) -> np.ndarray:
    if np.isnan(x).any() or (x == np.inf).any():
        raise NotApplicableError("its inputs hold nan or +inf, which the engine refuses")
    return np.asarray(x, dtype=np.float64)


def attention(inputs: Arrays, attributes: dict[str, Any]) -> Arrays:
    q, k, v, attn_mask, past_k, past_v, nonpad = inputs + [None] * (7 - len(inputs))
    q, k, v = real(q), real(k), real(v)
    three_axes = q.ndim == 3
    if three_axes:
        q = engine.split_heads(q, attributes["q_num_heads"])
        k = engine.split_heads(k, attributes["kv_num_heads"])
        v = engine.split_heads(v, attributes["kv_num_heads"])
    if past_k is not None:
        cache = engine.KVCache(real(past_k), real(past_v)).append(k, v)
        k, v = cache.k, cache.v
    n_queries, n_keys = q.shape[-2], k.shape[-2]
    start = 0 if past_k is None else past_k.shape[-2]
    if nonpad is not None and past_k is None:
        start = (nonpad - n_queries)[:, None, None]  # the queries are the last of each sequence
    queries, keys = start + np.arange(n_queries), np.arange(n_keys)
    mask = np.ones((1, n_keys), dtype=bool)
    if attributes.get("is_causal"):
        mask = mask & engine.causal_mask(queries, keys)
    left, right = attributes.get("left_window_size", -1), attributes.get("right_window_size", -1)
    if left >= 0 or right >= 0:
        sides = {"left": left if left >= 0 else None, "right": right if right >= 0 else None}
        mask = mask & engine.window_mask(queries, keys, **sides)
    if nonpad is not None:
        mask = mask & engine.padding_mask(nonpad[:, None], n_keys)
    bias = None
    if attn_mask is not None:
        boolean = attn_mask.dtype == np.bool_
        given = attn_mask if boolean else real(attn_mask)
        short = n_keys - given.shape[-1]
        if short:
            given = np.pad(
                given, [(0, 0)] * (given.ndim - 1) + [(0, short)], constant_values=0 if boolean else -np.inf
            )
        given = given if given.ndim > 1 else given[None]
        mask, bias = (mask & given, None) if boolean else (mask, given)
    group = q.shape[-3] // k.shape[-3]
    run = engine.attention(
        q,
        engine.repeat_kv(k, group),
        engine.repeat_kv(v, group),
        mask=mask,
        bias=bias,
        scale=attributes.get("scale"),
        softcap=attributes.get("softcap") or None,
    )
    seen = (run.scaled, run.capped, run.masked, run.weights)[attributes.get("qk_matmul_output_mode", 0)]
    return [engine.merge_heads(run.output) if three_axes else run.output, k, v, seen]


def rotary_embedding(inputs: Arrays, attributes: dict[str, Any]) -> Arrays:
    x, cos, sin, position_ids = inputs + [None] * (4 - len(inputs))
    x, cos, sin = real(x), real(cos), real(sin)
    if position_ids is not None:
        cos, sin = cos[position_ids], sin[position_ids]
    heads = x if x.ndim == 4 else engine.split_heads(x, attributes["num_heads"])
    pairing = "interleaved" if attributes.get("interleaved") else "half"
    half = (attributes.get("rotary_embedding_dim") or heads.shape[-1]) // 2
    run = engine.rope(heads, cos[:, None, :, :half], sin[:, None, :, :half], pairing=pairing)
    return [run.output if x.ndim == 4 else engine.merge_heads(run.output)]


def layer_normalization(inputs: Arrays, attributes: dict[str, Any]) -> Arrays:
    x, gain, bias = inputs + [None] * (3 - len(inputs))
    rows, kept = rows_from(x, attributes)
    run = engine.layer_norm(rows, flat(gain), flat(bias), eps=attributes.get("epsilon", EPSILON))
    return [run.output.reshape(x.shape), run.mean.reshape(kept), (1 / run.std).reshape(kept)]


def rms_normalization(inputs: Arrays, attributes: dict[str, Any]) -> Arrays:
    x, gain = inputs
    rows, _ = rows_from(x, attributes)
    return [engine.rms_norm(rows, flat(gain), eps=attributes.get("epsilon", EPSILON)).output.reshape(x.shape)]


def rows_from(x: np.ndarray, attributes: dict[str, Any]) -> tuple[np.ndarray, tuple[int, ...]]:
    """x with the axes that are normalised together as one, and the shape of what is one for each row."""
    axis = attributes.get("axis", -1) % x.ndim
    return real(x).reshape(*x.shape[:axis], -1), x.shape[:axis] + (1,) * (x.ndim - axis)


def flat(x: np.ndarray | None) -> np.ndarray | None:
    return None if x is None else real(x).ravel()


def softmax(inputs: Arrays, attributes: dict[str, Any]) -> Arrays:
    axis = attributes.get("axis", -1)
    return [np.moveaxis(engine.softmax(np.moveaxis(real(inputs[0]), axis, -1)).output, -1, axis)]


def log_softmax(inputs: Arrays, attributes: dict[str, Any]) -> Arrays:
    axis = attributes.get("axis", -1)
    logits = np.moveaxis(real(inputs[0]), axis, -1)
    run = engine.cross_entropy(logits, np.zeros(logits.shape[:-1], dtype=int))
    return [np.moveaxis(run.log_probabilities, -1, axis)]


def gelu(inputs: Arrays, attributes: dict[str, Any]) -> Arrays:
    approximate = {"none": None}.get(attributes.get("approximate", "none"), "tanh")
    return [engine.gelu(real(inputs[0]), approximate=approximate)]


def swiglu(inputs: Arrays, attributes: dict[str, Any]) -> Arrays:
    return [engine.silu(real(inputs[0]), beta=attributes.get("alpha", 1.0)) * real(inputs[1])]


def swish(inputs: Arrays, attributes: dict[str, Any]) -> Arrays:
    return [engine.silu(real(inputs[0]), beta=attributes.get("alpha", 1.0))]


def relu(inputs: Arrays, _: dict[str, Any]) -> Arrays:
    return [engine.relu(real(inputs[0]))]


def softmax_cross_entropy_loss(inputs: Arrays, attributes: dict[str, Any]) -> Arrays:
    if len(inputs) > 2:
        raise NotApplicableError("a weight for each class, which the engine does not have")
    if "ignore_index" in attributes:
        raise NotApplicableError("targets to be ignored, which the engine does not have")
    logits = np.moveaxis(real(inputs[0]), 1, -1)
    run = engine.cross_entropy(logits, inputs[1].astype(np.int64))
    loss = {"none": run.losses, "sum": run.losses.sum(), "mean": run.output}[
        attributes.get("reduction", "mean")
    ]
    return [loss, np.moveaxis(run.log_probabilities, -1, 1)]


ADAPTERS: dict[str, Callable[[Arrays, dict[str, Any]], Arrays]] = {
    "Attention": attention,
    "RotaryEmbedding": rotary_embedding,
    "LayerNormalization": layer_normalization,
    "RMSNormalization": rms_normalization,
    "Softmax": softmax,
    "LogSoftmax": log_softmax,
    "Gelu": gelu,
    "SwiGLU": swiglu,
    "Swish": swish,
    "Relu": relu,
    "SoftmaxCrossEntropyLoss": softmax_cross_entropy_loss,
}
