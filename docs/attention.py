"""Three positions and one head, small enough to check by hand; then what changes when one thing changes."""

import tomllib
from pathlib import Path

import numpy as np

from engine import (
    AttentionParams,
    attention,
    causal_mask,
    multi_head_attention,
    padding_mask,
    rms_norm,
    rope,
    rope_table,
    tiled_attention,
)
from figgen import (
    arithmetic,
    box,
    constant,
    curve,
    exercise,
    flow,
    formulas,
    given,
    heatmap,
    labels,
    mask,
    panels,
    records,
    table,
    value,
)
from figgen.running.values import as_value

positions = labels("位置", 3)
features = labels("特征", 2)
look = {"rows": positions, "columns": positions, "axes": ("查询", "键")}

# The three roles: queries, keys and values from the same rows.
x = given([[1, 0], [0, 1], [1, 1]], rows=positions, columns=features)
c = constant("sqrt(2)*ln(2)", default="d4")
two = given(2)
w_q = given([[1, 0], [0, 1]])
w_k = given(c * w_q, by="c * w_q", default="d4")
w_v = given([[2, 0], [0, 1]])
run = attention(x @ w_q, x @ w_k, x @ w_v)
q = value(run.q, by="x @ w_q", rows=positions, columns=features)
k = value(run.k, by="x @ w_k", rows=positions, columns=features, default="d4")
v = value(run.v, by="x @ w_v", rows=positions, columns=features)
q_line = arithmetic("Q", "x @ w_q", q)
v_line = arithmetic("V", "x @ w_v", v)
k_line = arithmetic("K", "x @ w_k", k, letters={"c": c})
roles_formula = formulas(
    q,
    k,
    v,
    symbols={"q": "Q", "k": "K", "v": "V", "x": "X", "w_q": "W_Q", "w_k": "W_K", "w_v": "W_V"},
)
v_3_line = arithmetic("v_3", "x[3] @ w_v", v.at(3), terms=True)

# Match, scale, share.
scores = value(run.scores, default="d4", symmetric=True, **look)
scaled = value(run.scaled, default="d4", **look)
exponentials = value(np.exp(run.scaled), by="exp(scaled)", **look)
sums = value(
    np.exp(run.scaled).sum(-1, keepdims=True), by="sum(exponentials)", rows=positions, columns=("合计",)
)
weights = value(run.weights, default="frac", rows_sum_to=1, within=(0, 1), **look)
output = value(run.output, default="dec", rows=positions, columns=features)
row_3_table = records(
    title="位置3的一行，从点积到份额",
    columns=("步骤", *positions),
    rows=[
        ("点积", *(scores.at(3, i) for i in (1, 2, 3))),
        ("缩放以后", *(scaled.at(3, i) for i in (1, 2, 3))),
        ("取指数", *(exponentials.at(3, i) for i in (1, 2, 3))),
        ("除以合计", *(weights.at(3, i) for i in (1, 2, 3))),
    ],
)
weights_total = value(run.weights[2].sum(), by="[1, 1, 1] @ weights[3]")
column_sums = value(run.weights.sum(0), by="[1, 1, 1] @ weights", columns=positions, default="frac")
match_maps = panels(
    heatmap(scores, title="分数"),
    heatmap(weights, title="份额", focus=weights.at(3)),
    title="分数对称，份额不对称",
)
dot_line = arithmetic("q_3 · k_3", "q[3] @ k[3]", scores.at(3, 3), terms=True)
_letters = {
    "q": "q",
    "k": "k",
    "d_k": "d_k",
    "scaled": "s",
    "row_max": "m",
    "weights": "w",
    "v": "v",
    "output": "o",
}
share_formula = formulas(
    run,
    "weights[i,j]",
    "scaled[i,j]",
    symbols=_letters,
    through=("exp", "total", "scores", "scale"),
)
mix_formula = formulas(run, "output[i]", symbols=_letters)
share_line = arithmetic("w_31", "exponentials[3,1] / sums[3,1]", weights.at(3, 1))

# Why divide by the root of the width: dot products of coin-flip vectors.
faces = given([1, -1])
coin_mean = value(np.mean(faces), by="average(faces)")
coin_variance = value(np.mean((faces - np.mean(faces)) ** 2), by="average((faces - average(faces))**2)")
widths = given([1, 4, 16, 64, 256])
width_ratio = value(widths[1] / widths[0], by="widths[2] / widths[1]")
draws, keys_each, seed = given(4000), given(8), given(2017)
coin = np.random.default_rng(int(seed))


def coin_dots(width):
    """Dot products of one query with each of its keys, of coin flips, a part at a time: (draws, keys)."""
    queries = np.array_split(faces[coin.integers(0, 2, (int(draws), int(width)))], 20)
    flips = (coin.integers(0, 2, (len(part), int(keys_each), int(width))) for part in queries)
    return np.vstack([np.matvec(faces[flip], part) for flip, part in zip(flips, queries, strict=True)])


dots_1, dots_4, dots_16, dots_64, dots_256 = (coin_dots(width) for width in widths)
dots = {1: dots_1, 4: dots_4, 16: dots_16, 64: dots_64, 256: dots_256}
spread = value(
    [np.sqrt(np.mean(dots[int(d)] ** 2)) for d in widths],
    by="[sqrt(average(dots_1**2)), sqrt(average(dots_4**2)), sqrt(average(dots_16**2)),"
    " sqrt(average(dots_64**2)), sqrt(average(dots_256**2))]",
    default="d2",
)
law = value(np.sqrt(widths), by="sqrt(widths)")


def largest_share(scores_of_many):
    """Mean over the rows of the largest share of each row."""
    e = np.exp(scores_of_many - scores_of_many.max(-1, keepdims=True))
    return (e / e.sum(-1, keepdims=True)).max(-1).mean()


raw_share = value(
    [largest_share(dots[int(d)]) for d in widths],
    by="[average(1/sum(exp(dots_1 - max(dots_1)))), average(1/sum(exp(dots_4 - max(dots_4)))),"
    " average(1/sum(exp(dots_16 - max(dots_16)))), average(1/sum(exp(dots_64 - max(dots_64)))),"
    " average(1/sum(exp(dots_256 - max(dots_256))))]",
    default="d2",
    within=(0, 1),
)
scaled_share = value(
    [largest_share(dots[int(d)] / np.sqrt(d)) for d in widths],
    by="[average(1/sum(exp(dots_1 - max(dots_1)))), average(1/sum(exp((dots_4 - max(dots_4))/2))),"
    " average(1/sum(exp((dots_16 - max(dots_16))/4))), average(1/sum(exp((dots_64 - max(dots_64))/8))),"
    " average(1/sum(exp((dots_256 - max(dots_256))/16)))]",
    default="d2",
    within=(0, 1),
)
spread_figure = panels(
    curve(
        widths,
        {"抽样": spread, "推导": law},
        title="点积的标准差",
        x_name="宽度",
        y_name="标准差",
        logarithmic=True,
    ),
    curve(
        widths,
        {"不缩放": raw_share, "缩放": scaled_share},
        title="最大的一份",
        x_name="宽度",
        y_name="平均份额",
        logarithmic=True,
    ),
    title="点积随宽度散开，份额随之集中",
)

# Mix the values.
o_3_line = arithmetic("o_3", "weights[3,1] * v[1] + weights[3,2] * v[2] + weights[3,3] * v[3]", output.at(3))
o_1_line = arithmetic("o_1", "weights[1,1] * v[1] + weights[1,2] * v[2] + weights[1,3] * v[3]", output.at(1))
o_2_line = arithmetic("o_2", "weights[2,1] * v[1] + weights[2,2] * v[2] + weights[2,3] * v[3]", output.at(2))
output_table = table(output, title="三个位置的输出")
share_3 = value(
    run.weights[2][:, None],
    by="[weights[3]].mT",
    default="frac",
    rows=positions,
    columns=("份额",),
    within=(0, 1),
)
_x, _w_q, _w_k, _w_v = (
    box("X", "data", x),
    box("W_Q", "parameter", w_q),
    box("W_K", "parameter", w_k),
    box("W_V", "parameter", w_v),
)
_q, _k, _v = box("Q", "result", q, column=1), box("K", "result", k, column=2), box("V", "result", v, column=3)
_match, _shares = box("打分、缩放", column=1.5), box("份额", "result", weights, column=1.5)
_mix, _o = box("按份额混合", column=2.25), box("输出", "result", output, column=2.25)
paths_figure = panels(
    flow(
        (_x, _w_q, _w_k, _w_v),
        (_q, _k, _v),
        (_match,),
        (_shares,),
        (_mix,),
        (_o,),
        title="三条路",
        arrows=[
            (_x, _q),
            (_x, _k),
            (_x, _v),
            (_w_q, _q),
            (_w_k, _k),
            (_w_v, _v),
            (_q, _match),
            (_k, _match),
            (_match, _shares, "softmax"),
            (_shares, _mix),
            (_v, _mix),
            (_mix, _o),
        ],
    ),
    heatmap(share_3, title="位置3的三份", bar=False),
    heatmap(v, title="三行值", bar=False),
    title="一个头的全程",
)
mixed_keys = value(run.weights @ run.k, by="weights @ k", default="d6", rows=positions, columns=features)
wrong_keys_line = arithmetic(
    "混了键", "weights[3,1] * k[1] + weights[3,2] * k[2] + weights[3,3] * k[3]", mixed_keys.at(3)
)
highest_v = value(run.v.max(0)[:, None], by="max(v.mT)", rows=features, columns=("最大",))
lowest_v = value(run.v.min(0)[:, None], by="-max(-v.mT)", rows=features, columns=("最小",))

# Change one piece of context.
x_edited = given([[1, 0], [0, 2], [1, 1]], rows=positions, columns=features)
edited = attention(x_edited @ w_q, x_edited @ w_k, x_edited @ w_v)
k_edited = value(edited.k, by="x_edited @ w_k", default="d4", rows=positions, columns=features)
v_edited = value(edited.v, by="x_edited @ w_v", rows=positions, columns=features)
scaled_edited = value(edited.scaled, default="d4", **look)
weights_edited = value(edited.weights, default="frac", rows_sum_to=1, within=(0, 1), **look)
output_edited = value(edited.output[2], by="edited.output[3]", default="dec", columns=features)
only_keys = attention(run.q, edited.k, run.v)
weights_only_keys = value(only_keys.weights, default="frac", rows_sum_to=1, within=(0, 1), **look)
output_only_keys = value(only_keys.output[2], by="only_keys.output[3]", default="dec", columns=features)
only_values = attention(run.q, run.k, edited.v)
weights_only_values = value(only_values.weights, default="frac", rows_sum_to=1, within=(0, 1), **look)
output_only_values = value(only_values.output[2], by="only_values.output[3]", default="dec", columns=features)
cases_table = records(
    title="四种情形，都看位置3",
    columns=("情形", "份额", "内容", "输出"),
    rows=[
        ("都不改", weights.at(3), v.at(2), output.at(3)),
        ("只改键", weights_only_keys.at(3), v.at(2), output_only_keys),
        ("只改值", weights_only_values.at(3), v_edited.at(2), output_only_values),
        ("都改", weights_edited.at(3), v_edited.at(2), output_edited),
    ],
)


def case(title, key, content, shares, result):
    """One of the four cases as two paths: the key to the shares, the value to the mix."""
    k_box, v_box = box(key[0], "data", key[1], column=0), box(content[0], "data", content[1], column=1)
    shares_box = box("份额", "result", shares, column=0)
    mix_box, o_box = box("混合", column=0.5), box("输出", "result", result, column=0.5)
    return flow(
        (k_box, v_box),
        (shares_box,),
        (mix_box,),
        (o_box,),
        title=title,
        arrows=[(k_box, shares_box), (shares_box, mix_box), (v_box, mix_box), (mix_box, o_box)],
    )


cases_figure = panels(
    case("都不改", ("键", k.at(2)), ("值", v.at(2)), weights.at(3), output.at(3)),
    case("只改键", ("新键", k_edited.at(2)), ("值", v.at(2)), weights_only_keys.at(3), output_only_keys),
    case("只改值", ("键", k.at(2)), ("新值", v_edited.at(2)), weights_only_values.at(3), output_only_values),
    case("都改", ("新键", k_edited.at(2)), ("新值", v_edited.at(2)), weights_edited.at(3), output_edited),
    title="两条路，四种情形",
)

# Masks.
causal = given(causal_mask(np.arange(3)), **look)
masked_run = attention(run.q, run.k, run.v, mask=causal)
mask_formula = formulas(
    masked_run, "masked[i,j]", symbols={"masked": r"\tilde{s}", "scaled": "s", "mask": "M"}
)
masked_scores = value(masked_run.masked, default="d4", **look)
masked_exponentials = value(np.exp(masked_run.masked), by="exp(masked_run.masked)", **look)
masked_sums = value(
    np.exp(masked_run.masked).sum(-1, keepdims=True),
    by="sum(masked_exponentials)",
    rows=positions,
    columns=("合计",),
)
masked_weights = value(
    masked_run.weights, default="frac", rows_sum_to=1, within=(0, 1), zero_where=~causal.astype(bool), **look
)
masked_output = value(masked_run.output, default="frac", rows=positions, columns=features)
struck = value(
    np.where(causal, run.weights, 0),
    by="where(causal, weights, 0)",
    default="frac",
    within=(0, 1),
    zero_where=~causal.astype(bool),
    **look,
)
struck_sums = value(
    struck.array.sum(-1, keepdims=True), by="sum(struck)", default="frac", rows=positions, columns=("合计",)
)
struck_output = value(struck.array @ run.v, by="struck @ v", default="dec", rows=positions, columns=features)
causal_row_table = records(
    title="位置2的一行，加上因果掩码",
    columns=("步骤", *positions),
    rows=[
        ("缩放以后", *(scaled.at(2, i) for i in (1, 2, 3))),
        ("加上掩码", *(masked_scores.at(2, i) for i in (1, 2, 3))),
        ("取指数", *(masked_exponentials.at(2, i) for i in (1, 2, 3))),
        ("除以合计", *(masked_weights.at(2, i) for i in (1, 2, 3))),
    ],
)
masked_o_2_line = arithmetic(
    "o_2", "masked_weights[2,1] * v[1] + masked_weights[2,2] * v[2]", masked_output.at(2)
)
causal_figure = panels(
    mask(causal, title="谁看得见谁"),
    heatmap(struck, title="只划掉，不重算"),
    heatmap(masked_weights, title="先遮，再归一"),
    title="因果掩码，归一之前与之后",
)
masked_output_table = table(masked_output, title="因果掩码下的输出")

# Three masks on one padded sequence, and what each does to the second row.
slots = (*positions, "填充")
padded_look = {"rows": slots, "columns": slots, "axes": ("查询", "键")}
x_padded = given([[1, 0], [0, 1], [1, 1], [0, 0]], rows=slots, columns=features)
length = given(3)
causal_padded = given(causal_mask(np.arange(4)), **padded_look)
padding = given(np.repeat(padding_mask(int(length), 4), 4, axis=0), **padded_look)
both = value(causal_padded & padding, by="causal_padded * padding", **padded_look)
scored = given([[False, True, True, False]], rows=("计入损失",), columns=slots, axes=("用途", "位置"))
masks_figure = panels(
    mask(causal_padded, title="因果掩码"),
    mask(padding, title="填充掩码"),
    mask(scored, title="损失掩码"),
    title="三种掩码，各管各的",
)
q_padded, k_padded, v_padded = x_padded @ w_q, x_padded @ w_k, x_padded @ w_v
free_run = attention(q_padded, k_padded, v_padded)
causal_run = attention(q_padded, k_padded, v_padded, mask=causal_padded)
padding_run = attention(q_padded, k_padded, v_padded, mask=padding)
both_run = attention(q_padded, k_padded, v_padded, mask=both.array)
padded_share = {"default": "frac", "rows_sum_to": 1, "within": (0, 1), **padded_look}
free_weights = value(free_run.weights, **padded_share)
causal_weights = value(causal_run.weights, zero_where=~causal_padded, **padded_share)
padding_weights = value(padding_run.weights, zero_where=~padding, **padded_share)
both_weights = value(both_run.weights, zero_where=~both.array, **padded_share)
free_output = value(free_run.output, rows=slots, columns=features, default="frac")
causal_output = value(causal_run.output, rows=slots, columns=features, default="frac")
padding_output = value(padding_run.output, rows=slots, columns=features, default="frac")
both_output = value(both_run.output, rows=slots, columns=features, default="frac")
causal_struck = value(
    np.where(causal_padded, free_run.weights, 0),
    by="where(causal_padded, free_weights, 0)",
    default="frac",
    within=(0, 1),
    zero_where=~causal_padded,
    **padded_look,
)
padding_struck = value(
    np.where(padding, free_run.weights, 0),
    by="where(padding, free_weights, 0)",
    default="frac",
    within=(0, 1),
    zero_where=~padding,
    **padded_look,
)
both_struck = value(
    np.where(both.array, free_run.weights, 0),
    by="where(both, free_weights, 0)",
    default="frac",
    within=(0, 1),
    zero_where=~both.array,
    **padded_look,
)
total = {"default": "frac", "rows": slots, "columns": ("合计",)}
free_sums = value(free_run.weights.sum(-1, keepdims=True), by="sum(free_weights)", **total)
causal_struck_sums = value(causal_struck.array.sum(-1, keepdims=True), by="sum(causal_struck)", **total)
padding_struck_sums = value(padding_struck.array.sum(-1, keepdims=True), by="sum(padding_struck)", **total)
both_struck_sums = value(both_struck.array.sum(-1, keepdims=True), by="sum(both_struck)", **total)
causal_sums = value(causal_run.weights.sum(-1, keepdims=True), by="sum(causal_weights)", **total)
padding_sums = value(padding_run.weights.sum(-1, keepdims=True), by="sum(padding_weights)", **total)
both_sums = value(both_run.weights.sum(-1, keepdims=True), by="sum(both_weights)", **total)


def state_rows(title, before, after, out):
    """The rows of one state of the mask switch: sums before and after renormalising, and outputs."""
    return records(
        title=title,
        columns=("查询", "划掉后的合计", "归一后的合计", "输出"),
        rows=[(name, before.at(i, 1), after.at(i, 1), out.at(i)) for i, name in enumerate(slots, start=1)],
    )


free_map = heatmap(free_weights, title="不加掩码的份额")
free_rows = state_rows("不加掩码：合计与输出", free_sums, free_sums, free_output)
causal_maps = panels(
    heatmap(causal_struck, title="只划掉"),
    heatmap(causal_weights, title="先遮再归一"),
    title="因果掩码的份额",
)
causal_rows = state_rows("因果掩码：合计与输出", causal_struck_sums, causal_sums, causal_output)
padding_maps = panels(
    heatmap(padding_struck, title="只划掉"),
    heatmap(padding_weights, title="先遮再归一"),
    title="填充掩码的份额",
)
padding_rows = state_rows("填充掩码：合计与输出", padding_struck_sums, padding_sums, padding_output)
both_maps = panels(
    heatmap(both_struck, title="只划掉"),
    heatmap(both_weights, title="先遮再归一"),
    title="两种掩码都加的份额",
)
both_rows = state_rows("两种都加：合计与输出", both_struck_sums, both_sums, both_output)
losses = given([0.9, 0.6, 0.2, 1.7], columns=slots, default="dec")
counted = value(scored.sum(), by="[1, 1, 1, 1] @ scored[1]")
masked_loss = value(
    (losses * scored[0]).sum() / scored.sum(), by="losses @ scored[1] / counted", default="dec"
)
plain_loss = value(losses.mean(), by="average(losses)", default="dec")
loss_line = arithmetic("损失", "(losses[2] + losses[3]) / counted", masked_loss)

# Several heads: the head above, and one with other tables.
w_q_2 = given([[1, -1], [-1, 1]])
w_v_2 = given([[0, 1], [1, 0]])
w_o = given([[1, 0], [0, 1], [0, 2], [-1, 0]])
joined = ("头一特征1", "头一特征2", "头二特征1", "头二特征2")
two_heads = multi_head_attention(
    x,
    AttentionParams(np.hstack([w_q, w_q_2]), np.hstack([w_k, w_k]), np.hstack([w_v, w_v_2]), w_o),
    n_heads=2,
)
q_2 = value(two_heads.q_heads[1], by="x @ w_q_2", rows=positions, columns=features)
v_2 = value(two_heads.v_heads[1], by="x @ w_v_2", rows=positions, columns=features)
weights_2 = value(
    two_heads.heads.weights[1],
    by="two_heads.heads.weights[2]",
    default="frac",
    rows_sum_to=1,
    within=(0, 1),
    **look,
)
output_1 = value(
    two_heads.heads.output[0],
    by="two_heads.heads.output[1]",
    default="frac",
    rows=positions,
    columns=features,
)
output_2 = value(
    two_heads.heads.output[1],
    by="two_heads.heads.output[2]",
    default="frac",
    rows=positions,
    columns=features,
)
merged = value(two_heads.merged, default="frac", rows=positions, columns=joined)
heads_output = value(two_heads.output, default="frac", rows=positions, columns=features)
joined_formula = formulas(
    two_heads, "output", symbols={"output": "Y", "heads.output": "O", "w_o": "W_O"}, through=("merged",)
)
w_q_2_line = arithmetic("Q", "x @ w_q_2", q_2)
w_v_2_line = arithmetic("V", "x @ w_v_2", v_2)
heads_figure = panels(
    heatmap(weights, title="头一"), heatmap(weights_2, title="头二"), title="同一个输入，两种读法"
)
o_1_head_2_line = arithmetic(
    "o_1", "weights_2[1,1] * v_2[1] + weights_2[1,2] * v_2[2] + weights_2[1,3] * v_2[3]", output_2.at(1)
)
merged_table = records(
    title="两个头的输出，原样并排",
    columns=("位置", "头一的输出", "头二的输出"),
    rows=[(name, output_1.at(i), output_2.at(i)) for i, name in enumerate(positions, start=1)],
)
w_o_line = arithmetic("y_3", "merged[3] @ w_o", heads_output.at(3), terms=True)
heads_output_table = table(heads_output, title="输出投影以后")

# Cross-attention: queries from another sequence.
targets = labels("目标", 2)
y = given([[1, 1], [2, 0]], rows=targets, columns=features)
cross = attention(y @ w_q, run.k, run.v)
cross_weights = value(
    cross.weights,
    default="frac",
    rows_sum_to=1,
    within=(0, 1),
    rows=targets,
    columns=positions,
    axes=("查询", "键"),
)
cross_output = value(cross.output, default="frac", rows=targets, columns=features)
cross_map = heatmap(cross_weights, title="交叉注意力的份额")

# A current model: cited shapes, and what sharing keys and values saves.
cited = tomllib.loads(Path(__file__).with_name("facts.toml").read_text(encoding="utf-8"))
query_heads = given(cited["qwen3"]["query-heads"]["value"])
kv_heads = given(cited["qwen3"]["key-value-heads"]["value"])
head_width = given(cited["qwen3-config"]["head-width"]["value"])
number_bytes = given(cited["qwen3-config"]["bytes-per-number"]["value"], unit="B")
queries_width = value(query_heads * head_width, by="query_heads * head_width")
bytes_shared = value(
    2 * kv_heads * head_width * number_bytes,
    by="2 * kv_heads * head_width * number_bytes",
    default="KiB",
    unit="B",
)
bytes_unshared = value(
    2 * query_heads * head_width * number_bytes,
    by="2 * query_heads * head_width * number_bytes",
    default="KiB",
    unit="B",
)
bytes_line = arithmetic("共用以后", "two * kv_heads * head_width * number_bytes", bytes_shared)
bytes_ratio = value(
    bytes_shared.array / bytes_unshared.array, by="bytes_shared / bytes_unshared", default="frac"
)
w_q_3, w_q_4 = given([[2, 0], [0, 0]]), given([[0, 0], [0, 2]])
swap = np.array([[0, 1], [1, 0]])
w_k_2 = given(c * swap, by="c * w_v_2", default="d4")
grouped = multi_head_attention(
    x,
    AttentionParams(
        np.hstack([w_q, w_q_2, w_q_3, w_q_4]), np.hstack([w_k, w_k_2]), np.hstack([w_v, w_v_2]), np.eye(8)
    ),
    n_heads=4,
    n_kv_heads=2,
)
grouped_heads = labels("查询头", 4)
grouped_weights = value(
    grouped.heads.weights[:, 2],
    by="[grouped.heads.weights[1,3], grouped.heads.weights[2,3],"
    " grouped.heads.weights[3,3], grouped.heads.weights[4,3]]",
    default="frac",
    rows_sum_to=1,
    within=(0, 1),
    rows=grouped_heads,
    columns=positions,
    axes=("查询头", "键"),
)
grouped_queries = value(
    grouped.q_heads[:, 2],
    by="[x[3] @ w_q, x[3] @ w_q_2, x[3] @ w_q_3, x[3] @ w_q_4]",
    rows=grouped_heads,
    columns=features,
)
grouped_output = value(
    grouped.heads.output[:, 2],
    by="[grouped.heads.output[1,3], grouped.heads.output[2,3],"
    " grouped.heads.output[3,3], grouped.heads.output[4,3]]",
    default="frac",
    rows=grouped_heads,
    columns=features,
)
grouped_table = records(
    title="四个查询头，两组键和值，都看位置3",
    columns=("头", "组", "查询", "份额", "输出"),
    rows=[
        (name, group, grouped_queries.at(i), grouped_weights.at(i), grouped_output.at(i))
        for i, (name, group) in enumerate(
            zip(labels("头", 4), ("甲", "甲", "乙", "乙"), strict=True), start=1
        )
    ],
)
q_short, q_long, k_short = given([[1, 7]]), given([[10, 70]]), given([[7, 1]])
q_short_norm, q_long_norm, k_short_norm = (rms_norm(each, eps=0) for each in (q_short, q_long, k_short))
q_normed = value(q_short_norm.output, default="dec")
q_long_normed = value(q_long_norm.output, default="dec")
k_normed = value(k_short_norm.output, default="dec")
q_rms = value(q_short_norm.rms)
dot_short = value(q_short @ k_short.T, by="q_short @ k_short.mT")
dot_long = value(q_long @ k_short.T, by="q_long @ k_short.mT")
dot_normed = value(q_short_norm.output @ k_short_norm.output.T, by="q_normed @ k_normed.mT", default="dec")
dot_long_normed = value(
    q_long_norm.output @ k_short_norm.output.T, by="q_long_normed @ k_normed.mT", default="dec"
)
norm_table = records(
    title="归一以后，查询的长短不再影响点积",
    columns=("查询", "点积", "归一后的查询", "归一后的点积"),
    rows=[
        (as_value(q_short).at(1), dot_short.at(1, 1), q_normed.at(1), dot_normed.at(1, 1)),
        (as_value(q_long).at(1), dot_long.at(1, 1), q_long_normed.at(1), dot_long_normed.at(1, 1)),
    ],
)
q_turning, k_turning = given([1, 1]), given([1, 0])
q_places, k_places = given([[3], [4]]), given([[1], [2]])
_q_cos, _q_sin = rope_table([3, 4], 2)
_k_cos, _k_sin = rope_table([1, 2], 2)
q_cos = given(_q_cos, by="cos(q_places)", default="d4")
q_sin = given(_q_sin, by="sin(q_places)", default="d4")
k_cos = given(_k_cos, by="cos(k_places)", default="d4")
k_sin = given(_k_sin, by="sin(k_places)", default="d4")
turned_q = rope(np.tile(q_turning, (2, 1)), q_cos, q_sin)
turned_k = rope(np.tile(k_turning, (2, 1)), k_cos, k_sin)
unturned = value(q_turning @ k_turning, by="q_turning @ k_turning")
turned_dots = value(
    turned_q.output @ turned_k.output.T,
    by="turned_q.output @ turned_k.output.mT",
    default="d4",
    rows=("查询在位置3", "查询在位置4"),
    columns=("键在位置1", "键在位置2"),
)
turned_table = table(turned_dots, title="旋转以后的点积")

# What shares explain.
same_v = given([[2, 1], [2, 1]])
one_way, other_way = given([0.2, 0.8], default="dec"), given([0.7, 0.3], default="dec")
one_out = value(one_way @ same_v, by="one_way @ same_v")
other_out = value(other_way @ same_v, by="other_way @ same_v")
one_line = arithmetic("o", "one_way[1] * same_v[1] + one_way[2] * same_v[2]", one_out)
other_line = arithmetic("o", "other_way[1] * same_v[1] + other_way[2] * same_v[2]", other_out)
three_v = given([[2, 1], [2, 1], [0, 3]])
left_way, right_way = given([0.2, 0.3, 0.5], default="dec"), given([0.4, 0.1, 0.5], default="dec")
left_out = value(left_way @ three_v, by="left_way @ three_v")
right_out = value(right_way @ three_v, by="right_way @ three_v")
equal_table = records(
    title="份额换了，输出没换",
    columns=("情形", "份额", "输出"),
    rows=[
        ("两个值，偏向第二个", as_value(one_way), one_out),
        ("两个值，偏向第一个", as_value(other_way), other_out),
        ("添一个不同的值", as_value(left_way), left_out),
        ("前两份之间挪动", as_value(right_way), right_out),
    ],
)
order = given([1, 2, 0])
_order = order.astype(int)
new_order = tuple(positions[i] for i in _order)
k_reordered = given(run.k[_order], by="rows(k, order)", default="d4")
v_reordered = given(run.v[_order], by="rows(v, order)")
reordered = attention(run.q, k_reordered, v_reordered)
reordered_causal = attention(run.q, k_reordered, v_reordered, mask=causal)
reordered_output = value(reordered.output, default="dec", rows=positions, columns=features)
reordered_weights = value(
    reordered_causal.weights,
    default="frac",
    rows_sum_to=1,
    within=(0, 1),
    zero_where=~causal.astype(bool),
    rows=positions,
    columns=new_order,
    axes=("查询", "键"),
)
reordered_causal_output = value(reordered_causal.output, default="frac", rows=positions, columns=features)
order_table = records(
    title="把键和值成对换序，三个位置的输出",
    columns=("情形", *positions),
    rows=[
        ("原序", *(output.at(i) for i in (1, 2, 3))),
        ("换序", *(reordered_output.at(i) for i in (1, 2, 3))),
        ("原序，掩码", *(masked_output.at(i) for i in (1, 2, 3))),
        ("换序，掩码", *(reordered_causal_output.at(i) for i in (1, 2, 3))),
    ],
)

# Cost: pairs of positions; and the same output tile by tile.
lengths = given([100, 200, 400, 800])
pairs = value(lengths * lengths, by="lengths * lengths")
length_ratio = value(lengths[1] / lengths[0], by="lengths[2] / lengths[1]")
pairs_ratio = value(pairs.array[1] / pairs.array[0], by="pairs[2] / pairs[1]")
pairs_curve = curve(
    lengths, {"打分次数": pairs}, title="打分次数按平方涨", x_name="位置数", y_name="打分次数"
)
pairs_table = records(
    title="序列变长，打分次数",
    columns=("位置数", "打分次数"),
    rows=[(as_value(lengths).at(i), pairs.at(i)) for i in range(1, 5)],
)
tiled = tiled_attention(run.q[2:], run.k, run.v, block_q=1, block_k=1)
tile_1, tile_2, tile_3 = tiled.steps
tiles = ("一块", "两块", "三块")
tile_max = value(
    np.vstack([t.row_max for t in tiled.steps]),
    by="append_rows(tile_1.row_max, tile_2.row_max, tile_3.row_max)",
    default="d4",
    rows=tiles,
)
tile_sum = value(
    np.vstack([t.row_sum for t in tiled.steps]),
    by="append_rows(tile_1.row_sum, tile_2.row_sum, tile_3.row_sum)",
    rows=tiles,
)
tile_mix = value(
    np.vstack([t.accumulator for t in tiled.steps]),
    by="append_rows(tile_1.accumulator, tile_2.accumulator, tile_3.accumulator)",
    default="dec",
    rows=tiles,
    columns=features,
)
tile_rescale = value(tile_3.rescale, default="frac")
tile_output = value(
    tile_mix.array / tile_sum.array, by="tile_mix / tile_sum", default="dec", rows=tiles, columns=features
)
tiled_output = value(tiled.output, default="dec", columns=features)
tiles_table = records(
    title="位置3，一次读一个键",
    columns=("已读", "最大值", "合计", "混合", "混合除以合计"),
    rows=[
        (name, tile_max.at(i, 1), tile_sum.at(i, 1), tile_mix.at(i), tile_output.at(i))
        for i, name in enumerate(tiles, start=1)
    ],
)
tile_line = arithmetic("混合", "tile_rescale[1,1] * tile_mix[2] + v[3]", tile_mix.at(3))
pair_tiled = tiled_attention(run.q[2:], run.k, run.v, block_q=1, block_k=2)
pair_1, pair_2 = pair_tiled.steps
pair_max = value(
    np.vstack([pair_1.row_max, pair_2.row_max]),
    by="append_rows(pair_1.row_max, pair_2.row_max)",
    default="d4",
    rows=tiles[:2],
)
pair_sum = value(
    np.vstack([pair_1.row_sum, pair_2.row_sum]),
    by="append_rows(pair_1.row_sum, pair_2.row_sum)",
    rows=tiles[:2],
)
pair_mix = value(
    np.vstack([pair_1.accumulator, pair_2.accumulator]),
    by="append_rows(pair_1.accumulator, pair_2.accumulator)",
    default="dec",
    rows=tiles[:2],
    columns=features,
)
pair_output = value(
    pair_mix.array / pair_sum.array, by="pair_mix / pair_sum", default="dec", rows=tiles[:2], columns=features
)
pair_table = records(
    title="位置3，一次读两个键",
    columns=("已读", "最大值", "合计", "混合", "混合除以合计"),
    rows=[
        (name, pair_max.at(i, 1), pair_sum.at(i, 1), pair_mix.at(i), pair_output.at(i))
        for i, name in enumerate(tiles[:2], start=1)
    ],
)

# Typical mistakes in the tracing exercise.
rounding = "各数四舍五入，末位相加可能差一点。"
unscaled = attention(run.q, run.k, run.v, scale=1)
unscaled_weights = value(
    unscaled.weights, default="d6", rows_sum_to=1, sum_note=rounding, within=(0, 1), **look
)
unscaled_output = value(unscaled.output, default="d6", rows=positions, columns=features)
down = value(
    (exponentials.array / exponentials.array.sum(0)),
    by="(exponentials.mT / sum(exponentials.mT)).mT",
    default="frac",
    within=(0, 1),
    **look,
)
down_output = value(down.array @ run.v, by="down @ v", default="dec", rows=positions, columns=features)
unscaled_masked = attention(run.q, run.k, run.v, scale=1, mask=causal)
unscaled_masked_weights = value(
    unscaled_masked.weights, default="d6", rows_sum_to=1, sum_note=rounding, within=(0, 1), **look
)
unscaled_masked_output = value(unscaled_masked.output, default="d6", rows=positions, columns=features)
mistakes_table = records(
    title="常见的错法，各有各的答案",
    columns=("错在哪里", "算出的份额", "算出的输出"),
    rows=[
        ("忘了缩放，位置3", unscaled_weights.at(3), unscaled_output.at(3)),
        ("沿列归一，位置3", down.at(3), down_output.at(3)),
        ("混了键，位置3", weights.at(3), mixed_keys.at(3)),
        ("先归一再遮，位置2", struck.at(2), struck_output.at(2)),
        ("遮了但忘了缩放，位置2", unscaled_masked_weights.at(2), unscaled_masked_output.at(2)),
    ],
)

shares_exercise = exercise(
    weights.at(3),
    title="不加掩码，位置3的三份各是多少？",
    hint="点积，缩放，取指数，除以这一行的合计。",
    mistakes=[
        (unscaled_weights.at(3), "像是忘了缩放：点积没有除以宽度的平方根，就取了指数。"),
        (down.at(3), "像是沿列归一了：除以了同一列的合计，该除的是同一行的。"),
    ],
)
output_exercise = exercise(
    output.at(3),
    title="不加掩码，位置3的输出是多少？",
    hint="三份各乘一行值，再相加。",
    mistakes=[
        (unscaled_output.at(3), "像是忘了缩放：份额偏向了分数最大的位置3。"),
        (down_output.at(3), "像是沿列归一了：这几份加起来超过了整份。"),
        (mixed_keys.at(3), "像是混了键：份额要乘的是值。"),
    ],
)
masked_shares_exercise = exercise(
    masked_weights.at(2),
    title="加上因果掩码，位置2的三份各是多少？",
    hint="先遮，再取指数，再除以剩下的合计。",
    mistakes=[
        (struck.at(2), "像是先归一再遮：剩下的加不满整份，要重新分。"),
        (unscaled_masked_weights.at(2), "遮对了，但像是忘了缩放。"),
        (weights.at(2), "这是不加掩码的份额，位置3还没有遮住。"),
    ],
)
masked_output_exercise = exercise(
    masked_output.at(2),
    title="加上因果掩码，位置2的输出是多少？",
    hint="只混位置1和位置2的值。",
    mistakes=[
        (struck_output.at(2), "像是先归一再遮：份额加不满，输出就偏小。"),
        (unscaled_masked_output.at(2), "遮对了，但像是忘了缩放。"),
        (output.at(2), "这是不加掩码的输出，混进了位置3的值。"),
    ],
)
