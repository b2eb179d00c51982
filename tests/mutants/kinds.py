"""The eight kinds of fault that readers of other books reported, each planted in a copy of this one."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.tally import Tally

EXAMPLE = '''"""一个小例子，用来埋下毛病。"""

from engine import attention
from figgen import arithmetic, given, heatmap, labels, value

rows = labels("位置", 2)
q = given([[1, 0], [0, 1]])
run = attention(q, q, q)
weights = value(run.weights, rows=rows, columns=rows, default="d4", rows_sum_to=1, within=(0, 1))
output = value(run.output, default="d4")
size = given(4096, unit="B")
weights_map = heatmap(weights, title="权重")
step = arithmetic("o_1", "weights[1,1]*q[1] + weights[1,2]*q[2]", output.at(1))
'''
PAGE = """# 埋

@{weights_map} 行是查询。

@{step}

大小是@{size:KiB}，权重约为@{weights[1,1]}，见@{fig:weights_map}。
"""


@dataclass(frozen=True)
class Kind:
    """A kind of fault: its name, the command that has to notice it, what that says, and how it is planted."""

    name: str
    command: tuple[str, ...]
    says: str
    plant: Callable[[Path], None]


def _page(old: str, new: str) -> Callable[[Path], None]:
    return lambda root: _replace(root / "docs/planted.md", old, new)


def _example(old: str, new: str) -> Callable[[Path], None]:
    return lambda root: _replace(root / "docs/planted.py", old, new)


def _replace(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def _swap_cells(root: Path) -> None:
    """Two cells of a built table change places, as where a buffer is read the wrong way round."""
    path = root / "site/attention/index.html"
    html = path.read_text(encoding="utf-8")
    cells = list(re.finditer(r"(<td><data [^>]*>)([^<]+)(</data></td>)", html))
    first = next(i for i, cell in enumerate(cells[:-1]) if cell[2] != cells[i + 1][2])
    a, b = cells[first], cells[first + 1]
    swapped = f"{html[: a.start(2)]}{b[2]}{html[a.end(2) : b.start(2)]}{a[2]}{html[b.end(2) :]}"
    path.write_text(swapped, encoding="utf-8")


def _old_copy(root: Path) -> None:
    """A translation that was right before an input changed."""
    text = "# Attention\n\nThe weights of the first row are 0.6698 and 0.3302; once they were 0.6699.\n"
    (root / "old.en.md").write_text(text, encoding="utf-8")


CHECK, BUILD = ("check",), ("build",)
KINDS = (
    Kind("a typed tick, legend or caption", CHECK, "“1” is typed", _page("行是查询。", "颜色从 −1 到 1。")),
    Kind("a typed title", CHECK, "“0.7” is typed", _example('title="权重"', 'title="到 0.7 为止的权重"')),
    Kind("the right model, the wrong display path", ("verify", "site"), "stands for attention.", _swap_cells),
    Kind(
        "a tensor of the wrong mode shown (a weight of 1.1)",
        BUILD,
        "docs/planted.py:",
        _example("value(run.weights,", 'value(run.weights * [[1.5], [1]], by="run.weights*[[1.5],[1]]",'),
    ),
    Kind(
        "the softmax over the wrong axis",
        BUILD,
        "weights",
        _example("value(run.weights,", 'value(run.weights * [[1], [2]], by="run.weights*[[1],[2]]",'),
    ),
    Kind(
        "a number in prose that no code says",
        CHECK,
        "“0.6699” is typed and probably stale: @{weights[1,1]} is 0.6698 now; cite that",
        _page("权重约为@{weights[1,1]}", "权重约为 0.6699"),
    ),
    Kind("a formula never evaluated", BUILD, " gives [", _example("weights[1,2]*q[2]", "weights[2,2]*q[2]")),
    Kind(
        "a typed figure number",
        CHECK,
        "“图 1” is typed and goes stale when something is inserted before it; write @{fig:weights_map}",
        _page("见@{fig:weights_map}", "见图 1"),
    ),
    Kind(
        "a copy that drifts",
        ("audit", "--chapter", "planted", "old.en.md"),
        "“0.6699” contradicts @{weights[1,1]}, which is 0.6698",
        _old_copy,
    ),
    Kind(
        "a wrong unit", CHECK, 'needs a value with unit="B"', _page("@{weights[1,1]}", "@{weights[1,1]:GiB}")
    ),
    Kind("a wrong factor", CHECK, "“0.004” is typed", _page("大小是@{size:KiB}", "大小是 0.004 MB")),
)


def kinds(root: Path) -> Tally:
    """Plant each kind in the copy, run its command, show what it says, and take the fault out again."""
    tally = Tally("kinds of fault")
    page, example = root / "docs/planted.md", root / "docs/planted.py"
    for kind in KINDS:
        if kind.command[0] != "verify":
            page.write_text(PAGE, encoding="utf-8")
            example.write_text(EXAMPLE, encoding="utf-8")
            assert _run(root, CHECK).returncode == 0, _run(root, CHECK).stdout
        kept = {path: path.read_bytes() for path in root.glob("site/attention/*.html")}
        kind.plant(root)
        done = _run(root, kind.command)
        said = [line for line in (done.stdout + done.stderr).splitlines() if kind.says in line]
        shown = f"figgen {' '.join(kind.command)}"
        first = said[0] if said else done.stdout[:300] + done.stderr[:300]
        print(f"- {kind.name}: `{shown}` says", f"    {first}", sep="\n", flush=True)
        caught = done.returncode == 1 and bool(said) and "Traceback" not in done.stderr
        tally.note(kind.command[0] if caught else None, kind.name)
        for path, data in kept.items():
            path.write_bytes(data)
        for path in (page, example):
            path.unlink(missing_ok=True)
    return tally


def _run(root: Path, command: tuple[str, ...]) -> subprocess.CompletedProcess[str]:
    whole = [sys.executable, "-m", "figgen", *command]
    return subprocess.run(whole, cwd=root, capture_output=True, text=True, stdin=subprocess.DEVNULL)
