"""What can be read off a worked example's source: where its names are assigned, and its texts."""

from __future__ import annotations

import ast
from collections.abc import Iterator

_INNER = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_FORMULA_WORDS = ("by", "default")


class Assignments:
    """The module-level assignments of a source that compiles."""

    def __init__(self, source: str) -> None:
        self._tree = ast.parse(source)
        self._source = source.split("\n")
        self._lines: dict[str, list[int]] = {}
        self._repeated: set[str] = set()
        for node in self._tree.body:
            self._collect(node, repeated=False)

    def lines(self, name: str) -> list[int]:
        """The lines where a name is assigned, in order."""
        return self._lines.get(name, [])

    def line(self, name: str) -> int:
        """The first of these; 1 if it came about in another way."""
        return next(iter(self.lines(name)), 1)

    def repeats(self, name: str) -> bool:
        """Whether a loop assigns the name."""
        return name in self._repeated

    def texts(self) -> Iterator[tuple[int, int, str]]:
        """Line, column and text of each string that readers may see: no docstrings, no formulas."""
        unseen = {id(text) for text in self._formulas()}
        if docstring := self._tree.body and getattr(self._tree.body[0], "value", None):
            unseen.add(id(docstring))
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in unseen:
                text = node.value.encode("utf-8", "replace").decode("utf-8")
                before = self._source[node.lineno - 1].encode("utf-8")[: node.col_offset]
                yield node.lineno, len(before.decode("utf-8")) + 1, text

    def _formulas(self) -> Iterator[ast.expr]:
        for node in ast.walk(self._tree):
            if isinstance(node, ast.Call):
                yield from (word.value for word in node.keywords if word.arg in _FORMULA_WORDS)
                if isinstance(node.func, ast.Name) and node.func.id == "formulas":
                    yield from (part for part in ast.walk(node) if isinstance(part, ast.Constant))
                if isinstance(node.func, ast.Name) and node.func.id in ("constant", "arithmetic"):
                    yield from node.args

    def _collect(self, node: ast.AST, repeated: bool) -> None:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            self._lines.setdefault(node.id, []).append(node.lineno)
            if repeated:
                self._repeated.add(node.id)
        if isinstance(node, (*_INNER, *_COMPREHENSIONS)):
            return
        loops = isinstance(node, (ast.For, ast.While, ast.AsyncFor))
        for child in ast.iter_child_nodes(node):
            self._collect(child, repeated or loops)
