"""What `figgen new` writes: a small chapter that builds and passes the check, to be written over."""

EXAMPLE = '''"""两排数逐项相乘，再加起来；换成这一章的例子。"""

from figgen import given, labels, table, value

items = labels("项", 3)
a = given([2, 0, 1], columns=items)
b = given([1, 3, 2], columns=items)
products = value(a * b, by="a * b", columns=items)
total = value(a @ b, by="a @ b")
products_table = table(products, title="对应的项相乘")
'''

PAGE = """---
description: 从两排数的一个小例子，说清逐项相乘再相加是怎么算的。
---
# 新的一章

读完这一章，你会算两排数的点积，也说得清它每一步在做什么。

## 从一个例子开始 {#example}

有两排一样长的数：$a$是@{a}，$b$是@{b}。
先把对应的项相乘，得到@{products}，列在@{fig:products_table}里。
再把这些积加起来，和是@{total}，这就是$a$与$b$的**点积**。

@{products_table} 每一格是$a$与$b$对应两项的积。

## 它说明什么 {#meaning}

哪一项上两个数都大，哪一项给点积添得就多；两个数符号相反，添进去的是负数。
例如项1添进点积@{total}里的是@{products[1]}，它是@{a[1]}与@{b[1]}的积。
"""
