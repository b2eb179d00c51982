"""Every malformed example ends in a clear error at its line; hostile texts are refused or shown escaped."""

# ruff: noqa: E501 - messages are written out, word for word

from __future__ import annotations

from pathlib import Path

import pytest

from figgen.project import Project
from tests.figgen import books

HEAD = '"""例。"""\nimport numpy as np\n\nfrom figgen import constant, given, heatmap, labels, printed, records, table, value\n\n'
WANTS_FORM = "0.25 is no whole number; say how to print it: default='d4' (decimals), 'dec' (exact), 'frac', 'pct1', …"
NOT_A_FIELD = (
    "this array is no field of a trace that a module-level name holds; say how it comes about with by='…', or declare "
    "it with given(…) if it is an input"
)

# name of the chapter: (source after HEAD, or all of it as bytes; what is reported after docs/<name>.py)
MALFORMED: dict[str, tuple[str | bytes, list[str]]] = {
    "syntax": ("x = given([1, 2\n", [":6:11: not valid Python: '[' was never closed"]),
    "nul": (b"x = 1\x00\n", [": not valid Python: source code string cannot contain null bytes"]),
    "latin1": ("x = 1\ny = '\xe9'\n".encode("latin-1"), [":2: this line is not UTF-8; save the file as UTF-8"]),
    "raises": ("def f():\n    return 1 / 0\n\nx = f()\n", [":7: ZeroDivisionError: division by zero"]),
    "library": ("torch = given(1)\n",
                [":6: the name 'torch' is a library's in the program that a chapter offers; take another"]),
    "silent": ("raise KeyError\n", [":6: KeyError"]),
    "long": ("raise ValueError('长' * 10000)\n", [":6: ValueError: " + "长" * 500]),
    "lines": ("raise ValueError('一\\n二\\x1b[31m')\n", [":6: ValueError: 一 二\x1b[31m"]),
    "exits": ("import sys\nsys.exit(0)\n", [":7: stops by itself (sys.exit); an example runs to its end"]),
    "leaves": ("import os\nos._exit(0)\n", [": its process ended with code 0"]),
    "dies": ("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)\n", [": its process ended with code -11"]),
    "floods": ("import os\nwhile True:\n    os.write(2, b'x' * 2**20)\n", [":8: OSError: [Errno 27] File too large"]),
    "missing": ("import nosuchmodule\n", [":6: ModuleNotFoundError: No module named 'nosuchmodule'"]),
    "chance": ("x = np.random.default_rng().normal()\n",
               [":6: np.random.default_rng() without a seed gives other numbers each time; give it one"]),
    "old_chance": ("np.random.seed(1)\nx = np.random.rand(3)\n",
                   [":7: np.random.rand gives other numbers each time; use a generator with a seed, "
                    "np.random.default_rng(1)"]),
    "python_chance": ("import random\nx = random.random()\n",
                      [":7: random.random gives other numbers each time; use a generator with a seed, random.Random(1)"]),
    "network": ("import socket\nsocket.create_connection(('127.0.0.1', 9))\n",
                [":7: an example does not use the network; put its data into a file of the book"]),
    "deep": ("def f(n):\n    return f(n + 1)\n\nf(0)\n", [":7: RecursionError: maximum recursion depth exceeded"]),
    "wide": ("given(np.zeros((2, 2, 2)))\n",
             [":6: has 3 axes, shape (2, 2, 2); a page shows at most 2: take a part of it"]),
    "ragged": ("x = given([[1, 2], [3]])\n",
               [":6: not a rectangular array of numbers: setting an array element with a sequence. The requested array "
                "has an inhomogeneous shape after 1 dimensions. The detected shape was (2,) + inhomogeneous part."]),
    "words": ("x = given('abc')\n", [":6: wants numbers or truth values, got an array of <U3"]),
    "complex": ("x = given(1j)\n", [":6: wants numbers or truth values, got an array of complex128"]),
    "huge": ("x = given(np.zeros(65537))\n",
             [":6: has 65537 elements, shape (65537,); a page shows at most 65536"]),
    "empty": ("x = given([])\n", [":6: is empty, shape (0,)"]),
    "nan": ("x = given([1, np.nan])\n", [":6: nan at [2]: a number that is no number cannot be published"]),
    "long_int": ("x = given(2**53 + 1)\n",
                 [":6: an integer of 2**53 or more: float64 cannot hold every one of these"]),
    "no_form": ("x = given(0.25)\n", [f":6: {WANTS_FORM}"]),
    "computes": ("x = given([1, 2])\ny = value(x * 2, by='x * 2')\nz = y.sum()\n",
                 [":8: no .sum: a value is cited and shown; to compute with its numbers, write name.array (a row: name.array[0])"]),
    "bad_form": ("x = given(0.25, default='d44')\n",
                 [":6: default: no form 'd44'; the forms are d0…d9, dec, frac, int, pct0…pct6, sci1…sci9, hanzi, liang, "
                  "KiB, MiB, GiB, kB, MB, GB; did you mean 'd4'?"]),
    "near_tie": ("x = given([1, 2.675], default='d2')\n",
                 [":6: default='d2' at [2]: 2.675 is too near to a tie to be rounded as d2: another processor may print "
                  "another last digit; write more or fewer digits, or an exact form (dec, frac)"]),
    "constant_name": ("c = constant('sqrt(x)')\n",
                      [":6: constant('sqrt(x)'): a constant is made of numbers only, got the name 'x'"]),
    "label_count": ("x = given([1, 2], columns=('甲',))\n",
                    [":6: columns: wants 2 labels for shape (2,), got 1"]),
    "label_twice": ("x = given([1, 2], columns=('甲', '甲'))\n", [":6: columns: labels must differ, got 甲, 甲"]),
    "label_text": ("x = given([1, 2], columns='甲乙')\n",
                   [":6: columns: wants a list of labels, got the text '甲乙'"]),
    "label_blank": ("x = given([1, 2], columns=('甲', ' '))\n",
                    [":6: columns: wants a text that readers can see, got ' '"]),
    "label_number": ("x = given(1, rows=('甲',))\n", [":6: rows: a single number has no rows"]),
    "zero_width": ("x = given([1, 2], columns=('甲', '甲\\u200b'))\n",
                   [":6: columns: U+200B in '甲\\u200b' cannot be seen; remove it"]),
    "right_to_left": ("x = given(1, note='甲\\u202e')\n",
                      [":6: note: U+202E in '甲\\u202e' cannot be seen; remove it"]),
    "surrogate": ("x = given(1, note='\\ud800')\n", [":6: note: U+D800 in '\\ud800' cannot be seen; remove it"]),
    "stand_in": ("x = given([1], columns=('\\ue000\\ue010\\ue002',))\n",
                 [":6: columns: U+E000 in '\\ue000\\ue010\\ue002' cannot be seen; remove it"]),
    "citing": ("x = given([1], columns=('@{y}',))\n", [":6: columns: '@{y}' cannot cite; only pages can"]),
    "axes": ("x = given([[1]], axes='查询')\n", [":6: axes: wants the names of two axes, got '查询'"]),
    "within": ("x = value(1, by='1', within=1)\n", [":6: within: wants the least and the largest number, got 1"]),
    "copied": ("x = given([1, 2])\ny = value(x.copy())\n", [f":7: y: {NOT_A_FIELD}"]),
    "wrong_by": ("x = given([1, 2])\ny = value(x + 1, by='2*x')\n",
                 [":7: y: by='2*x' gives 4.0 at [2], the value has 3.0"]),
    "wrong_shape": ("x = given([1, 2])\ny = value(x.sum(), by='x')\n",
                    [":7: y: by='x' gives shape (2,), the value has shape ()"]),
    "unknown_by": ("eggs = given([1, 2])\ny = value(eggs, by='egs')\n",
                   [":7: y: by='egs': no name 'egs' in this worked example and no field of a trace; did you mean "
                    "'eggs'?"]),
    "two_errors": ("x = given([1, 2])\ny = value(x + 1, by='x')\nz = value(x + 2, by='x')\n",
                   [":7: y: by='x' gives 1.0 at [1], the value has 2.0",
                    ":8: z: by='x' gives 1.0 at [1], the value has 3.0"]),
    "row_sum": ("x = given([[1, 2], [3, 4]])\ny = value(x, by='x', rows_sum_to=3)\n",
                [":7: y: rows_sum_to=3: row 2 sums to 7.0"]),
    "printed_sum": ("x = given([1, 1, 1])\ny = value(x / 3, by='x/3', default='d2', rows_sum_to=1)\n",
                    [":7: y: rows_sum_to=1: the printed digits of row 1 (0.33, 0.33, 0.33) add to 0.99; choose another "
                     "form, or give readers the reason in sum_note=…"]),
    "outside": ("x = given([[1, 2], [3, 4]])\ny = value(x, by='x', within=(0, 3))\n",
                [":7: y: within=(0, 3): 4.0 at [2, 2] is outside"]),
    "not_zero": ("x = given([1, 0])\ny = value(x, by='x', zero_where=[True, True])\n",
                 [":7: y: zero_where: must be exactly 0 at [1]"]),
    "not_symmetric": ("x = given([[1, 2], [3, 4]])\ny = value(x, by='x', symmetric=True)\n",
                      [":7: y: symmetric=True: the value is not symmetric"]),
    "other_shape": ("x = given([1, 2])\ny = value(x, by='x', shape=[3])\n",
                    [":7: y: shape=(3,): the value has shape (2,)"]),
    "again": ("x = given([1, 2])\nx = given([3, 4])\n",
              [":7: 'x' already stands for something (line 6); take a new name"]),
    "around": ("for i in (1, 2):\n    x = given([i])\n",
               [":7: 'x' gets another meaning each time around; only the last could be cited"]),
    "reserved": ("facts = given(1)\n", [":6: the name 'facts' cannot be cited; use Latin letters, digits and _"]),
    "chinese_name": ("数 = given(1)\n", [":6: the name '数' cannot be cited; use Latin letters, digits and _"]),
    "nameless": ("t = table(given([1, 2]), title='表')\n",
                 [":6: t: shows a value that has no name; assign it to a name of the example first"]),
    "block_control": ("x = given([1, 2])\nt = table(x, title='表\\x07')\n", [":7: t: title: U+0007 in '表\\x07' cannot be seen; remove it"]),
    "block_citing": ("x = given([1, 2])\nt = records(title='表', columns=('甲', '乙'), rows=[('@{x}', x)])\n",
                     [":7: t: records: '@{' in a text of the example; only pages can cite"]),
    "block_stand_in": ("x = given([1, 2])\nt = records(title='表', columns=('甲', '乙'), rows=[('\\ue000', x)])\n",
                       [":7: t: records: private-use character U+E000: remove it"]),
    "sleeping": ("import subprocess, sys\nsubprocess.Popen([sys.executable, '-c', 'import time; time.sleep(9)'])\n"
                 "raise ValueError('甲')\n", [":8: ValueError: 甲"]),
}  # fmt: skip

ENDLESS = {
    "shouting": "import sys\nwhile True:\n    print('啊' * 10000, file=sys.stderr)\n    print('啊' * 10000)\n",
    "endless": "while True:\n    pass\n",
}


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What one build of one book reports of each malformed chapter."""
    documents: dict[str, str | bytes] = {"good.md": "数@{x}\n", "good.py": HEAD + "x = given(1)\n"}
    for name, (source, _) in MALFORMED.items():
        documents |= {
            f"{name}.md": "# 题\n",
            f"{name}.py": source if isinstance(source, bytes) else HEAD + source,
        }
    project = books.make_book(tmp_path_factory.mktemp("malformed"), documents)
    found: dict[str, list[str]] = {}
    lines = books.build_mistakes(project)
    assert lines == sorted(lines, key=lambda line: line.split(":")[0])
    for line in lines:
        name, _, rest = line.removeprefix("docs/").partition(".py")
        found.setdefault(name, []).append(rest)
    assert (project.build / "values/good.json").is_file(), "one bad chapter stops no other one"
    return found


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_example_ends_in_a_clear_error(reported: dict[str, list[str]], name: str) -> None:
    assert reported[name] == MALFORMED[name][1]


def test_nothing_but_malformed_examples_is_reported(reported: dict[str, list[str]]) -> None:
    assert set(reported) == set(MALFORMED)


@pytest.mark.parametrize("name", ENDLESS)
def test_an_endless_example_is_stopped(tmp_path: Path, name: str) -> None:
    project = books.make_book(tmp_path, {"page.md": "# 题\n", "page.py": HEAD + ENDLESS[name]})
    message = "docs/page.py: stopped after 2 s; an example should take a second or two"
    assert books.build_mistakes(project, limit=2.0) == [message]
    assert not list(project.build.glob("work/*"))


HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "'; --",
    "a|b",
    "`code`",
    "**粗** _斜_",
    "](javascript:alert(1))",
    "&lt;b&gt;",
    "$x$ \\(y\\)",
    "../../etc/passwd",
    "{{ x }} {% y %}",
    "--8<-- \"page.py\"",
    "</svg></table></figure>",
    "{: onclick=alert }",
]  # fmt: skip


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> tuple[Project, str]:
    source = HEAD + (
        f"names = {HOSTILE!r}\n"
        "x = given(np.eye(len(names)), rows=names, columns=names, axes=('<b>行', '列\"'))\n"
        "one = given(1)\n"
        "x_table = table(x, title='表' + names[0])\n"
        "x_map = heatmap(x, title='图' + names[1])\n"
        "cases = records(title='例' + names[2], columns=('甲' + names[4], '数'), rows=[(n, one) for n in names])\n"
    )
    page = "@{x_table} 一\n\n- @{x_map} 二\n\n> @{cases} 三\n"
    project = books.chapter(tmp_path_factory.mktemp("hostile"), page, source)
    return project, books.convert(project)


@pytest.mark.parametrize("label", HOSTILE)
def test_a_hostile_label_is_shown_as_it_is_written(hostile: tuple[Project, str], label: str) -> None:
    escaped = label.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    page = hostile[1]
    assert page.count(f">{escaped}</th>") >= 3
    assert f">{escaped}</text>" in page or f">{escaped}</tspan>" in page


def test_no_hostile_text_becomes_markup(hostile: tuple[Project, str]) -> None:
    page = hostile[1]
    for markup in (
        "<script",
        "<img",
        "<b>",
        "onerror=alert(1)>",
        "<strong>粗",
        "<code>code",
        'javascript:alert(1)"',
    ):
        assert markup not in page


def test_nothing_is_written_outside_of_build(tmp_path: Path) -> None:
    project = books.make_book(tmp_path / "book", {"page.md": "# 题\n", "page.py": HEAD + "x = given(1)\n"})
    before = books.contents(tmp_path)
    assert books.build_mistakes(project) == []
    after = books.contents(tmp_path)
    assert all(name.startswith("book/build/") for name in after.keys() - before.keys())
    assert {name: after[name] for name in before} == before
