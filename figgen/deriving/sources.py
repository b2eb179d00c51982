"""What an example's own source says of an array that it handed to an engine without declaring it.

`attention(x @ w_q, k[order])` holds expressions that formulas can say too. Each is read as a formula, and
taken only if it gives the very numbers: reading can fail, it cannot mislead.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from figgen.errors import AuthorError
from figgen.language.formula import FormulaError, evaluate, names

JOINED = {"hstack": "join", "vstack": "append_rows"}
SIGNS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.MatMult: "@"}
LARGEST_IDENTITY = 16


class Sources:
    """The statements of an example, and the formulas that their parts can be read as."""

    def __init__(self, source: str, array_of: Callable[[str], NDArray[Any]]) -> None:
        self._array_of = array_of
        self._statements: list[tuple[set[str], ast.expr]] = []
        for statement in ast.parse(source).body:
            if isinstance(statement, ast.Assign):
                made = {part.id for target in statement.targets for part in ast.walk(target)
                        if isinstance(part, ast.Name)}  # fmt: skip
                self._statements.append((made, statement.value))
        self._said: dict[tuple[int, bool], list[str]] = {}
        self._known: dict[str, NDArray[Any] | None] = {}
        self._needed: dict[str, tuple[str, ...]] = {}

    def formula(self, root: str, array: NDArray[Any]) -> str | None:
        """A formula for an array that the statement assigning `root` made or used, or else any statement."""
        own = [value for made, value in self._statements if root in made]
        others = [value for made, value in self._statements if root not in made]
        for statements in (own, others if array.ndim and np.unique(array).size > 1 else []):
            for statement in statements:
                for text in self._texts(statement, whole=statements is own):
                    if root not in (needed := self._names(text)) and needed and self._gives(text, array):
                        return text
        return None

    def _texts(self, statement: ast.expr, whole: bool) -> list[str]:
        """What the parts of a statement say, in order."""
        key = id(statement), whole
        if key not in self._said:
            told = (self._text(part) for part in _arguments(statement, whole))
            self._said[key] = [text for text in told if text]
        return self._said[key]

    def _names(self, text: str) -> tuple[str, ...]:
        if text not in self._needed:
            self._needed[text] = names(text)
        return self._needed[text]

    def _gives(self, text: str, array: NDArray[Any]) -> bool:
        if text not in self._known:
            try:
                self._known[text] = evaluate(text, self._array_of)
            except (FormulaError, AuthorError):
                self._known[text] = None
        found = self._known[text]
        if found is None or found is array:
            return False
        return found.shape == array.shape and bool(np.array_equal(found, array))

    def _text(self, node: ast.expr) -> str | None:
        """The formula that says what a Python expression says, or None."""
        match node:
            case ast.Name(id=name):
                return None if name.startswith("_") else name
            case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
                return repr(value)
            case ast.Attribute(value=inner, attr="array"):
                return self._text(inner)
            case ast.Attribute(value=ast.Name() | ast.Attribute() as inner, attr=attr):
                before = self._text(inner)
                return before and f"{before}.{attr}"
            case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS:
                sides = self._text(left), self._text(right)
                return f"({sides[0]} {SIGNS[type(op)]} {sides[1]})" if all(sides) else None
            case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr=attr), args=[argument]):
                return self._made(attr, argument)
            case ast.Call(func=ast.Attribute(value=ast.Name(id="np"), attr="tile"), args=[inner, times]):
                return self._tiled(inner, times)
            case ast.Subscript(value=inner, slice=ast.Name(id=ids)):
                before = self._text(inner)
                return before and f"rows({before}, {ids})"
            case ast.Subscript(value=inner, slice=ast.Slice(lower=ast.Constant(value=int() as first))):
                return self._tail(inner, first)
        return None

    def _made(self, function: str, argument: ast.expr) -> str | None:
        """What np.eye(n), np.hstack([...]) and np.vstack([...]) say."""
        match function, argument:
            case "eye", ast.Constant(value=int() as n) if n <= LARGEST_IDENTITY:
                return _identity(n)
            case "hstack" | "vstack", ast.List(elts=items):
                texts = [self._text(item) or "" for item in items]
                return f"{JOINED[function]}({', '.join(texts)})" if all(texts) else None
        return None

    def _tiled(self, inner: ast.expr, times: ast.expr) -> str | None:
        """What np.tile(row, (n, 1)) says: the row n times."""
        row = self._text(inner)
        match times:
            case ast.Tuple(elts=[ast.Constant(value=int() as n), ast.Constant(value=1)]) if row:
                return f"[{', '.join([row] * min(n, LARGEST_IDENTITY))}]"
        return None

    def _tail(self, inner: ast.expr, first: int) -> str | None:
        before = self._text(inner)
        if before is None:
            return None
        try:
            last = len(self._array_of(before)) - 1
        except (AuthorError, KeyError, TypeError):
            return None
        return f"rows({before}, integers({first}, {last}))"


def _arguments(statement: ast.expr, whole: bool) -> Iterator[ast.expr]:
    """The arguments of every call in an expression, in order; the expression itself first if `whole`."""
    if whole:
        yield from statement.elts if isinstance(statement, ast.Tuple) else [statement]
    for node in ast.walk(statement):
        if isinstance(node, ast.Call):
            yield from (arg for arg in (*node.args, *(k.value for k in node.keywords)))


def _identity(n: int) -> str:
    rows = ", ".join("[" + ", ".join("1" if i == j else "0" for j in range(n)) + "]" for i in range(n))
    return f"[{rows}]"
