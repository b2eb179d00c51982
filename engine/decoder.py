"""A decoder: from token ids to the probabilities of the next one, position by position."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from engine.block import BlockTrace, NormTrace, block, normed
from engine.cache import KVCache
from engine.checks import instance, integers, number
from engine.config import Config
from engine.errors import EngineError
from engine.masks import causal_mask, window_mask
from engine.parameters import DecoderParams
from engine.positions import rope_table
from engine.softmax import SoftmaxTrace, softmax
from engine.trace import Trace

Array = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class DecoderTrace(Trace):
    """The result is `probabilities` (…, L, vocabulary); embedded and hidden are (…, L, d_model).

    hidden: what the head reads; unembedded: the logits before logit_softcap; cache: a KVCache of each block.
    """

    embedded: Array
    blocks: tuple[BlockTrace, ...]
    norm: NormTrace | None
    hidden: Array
    unembedded: Array
    logits: Array
    softmax: SoftmaxTrace
    probabilities: Array
    cache: tuple[KVCache, ...]

    @property
    def output(self) -> Array:
        """The result, as other traces call it."""
        return self.probabilities


def decoder(
    tokens: ArrayLike, params: DecoderParams, *, config: Config, past: Sequence[KVCache] | None = None
) -> DecoderTrace:
    """Embed the tokens, run the blocks under a causal mask, score every id of the vocabulary.

    tokens: ids (…, L) from 0. past: the cache of an earlier run; positions go on where it ends.
    """
    instance("params", params, DecoderParams)
    instance("config", config, Config)
    tokens = integers("tokens", tokens, "(…, L)", below=params.embedding.shape[0])
    if past is not None and len(past) != len(params.blocks):
        raise EngineError("past", f"{len(params.blocks)} caches, one for each block", f"{len(past)}")
    for cache in past or ():
        instance("past", cache, KVCache)
    start = past[0].k.shape[-2] if past else 0
    positions, mask, table = _places(start, tokens.shape[-1], params, config)
    inputs: dict[str, Any] = {
        "tokens": tokens,
        "embedding": params.embedding,
        "unembedding": params.unembedding,
        "positions": params.positions,
        "position_ids": positions,
        "mask": mask,
        "cos": table and table[0],
        "sin": table and table[1],
        "embedding_scale": number("embedding_scale", config.embedding_scale),
        "logit_softcap": None
        if config.logit_softcap is None
        else number("logit_softcap", config.logit_softcap),
        "past": past,
        "params": params,
        "config": config,
    }
    embedded = params.embedding[tokens] * inputs["embedding_scale"]
    if params.positions is not None:
        embedded = embedded + params.positions[positions]
    stream, blocks = embedded, []
    for place, layer in enumerate(params.blocks):
        run = block(
            stream, layer, config=config, mask=mask, rope_table=table, past=past[place] if past else None
        )
        blocks.append(run)
        stream = run.output
    norm = None if params.norm is None else normed(stream, params.norm, config)
    hidden = stream if norm is None else norm.output
    unembedded = hidden @ (params.embedding.mT if params.unembedding is None else params.unembedding)
    cap = inputs["logit_softcap"]
    logits = unembedded if cap is None else cap * np.tanh(unembedded / cap)
    logits.flags.writeable = False
    shares = softmax(logits)
    return DecoderTrace(
        embedded,
        tuple(blocks),
        norm,
        hidden,
        unembedded,
        logits,
        shares,
        shares.output,
        cache=tuple(run.cache for run in blocks),
    ).explained(inputs, _formulas(inputs))


def _places(
    start: int, length: int, params: DecoderParams, config: Config
) -> tuple[NDArray[np.int64], NDArray[np.bool_], tuple[Array, Array] | None]:
    """Position ids of the new tokens, their mask over all positions so far, their RoPE table."""
    positions, so_far = np.arange(start, start + length), np.arange(start + length)
    if params.positions is not None and start + length > params.positions.shape[0]:
        raise EngineError("tokens", f"at most {params.positions.shape[0]} positions", f"{start + length}")
    mask = causal_mask(positions, so_far)
    if config.window is not None:
        mask = mask & window_mask(positions, so_far, left=config.window - 1, right=0)
        mask.flags.writeable = False
    if config.rope_base is None:
        return positions, mask, None
    width = params.blocks[0].attention.w_q.shape[1] // config.n_heads if params.blocks else 2
    return positions, mask, rope_table(positions, width, base=config.rope_base)


def _formulas(inputs: dict[str, Any]) -> dict[str, str]:
    params, count = inputs["params"], len(inputs["params"].blocks)
    last = f"blocks[{count}].output" if count else "embedded"
    told = {"embedded": "rows(embedding, tokens) * embedding_scale"}
    told["embedded"] += "" if params.positions is None else " + rows(positions, position_ids)"
    for place in range(1, count + 1):
        told[f"blocks[{place}].x"] = f"blocks[{place - 1}].output" if place > 1 else "embedded"
        given = [name for name in ("mask", "cos", "sin") if inputs[name] is not None]
        given += ["past.k", "past.v"] if inputs["past"] else []
        told |= {f"blocks[{place}].{name}": name.replace("past", f"past[{place}]") for name in given}
        told |= {f"cache[{place}].{name}": f"blocks[{place}].cache.{name}" for name in "kv"}
    capped = "logit_softcap * tanh(unembedded / logit_softcap)"
    return told | {
        **({} if params.norm is None else {"norm.x": last}),
        "hidden": last if params.norm is None else "norm.output",
        "unembedded": "hidden @ embedding.mT" if params.unembedding is None else "hidden @ unembedding",
        "logits": "unembedded" if inputs["logit_softcap"] is None else capped,
        "softmax.x": "logits",
        "probabilities": "softmax.output",
    }
