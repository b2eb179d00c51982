"""The Transformer in numpy float64. Every computation returns a trace of its steps."""

from engine.attention import AttentionTrace, attention
from engine.errors import EngineError
from engine.masks import causal_mask, padding_mask, window_mask
from engine.softmax import SoftmaxTrace, softmax
from engine.trace import Trace

__all__ = [
    "AttentionTrace",
    "EngineError",
    "SoftmaxTrace",
    "Trace",
    "attention",
    "causal_mask",
    "padding_mask",
    "softmax",
    "window_mask",
]
