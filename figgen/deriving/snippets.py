"""A chapter's numbers as a program of its own, in NumPy or PyTorch, without engine and figgen.

The inputs stand there as they are declared, and every array after those that its formula needs.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from figgen.deriving.entry import Entry
from figgen.language.formula import evaluate
from figgen.language.text import Dialect, write
from figgen.language.tree import Binary, Node, children

HELPERS = {
    "shift": "def _shift(x, m):\n    return x - {np}.where(m == -{inf}, {inf}, m)",
    "divide": "def _divide(a, b):\n    return a / {np}.where(b == 0, {one}, b)",
    "columns": "def _columns(x, first, last, step=1):\n"
               "    return x[..., int(first) - 1 : int(last) : int(step)]",
    "join": "def _join(*parts):\n    return {np}.{concatenate}(parts, -1)",
    "append_rows": "def _append_rows(*parts):\n    return {np}.{concatenate}(parts, -2)",
    "interleave": "def _interleave(a, b):\n"
                  "    return {np}.stack((a, b), -1).reshape(*a.shape[:-1], 2 * a.shape[-1])",
    "split_heads": "def _split_heads(x, n):\n"
                   "    return x.reshape(*x.shape[:-1], int(n), -1).swapaxes(-2, -3)",
    "merge_heads": "def _merge_heads(x):\n"
                   "    return x.swapaxes(-2, -3).reshape(*x.shape[:-3], x.shape[-2], -1)",
    "repeat_kv": "def _repeat_kv(x, n):\n    return {repeat}",
    "integers": "def _integers(first, last):\n    return {np}.arange(int(first), int(last) + 1)",
    "rows": "def _rows(table, ids):\n    return table[{whole}]",
    "pick": "def _pick(x, ids):\n    return {take}(x, {whole}[..., None], -1)[..., 0]",
    "where": "def _where(mask, a, b):\n    return {np}.where({tensor}(mask) != 0, {tensor}(a), {tensor}(b))",
    "maximum": "def _maximum(a, b):\n    return {np}.maximum({tensor}(a), {tensor}(b))",
    "erf": "def _erf(x):\n    return np.vectorize(math.erf, otypes=[float])(x)",
    "stack": "def _stack(*parts):\n    return torch.stack([_tensor(part) for part in parts])",
}  # fmt: skip
SIGNS = {"+": "{0} + {1}", "-": "{0} - {1}", "*": "{0} * {1}", "@": "{0} @ {1}", "/": "{0} / {1}",
         "**": "{0} ** {1}"}  # fmt: skip
MOVES = ("shift", "columns", "join", "append_rows", "interleave", "split_heads", "merge_heads", "repeat_kv",
         "integers", "rows", "pick")  # fmt: skip


@dataclass(frozen=True)
class Library:
    """How one library is spelled: its dialect, its first lines, and the words that fill in the helpers."""

    name: str
    head: str
    dialect: Dialect
    words: dict[str, str]
    array: str


def _dialect(library: str, kept: str, calls: dict[str, str], listed: str) -> Dialect:
    each = {name: name for name in ("exp", "sqrt", "tanh", "sin", "cos", "abs")} | {"ln": "log", "log": "log"}
    told = {function: f"{library}.{name}({{0}})" for function, name in each.items()}
    reduced = {name: f"{library}.{name}({{0}}, -1, {kept}=True)" for name in ("sum", "mean", "argmax")}
    moved = {name: f"_{name}({{all}})" for name in MOVES}
    constants = {"inf": f"{library}.inf", "pi": "math.pi"}
    return Dialect(
        SIGNS, constants, "{0}.mT", "{0}[{1}]", listed, told | reduced | moved | calls, first_index=0
    )


NUMPY = Library(
    "numpy",
    "import math\n\nimport numpy as np",
    _dialect(
        "np",
        "keepdims",
        {
            "max": "np.max({0}, -1, keepdims=True)",
            "average": "np.mean({0})",
            "erf": "_erf({0})",
            "where": "np.where({all})",
            "maximum": "np.maximum({all})",
        },
        "np.array([{0}])",
    ),
    {
        "np": "np",
        "inf": "np.inf",
        "one": "1.0",
        "concatenate": "concatenate",
        "repeat": "np.repeat(x, int(n), axis=-3)",
        "whole": "np.asarray(ids).astype(int)",
        "take": "np.take_along_axis",
    },
    "np.array({0})",
)
TORCH = Library(
    "torch",
    "import math\n\nimport torch\n\n\ndef _tensor(x):\n    return torch.as_tensor(x, dtype=torch.float64)",
    _dialect(
        "torch",
        "keepdim",
        {
            "max": "torch.amax({0}, -1, keepdim=True)",
            "average": "torch.mean({0})",
            "erf": "torch.erf({0})",
            "where": "_where({all})",
            "maximum": "_maximum({all})",
        },
        "_stack({0})",
    ),
    {
        "np": "torch",
        "inf": "torch.inf",
        "one": "1.0",
        "concatenate": "cat",
        "repeat": "x.repeat_interleave(int(n), dim=-3)",
        "whole": "ids.long()",
        "take": "torch.take_along_dim",
        "tensor": "_tensor",
    },
    "_tensor({0})",
)
SHOWING = """if __name__ == "__main__":
    for name, array in results.items():
        print(name, array, sep="\\n")
"""
LIBRARIES = {"numpy": NUMPY, "torch": TORCH}


def identifier(name: str) -> str:
    """A dotted path as a Python name."""
    return re.sub(r"\W+", "_", name).strip("_")


def snippet(
    entries: Iterable[Entry], of: Callable[[Entry], Iterable[tuple[str, Entry]]], library: Library, title: str
) -> str:
    """The program: `entries` are the published arrays, `of` tells the arrays that a formula names."""
    lines: list[str] = []
    results: list[str] = []
    done: dict[int, bool] = {}
    left_out: list[str] = []
    for entry in entries:
        if _write(entry, of, library, lines, done):
            results.append(identifier(entry.name))
        else:
            left_out.append(entry.name)
    body = "\n".join(lines)
    helpers = [text.format(**library.words) for name, text in HELPERS.items() if f"_{name}(" in body]
    if library is TORCH:
        body = re.sub(r"torch\.(sqrt|exp|log)\(((?:[\d\s./*+()-]|math\.pi)+?)\)", r"math.\1(\2)", body)
    told = "".join(f"# {name}: of a random sample, see the worked example\n" for name in left_out)
    shown = ", ".join(f'"{name}": {name}' for name in results)
    tail = f"results = {{{shown}}}\n\n{SHOWING}"
    head = f'"""{title}"""\n\n{library.head}\n'
    return "\n\n".join([head, *(f"{helper}\n" for helper in helpers), body + "\n\n" + told + tail])


def _write(
    entry: Entry, of: Callable[[Entry], Iterable[tuple[str, Entry]]], library: Library, lines: list[str],
    done: dict[int, bool],
) -> bool:  # fmt: skip
    """Write an array after those that it needs; whether it can be written without a random sample."""
    if id(entry) in done:
        return done[id(entry)]
    done[id(entry)] = False
    if entry.kind == "simulated":
        return False
    if entry.formula is None:
        lines.append(f"{identifier(entry.name)} = {library.array.format(_literal(entry, library))}")
    else:
        needed = dict(of(entry))
        written = [_write(other, of, library, lines, done) for other in needed.values()]
        if not all(written):
            return False
        text = code(entry, needed, library, lambda name: identifier(needed[name].name))
        if not needed:
            text = library.array.format(text)
        lines.append(f"{identifier(entry.name)} = {text}")
    done[id(entry)] = True
    return True


def code(entry: Entry, needed: dict[str, Entry], library: Library, name: Callable[[str], str]) -> str:
    """The formula of an array in a library's spelling; a quotient that meets 0 / 0 is written to give 0."""
    assert entry.formula is not None
    dialect = library.dialect
    if any(not evaluate(below, lambda name: needed[name].array).all() for below in _divisors(entry.formula)):
        dialect = replace(dialect, signs=dialect.signs | {"/": "_divide({0}, {1})"}, fraction=True)
    return write(entry.formula, dialect, name)


def _divisors(node: Node) -> Iterator[Node]:
    if isinstance(node, Binary) and node.operator == "/":
        yield node.right
    for part in children(node):
        yield from _divisors(part)


def _literal(entry: Entry, library: Library) -> str:
    def show(part: object) -> str:
        if isinstance(part, list):
            return "[" + ", ".join(show(one) for one in part) + "]"
        if isinstance(part, float) and math.isinf(part):
            return ("-" if part < 0 else "") + library.words["inf"]
        return repr(part)

    return show(entry.array.tolist())
