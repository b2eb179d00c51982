"""F11：一层注意力；一句话到矩阵；顺序；G01：从输入到词表概率。四个例子互相独立。"""

import numpy as np

from engine import (
    AttentionParams,
    BlockParams,
    Config,
    DecoderParams,
    FeedForwardParams,
    NormParams,
    attention,
    block,
    causal_mask,
    decoder,
    generate,
    layer_norm,
    multiply_adds,
    rope,
    rope_table,
)
from figgen import (
    arithmetic,
    box,
    constant,
    curve,
    flow,
    formulas,
    given,
    heatmap,
    labels,
    mask,
    panels,
    printed,
    records,
    table,
    value,
)

two_positions = labels("位置", 2)
three_positions = labels("位置", 3)
two_features = labels("特征", 2)
read_axes = ("查询", "键")
parameter_axes = ("输入", "输出")
data_axes = ("位置", "特征")

# F11
f11_x = given([[1, 1], [1, -1]], rows=two_positions, columns=two_features, axes=data_axes)
f11_w_q = given([[2, 1], [-1, 1]], rows=two_features, columns=two_features, axes=parameter_axes)
f11_w_k = given(
    [[0.5, 0.5], [0.5, -0.5]], rows=two_features, columns=two_features, axes=parameter_axes, default="dec"
)
f11_w_v = given([[5, 10], [5, -10]], rows=two_features, columns=two_features, axes=parameter_axes)
f11_width = given(2)
f11_one = given(1)

f11 = attention(f11_x @ f11_w_q, f11_x @ f11_w_k, f11_x @ f11_w_v)
f11_q = value(f11.q, by="f11_x @ f11_w_q", rows=two_positions, columns=two_features, axes=data_axes)
f11_k = value(f11.k, by="f11_x @ f11_w_k", rows=two_positions, columns=two_features, axes=data_axes)
f11_v = value(f11.v, by="f11_x @ f11_w_v", rows=two_positions, columns=two_features, axes=data_axes)
f11_scores = value(f11.scores, rows=two_positions, columns=two_positions, axes=read_axes)
f11_scaled = value(f11.scaled, rows=two_positions, columns=two_positions, axes=read_axes, default="d6")
f11_exponentials = value(
    np.exp(f11.masked),
    by="exp(f11.masked)",
    rows=two_positions,
    columns=two_positions,
    axes=read_axes,
    default="d6",
)
f11_totals = value(
    np.exp(f11.masked).sum(axis=-1, keepdims=True),
    by="sum(f11_exponentials)",
    rows=two_positions,
    default="d6",
)
f11_weights = value(
    f11.weights,
    rows=two_positions,
    columns=two_positions,
    axes=read_axes,
    default="d6",
    rows_sum_to=1,
    within=(0, 1),
)
f11_output = value(f11.output, rows=two_positions, columns=two_features, axes=data_axes, default="d6")

f11_visible = given(causal_mask([1, 2]), rows=two_positions, columns=two_positions, axes=read_axes)
f11_causal = attention(f11.q, f11.k, f11.v, mask=causal_mask([1, 2]))
f11_masked = value(f11_causal.masked, rows=two_positions, columns=two_positions, axes=read_axes, default="d6")
f11_causal_weights = value(
    f11_causal.weights,
    rows=two_positions,
    columns=two_positions,
    axes=read_axes,
    default="d6",
    rows_sum_to=1,
    within=(0, 1),
    zero_where=~causal_mask([1, 2]),
)
f11_causal_output = value(
    f11_causal.output, rows=two_positions, columns=two_features, axes=data_axes, default="d6"
)

f11_kinds = records(
    title="数据、参数、结果",
    columns=("名字", "是什么", "类别", "换一句输入"),
    rows=[
        ("X", "每个位置一行", "数据", "换掉"),
        ("三张W", "投影用的参数表", "参数", "不变"),
        ("Q、K、V", "X分别乘三张表", "结果", "重算"),
        ("分数", "查询与键的点积", "结果", "重算"),
        ("份额", "分数缩放后，逐行做softmax", "结果", "重算"),
        ("输出", "份额乘V", "结果", "重算"),
    ],
)
_x = box("X", "data", f11_x, column=0)
_w = [box(f"W_{name}", "parameter", w) for name, w in (("Q", f11_w_q), ("K", f11_w_k), ("V", f11_w_v))]
_q, _k, _v = (box(name, "result", part) for name, part in (("Q", f11_q), ("K", f11_k), ("V", f11_v)))
_scores, _weights = (
    box("分数", "result", f11_scores, column=1.5),
    box("份额", "result", f11_weights, column=1.5),
)
_output = box("输出", "result", f11_output, column=2)
f11_map = flow(
    [_x, *_w],
    [_q, _k, _v],
    [_scores],
    [_weights],
    [_output],
    title="一层注意力里的三类对象",
    arrows=[
        *[(_x, target) for target in (_q, _k, _v)],
        *[(table_of, target, "乘") for table_of, target in zip(_w, (_q, _k, _v), strict=True)],
        (_q, _scores),
        (_k, _scores),
        (_scores, _weights),
        (_weights, _output),
        (_v, _output),
    ],
)
f11_hidden_power = value(np.exp(f11_causal.masked)[0, 1], by="exp(f11_causal.masked[1,2])")
f11_tables = panels(
    heatmap(f11_x, title="输入X"),
    heatmap(f11_w_q, title="查询的参数表"),
    heatmap(f11_w_k, title="键的参数表"),
    heatmap(f11_w_v, title="值的参数表"),
    title="一份输入，三张参数表",
)
f11_q_1 = arithmetic("q_1", "f11_x[1] @ f11_w_q", f11_q.at(1), terms=True)
f11_q_2 = arithmetic("q_2", "f11_x[2] @ f11_w_q", f11_q.at(2), terms=True)
f11_k_1 = arithmetic("k_1", "f11_x[1] @ f11_w_k", f11_k.at(1), terms=True)
f11_k_2 = arithmetic("k_2", "f11_x[2] @ f11_w_k", f11_k.at(2), terms=True)
f11_v_1 = arithmetic("v_1", "f11_x[1] @ f11_w_v", f11_v.at(1), terms=True)
f11_v_2 = arithmetic("v_2", "f11_x[2] @ f11_w_v", f11_v.at(2), terms=True)
f11_projected = panels(
    heatmap(f11_q, title="查询Q", over=(f11_k, f11_v)),
    heatmap(f11_k, title="键K", over=(f11_q, f11_v)),
    heatmap(f11_v, title="值V", over=(f11_q, f11_k)),
    title="投影得到的六行",
)
f11_s_21 = arithmetic("q_2 · k_1", "f11_q[2] @ f11_k[1]", f11_scores.at(2, 1), terms=True)
f11_s_22 = arithmetic("q_2 · k_2", "f11_q[2] @ f11_k[2]", f11_scores.at(2, 2), terms=True)
f11_s_11 = arithmetic("q_1 · k_1", "f11_q[1] @ f11_k[1]", f11_scores.at(1, 1), terms=True)
f11_s_12 = arithmetic("q_1 · k_2", "f11_q[1] @ f11_k[2]", f11_scores.at(1, 2), terms=True)
f11_z_2 = arithmetic("s_2", "f11_scores[2] / sqrt(f11_width)", f11_scaled.at(2))
f11_z_1 = arithmetic("s_1", "f11_scores[1] / sqrt(f11_width)", f11_scaled.at(1))
f11_matched_2, f11_matched_1 = (
    panels(
        heatmap(f11_scores, title="点积", over=(f11_scaled,), focus=f11_scores.at(row)),
        heatmap(f11_scaled, title="除以宽度的平方根", over=(f11_scores,), focus=f11_scaled.at(row)),
        title=f"位置{row}的匹配：点积与缩放",
    )
    for row in (2, 1)
)
f11_limited = panels(
    mask(f11_visible, title="因果掩码"),
    heatmap(f11_masked, title="遮住以后的分数", over=(f11_scores,), focus=f11_masked.at(1)),
    heatmap(f11_causal_weights, title="遮住以后的份额", focus=f11_causal_weights.at(1)),
    title="打开因果掩码",
)
f11_w_2 = arithmetic("w_2", "f11_exponentials[2] / f11_totals[2,1]", f11_weights.at(2))
f11_w_1 = arithmetic("w_1", "f11_exponentials[1] / f11_totals[1,1]", f11_weights.at(1))
f11_shares_2, f11_shares_1 = (
    panels(
        heatmap(f11_exponentials, title="取指数", focus=f11_exponentials.at(row)),
        heatmap(f11_weights, title="份额", focus=f11_weights.at(row)),
        title=f"位置{row}的归一：从指数到份额",
    )
    for row in (2, 1)
)
f11_o_2 = arithmetic("o_2", "f11_weights[2,1] * f11_v[1] + f11_weights[2,2] * f11_v[2]", f11_output.at(2))
f11_o_1 = arithmetic("o_1", "f11_weights[1,1] * f11_v[1] + f11_weights[1,2] * f11_v[2]", f11_output.at(1))
f11_mixed_2, f11_mixed_1 = (
    panels(
        heatmap(f11_weights, title="份额", focus=f11_weights.at(row)),
        heatmap(f11_v, title="值V", over=(f11_output,)),
        heatmap(f11_output, title="输出", over=(f11_v,), focus=f11_output.at(row)),
        title=f"位置{row}的混合：份额乘值",
    )
    for row in (2, 1)
)

# F11, checks: another W_V; what a reader gets from the printed digits
f11_other_w_v = given([[5, 10], [5, 10]], rows=two_features, columns=two_features, axes=parameter_axes)
f11_other = attention(f11.q, f11.k, f11_x @ f11_other_w_v)
f11_other_weights = value(f11_other.weights, rows=two_positions, columns=two_positions, default="d6")
f11_other_output = value(f11_other.output, rows=two_positions, columns=two_features, default="d6")
f11_share_change = value(
    np.abs(f11_other.weights - f11.weights).max(axis=-1, keepdims=True),
    by="max(abs(f11_other.weights - f11.weights))",
    rows=two_positions,
)
next_w = given([[0.1, 0], [0, 0.1]], default="dec")
f11_next = attention(f11.output @ next_w, f11.output @ next_w, f11.output)
f11_next_weights = value(f11_next.weights, rows=two_positions, columns=two_positions, default="d6")
f11_other_next = attention(f11_other.output @ next_w, f11_other.output @ next_w, f11_other.output)
f11_other_next_weights = value(
    f11_other_next.weights, rows=two_positions, columns=two_positions, default="d6"
)
f11_value_check = records(
    title="换掉值的参数表，位置2的份额动不动",
    columns=("位置2", "原来的表", "换过的表"),
    rows=[
        ("份额", f11_weights.at(2), f11_other_weights.at(2)),
        ("输出", f11_output.at(2), f11_other_output.at(2)),
        ("下一层的份额", f11_next_weights.at(2), f11_other_next_weights.at(2)),
    ],
)
f11_read_weights = given(printed(f11_weights), rows=two_positions, columns=two_positions, default="d6")
f11_read_output = value(
    f11_read_weights @ f11.v, by="f11_read_weights @ f11.v", rows=two_positions, default="d6"
)

# From a sentence to a matrix
pieces = ("检查", "路径", "过滤器")
text_ids = given([7, 12, 3], columns=pieces)
text_id = value(text_ids, by="text_ids", columns=pieces)
text_id_range = tuple(f"编号{i}" for i in range(13))
text_columns = labels("特征", 4)
text_embedding = given(
    [
        [0, 0, 0, 0],
        [0.5, -1, 0, 0.25],
        [-0.25, 0.5, 1, 0],
        [1, 0.25, -0.5, 0.5],
        [0, 0.75, 0.25, -1],
        [-0.5, 0, 0.5, 0.75],
        [0.25, 0.25, -1, 0],
        [-0.75, 1, 0.5, 0.25],
        [1, -0.5, 0, -0.25],
        [0.5, 0.5, 0.75, -0.5],
        [0, -0.25, 1, 0.5],
        [-1, 0, -0.25, 0.25],
        [0.25, -0.5, 1, -0.75],
    ],
    rows=text_id_range,
    columns=text_columns,
    axes=("编号", "特征"),
    default="dec",
)
text_matrix = value(
    text_embedding[text_ids.astype(int)],
    by="rows(text_embedding, text_ids)",
    rows=pieces,
    columns=text_columns,
    axes=("词元", "特征"),
    default="dec",
    shape=(3, 4),
)
text_tokens = records(
    title="从文字到编号，再到向量",
    columns=("词元", "编号", "查表得到的一行"),
    rows=[(piece, text_id.at(place), text_matrix.at(place)) for place, piece in enumerate(pieces, start=1)],
)
text_table = table(text_embedding, title="一张小的嵌入表")

# Order: the tables of the attention chapter on a, b and a last query, in both orders
order_c = constant("sqrt(2)*ln(2)", default="d6")
order_w_q = given([[1, 0], [0, 1]], rows=two_features, columns=two_features)
order_w_k = given(order_c * np.eye(2), by="order_c * order_w_q", default="d6")
order_keys_formula = formulas(order_w_k, symbols={"order_w_k": "W_K", "order_c": "c", "order_w_q": "W_Q"})
order_w_v = given([[2, 0], [0, 1]], rows=two_features, columns=two_features)
order_ab = given([[1, 0], [0, 1], [1, 1]], rows=three_positions, columns=two_features, axes=data_axes)
order_ba = given([[0, 1], [1, 0], [1, 1]], rows=three_positions, columns=two_features, axes=data_axes)
order_step = given(1)

order_plain_ab = attention(order_ab @ order_w_q, order_ab @ order_w_k, order_ab @ order_w_v)
order_plain_ba = attention(order_ba @ order_w_q, order_ba @ order_w_k, order_ba @ order_w_v)
order_places = given([[1], [2], [3]])
_order_cos, _order_sin = rope_table([1, 2, 3], 2)
order_cos = given(_order_cos, by="cos(order_places * order_step)", default="d6")
order_sin = given(_order_sin, by="sin(order_places * order_step)", default="d6")
order_turned_q_ab = rope(order_plain_ab.q, order_cos, order_sin, pairing="interleaved")
order_turned_k_ab = rope(order_plain_ab.k, order_cos, order_sin, pairing="interleaved")
order_turned_q_ba = rope(order_plain_ba.q, order_cos, order_sin, pairing="interleaved")
order_turned_k_ba = rope(order_plain_ba.k, order_cos, order_sin, pairing="interleaved")
order_rope_ab = attention(order_turned_q_ab.output, order_turned_k_ab.output, order_plain_ab.v)
order_rope_ba = attention(order_turned_q_ba.output, order_turned_k_ba.output, order_plain_ba.v)

order_plain_ab_weights = value(
    order_plain_ab.weights, rows=three_positions, columns=three_positions, default="frac"
)
order_plain_ba_weights = value(
    order_plain_ba.weights, rows=three_positions, columns=three_positions, default="frac"
)
order_rope_ab_weights = value(
    order_rope_ab.weights,
    rows=three_positions,
    columns=three_positions,
    axes=read_axes,
    default="d6",
)
order_rope_ba_weights = value(
    order_rope_ba.weights,
    rows=three_positions,
    columns=three_positions,
    axes=read_axes,
    default="d6",
)
order_plain_ab_output = value(
    order_plain_ab.output, rows=three_positions, columns=two_features, default="dec"
)
order_plain_ba_output = value(
    order_plain_ba.output, rows=three_positions, columns=two_features, default="dec"
)
order_rope_ab_output = value(order_rope_ab.output, rows=three_positions, columns=two_features, default="d6")
order_rope_ba_output = value(order_rope_ba.output, rows=three_positions, columns=two_features, default="d6")
order_cases = records(
    title="同样三个输入，两种次序",
    columns=("位置信息", "前两位", "位置3的份额", "位置3的输出"),
    rows=[
        ("没有", "a、b", order_plain_ab_weights.at(3), order_plain_ab_output.at(3)),
        ("没有", "b、a", order_plain_ba_weights.at(3), order_plain_ba_output.at(3)),
        ("RoPE", "a、b", order_rope_ab_weights.at(3), order_rope_ab_output.at(3)),
        ("RoPE", "b、a", order_rope_ba_weights.at(3), order_rope_ba_output.at(3)),
    ],
)

# Generation with and without a cache of keys and values: multiply-adds of each step, counted from its shapes
cache_width, cache_heads = given(4), given(2)
cache_hidden, cache_vocabulary = given(16), given(8)
cache_prompt, cache_new = given(4, default="liang"), given(12)


def _steps(use_cache):
    draw = np.random.default_rng(2017)
    d, f, n = int(cache_width), int(cache_hidden), int(cache_vocabulary)
    layer = BlockParams(
        NormParams(),
        AttentionParams(*(draw.normal(size=(d, d)) for _ in range(4))),
        NormParams(),
        FeedForwardParams(draw.normal(size=(d, f)), draw.normal(size=(f, d))),
    )
    run = generate(
        np.arange(int(cache_prompt)),
        DecoderParams(draw.normal(size=(n, d)), (layer,), NormParams()),
        config=Config(n_heads=int(cache_heads)),
        n_new=int(cache_new),
        use_cache=use_cache,
    )
    return [float(multiply_adds(step)) for step in run.steps]


cache_steps = given(np.arange(1.0, float(cache_new) + 1))
cache_kept = given(_steps(use_cache=True), note="乘加次数，按每一步矩阵的形状数出")
cache_anew = given(_steps(use_cache=False), note="乘加次数，按每一步矩阵的形状数出")
cache_curve = curve(
    cache_steps,
    {"每步从头算": cache_anew, "存下键和值": cache_kept},
    title="生成每个词元要做的乘加",
    x_name="生成的第几个词元",
    y_name="乘加次数",
)

# Encoder, decoder, decoder only: the shapes of a real run with parameters drawn once
_draw = np.random.default_rng(2017)
_four = labels("特征", 4)


def _w_of(rows, columns):
    return _draw.normal(size=(rows, columns)) / 2


def _attention_of():
    return AttentionParams(*(_w_of(4, 4) for _ in range(4)))


def _layer_of(cross):
    fed = FeedForwardParams(_w_of(4, 8), _w_of(8, 4))
    beside = {"norm_cross": NormParams(), "cross": _attention_of()} if cross else {}
    return BlockParams(NormParams(), _attention_of(), NormParams(), fed, **beside)


_post = Config(n_heads=1, pre_norm=False)
stacks_source = given(_draw.normal(size=(3, 4)), rows=labels("源文", 3), columns=_four, default="d3")
stacks_prefix = given(_draw.normal(size=(2, 4)), rows=labels("前缀", 2), columns=_four, default="d3")
encoding = block(stacks_source, _layer_of(cross=False), config=_post)
decoding = block(
    stacks_prefix, _layer_of(cross=True), config=_post, mask=causal_mask([1, 2]), context=encoding.output
)
alone = block(stacks_prefix, _layer_of(cross=False), config=_post, mask=causal_mask([1, 2]))
stacks_encoded = value(encoding.output, default="d3")
stacks_read = value(decoding.residual_1, default="d3")
stacks_q = value(decoding.cross.q, default="d3")
stacks_k = value(decoding.cross.k, default="d3")
stacks_crossed = value(decoding.residual_cross, default="d3")
stacks_decoded = value(decoding.output, default="d3")
stacks_alone_read = value(alone.residual_1, default="d3")
stacks_alone = value(alone.output, default="d3")

_source, _prefix = (
    box("源文", "data", stacks_source, column=0),
    box("前缀", "data", stacks_prefix, column=1.35),
)
_encode, _self = box("自注意力，全可见", column=0), box("自注意力，因果", column=1.35)
_encode_feed, _read = box("前馈", column=0), box("加回以后", "result", stacks_read, column=1.35)
_encoded, _cross_q = (
    box("源文的表示", "result", stacks_encoded, column=0),
    box("Q", "result", stacks_q, column=1.35),
)
_cross_k_v, _cross = box("K、V", "result", stacks_k, column=0), box("交叉注意力", column=1.35)
_crossed = box("加回以后", "result", stacks_crossed, column=1.35)
_feed, _decoded = box("前馈", column=1.35), box("交给下一层", "result", stacks_decoded, column=1.35)
_pair = flow(
    [_source, _prefix],
    [_encode, _self],
    [_encode_feed, _read],
    [_encoded, _cross_q],
    [_cross_k_v, _cross],
    [_crossed],
    [_feed],
    [_decoded],
    title="编码器和解码器",
    arrows=[
        (_source, _encode),
        (_encode, _encode_feed, ""),
        (_encode_feed, _encoded, ""),
        (_encoded, _cross_k_v),
        (_cross_k_v, _cross),
        (_prefix, _self),
        (_self, _read, ""),
        (_read, _cross_q),
        (_cross_q, _cross),
        (_cross, _crossed, ""),
        (_crossed, _feed),
        (_feed, _decoded, ""),
    ],
    frames=[
        ("编码器一层", [_encode, _encode_feed]),
        ("解码器一层", [_self, _read, _cross_q, _cross, _crossed, _feed]),
    ],
)
_only, _only_self = box("前缀", "data", stacks_prefix), box("自注意力，因果")
_only_read, _only_feed = box("加回以后", "result", stacks_alone_read), box("前馈")
_only_out = box("交给下一层", "result", stacks_alone)
_single = flow(
    [_only],
    [_only_self],
    [_only_read],
    [_only_feed],
    [_only_out],
    title="只有解码器",
    arrows=[
        (_only, _only_self),
        (_only_self, _only_read, ""),
        (_only_read, _only_feed),
        (_only_feed, _only_out, ""),
    ],
    frames=[("一层", [_only_self, _only_read, _only_feed])],
)
stacks_map = panels(_pair, _single, title="两种搭法的一层")

# G01: a whole decoder of two positions
vocabulary = ("候选甲", "候选乙", "候选丙")
g01_x = given([[1, 0], [0, 2]], rows=two_positions, columns=two_features, axes=data_axes)
g01_identity = given([[1, 0], [0, 1]], rows=two_features, columns=two_features)
g01_half = given(0.5, default="dec")
g01_eps = given(1e-5, default="sci1")
g01_head = given(
    [[1, 0, -1], [0, 1, 0.5]], rows=two_features, columns=vocabulary, axes=parameter_axes, default="dec"
)
_layer = BlockParams(
    norm_1=NormParams(),
    attention=AttentionParams(g01_identity, g01_identity, g01_identity, g01_identity),
    norm_2=NormParams(),
    feed_forward=FeedForwardParams(g01_identity, g01_half * np.eye(2)),
)


def _g01(x):
    """The decoder of G01 on the inputs x, which its two ids look up in order."""
    return decoder(
        [0, 1], DecoderParams(x, (_layer,), NormParams(), g01_head), config=Config(n_heads=1, eps=1e-5)
    )


g01 = _g01(g01_x)
g01_layer = g01.blocks[0]
_norm = r"\mathrm{Norm}"
pre_norm_formula = formulas(
    g01_layer,
    "residual_2",
    symbols={"residual_2": "y", "residual_1": "x", "norm_2": _norm, "feed_forward": "F"},
)
post_norm_formula = formulas(
    encoding,
    "output",
    symbols={"output": "y", "norm_1.output": "x", "norm_2": _norm, "feed_forward": "F"},
    through=("residual_2",),
)
g01_feed_formula = formulas(
    g01_layer.feed_forward,
    "output",
    symbols={"output": r"F(z)", "x": "z", "w_in": "W_1", "w_out": "W_2"},
    through=("hidden", "activated"),
)
g01_formulas = formulas(
    g01,
    "blocks[1].residual_1",
    "blocks[1].residual_2",
    "logits",
    "probabilities",
    symbols={
        "blocks[1].x": "X",
        "blocks[1].norm_1": _norm,
        "blocks[1].attention": "A",
        "blocks[1].residual_1": "S_1",
        "blocks[1].norm_2": _norm,
        "blocks[1].feed_forward": "F",
        "blocks[1].residual_2": "S_2",
        "norm": _norm,
        "unembedding": r"W_{\text{head}}",
        "logits": "Z",
        "softmax": r"\operatorname{softmax}",
        "probabilities": "P",
    },
)
g01_norm_1 = value(
    g01_layer.norm_1.output, rows=two_positions, columns=two_features, axes=data_axes, default="d6"
)
g01_q = value(g01_layer.attention.q, rows=two_positions, columns=two_features, default="d6")
g01_scores = value(
    g01_layer.attention.heads.scores[0],
    by="g01_layer.attention.heads.scores[1]",
    rows=two_positions,
    columns=two_positions,
    default="d6",
)
g01_scaled = value(
    g01_layer.attention.heads.scaled[0],
    by="g01_layer.attention.heads.scaled[1]",
    rows=two_positions,
    columns=two_positions,
    default="d6",
)
g01_weights = value(
    g01_layer.attention.heads.weights[0],
    by="g01_layer.attention.heads.weights[1]",
    rows=two_positions,
    columns=two_positions,
    axes=read_axes,
    default="d6",
    rows_sum_to=1,
    within=(0, 1),
    zero_where=~causal_mask([1, 2]),
)
g01_attended = value(
    g01_layer.attention.output, rows=two_positions, columns=two_features, axes=data_axes, default="d6"
)
g01_residual_1 = value(
    g01_layer.residual_1, rows=two_positions, columns=two_features, axes=data_axes, default="d6"
)
g01_norm_2 = value(
    g01_layer.norm_2.output, rows=two_positions, columns=two_features, axes=data_axes, default="d6"
)
g01_fed = value(
    g01_layer.feed_forward.output, rows=two_positions, columns=two_features, axes=data_axes, default="d6"
)
g01_residual_2 = value(
    g01_layer.output, rows=two_positions, columns=two_features, axes=data_axes, default="d6"
)
g01_last_norm = value(g01.norm.output, rows=two_positions, columns=two_features, axes=data_axes, default="d6")
g01_logits = value(g01.logits, rows=two_positions, columns=vocabulary, axes=("位置", "候选"), default="d6")
g01_probabilities = value(
    g01.probabilities,
    rows=two_positions,
    columns=vocabulary,
    axes=("位置", "候选"),
    default="d6",
    rows_sum_to=1,
    within=(0, 1),
)
g01_stages = records(
    title="六个阶段，两个位置",
    columns=("阶段、数组", "怎样得来", "位置1", "位置2"),
    rows=[
        *(
            (words, how, part.at(1), part.at(2))
            for words, how, part in (
                ("一 归一化", "X逐行归一化", g01_norm_1),
                ("二 Q、K、V", "乘单位矩阵", g01_q),
                ("三 份额", "softmax", g01_weights),
                ("三 注意力", "份额乘V", g01_attended),
                ("四 残差", "加回X", g01_residual_1),
                ("五 归一化", "逐行归一化", g01_norm_2),
                ("五 前馈", "过前馈层", g01_fed),
                ("五 残差", "加回“四”", g01_residual_2),
                ("六 归一化", "逐行归一化", g01_last_norm),
            )
        ),
        *(
            (f"{words} {name[-1]}", how, part.at(1, place), part.at(2, place))
            for words, how, part in (
                ("六 logit", "乘输出头", g01_logits),
                ("六 概率", "softmax", g01_probabilities),
            )
            for place, name in enumerate(vocabulary, start=1)
        ),
    ],
)
g01_shares = panels(
    heatmap(g01_weights, title="阅读份额"),
    heatmap(g01_probabilities, title="词表概率"),
    title="两个softmax，两种含义",
)

g01_input = value(g01.embedded, rows=two_positions, columns=two_features, axes=data_axes)
_spine = [
    box(name, kind, part.at(2), column=0)
    for name, kind, part in (
        ("输入", "data", g01_input),
        ("四 残差", "result", g01_residual_1),
        ("五 残差", "result", g01_residual_2),
        ("六 归一化", "result", g01_last_norm),
        ("六 logit", "result", g01_logits),
        ("六 概率", "result", g01_probabilities),
    )
]
_branch = [
    box(name, "result", part.at(2), column=1)
    for name, part in (
        ("一 归一化", g01_norm_1),
        ("三 注意力", g01_attended),
        ("五 归一化", g01_norm_2),
        ("五 前馈", g01_fed),
    )
]
_other = box("位置1的K和V", "result", g01_norm_1.at(1), column=2)
g01_stream = flow(
    [_spine[0]],
    [_branch[0], _other],
    [_branch[1]],
    [_spine[1]],
    [_branch[2]],
    [_branch[3]],
    [_spine[2]],
    [_spine[3]],
    [_spine[4]],
    [_spine[5]],
    title="位置2的残差流",
    arrows=[
        (_spine[0], _branch[0], "读"),
        (_branch[0], _branch[1], ""),
        (_other, _branch[1], ""),
        (_branch[1], _spine[1], "加"),
        (_spine[0], _spine[1], "原样"),
        (_spine[1], _branch[2], "读"),
        (_branch[2], _branch[3], ""),
        (_branch[3], _spine[2], "加"),
        (_spine[1], _spine[2], "原样"),
        (_spine[2], _spine[3], ""),
        (_spine[3], _spine[4], "乘输出头"),
        (_spine[4], _spine[5], "softmax"),
    ],
)

# G01, checks: another x_1, another x_2
g01_first_x = given([[0, 1], [0, 2]], rows=two_positions, columns=two_features)
g01_second_x = given([[1, 0], [2, 0]], rows=two_positions, columns=two_features)
g01_first = _g01(g01_first_x)
g01_second = _g01(g01_second_x)
g01_first_layer = g01_first.blocks[0]
g01_second_layer = g01_second.blocks[0]
g01_first_residual = value(g01_first_layer.output, rows=two_positions, columns=two_features, default="d6")
g01_second_residual = value(g01_second_layer.output, rows=two_positions, columns=two_features, default="d6")
g01_first_change = value(
    np.abs(g01_first.probabilities - g01.probabilities).max(axis=-1, keepdims=True),
    by="max(abs(g01_first.probabilities - g01.probabilities))",
    rows=two_positions,
    default="d6",
)
g01_second_change = value(
    np.abs(g01_second_layer.output - g01_layer.output).max(axis=-1, keepdims=True),
    by="max(abs(g01_second_layer.output - g01_layer.output))",
    rows=two_positions,
    default="d6",
)
g01_reach = records(
    title="改一个输入，看两个位置离开这一层时的行",
    columns=("输入", "位置1", "位置2"),
    rows=[
        ("不改", g01_residual_2.at(1), g01_residual_2.at(2)),
        ("只改x₁", g01_first_residual.at(1), g01_first_residual.at(2)),
        ("只改x₂", g01_second_residual.at(1), g01_second_residual.at(2)),
    ],
)

# G01 without epsilon
g01_ideal_norm = layer_norm(g01_x, eps=0)
g01_ideal = attention(
    g01_ideal_norm.output, g01_ideal_norm.output, g01_ideal_norm.output, mask=causal_mask([1, 2])
)
g01_ideal_rows = value(g01_ideal_norm.output, rows=two_positions, columns=two_features)
g01_ideal_scores = value(g01_ideal.scores, rows=two_positions, columns=two_positions)
g01_ideal_scaled = value(g01_ideal.scaled, rows=two_positions, columns=two_positions, default="d6")
g01_ideal_weights = value(g01_ideal.weights, rows=two_positions, columns=two_positions, default="d6")
g01_signs = records(
    title="位置2，有无ε",
    columns=("数组", "没有ε", "有ε"),
    rows=[
        ("归一化", g01_ideal_rows.at(2), g01_norm_1.at(2)),
        ("分数", g01_ideal_scores.at(2), g01_scores.at(2)),
        ("缩放后", g01_ideal_scaled.at(2), g01_scaled.at(2)),
        ("份额", g01_ideal_weights.at(2), g01_weights.at(2)),
    ],
)


def _again(exact, form="d6"):
    """Decimals worked out by hand, cut as figgen rounds them: a tie goes away from zero."""
    millionths = np.round(np.asarray(exact) * 1e7) / 10
    units = [printed(value(x, by="given", default="d1"), "d0") for x in millionths.flat]
    return given(np.array(units).reshape(millionths.shape) / 1e6, default=form)


# G01 and F11 once more, by hand, from the printed digits
g01_read_weights = given(printed(g01_weights), rows=two_positions, columns=two_positions, default="d6")
g01_read_norm_1 = given(printed(g01_norm_1), rows=two_positions, columns=two_features, default="d6")
g01_read_attended = value(
    g01_read_weights @ g01_read_norm_1,
    by="g01_read_weights @ g01_read_norm_1",
    rows=two_positions,
    columns=two_features,
    default="d6",
)
g01_read_norm_2 = given(printed(g01_norm_2), rows=two_positions, columns=two_features, default="d6")
g01_read_fed = value(
    g01_half * np.maximum(g01_read_norm_2, 0),
    by="g01_half * maximum(g01_read_norm_2, 0)",
    rows=two_positions,
    columns=two_features,
    default="dec",
)
g01_read_fed_again = _again(g01_read_fed.array)
g01_read_last_norm = given(printed(g01_last_norm), rows=two_positions, columns=two_features, default="d6")
g01_read_logits = value(
    g01_read_last_norm @ g01_head,
    by="g01_read_last_norm @ g01_head",
    rows=two_positions,
    columns=vocabulary,
    default="dec",
)
g01_read_logits_again = _again(g01_read_logits.array)
g01_fed_by_hand = value(g01_read_fed_again, by="g01_read_fed_again", default="d6")
g01_logits_by_hand = value(g01_read_logits_again, by="g01_read_logits_again", default="d6")
g01_digits = records(
    title="拿印出的六位小数重算",
    columns=("哪一个数", "重算得到", "页上印的"),
    rows=[
        ("G01的注意力", g01_read_attended.at(2, 1), g01_attended.at(2, 1)),
        ("G01的前馈", g01_fed_by_hand.at(2, 2), g01_fed.at(2, 2)),
        ("G01的logit", g01_logits_by_hand.at(2, 3), g01_logits.at(2, 3)),
        ("F11输出，位置1", f11_read_output.at(1), f11_output.at(1)),
        ("F11输出，位置2", f11_read_output.at(2), f11_output.at(2)),
    ],
)
