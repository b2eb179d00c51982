"""术语表的小例：每一条都自己算一遍，不用别处的数。"""

import numpy as np

from engine import (
    FeedForwardParams,
    attention,
    causal_mask,
    feed_forward,
    layer_norm,
    merge_heads,
    relu,
    rms_norm,
    rope,
    rope_table,
    softmax,
)
from figgen import arithmetic, formulas, given, labels, mask, records, table, value

two_features = labels("特征", 2)
two_positions = labels("位置", 2)

# projections: a row of F11, worked out here anew
row = given([1, -1], columns=two_features)
w_q = given([[2, 1], [-1, 1]])
w_k = given([[0.5, 0.5], [0.5, -0.5]], default="dec")
w_v = given([[5, 10], [5, -10]])
w_v_wide = given([[5, 10, 1], [5, -10, 0]])
q = value(row @ w_q, by="row @ w_q", columns=two_features)
k = value(row @ w_k, by="row @ w_k", columns=two_features)
v = value(row @ w_v, by="row @ w_v", columns=two_features)
v_wide = value(row @ w_v_wide, by="row @ w_v_wide", columns=labels("特征", 3))
score = value(q.array @ k.array, by="q @ k")
q_line = arithmetic("q", "row @ w_q", q, terms=True)
k_line = arithmetic("k", "row @ w_k", k, terms=True)
v_line = arithmetic("v", "row @ w_v", v, terms=True)
v_wide_line = arithmetic("v", "row @ w_v_wide", v_wide, terms=True)
score_line = arithmetic("q · k", "q @ k", score, terms=True)
rows = given([[1, 1], [1, -1]], rows=two_positions, columns=two_features, axes=("位置", "特征"))
stacked = value(rows @ w_q, by="rows @ w_q", rows=two_positions, columns=two_features, axes=("位置", "特征"))
stacked_line = arithmetic("Q", "rows @ w_q", stacked)

# the output projection: two heads of two features, joined, to a model width of six
head_1 = given([1, 2])
head_2 = given([0, 3])
w_o = given([[1, 0, 0, 1, 0, 2], [0, 1, 0, 1, 0, 0], [0, 0, 1, 0, 1, 0], [0, 0, 0, 0, 1, -1]])
joined = value(merge_heads(np.stack([head_1, head_2])[:, None, :])[0], by="join(head_1, head_2)")
projected = value(joined.array @ w_o, by="joined @ w_o")
w_o_line = arithmetic("o", "joined @ w_o", projected)

# the identity
identity = given([[1, 0], [0, 1]])
before = given([3, -2])
after = value(before @ identity, by="before @ identity")
identity_line = arithmetic("x I", "before @ identity", after, terms=True)

# norms
x = given([1, 3], columns=two_features)
eps = given(1e-5, default="sci1")
bare = layer_norm(x, eps=0)
norm_sum = value(bare.output.sum(axis=-1, keepdims=True), by="sum(bare.output)")
share_sum = value(
    softmax(x).output.sum(axis=-1, keepdims=True), by="sum(exp(x) / sum(exp(x)))", default="dec"
)
mean = value(bare.mean)
centered = value(bare.centered)
variance = value(bare.variance)
layer_normed = value(bare.output, columns=two_features)
guarded = layer_norm(x, eps=1e-5)
layer_normed_eps = value(guarded.output, columns=two_features, default="d6")
bare_rms = rms_norm(x, eps=0)
mean_square = value(bare_rms.mean_square)
rms_normed = value(bare_rms.output, columns=two_features, default="d6")
rms_line = arithmetic("y", "x / sqrt(mean_square)", rms_normed, terms=True)
rms_norm_formula = formulas(
    bare_rms,
    "output",
    symbols={"output": "y", "eps": r"\varepsilon"},
    through=("normalized", "rms", "mean_square"),
)
guarded_rms = rms_norm(x, eps=1e-5)
rms_normed_eps = value(guarded_rms.output, columns=two_features, default="d6")
flat = given([2, 2], columns=two_features)
flat_normed = layer_norm(flat, eps=1e-5)
flat_variance = value(flat_normed.variance)
flat_output = value(flat_normed.output, columns=two_features)
norm_cases = records(
    title="同一行，两种归一化，有无ε",
    columns=("归一化", "没有ε", "有ε"),
    rows=[("LayerNorm", layer_normed, layer_normed_eps), ("RMSNorm", rms_normed, rms_normed_eps)],
)
gain = given([2, 1], columns=two_features)
shift = given([0, 5], columns=two_features)
tuned = layer_norm(x, gain, shift, eps=0)
layer_norm_formula = formulas(
    tuned,
    "output",
    symbols={
        "output": "y",
        "mean": r"\mu",
        "variance": r"\sigma^2",
        "eps": r"\varepsilon",
        "gain": r"\gamma",
        "bias": r"\beta",
    },
    through=("normalized", "std", "centered"),
)
tuned_output = value(tuned.output, columns=two_features)
tuned_line = arithmetic("y", "gain * layer_normed + shift", tuned_output, terms=True)

# pre- and post-norm
three_features = labels("特征", 3)
stream = given([-2, 1, 4], columns=three_features)
half = given(0.5, default="dec")
pre_norm = layer_norm(stream, eps=0)
pre_normed = value(pre_norm.output, columns=three_features, default="d6")
pre_part = value(
    half * relu(pre_norm.output),
    by="half * maximum(pre_norm.output, 0)",
    columns=three_features,
    default="d6",
)
pre = value(
    stream + half * relu(pre_norm.output),
    by="stream + half * maximum(pre_norm.output, 0)",
    columns=three_features,
    default="d6",
)
post_part = value(half * relu(stream), by="half * maximum(stream, 0)", columns=three_features, default="dec")
post_sum = value(stream + post_part.array, by="stream + post_part", columns=three_features, default="dec")
post_norm = layer_norm(post_sum.array, eps=0)
post = value(post_norm.output, columns=three_features, default="d6")
pre_cases = records(
    title="pre-norm：先归一化",
    columns=("步骤", "得到的一行"),
    rows=[
        ("输入x", stream),
        ("归一化", pre_normed),
        ("过F", pre_part),
        ("加回x", pre),
    ],
)
post_cases = records(
    title="post-norm：后归一化",
    columns=("步骤", "得到的一行"),
    rows=[
        ("输入x", stream),
        ("过F", post_part),
        ("加回x", post_sum),
        ("归一化", post),
    ],
)

# residual, feed-forward, logits, RoPE, mask
added = given([0.5, -1], default="dec")
kept = value(before + added, by="before + added", default="dec")
residual_line = arithmetic("y", "before + added", kept, terms=True)
w_in = given([[1, 0, 1], [0, 1, 1]])
w_out = given([[1, 0], [0, 1], [2, 2]])
fed = feed_forward(before, FeedForwardParams(w_in, w_out), activation="relu")
hidden = value(fed.hidden)
activated = value(fed.activated)
fed_output = value(fed.output)
feed_cases = records(
    title="一行走过前馈层",
    columns=("步骤", "得到的一行"),
    rows=[
        ("输入", before),
        ("乘W₁，变宽", hidden),
        ("ReLU，负数变零", activated),
        ("乘W₂，变回原宽", fed_output),
    ],
)
candidates = ("候选甲", "候选乙", "候选丙")
logits = given([2, 0, -1], columns=candidates)
shares = softmax(logits)
probabilities = value(shares.output, columns=candidates, default="d6", within=(0, 1))
turn_place = given([[1]])
_cos, _sin = rope_table([1], 2)
turn_cos = given(_cos, by="cos(turn_place)", default="d6")
turn_sin = given(_sin, by="sin(turn_place)", default="d6")
unit = given([[1, 0]], columns=two_features)
turned = rope(unit, turn_cos, turn_sin, pairing="interleaved")
turned_row = value(turned.output, columns=two_features, default="d6")
visible = given(
    causal_mask([1, 2, 3]), rows=labels("位置", 3), columns=labels("位置", 3), axes=("查询", "键")
)
visible_map = mask(visible, title="因果掩码")
one_radian = given(1)
tiny_embedding = given([[0, 0], [1, 2], [-1, 0], [3, 1]])
tiny_ids = given([3, 1])
tiny_rows = value(
    tiny_embedding[tiny_ids.astype(int)],
    by="rows(tiny_embedding, tiny_ids)",
    rows=("第一个词元", "第二个词元"),
    columns=two_features,
)
tiny_rows_table = table(tiny_rows, title="查表得到的两行")
askers = given([[1, 0], [0, 1]])
offers = given([[2, 0], [0, 2], [1, 1]])
crossed = attention(askers, offers, offers)
cross_weights = value(
    crossed.weights,
    rows=("前缀1", "前缀2"),
    columns=("源文1", "源文2", "源文3"),
    axes=("查询", "键"),
    default="d4",
    rows_sum_to=1,
    within=(0, 1),
)
cross_weights_table = table(cross_weights, title="交叉注意力的份额")
