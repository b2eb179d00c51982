"""作者指南自己的例子：把一排数变成份额。"""
from figgen import given, labels, table, value

items = labels("项", 3)
counts = given([1, 2, 5], columns=items)
total = value(counts.sum(), by="counts[1] + counts[2] + counts[3]")
shares = value(counts / counts.sum(), by="counts/total", columns=items, default="frac", rows_sum_to=1)
shares_table = table(shares, title="每一项的份额")
