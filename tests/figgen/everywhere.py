"""One chapter that cites in every place where a page can hold text."""

EXAMPLE = '''"""每处一个数。"""
from figgen import given, labels, table

lines = labels("行", 2)
w = given([[0.25, 0.75], [0.5, -0.5]], rows=lines, columns=("甲", "乙"), default="frac")
share = given(0.25, default="pct0")
tiny = given(0.000339, default="sci3")
low = given(-1.5, default="dec")
shown = table(w, title="开头的表")
listed = table(w, title="列表里的表")
nested = table(w, title="套着的表")
boxed = table(w, title="框里的表")
folded = table(w, title="折叠的表")
tabbed = table(w, title="标签页的表")
quoted = table(w, title="引文的表")
defined = table(w, title="释义的表")
deep = table(w, title="深处的表")
'''

FACTS = """[vaswani2017]
title = "Attention Is All You Need"
identifier = "arXiv:1706.03762v7"

[vaswani2017.heads]
value = 8
section = "3.2.2"
"""

OTHER = """# 另页@{everywhere.share} {#other}

## 小节 {#part}

见@{fig:everywhere.shown}、@{sec:everywhere.places}，又见@{sec:part}；原表如下。

@{everywhere.shown} 另一页再放一次。
"""

PAGE = r"""---
title: 题名@{w[1,1]}处
description: 描述@{share}处
---
# 各处

## 各处 {#places}

汉字@{w[1,1]}汉字，一行@{w[2]}行，一表@{w}表，形式@{w[1,1]:d3}形式，标签@{w[行2,乙]}标签。
粗体**@{w[1,2]}**粗体，斜体*汉@{w[1,2]}字*斜体，负数@{low}负数，小数@{tiny}小数，字面\@{x}字面。

| 列@{w[1,1]} | 乙 |
| --- | ---: |
| 格@{w[1,2]}格 | @{share} |

### 标题@{w[1,2]}里 {#in-heading}

#### 公式标题$@{w[1,2]}$里 {#in-formula}

!!! note "框题@{w[1,1]}框题"
    框文@{w[1,2]}框文。

    @{boxed} 框里说明@{share}。

??? tip "折题@{w[1,1]}折题"
    折文@{w[1,2]}折文。

    @{folded}

=== "签@{w[1,1]}签"

    签文@{w[1,2]}签文。

    @{tabbed}

=== "另签"

    无。

- 一层@{w[1,1]}一层
    - 二层@{w[1,2]}二层
        - 三层@{share}三层

            @{deep} 深处说明。

- @{listed} 列表说明。
- 外层

    1. @{nested} 套着的说明。

> 引文@{w[1,1]}引文。
>
> @{quoted} 引文说明。

行内$a=@{w[1,1]}$行内，括号\(b=@{share}\)括号，低$@{low}$低，指数$x^@{w[1,1]}+y^{@{tiny}}$指数。

$$
\frac{a}{{b}} + \frac{@{w[1,1]}}{@{low}} = \begin{pmatrix}
@{w[1,2]} & @{w[2,2]} \\ @{share} & @{w[2]}
\end{pmatrix} \mathbf{{x}}
$$

- 列里公式：

    \[ c_{@{w[1,1]}} = @{w[1,2]:d2} \]

码`x = @{low}`码，又`#!python y = @{w[1,1]}`又。

```python
z = @{low}  # @{w[2]} {{ jinja }} {% raw %}
```

- 列里的码：

    ```text
    a @{share} b
    ```

![图名@{w[1,1]}图名](assets/mark.svg "图题@{share}图题")

[链@{w[1,2]}链](#places "链题@{share}链题")，[链里@{fig:shown}链](#places)，[参照][r]。

[r]: #places "参照题@{share}参照题"

脚注[^a]。

[^a]: 脚注文@{w[1,1]}脚注文。

词@{w[1,1]}词
:   释义@{w[1,2]}释义

词二
:   @{defined} 释义说明。

<p class="raw" title="属性@{low}属性">生@{w[1,2]}生</p>

<details markdown><summary>摘要@{w[1,1]}摘要</summary>

摘要文@{w[1,2]}摘要文。

</details>

属性表段落。
{: title="表属性@{share}表属性" }

@{shown} 说明@{w[1,1]}说明，**粗@{w[1,2]}粗**。

事实@{facts.vaswani2017.heads}事实，来源@{source:vaswani2017}来源，图@{fig:boxed}图，节@{sec:places}节，别页@{sec:other.part}别页。

<!-- @{shown} 暂不用 -->
"""

UNCHANGED = r"""# 原样

`{{ x | round(y) }}` `{% if %}` `{#id}` `${x}` `@(x)` `#{x}` `{{{x}}}` `[[x]]` `v-bind:a="{b: c}"`

```jinja
{{ a }} {% for x in y %} {# c #} ${z} #{w} {{{t}}}
```

$\mathbf{{x}}_{{i}} \text{{a}}$

文字{{ x }}与{%y%}。
"""
