"""The Transformer in numpy float64. Every computation returns a trace of its steps."""

from engine.activations import gelu, relu, silu
from engine.attention import AttentionTrace, attention
from engine.block import BlockTrace, block
from engine.cache import KVCache
from engine.config import Config
from engine.costs import cache_numbers, multiply_adds
from engine.cross_entropy import CrossEntropyTrace, cross_entropy
from engine.decoder import DecoderTrace, decoder
from engine.errors import EngineError
from engine.feed_forward import FeedForwardTrace, feed_forward
from engine.generate import GenerationTrace, argmax, generate
from engine.heads import merge_heads, repeat_kv, split_heads
from engine.masks import causal_mask, padding_mask, window_mask
from engine.multi_head import MultiHeadAttentionTrace, multi_head_attention
from engine.norms import LayerNormTrace, RMSNormTrace, layer_norm, rms_norm
from engine.parameters import (
    AttentionParams,
    BlockParams,
    DecoderParams,
    FeedForwardParams,
    NormParams,
)
from engine.positions import RopeTrace, rope, rope_table, sinusoidal_positions
from engine.softmax import SoftmaxTrace, softmax
from engine.tiled import TiledAttentionTrace, tiled_attention
from engine.tiled_steps import TiledStep
from engine.trace import Trace

__all__ = [
    "AttentionParams",
    "AttentionTrace",
    "BlockParams",
    "BlockTrace",
    "Config",
    "CrossEntropyTrace",
    "DecoderParams",
    "DecoderTrace",
    "EngineError",
    "FeedForwardParams",
    "FeedForwardTrace",
    "GenerationTrace",
    "KVCache",
    "LayerNormTrace",
    "MultiHeadAttentionTrace",
    "NormParams",
    "RMSNormTrace",
    "RopeTrace",
    "SoftmaxTrace",
    "TiledAttentionTrace",
    "TiledStep",
    "Trace",
    "argmax",
    "attention",
    "block",
    "cache_numbers",
    "causal_mask",
    "cross_entropy",
    "decoder",
    "feed_forward",
    "gelu",
    "generate",
    "layer_norm",
    "merge_heads",
    "multi_head_attention",
    "multiply_adds",
    "padding_mask",
    "relu",
    "repeat_kv",
    "rms_norm",
    "rope",
    "rope_table",
    "silu",
    "sinusoidal_positions",
    "softmax",
    "split_heads",
    "tiled_attention",
    "window_mask",
]
