"""Random-initialised tiny GPT-2, Llama, Qwen3 and Mistral of transformers, step by step."""

from contextlib import nullcontext

import numpy as np
import pytest
import torch
import transformers

import engine
from engine import AttentionParams, BlockParams, Config, DecoderParams, FeedForwardParams, NormParams
from tests.judges.lifted import lifted
from tests.judges.test_torch import cases

VOCABULARY, LENGTH, SPREAD = 23, 9, 0.3  # the library's own spread of 0.02 would hide errors
COMMON = {
    "vocab_size": VOCABULARY,
    "initializer_range": SPREAD,
    "attn_implementation": "eager",
    "use_cache": True,
}
SIZES = {"hidden_size": 12, "intermediate_size": 20, "num_hidden_layers": 3, "num_attention_heads": 4}
FAMILIES = {
    "gpt2": lambda: transformers.GPT2LMHeadModel(
        transformers.GPT2Config(
            n_embd=12,
            n_layer=3,
            n_head=4,
            n_positions=32,
            attn_pdrop=0,
            embd_pdrop=0,
            resid_pdrop=0,
            **COMMON,
        )
    ),
    "llama": lambda: transformers.LlamaForCausalLM(
        transformers.LlamaConfig(num_key_value_heads=2, rms_norm_eps=1e-6, head_dim=6, **SIZES, **COMMON)
    ),
    "qwen3": lambda: transformers.Qwen3ForCausalLM(
        transformers.Qwen3Config(
            num_key_value_heads=2, head_dim=8, rms_norm_eps=1e-6, tie_word_embeddings=True, **SIZES, **COMMON
        )
    ),
    "mistral": lambda: transformers.MistralForCausalLM(
        transformers.MistralConfig(num_key_value_heads=1, head_dim=6, sliding_window=3, **SIZES, **COMMON)
    ),
}


def array(tensor):
    return None if tensor is None else tensor.detach().numpy().astype(np.float64)


def gpt2(model):
    """GPT-2's weights: already (d_in, d_out), queries, keys and values in one; the head is tied."""
    blocks = []
    for layer in model.transformer.h:
        w_q, w_k, w_v = np.split(array(layer.attn.c_attn.weight), 3, axis=1)
        b_q, b_k, b_v = np.split(array(layer.attn.c_attn.bias), 3)
        out, up, down = layer.attn.c_proj, layer.mlp.c_fc, layer.mlp.c_proj
        blocks.append(
            BlockParams(
                NormParams(array(layer.ln_1.weight), array(layer.ln_1.bias)),
                AttentionParams(w_q, w_k, w_v, array(out.weight), b_q, b_k, b_v, array(out.bias)),
                NormParams(array(layer.ln_2.weight), array(layer.ln_2.bias)),
                FeedForwardParams(array(up.weight), array(down.weight), array(up.bias), array(down.bias)),
            )
        )
    body = model.transformer
    norm = NormParams(array(body.ln_f.weight), array(body.ln_f.bias))
    params = DecoderParams(array(body.wte.weight), tuple(blocks), norm, None, array(body.wpe.weight))
    return params, Config(4, activation="gelu_tanh", eps=model.config.layer_norm_epsilon)


def with_rope(model):
    """Llama, Qwen3 and Mistral: gated SiLU, RMSNorm, RoPE in halves; weights (d_out, d_in)."""
    blocks = []
    for layer in model.model.layers:
        attn, mlp = layer.self_attn, layer.mlp
        w_q, w_k, w_v, w_o = (array(p.weight).T for p in (attn.q_proj, attn.k_proj, attn.v_proj, attn.o_proj))
        gains = [array(norm.weight) for norm in (attn.q_norm, attn.k_norm)] if hasattr(attn, "q_norm") else []
        w_in, w_out, w_gate = (array(p.weight).T for p in (mlp.up_proj, mlp.down_proj, mlp.gate_proj))
        blocks.append(
            BlockParams(
                NormParams(array(layer.input_layernorm.weight)),
                AttentionParams(w_q, w_k, w_v, w_o, **dict(zip(("q_gain", "k_gain"), gains, strict=False))),
                NormParams(array(layer.post_attention_layernorm.weight)),
                FeedForwardParams(w_in, w_out, w_gate=w_gate),
            )
        )
    config = model.config
    head = None if config.tie_word_embeddings else array(model.lm_head.weight).T
    norm = NormParams(array(model.model.norm.weight))
    params = DecoderParams(array(model.model.embed_tokens.weight), tuple(blocks), norm, head)
    return params, Config(
        config.num_attention_heads,
        config.num_key_value_heads,
        norm="rms",
        eps=config.rms_norm_eps,
        activation="silu",
        rope_base=config.rope_parameters["rope_theta"],
        window=getattr(config, "sliding_window", None) if config.model_type == "mistral" else None,
    )


def random_model(family, seed):
    """A model in float64 whose norms and biases are random too, and the same as ours."""
    torch.manual_seed(seed)
    model = FAMILIES[family]().double().eval()
    for name, parameter in model.named_parameters():
        if parameter.ndim == 1:
            torch.nn.init.normal_(parameter, mean=0.0 if "bias" in name else 1.0, std=SPREAD)
    return model, *(gpt2 if family == "gpt2" else with_rope)(model)


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("precision", ["lifted", "untouched"])
@cases(4)
def test_a_tiny_model_gives_the_same_at_every_layer_and_through_the_cache(family, precision, seed, bench):
    torch.set_default_dtype(torch.float64 if precision == "lifted" else torch.float32)
    try:
        with lifted(family) if precision == "lifted" else nullcontext(), torch.no_grad():
            compare(family, seed, bench, precision, 1e-12 if precision == "lifted" else 1e-4)
    finally:
        torch.set_default_dtype(torch.float32)


def compare(family, seed, bench, precision, within):
    judge = f"transformers {precision}"
    model, params, config = random_model(family, seed)
    tokens = np.random.default_rng(seed).integers(0, VOCABULARY, size=(2, LENGTH))
    there = torch.from_numpy(tokens)
    theirs = model(there, output_hidden_states=True, output_attentions=True)
    ours = engine.decoder(tokens, params, config=config)
    hidden = [ours.embedded, *(run.output for run in ours.blocks[:-1]), ours.hidden]
    weights = [run.attention.heads.weights for run in ours.blocks]
    assert len(theirs.hidden_states) == len(hidden)
    pairs = {"logits": (ours.logits, theirs.logits)}
    pairs |= {f"hidden {n}": pair for n, pair in enumerate(zip(hidden, theirs.hidden_states, strict=True))}
    pairs |= {f"weights {n}": pair for n, pair in enumerate(zip(weights, theirs.attentions, strict=True))}
    bench.agree(judge, f"{family} whole", within, **pairs)
    for cut in ([1] * LENGTH, [4, 3, 2]):
        bench.agree(
            judge,
            f"{family} in {cut}",
            within,
            **through_the_cache(model, params, config, tokens, cut),
        )
    chosen = model.generate(
        there[:1, :4],
        attention_mask=torch.ones(1, 4),
        max_new_tokens=6,
        do_sample=False,
        eos_token_id=None,
        pad_token_id=0,
    )
    run = engine.generate(tokens[0, :4], params, config=config, n_new=6)
    bench.agree(judge, f"{family} greedy", 0, tokens=(run.tokens, chosen[0]))


def through_the_cache(model, params, config, tokens, cut):
    """Logits of both, chunk by chunk."""
    pairs, past, start = {}, None, 0
    cache = transformers.DynamicCache(config=model.config)
    for length in cut:
        part = tokens[:, start : start + length]
        theirs = model(torch.from_numpy(part), cache=cache, use_cache=True)
        ours = engine.decoder(part, params, config=config, past=past)
        past, start = ours.cache, start + length
        pairs[f"logits up to {start}"] = ours.logits, theirs.logits
    return pairs
