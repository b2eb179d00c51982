"""Books of any length to measure with: chapters of some 1460 Chinese characters and 66 dependent numbers.

Each chapter cites 12 numbers in its prose and shows 3 tables of 18 and 4 figures; one module of the engine
computes them all, so that one change of it changes every number of the book.
"""

from __future__ import annotations

import random
import shutil
from pathlib import Path

from tests import workbench

PARTS = ("overrides", "figgen", "pyproject.toml")
ROWS, COLUMNS = 3, 6
LENGTH = 1460  # Chinese characters of a chapter, punctuation included
ARRAYS = ("scaled", "centred", "shares", "output")
SHOWN = (("scaled_table", "scaled_map"), ("shares_table", "centred_map"), ("output_table", "shares_map"))

ENGINE = '''"""What every chapter computes with."""

from dataclasses import dataclass
from types import MappingProxyType

import numpy as np

SCALE = 0.37


@dataclass(frozen=True, eq=False)
class Mixed:
    """Rows that are scaled, centred, turned into shares and mixed."""

    scaled: np.ndarray
    centred: np.ndarray
    exponentials: np.ndarray
    shares: np.ndarray
    output: np.ndarray

    inputs = MappingProxyType({})
    formulas = MappingProxyType({
        "scaled": "x * scale",
        "centred": "scaled - average(scaled)",
        "exponentials": "exp(centred)",
        "shares": "exponentials / sum(exponentials)",
        "output": "shares * scaled",
    })


def mixed(x):
    """The steps for a matrix of rows."""
    scaled = x * SCALE
    centred = scaled - scaled.mean()
    exponentials = np.exp(centred)
    shares = exponentials / exponentials.sum(-1, keepdims=True)
    made = Mixed(scaled, centred, exponentials, shares, shares * scaled)
    object.__setattr__(made, "inputs", MappingProxyType({"x": x, "scale": np.asarray(SCALE)}))
    return made
'''

EXAMPLE = '''"""第{name}章的数。"""
from engine.shared import mixed
from figgen import given, heatmap, labels, table, value

look = {{"rows": labels("位置", {rows}), "columns": labels("特征", {columns})}}
x = given({data}, **look)
run = mixed(x)
scaled = value(run.scaled, default="d4", **look)
centred = value(run.centred, default="d4", **look)
shares = value(run.shares, default="d4", within=(0, 1), **look)
output = value(run.output, default="d4", **look)
scaled_table = table(scaled, title="放缩以后")
shares_table = table(shares, title="份额")
output_table = table(output, title="混合以后")
scaled_map = heatmap(scaled, title="放缩以后的图")
centred_map = heatmap(centred, title="减去平均的图")
shares_map = heatmap(shares, title="份额的图")
output_map = heatmap(output, title="混合的图")
'''

SENTENCES = """
先把每个位置的特征写成一行，再看这些行彼此有多像。
放缩不改变次序，只改变差距，所以谁大谁小在这里看得清楚。
减去平均以后，正的比平均多，负的比平均少，符号本身就在说话。
份额都不小于零，合起来正好是全部，没有哪一份是凭空来的。
把份额乘回原来的数，便得到混合以后的结果，它离较大的那些更近。
读图的时候先看颜色深浅，再看格子里的字，两样说的是同样的事。
如果输入换了，下面的表、图和句子都会跟着换，不用谁去改。
这样写出来的章节，读者可以照着表自己再算，看结果是否相同。
有人会问为什么不直接取最大的那个，因为那样小的差别就看不见了。
温度越低，份额越集中；温度越高，份额越平均，这是同样的道理。
中间的步骤都留着，出了错也容易看出错在哪里。
行与行之间没有先后，调换次序并不会改变任何份额。
这里的算法并不挑剔输入的来历，只看数本身的大小。
算到这里可以停下来想想，哪些格子会变深，哪些格子会变浅。
"""


def write_book(root: Path, chapters: int) -> list[str]:
    """Write a book of so many chapters in an empty folder; returns the names of its chapters."""
    root.mkdir(parents=True)
    for part in PARTS:
        source = workbench.ROOT / part
        if source.is_dir():
            shutil.copytree(source, root / part, ignore=workbench.BYTECODE)
        else:
            shutil.copy2(source, root / part)
    names = [f"chapter{i:04d}" for i in range(1, chapters + 1)]
    _write(root / "engine/__init__.py", '"""The engine of a synthetic book."""\n')
    _write(root / "engine/shared.py", ENGINE)
    for name in names:
        _write(root / f"docs/{name}.py", example(name))
        _write(root / f"docs/{name}.md", page(name))
    _write(root / "docs/index.md", "# 前言\n\n这本书是用来测量的。\n")
    pages = "".join(f"  - {name}.md\n" for name in ["index", *names])
    _write(root / "mkdocs.yml", configuration(pages))
    return names


def configuration(pages: str) -> str:
    """The configuration of the real book with another navigation."""
    head, rest = (workbench.ROOT / "mkdocs.yml").read_text(encoding="utf-8").split("\nnav:\n")
    return head + "\nnav:\n" + pages + rest[rest.index("\n\n") :]


def example(name: str) -> str:
    """The worked example of a chapter; other inputs for another name."""
    numbers = random.Random(name)
    data = [[numbers.randint(-9, 9) for _ in range(COLUMNS)] for _ in range(ROWS)]
    return EXAMPLE.format(name=name[-4:].translate(str.maketrans("0123456789", "甲乙丙丁戊己庚辛壬癸")),
                          rows=ROWS, columns=COLUMNS, data=data)  # fmt: skip


def page(name: str) -> str:
    """A chapter of three sections; each has four citations in its prose, a table, and a figure or two."""
    chance = random.Random(f"{name} page")
    parts = [f"---\ndescription: 用来测量的一章。\n---\n# 章{name[-4:].translate(HANZI)}\n"]
    for place, blocks in enumerate((*SHOWN[:2], (*SHOWN[2], "output_map"))):
        parts.append(f"## 节{'甲乙丙'[place]} {{#part-{'abc'[place]}}}\n")
        written = 0
        for turn in range(4):
            array = ARRAYS[(turn + place) % len(ARRAYS)]
            cited = f"@{{{array}[{chance.randint(1, ROWS)},{chance.randint(1, COLUMNS)}]}}"
            paragraph = f"这里的值写作{cited}，出自同名的例子。"
            while written + len(paragraph) - len(cited) < LENGTH // 3 * (turn + 1) // 4:
                paragraph += chance.choice(SENTENCES.split())
            written += len(paragraph) - len(cited)
            parts.append(paragraph + "\n")
        parts += [f"@{{{block}}} 读法见上文。\n" for block in blocks]
    return "\n".join(parts)


HANZI = str.maketrans("0123456789", "甲乙丙丁戊己庚辛壬癸")


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
