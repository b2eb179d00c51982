"""What multi-head attention does, told as formulas: they depend on which steps the parameters ask for."""

from typing import Any

from engine.feed_forward import projection


def formulas(inputs: dict[str, Any], source: str) -> dict[str, str]:
    """The formula of each step, given the trace's inputs and the name of what keys and values come from."""
    params, rotated, cached = inputs["params"], inputs["cos"] is not None, inputs["past"] is not None
    told = {
        "q": projection("x", "w_q", "b_q", params),
        "k": projection(source, "w_k", "b_k", params),
        "v": projection(source, "w_v", "b_v", params),
        "q_heads": "split_heads(q, n_heads)",
        "k_heads": "split_heads(k, n_kv_heads)",
        "v_heads": "split_heads(v, n_kv_heads)",
    }
    for one in "qk":
        normed = getattr(params, f"{one}_gain") is not None
        told |= {f"{one}_norm.x": f"{one}_heads"} if normed else {}
        told[f"{one}_normed"] = f"{one}_norm.output" if normed else f"{one}_heads"
        told |= (
            {f"{one}_rope.x": f"{one}_normed", f"{one}_rope.cos": "cos", f"{one}_rope.sin": "sin"}
            if rotated
            else {}
        )
        told[f"{one}_rotated"] = f"{one}_rope.output" if rotated else f"{one}_normed"
    told |= {
        "k_all": "append_rows(past.k, k_rotated)" if cached else "k_rotated",
        "v_all": "append_rows(past.v, v_heads)" if cached else "v_heads",
        "k_shared": "k_all" if inputs["group"] == 1 else "repeat_kv(k_all, group)",
        "v_shared": "v_all" if inputs["group"] == 1 else "repeat_kv(v_all, group)",
        "heads.q": "q_rotated",
        "heads.k": "k_shared",
        "heads.v": "v_shared",
        **{f"heads.{name}": name for name in ("mask", "bias") if inputs[name] is not None},
        "merged": "merge_heads(heads.output)",
        "cache.k": "k_all",
        "cache.v": "v_all",
        "output": projection("merged", "w_o", "b_o", params),
    }
    return told
