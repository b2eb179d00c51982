"""The parser of formulas: Python's own grammar, of which all but a small part is refused."""

import ast
import difflib
from functools import lru_cache

from figgen.language.operations import OPERATIONS
from figgen.language.tree import (
    Binary,
    Call,
    FormulaError,
    Index,
    Listed,
    Name,
    Negative,
    Node,
    Number,
    Transpose,
)

LONGEST, DEEPEST = 20_000, 60
SIGNS: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.MatMult: "@",
    ast.Pow: "**",
}


@lru_cache(maxsize=4096)
def parse(text: str) -> Node:
    """The formula as a tree; FormulaError if `text` is outside the language."""
    if len(text) > LONGEST:
        raise FormulaError(f"a formula of {len(text)} characters; the most is {LONGEST}")
    indent = len(text) - len(text.lstrip())
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        raise FormulaError(f"not a formula: {error.msg}", indent + max(error.offset or 1, 1)) from None
    except (ValueError, RecursionError, MemoryError):
        raise FormulaError("not a formula: nested too deep, or a character that no formula has") from None
    return _Reader(text.strip(), indent).node(tree.body, DEEPEST)


class _Reader:
    """Turns Python's syntax tree into ours, node by node, and refuses the rest of Python."""

    def __init__(self, text: str, indent: int) -> None:
        self.lines = [line.encode() for line in text.splitlines()]
        self.indent = indent

    def column(self, of: ast.expr) -> int:
        before = self.lines[: of.lineno - 1]
        here = self.lines[of.lineno - 1][: of.col_offset].decode()
        return self.indent + sum(len(line.decode()) + 1 for line in before) + len(here) + 1

    def node(self, of: ast.expr, depth: int) -> Node:
        at = self.column(of)
        if depth == 0:
            raise FormulaError(f"nested more than {DEEPEST} deep", at)
        if (name := self.name(of)) is not None:
            return Name(name, column=at)
        match of:
            case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
                return Number(self.number(value, at), column=at)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return Negative(self.node(operand, depth - 1), column=at)
            case ast.BinOp(left=left, op=op, right=right) if type(op) in SIGNS:
                sides = self.node(left, depth - 1), self.node(right, depth - 1)
                return Binary(SIGNS[type(op)], *sides, column=at)
            case ast.Attribute(value=operand, attr="mT"):
                return Transpose(self.node(operand, depth - 1), column=at)
            case ast.Attribute(attr=attribute):
                raise FormulaError(f"no .{attribute} here; only .mT, the transpose, may follow", at)
            case ast.Subscript(value=operand, slice=index):
                return Index(self.node(operand, depth - 1), self.indices(index), column=at)
            case ast.List(elts=items) if items:
                return Listed(tuple(self.node(item, depth - 1) for item in items), column=at)
            case ast.Call():
                return self.call(of, depth, at)
        raise FormulaError(f"{type(of).__name__} is not part of the language of formulas", at)

    def call(self, of: ast.Call, depth: int, at: int) -> Call:
        function = self.name(of.func)
        if function not in OPERATIONS:
            near = difflib.get_close_matches(function or "", OPERATIONS, 1, 0.5)
            hint = f"did you mean {near[0]!r}?" if near else "there are " + " ".join(sorted(OPERATIONS))
            raise FormulaError(f"no function {function or ast.unparse(of.func)[:40]!r}; {hint}", at)
        if of.keywords or any(isinstance(argument, ast.Starred) for argument in of.args):
            raise FormulaError(f"{function} takes plain arguments only", at)
        least, most, given = OPERATIONS[function].least, OPERATIONS[function].most, len(of.args)
        if not least <= given <= most:
            wanted = str(least) if least == most else f"{least} or more"
            raise FormulaError(f"{function} takes {wanted} argument(s), not {given}", at)
        return Call(function, tuple(self.node(argument, depth - 1) for argument in of.args), column=at)

    def name(self, of: ast.expr) -> str | None:
        """The dotted name that `of` spells, or None; `.mT` ends a name, an index may stand within one."""
        match of:
            case ast.Name(id=name):
                return None if name.startswith("_") else name
            case ast.Attribute(value=ast.Subscript(value=inner, slice=ast.Constant(value=place)), attr=attr):
                before = self.name(inner)
                before = f"{before}[{place}]" if before and type(place) is int and place > 0 else None
            case ast.Attribute(value=inner, attr=attr):
                before = self.name(inner)
            case _:
                return None
        return None if before is None or attr == "mT" or attr.startswith("_") else f"{before}.{attr}"

    def indices(self, of: ast.expr) -> tuple[int, ...]:
        indices = []
        for part in of.elts if isinstance(of, ast.Tuple) else [of]:
            if not (isinstance(part, ast.Constant) and type(part.value) is int and part.value >= 1):
                raise FormulaError("indices are whole numbers that count from 1", self.column(part))
            indices.append(part.value)
        return tuple(indices)

    def number(self, value: float, at: int) -> float:
        try:
            number = float(value)
        except OverflowError:
            number = float("inf")
        if number == float("inf"):
            raise FormulaError("a number beyond float64", at)
        return number
