"""From an example that ran to what pages read: its values as JSON and its blocks as Markdown includes."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from figgen.blocks.context import Context
from figgen.errors import AuthorError, AuthorErrors
from figgen.invariants import broken, check_formula
from figgen.trace import Lookup, fields
from figgen.values import Value, declared

RESERVED = ("facts", "fig", "sec", "source")


@dataclass(frozen=True)
class Published:
    """The files of one chapter: name of each include and its HTML, and the values as JSON text."""

    includes: dict[str, str]
    values: str


def publish(chapter: str, path: str, source: str, names: Mapping[str, Any]) -> Published:
    """Check and render what the module-level names of an example hold; AuthorErrors holds all that is wrong."""
    errors = list(_reassigned(path, source, names))
    values: dict[str, Value] = {}
    blocks: dict[str, Any] = {}
    for name, thing in names.items():
        held = declared(thing)
        if name.startswith("_") or (held is None and not _is_block(thing)):
            continue
        if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) or name in RESERVED:
            line = held.line if held else _line(source, name)
            errors.append(AuthorError(f"the name {name!r} cannot be cited; use Latin letters, digits and _", path, line))
        elif held is not None:
            values[name] = held
        else:
            blocks[name] = thing
    citable = {id(held): f"{chapter}.{name}" for name, held in reversed(values.items())}
    formulas, lookup = fields(names), Lookup(names)
    described = {}
    for name, held in values.items():
        try:
            described[name] = _describe(held, formulas, lookup)
        except AuthorError as error:
            errors.append(AuthorError(f"{name}: {error.message}", path, held.line))
        errors.extend(AuthorError(f"{name}: {sentence}", path, held.line) for sentence in broken(held))
    includes, shown = {}, {}
    for name, block in blocks.items():
        try:
            includes[name] = block.render(Context(chapter, name, citable))
            shown[name] = _describe_block(name, block, citable, _line(source, name))
        except AuthorError as error:
            errors.append(AuthorError(f"{name}: {error.message}", path, _line(source, name)))
    if errors:
        raise AuthorErrors(errors)
    document = {
        "chapter": chapter, "example": path, "values": described, "blocks": shown, "texts": list(_texts(source)),
    }  # fmt: skip
    return Published(includes, json.dumps(document, ensure_ascii=False, indent=1) + "\n")


def _is_block(thing: object) -> bool:
    return not isinstance(thing, type) and callable(getattr(thing, "render", None)) and hasattr(thing, "counter")


def _describe(held: Value, formulas: Mapping[int, tuple[str, str]], lookup: Lookup) -> dict[str, Any]:
    formula, field = held.formula, None
    if held.origin == "trace":
        found = formulas.get(id(held.source))
        if found is None:
            raise AuthorError(
                "this array is no field of a trace that a module-level name holds; say how it comes about with "
                "by='…', or declare it with given(…) if it is an input"
            )
        field, formula = found
    elif held.origin == "formula":
        check_formula(held, lookup)
    return {
        "shape": list(held.array.shape), "data": held.array.tolist(), "rows": held.rows, "columns": held.columns,
        "axes": held.axes, "form": held.form, "unit": held.unit, "magnitude": held.magnitude,
        "origin": held.origin, "field": field, "formula": formula, "line": held.line,
        "boolean": held.array.dtype == np.bool_, "note": held.note,
    }  # fmt: skip


def _describe_block(name: str, block: Any, citable: Mapping[int, str], line: int) -> dict[str, Any]:
    shows = [citable[id(held)] for held in block.shows() if id(held) in citable]
    return {"kind": block.kind, "counter": block.counter, "title": block.title, "shows": shows, "line": line}


def _assigned(source: str) -> Iterator[tuple[str, int]]:
    for node in ast.parse(source).body:
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        for target in targets:
            for part in ast.walk(target):
                if isinstance(part, ast.Name):
                    yield part.id, node.lineno


def _line(source: str, name: str) -> int:
    return next((line for assigned, line in _assigned(source) if assigned == name), 1)


def _reassigned(path: str, source: str, names: Mapping[str, Any]) -> Iterator[AuthorError]:
    first: dict[str, int] = {}
    for name, line in _assigned(source):
        thing = names.get(name)
        if name in first and (declared(thing) is not None or _is_block(thing)):
            yield AuthorError(f"{name!r} already stands for something (line {first[name]}); take a new name", path, line)
        first.setdefault(name, line)


def _texts(source: str) -> Iterator[tuple[int, int, str]]:
    """Line, column and text of each string that the gate reads: all but docstrings and formulas."""
    tree = ast.parse(source)
    formulas = {
        id(keyword.value)
        for node in ast.walk(tree) if isinstance(node, ast.Call)
        for keyword in node.keywords if keyword.arg in ("by", "default")
    }  # fmt: skip
    formulas |= {
        id(argument)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        for argument in node.args
        if node.func.id in ("constant", "arithmetic")
    }
    docstring = tree.body[0].value if tree.body and isinstance(tree.body[0], ast.Expr) else None
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            if node is not docstring and id(node) not in formulas:
                yield node.lineno, node.col_offset + 1, node.value


def write(published: Published, folder: Path) -> None:
    """Write the files of a chapter into a folder of their own: values.json and includes/."""
    (folder / "includes").mkdir(parents=True)
    for name, html in published.includes.items():
        (folder / "includes" / f"{name}.md").write_text(html, encoding="utf-8")
    (folder / "values.json").write_text(published.values, encoding="utf-8")
