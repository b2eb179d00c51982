"""Chapters as nobody should write them, any number of them, the same ones for the same seed."""

# ruff: noqa: E501 - sources are written out

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

RAN = "document.documentElement.dataset.ran='ja'"
"""What every script below would do if it ran."""

HEAD = "from figgen import arithmetic, box, constant, curve, exercise, flow, given, heatmap, labels, mask, panels, printed, records, table, value\nimport numpy as np\n\n"
GOOD = HEAD + (
    "look = {'rows': labels('行', 2), 'columns': labels('列', 3), 'axes': ('甲', '乙')}\n"
    "x = given([[1, 2, 3], [4, 5, 6]], **look)\n"
    "two = given(2)\n"
    "y = value(2 * x, by='two*x', **look)\n"
    "y_table = table(y, title='一张表')\n"
)
PAGE = "# 题\n\n## 节 {#part}\n\n这里是@{y[1,2]}，乘数是@{two}，输入是@{x[1]}，见@{fig:y_table}。\n\n@{y_table} 图注。\n"

SCRIPTS = (
    f"<script>{RAN}</script>",
    f'"><img src=x onerror="{RAN}">',
    f"'><svg onload={RAN}>",
    f"</title><script>{RAN}</script>",
    f"</script><script>{RAN}</script>",
    f"</svg></math></table></figure><iframe srcdoc='<script>parent.{RAN}</script>'></iframe>",
    f"](javascript:{RAN})",
    f'" onmouseover="{RAN}" autofocus onfocus="{RAN}',
    f"{{: onclick={RAN} }}",
    f"<a href=javascript:{RAN}>甲</a>",
    f"&lt;script&gt;{RAN}&lt;/script&gt;",
    f"--><script>{RAN}</script><!--",
    f"]]><script>{RAN}</script>",
    f"`</code><script>{RAN}</script>",
    f"<details open ontoggle={RAN}>",
    f"\\u003cscript\\u003e{RAN}\\u003c/script\\u003e",
)
MARKS = (
    "甲|乙|丙", "`甲`", "**甲**", "_甲_", "~~甲~~", "\"甲'", "&amp;&lt;", "$甲$", "\\(甲\\)", "甲\\\\乙", "<b>甲</b>", "{{ 甲 }}", "{% 甲 %}",
    "--8<-- 'a.md'", "甲\t乙", "  甲  ", "*[甲]: 乙", "[^甲]", "[甲]: x", "!!! note", "=== 甲", "# 甲", "> 甲", "- 甲", "‘甲’", "甲" * 300,
)  # fmt: skip
UNSEEN = ("甲\u200b乙", "\u202e甲", "\u2066甲\u2069", "\ufeff甲", "甲\u0000", "甲\x1b[31m", "\ue000甲", "甲\u0301" * 40, "\u200d", "\u2028", "\ud800", "甲\r\n乙")  # fmt: skip
RIGHT_TO_LEFT = ("שלום", "مرحبا", "甲 שלום 乙")
PATHS = ("../../outside", "..\\..\\outside", "/tmp/outside", "a/../../../outside", "%2e%2e%2foutside", "~/outside", "C:\\outside", "....//outside")  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A page and its worked example, as bytes; `refused` if nothing of it may be published."""

    name: str
    kind: str
    page: bytes
    example: bytes
    refused: bool = False
    shown: tuple[str, ...] = ()


Made = tuple[str | bytes, str | bytes, bool, tuple[str, ...]]


def syntax(chance: random.Random) -> Made:
    """Source from which something is missing, or in which something is too much."""
    at = chance.randrange(len(HEAD), len(GOOD))
    match chance.randrange(4):
        case 0:
            return PAGE, GOOD[:at] + chance.choice("([{'\"`?$\x00)]}") + GOOD[at:], False, ()
        case 1:
            return PAGE, GOOD[:at] + GOOD[at + chance.randint(1, 9) :], False, ()
        case 2:
            return PAGE, GOOD[:at], False, ()
        case _:
            junk = bytes(chance.randrange(256) for _ in range(40))
            return PAGE, GOOD.encode() + b"z = '" + junk + b"'\n", False, ()


def shapes(chance: random.Random) -> Made:
    """Arrays and labels of shapes that do not fit."""
    a, b, c = (chance.randint(0, 4) for _ in range(3))
    line = chance.choice([
        f"z = given(np.ones(({a}, {b}, {c})))\n",
        f"z = given(np.ones(({a}, {b})), rows=labels('行', {c}))\n",
        f"z = given(np.ones({a}), columns=labels('列', {b}))\n",
        f"z = value(x @ np.ones(({b}, {c})), by='x @ x')\n",
        f"z = value(x.sum({a}), by='sum(x)')\n",
        f"z = given([[1] * {a}, [1] * {b}])\nz_map = heatmap(z, title='图')\n",
        f"z = table(x.T[{a}], title='表')\n",
        f"z = heatmap(given({c}), title='图')\n",
        f"z = value(x, by='x', shape=({a}, {b}))\n",
        f"z = curve(given([1, 2]), {{'甲': given([1] * ({a} + 1))}}, title='图', x_name='甲', y_name='乙')\n",
    ])  # fmt: skip
    return PAGE, GOOD + line, False, ()


def numbers(chance: random.Random) -> Made:
    """Numbers that are none, and forms that cannot print them."""
    number = chance.choice(["np.nan", "-np.nan", "[1, np.nan]", "np.inf - np.inf", "np.float64('nan')"])
    if chance.random() < 0.5:
        return PAGE, GOOD + f"z = given({number})\n", True, ()
    line = chance.choice([
        "z = given(1e308 * 10)\n", "z = given(-np.inf)\n", "z = given(0.1 + 0.2)\n", "z = given(1e-320, default='d4')\n", "z = given(10**400)\n",
        "z = given(2**70)\n", "z = constant('1/0')\n", "z = constant('0/0')\n", "z = constant('sqrt(-1)')\n", "z = constant('10**10**10')\n",
        "z = given(1/3, default='int')\n", "z = given(np.pi, default='frac')\n", "z = given(1, default='d99')\n", "z = given(-1, default='hanzi')\n",
        "z = value(np.log(x - x), by='log(x - x)')\n", "z = given(np.ma.masked_array([1, 2], [True, False]))\n", "z = given(1j)\n", "z = given('1')\n",
        "z = given(None)\n", "z = given([[1], ['a']])\n", "z = given(1e22, default='d9')\n", "z = constant('(' * 500 + '1' + ')' * 500)\n",
    ])  # fmt: skip
    return PAGE, GOOD + line, False, ()


def endless(chance: random.Random) -> Made:
    """What does not come to an end by itself."""
    line = chance.choice([
        "while True:\n    pass\n", "import time\ntime.sleep(10**6)\n", "import itertools\nsum(itertools.count())\n",
        "def f():\n    try:\n        f()\n    finally:\n        f()\nf()\n", "import threading\nthreading.Event().wait()\n", "input() or open(0).read() or [0 for _ in iter(int, 1)]\n",
    ])  # fmt: skip
    return PAGE, GOOD + line, True, ()


def huge(chance: random.Random) -> Made:
    """Too much of everything."""
    line = chance.choice([
        "for _ in range(3000):\n    print('长' * 5000)\n", "import os\nfor _ in range(300):\n    os.write(2, b'x' * 50000)\n", "z = given(np.zeros(10**6))\n",
        "z = given(np.zeros((300, 300)))\n", "raise ValueError('长' * 10**7)\n", "z = np.zeros(10**15)\n", "z = given(1, note='长' * 10**6)\n",
        "z_table = table(x, title='长' * 10**5)\n", "for i in range(3000):\n    globals()[f'v{i}'] = given(i)\n",
        "z = given(np.zeros((200, 40)))\nz_table = table(z, title='大表')\n", "z = given([1, 2], columns=['长' * 10**5, '短'])\n", "z = '长' * 10**7\n",
    ])  # fmt: skip
    return PAGE, GOOD + line, False, ()


def names(chance: random.Random) -> Made:
    """What is named and is not there."""
    if chance.random() < 0.4:
        line = chance.choice(["z = undefined\n", "import no_such_module\n", "from engine import nothing\n", "from figgen import nothing\n", "z = x.nothing\n", "z = value(x, by='nothing')\n", "open('nothing.txt')\n", "del x\nz = x\n", "from . import nothing\n", "import docs.nothing\n"])  # fmt: skip
        return PAGE, GOOD + line, True, ()
    cited = chance.choice(["@{z}", "@{y[3,1]}", "@{y[0,1]}", "@{y[1,1,1]}", "@{nothing.y}", "@{fig:z}", "@{sec:z}", "@{facts.z}", "@{source:z}", "@{y[1,2]:z}", "@{y_table[1]}", "@{y", "@{}", "@{y[}", "@{y[1,2]:d99}", "@{y[-1,1]}", "@{y[甲]}", "@{y[1,2]", "@{ y [1, 2 ] :: d1}", "$@{z}$", "`@{z}`", "![@{z}](x.png)", "[@{z}](#part)"])  # fmt: skip
    if chance.random() < 0.1:
        return PAGE + "\n## 题@{y[1,2]}\n", GOOD, True, ()
    return PAGE + f"\n甲{cited}乙\n", GOOD, True, ()


def _texts(chance: random.Random) -> str:
    return chance.choice((*SCRIPTS, *SCRIPTS, *MARKS, *UNSEEN, *RIGHT_TO_LEFT))


def hostile(chance: random.Random) -> Made:
    """Labels, titles, notes and cells of any characters."""
    one, two = _texts(chance), _texts(chance)
    a, b = repr(one), repr(two)
    line, extra = chance.choice([
        (f"z = given([[1, 2], [3, 4]], rows=({a}, '丙'), columns=('丁', {b}), axes=('甲', '乙'))\nz_table = table(z, title='表')\nz_map = heatmap(z, title='图')\n", "@{z_table} 注\n\n@{z_map} 注\n\n甲@{z[1,2]}乙\n"),
        (f"z = given([[1, 2], [3, 4]], rows=('甲', '乙'), columns=('丙', '丁'), axes=({a}, {b}))\nz_map = heatmap(z, title={a})\n", "@{z_map} 注\n"),
        (f"z = given([1, 2], columns=('甲', {a}), note={b})\nz_table = table(z, title={b})\n", "@{z_table} 注\n\n甲@{z}乙\n"),
        (f"z = given(1, unit={a})\n", "甲@{z}乙\n"),
        (f"z_table = records(title={a}, columns=('甲', {b}), rows=[({a}, two)])\n", "@{z_table} 注\n"),
        (f"z_table = records(title={a}, columns=('甲', {b}), rows=[({a}, y.at(1, 2))])\n", "@{z_table} 注\n"),
        (f"p, q = given([1, 2, 3]), given([1, 4, 9])\nz_curve = curve(p, {{{a}: q}}, title='图', x_name={b}, y_name='丙')\n", "@{z_curve} 注\n"),
        (f"p, q = box({a}, 'data', x), box({b}, 'result', y)\nz_flow = flow((p,), (q,), title={a}, arrows=[(p, q)])\n", "@{z_flow} 注\n"),
        (f"z = given([[True, False]], rows=({a},), columns=({b}, '丁'), axes=('甲', '乙'))\nz_mask = mask(z, title='图')\n", "@{z_mask} 注\n"),
        (f"z_panels = panels(table(y, title={a}), heatmap(y, title={b}), title='双')\n", "@{z_panels} 注\n"),
        (f"z_line = arithmetic({a}, 'two*x[1,2]', y.at(1, 2))\n", "@{z_line}\n"),
        (f"z = value(2 * x, by={a})\n", "甲@{z[1,1]}乙\n"),
    ])  # fmt: skip
    return PAGE + "\n" + extra, GOOD + line, False, tuple(text for text in (one, two) if repr(text) in line)


def tricks(chance: random.Random) -> Made:
    """Names that would lead out of the folder that they belong into."""
    path = chance.choice(PATHS)
    line, extra, refused = chance.choice([
        (f"globals()[{path!r}] = table(y, title='表')\n", "", True),
        (f"globals()[{path!r}] = given(7)\n", "", True),
        ("", f"@{{{path}}}\n", True),
        ("", f"@{{fig:{path}}}\n", True),
        ("", f"@{{facts.{path}}}\n", True),
        ("", f'--8<-- "{path}"\n', True),
        ("", f"![甲]({path}.png)\n", False),
        (f"z_table = table(y, title={path!r})\n", "@{z_table} 注\n", False),
        (f"z = given([1, 2], columns=({path!r}, '乙'))\nz_table = table(z, title='表')\n", "@{z_table} 注\n", False),
        (f"z = np.loadtxt({path!r})\n", "", True),
        (f"__name__ = {path!r}\n__file__ = {path!r}\nz = given(1)\n", "甲@{z}乙\n", False),
        (f"y_table = None\ny_table_ = None\nclass T:\n    kind = {path!r}\n    counter = {path!r}\n    title = {path!r}\n    def render(self, c): return {path!r}\n    def shows(self): return ()\nz = T()\n", "@{z} 注\n", False),
    ])  # fmt: skip
    return PAGE + "\n" + extra, GOOD + line, refused, ()


def pages(chance: random.Random) -> Made:
    """Pages that are torn, bent or not text at all."""
    script = chance.choice(SCRIPTS)
    code = f"`` {script} ``"
    choices: list[str | bytes] = [
        PAGE + "\n```python\nx = @{y[1,2]}\n", PAGE + "\n<div>\n\n甲\n", PAGE + "\n$\\frac{甲$\n", PAGE + "\n$$\n\\begin{matrix}\n$$\n", "\ufeff" + PAGE, PAGE.replace("\n", "\r\n"),
        PAGE.encode() + b"\xff\xfe\x00", PAGE + "\x00\x07\n", "---\ntitle: [\n---\n" + PAGE, "---\ntitle: {a: b}\n---\n" + PAGE, "---\n- 甲\n---\n" + PAGE, "---\ntitle: 甲\n" + PAGE,
        PAGE + "\n" + "> " * 200 + "甲\n", PAGE + "\n" + "- " * 200 + "甲\n", PAGE + "\n" + "[" * 3000 + "\n", PAGE + "\n" + "*" * 5001 + "甲\n", PAGE + "\n" + "`" * 3001 + "\n",
        PAGE + "\n| 甲 | 乙 |\n|---|\n| @{y[1,2]} | ` | ` |\n", PAGE + "\n??? note \"@{y[1,2]}\n    甲\n", PAGE + "\n=== \"甲\n\n    @{y_table} 注\n", PAGE + "\n[^甲]\n\n[^乙]: @{y_table}\n",
        PAGE + "\n# 题\n\n# 题 {#part}\n", PAGE + "\n## {#}\n\n## {#part}\n\n## 甲 {#a\"b}\n", "", "\n\n\n", "甲", PAGE + "\ue000\uf8ff\n", PAGE * 40,
        PAGE + "\n<!-- @{y[1,2]}\n", PAGE + "\n@{y_table}\n@{y_table}\n", PAGE + "\n@{y_table} " + "长" * 50000 + "\n", PAGE + "\n&#x40;{y}\n", PAGE + "\n\\@{y} \\\\@{y[1,2]}\n",
    ]  # fmt: skip
    if chance.random() < 0.5:
        page: str | bytes = chance.choice(choices)
    else:
        front = chance.choice(["", "---\ntitle: 甲\n---\n"])
        page = front + f"# {code} 题\n\n## {code} {{#part}}\n\n见@{{sec:part}}，@{{fig:y_table}}。\n\n@{{y_table}} {code}\n\n{code}\n\n[{code}](#part)\n"
    return page, GOOD, False, ()


KINDS: tuple[tuple[Callable[[random.Random], Made], int], ...] = (
    (syntax, 80), (shapes, 70), (numbers, 70), (endless, 6), (huge, 24), (names, 70), (hostile, 100), (tricks, 40), (pages, 40),
)  # fmt: skip
ALL = sum(count for _, count in KINDS)
"""How many make the whole."""

HEADINGS = (SCRIPTS[0], SCRIPTS[3], SCRIPTS[14])
"""Scripts that stand as code in the first heading of a page, from which titles are made."""

STEMS = (
    "a b", "甲", "a'b", 'a"b', "a<b>", "a;b", "$(a)", "-rf", "a&b", "a#b", "a?b", "%2e%2e", "a..b", "a\\b", "a`b", "a|b", "{a}", "@{a}",
    "a\u202eb", "a\u200bb", "'onload='", "con", "a.b.c", "A", "facts", "*", "a\nb", "a\tb",
)  # fmt: skip
"""Names for files, which people and programs choose."""


def cases(count: int, seed: int = 7) -> Iterator[Case]:
    """So many of them, every kind in its share."""
    chance = random.Random(seed)
    kinds = [kind for kind, share in KINDS for _ in range(max(1, round(share * count / ALL)))]
    for place, kind in enumerate(kinds):
        page, example, refused, shown = kind(chance)
        yield Case(f"{kind.__name__}{place:03d}", kind.__name__, _bytes(page), _bytes(example), refused, shown)


def _bytes(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
