"""作者指南自己的例子：把一排数变成份额，再按份额求平均。"""
from figgen import arithmetic, formulas, given, heatmap, labels, table, value

items = labels("项", 3)
counts = given([1, 2, 5], columns=items)
total = value(counts.sum(), by="counts[1] + counts[2] + counts[3]")
shares = value(
    counts / counts.sum(),
    by="counts/total",
    columns=items,
    default="frac",
    rows_sum_to=1,
)
shares_table = table(shares, title="每一项的份额")

people = ("甲", "乙")
scores = given([[3, 1, 2], [0, 4, 2]], rows=people, columns=items)
scores_map = heatmap(scores, title="两个人给每一项打的分")
mean = value(
    scores @ shares.array,
    by="scores @ shares",
    columns=people,
    default="dec",
)
mean_line = arithmetic(
    "甲的平均分", "scores[1] @ shares", mean.at("甲"), terms=True
)
letters = {"mean": "m", "scores": "S", "shares": "p"}
mean_formula = formulas(mean, symbols=letters)
