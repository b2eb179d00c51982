"""三个位置、一个头。"""

import numpy as np

from engine import attention, causal_mask
from figgen import constant, given, heatmap, labels, table, value

positions = labels("位置", 3)
x = given([[1, 0], [0, 1], [1, 1]], rows=positions)
c = constant("sqrt(2)*log(2)", default="d4")
w_q = given([[1, 0], [0, 1]])
w_k = given(c * np.eye(2), by="c*w_q", default="d4")
w_v = given([[2, 0], [0, 1]])
run = attention(x @ w_q, x @ w_k, x @ w_v)
weights = value(
    run.weights, rows=positions, columns=positions, axes=("查询", "键"), default="frac", rows_sum_to=1, within=(0, 1)
)
output = value(run.output, rows=positions, default="dec")
weights_map = heatmap(weights, title="完整可见时的权重")
weights_table = table(weights, title="注意力权重")
