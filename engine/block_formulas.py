"""What a block does, told as formulas: pre-norm and post-norm differ in what goes into each part."""

from typing import Any


def formulas(inputs: dict[str, Any]) -> dict[str, str]:
    """The formula of each step, and what goes into each part."""
    pre, crossed = inputs["config"].pre_norm, inputs["context"] is not None
    stream_1 = "residual_1" if pre else "norm_1.output"
    stream_2 = "residual_cross" if pre else "norm_cross.output" if crossed else "norm_1.output"
    told = {
        "norm_1.x": "x" if pre else "residual_1",
        "attention.x": "norm_1.output" if pre else "x",
        **{f"attention.{name}": name for name in ("mask", "cos", "sin") if inputs[name] is not None},
        "residual_1": "x + attention.output",
        "residual_cross": f"{stream_1} + cross.output" if crossed else "residual_1",
        "norm_2.x": "residual_cross" if pre else "residual_2",
        "feed_forward.x": "norm_2.output" if pre else stream_2,
        "residual_2": f"{stream_2} + feed_forward.output",
        "cache.k": "attention.cache.k",
        "cache.v": "attention.cache.v",
        "output": "residual_2" if pre else "norm_2.output",
    }
    if inputs["past"] is not None:
        told |= {"attention.past.k": "past.k", "attention.past.v": "past.v"}
    if crossed:
        told |= {
            "norm_cross.x": "residual_1" if pre else "residual_cross",
            "cross.x": "norm_cross.output" if pre else "norm_1.output",
            "cross.context": "context",
        }
        told |= {"cross.mask": "context_mask"} if inputs["context_mask"] is not None else {}
    return told
