"""PyTorch in float64, on random cases: attention, layers, masks, norms, activations, losses."""

import numpy as np
import pytest
import torch
from torch.nn import functional as F  # noqa: N812
from torch.nn.attention.flex_attention import create_block_mask, flex_attention

import engine
from engine import AttentionParams, BlockParams, Config, FeedForwardParams, NormParams


def cases(count):
    """Marks a test with how many seeds it runs on."""

    def mark(test):
        test.cases = count
        return test

    return mark


@pytest.fixture(autouse=True)
def double():
    torch.set_default_dtype(torch.float64)
    yield
    torch.set_default_dtype(torch.float32)


def generator(seed):
    torch.manual_seed(seed)
    return np.random.default_rng([seed, 31])


def to_torch(*arrays):
    return [None if array is None else torch.from_numpy(np.array(array)) for array in arrays]


def seen_by_all(rng, *shape):
    """A random mask in which every query may attend to something."""
    mask = rng.random(shape) < 0.6
    mask[..., 0] |= ~mask.any(axis=-1)
    return mask


@cases(80)
def test_scaled_dot_product_attention(seed, bench):
    rng = generator(seed)
    batch, heads, d_k, d_v = (int(n) for n in rng.integers(1, 6, size=4))
    n_queries, n_keys = (int(n) for n in rng.integers(1, 12, size=2))
    group = int(rng.choice([1, 1, 2, 3]))
    q = rng.normal(size=(batch, heads * group, n_queries, d_k)) * 3
    k, v = rng.normal(size=(batch, heads, n_keys, d_k)) * 3, rng.normal(size=(batch, heads, n_keys, d_v))
    kind = ["none", "mask", "bias", "causal", "scale", "both"][seed % 6]
    mask = bias = scale = None
    options = {"enable_gqa": group > 1}
    if kind in ("mask", "both"):
        mask = seen_by_all(rng, batch, 1, n_queries, n_keys)
        options["attn_mask"] = to_torch(mask)[0]
    if kind in ("bias", "both"):
        bias = rng.normal(size=(heads * group, n_queries, n_keys))
        options["attn_mask"] = to_torch(bias if mask is None else np.where(mask, bias, -np.inf))[0]
    if kind == "causal":
        mask = engine.causal_mask(range(n_queries), range(n_keys))
        options["is_causal"] = True
    if kind in ("scale", "both"):
        scale = options["scale"] = float(rng.uniform(0.1, 2))
    ours = engine.attention(
        q, engine.repeat_kv(k, group), engine.repeat_kv(v, group), mask=mask, bias=bias, scale=scale
    )
    tiled = engine.tiled_attention(
        q,
        engine.repeat_kv(k, group),
        engine.repeat_kv(v, group),
        mask=mask,
        bias=bias,
        scale=scale,
        block_q=3,
        block_k=4,
    )
    theirs = F.scaled_dot_product_attention(*to_torch(q, k, v), **options)
    bench.agree("torch", f"SDPA {kind}", output=(ours.output, theirs), tiled=(tiled.output, theirs))


def attention_params(module):
    """The weights of an nn.MultiheadAttention as ours."""
    if module.in_proj_weight is None:
        weights = module.q_proj_weight, module.k_proj_weight, module.v_proj_weight
    else:
        weights = module.in_proj_weight.chunk(3)
    biases = (
        [None] * 3
        if module.in_proj_bias is None
        else [b.detach().numpy() for b in module.in_proj_bias.chunk(3)]
    )
    out = module.out_proj
    w_q, w_k, w_v, w_o = (w.detach().numpy().T for w in (*weights, out.weight))
    return AttentionParams(
        w_q, w_k, w_v, w_o, *biases, None if out.bias is None else out.bias.detach().numpy()
    )


def spread(module):
    """Give every parameter a spread at which errors show."""
    for parameter in module.parameters():
        torch.nn.init.normal_(parameter, std=0.5)
    return module.eval()


@cases(50)
def test_multihead_attention_with_imported_weights(seed, bench):
    rng = generator(seed)
    heads, width, batch = (int(n) for n in rng.integers(1, 5, size=3))
    n_queries, n_keys = (int(n) for n in rng.integers(2, 9, size=2))
    crossed, bias = bool(seed % 2), bool(rng.integers(2))
    d_context = int(rng.integers(2, 9)) if crossed else heads * width
    module = spread(
        torch.nn.MultiheadAttention(
            heads * width, heads, bias=bias, kdim=d_context, vdim=d_context, batch_first=True
        )
    )
    x = rng.normal(size=(batch, n_queries, heads * width))
    context = rng.normal(size=(batch, n_keys, d_context)) if crossed else x
    visible = seen_by_all(rng, n_queries, context.shape[1])
    lengths = rng.integers(1, context.shape[1] + 1, size=batch)
    padding = engine.padding_mask(lengths, context.shape[1])
    visible[:, 0] = True
    theirs, weights = module(
        *to_torch(x, context, context),
        attn_mask=to_torch(~visible)[0],
        key_padding_mask=to_torch(~padding[:, 0])[0],
        average_attn_weights=False,
    )
    ours = engine.multi_head_attention(
        x,
        attention_params(module),
        n_heads=heads,
        context=context if crossed else None,
        mask=(visible & padding)[:, None],
    )
    bench.agree(
        "torch", "MultiheadAttention", output=(ours.output, theirs), weights=(ours.heads.weights, weights)
    )


def norm_params(module):
    return NormParams(module.weight.detach().numpy(), module.bias.detach().numpy())


def feed_forward_params(layer):
    (w_in, b_in), (w_out, b_out) = (
        (m.weight.detach().numpy().T, m.bias.detach().numpy()) for m in (layer.linear1, layer.linear2)
    )
    return FeedForwardParams(w_in, w_out, b_in, b_out)


def layer_options(seed, rng):
    heads, width = int(rng.integers(1, 4)), int(rng.integers(1, 5))
    pre_norm, activation, eps = (
        bool(seed % 2),
        ["relu", "gelu"][seed // 2 % 2],
        float(rng.choice([1e-5, 1e-2])),
    )
    options = {
        "d_model": heads * width,
        "nhead": heads,
        "dim_feedforward": int(rng.integers(2, 9)),
        "dropout": 0.0,
        "activation": activation,
        "layer_norm_eps": eps,
        "batch_first": True,
        "norm_first": pre_norm,
    }
    return options, Config(heads, pre_norm=pre_norm, activation=activation, eps=eps)


@cases(24)
def test_encoder_layer(seed, bench):
    rng = generator(seed)
    options, config = layer_options(seed, rng)
    layer = spread(torch.nn.TransformerEncoderLayer(**options))
    x, length = rng.normal(size=(2, 5, options["d_model"])), 5
    mask = seen_by_all(rng, length, length)
    params = BlockParams(
        norm_params(layer.norm1),
        attention_params(layer.self_attn),
        norm_params(layer.norm2),
        feed_forward_params(layer),
    )
    theirs = layer(*to_torch(x), src_mask=to_torch(~mask)[0])
    ours = engine.block(x, params, config=config, mask=mask)
    bench.agree("torch", f"encoder layer, pre-norm {config.pre_norm}", output=(ours.output, theirs))


@cases(24)
def test_decoder_layer_with_cross_attention(seed, bench):
    rng = generator(seed)
    options, config = layer_options(seed, rng)
    layer = spread(torch.nn.TransformerDecoderLayer(**options))
    x, memory = rng.normal(size=(2, 5, options["d_model"])), rng.normal(size=(2, 4, options["d_model"]))
    context_mask = seen_by_all(rng, 5, 4)
    params = BlockParams(
        norm_params(layer.norm1),
        attention_params(layer.self_attn),
        norm_params(layer.norm3),
        feed_forward_params(layer),
        norm_params(layer.norm2),
        attention_params(layer.multihead_attn),
    )
    causal = engine.causal_mask(range(5))
    theirs = layer(
        *to_torch(x, memory), tgt_mask=to_torch(~causal)[0], memory_mask=to_torch(~context_mask)[0]
    )
    ours = engine.block(x, params, config=config, mask=causal, context=memory, context_mask=context_mask)
    bench.agree("torch", f"decoder layer, pre-norm {config.pre_norm}", output=(ours.output, theirs))


@pytest.mark.filterwarnings("ignore")  # it warns that it is not compiled
@cases(24)
def test_flex_attention_masks_and_softcap(seed, bench):
    rng = generator(seed)
    heads, length = int(rng.integers(1, 4)), int(rng.integers(2, 10))
    q, k, v = (rng.normal(size=(2, heads, length, 4)) * 3 for _ in range(3))
    window, cap = int(rng.integers(1, 5)), float(rng.uniform(1, 5))
    positions = np.arange(length)
    kind = ["causal", "window", "prefix", "padding"][seed % 4]
    lengths = rng.integers(1, length + 1, size=2)
    there = torch.from_numpy(lengths)
    relations = {
        "causal": (engine.causal_mask(positions), lambda b, h, i, j: j <= i),
        "window": (
            engine.window_mask(positions, left=window - 1, right=0),
            lambda b, h, i, j: (j <= i) & (i - j < window),
        ),
        "prefix": (
            engine.causal_mask(positions) | (positions < window),
            lambda b, h, i, j: (j <= i) | (j < window),
        ),
        "padding": (engine.padding_mask(lengths[:, None], length), lambda b, h, i, j: j < there[b]),
    }
    mask, relation = relations[kind]
    theirs, log_sum_exp = flex_attention(
        *to_torch(q, k, v),
        score_mod=lambda score, b, h, i, j: cap * torch.tanh(score / cap),
        block_mask=create_block_mask(relation, 2, None, length, length, device="cpu"),
        return_lse=True,
    )
    ours = engine.attention(q, k, v, mask=mask, softcap=cap)
    tiled = engine.tiled_attention(q, k, v, mask=mask, softcap=cap, block_q=2, block_k=3)
    bench.agree(
        "torch",
        f"flex_attention {kind}",
        output=(ours.output, theirs),
        log_sum_exp=(ours.log_sum_exp[..., 0], log_sum_exp),
        tiled=(tiled.output, theirs),
    )


@cases(20)
def test_norms(seed, bench):
    rng = generator(seed)
    x = rng.normal(size=(3, 4, int(rng.integers(2, 9)))) * 10 + rng.normal()
    gain, bias, eps = (
        rng.normal(size=x.shape[-1]),
        rng.normal(size=x.shape[-1]),
        float(rng.choice([0, 1e-5, 0.1])),
    )
    layer = F.layer_norm(*to_torch(x), x.shape[-1:], *to_torch(gain, bias), eps=eps)
    rms = F.rms_norm(*to_torch(x), x.shape[-1:], *to_torch(gain), eps=eps)
    bench.agree(
        "torch",
        "norms",
        layer=(engine.layer_norm(x, gain, bias, eps=eps).output, layer),
        rms=(engine.rms_norm(x, gain, eps=eps).output, rms),
    )


@cases(10)
def test_activations(seed, bench):
    x = generator(seed).normal(size=(4, 5)) * 10
    there = torch.from_numpy(x)
    bench.agree(
        "torch",
        "activations",
        relu=(engine.relu(x), F.relu(there)),
        gelu=(engine.gelu(x), F.gelu(there)),
        gelu_tanh=(engine.gelu(x, approximate="tanh"), F.gelu(there, approximate="tanh")),
        silu=(engine.silu(x), F.silu(there)),
        softmax=(engine.softmax(x).output, F.softmax(there, dim=-1)),
    )


@cases(10)
def test_cross_entropy(seed, bench):
    rng = generator(seed)
    logits, targets = rng.normal(size=(6, 7)) * 20, rng.integers(0, 7, size=6)
    ours = engine.cross_entropy(logits, targets)
    bench.agree(
        "torch",
        "cross-entropy",
        losses=(ours.losses, F.cross_entropy(*to_torch(logits, targets), reduction="none")),
        mean=(ours.output, F.cross_entropy(*to_torch(logits, targets))),
        log_probabilities=(ours.log_probabilities, F.log_softmax(torch.from_numpy(logits), dim=-1)),
    )
