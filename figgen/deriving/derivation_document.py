"""What a page may show of where its numbers come from, as plain data: every array, its elements as text.

Made by the worker, where the arrays are; number card and generated pages read it and add nothing.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Mapping
from functools import lru_cache
from itertools import takewhile
from typing import Any

import numpy as np

from figgen.deriving.derivations import Derivations
from figgen.deriving.entry import Entry
from figgen.deriving.expression import Writer
from figgen.deriving.snippets import NUMPY, code
from figgen.language.text import LATEX, TEXT, write
from figgen.messages import LANGUAGE, Messages, catalogue
from figgen.numbers import number
from figgen.numbers.form import NumberError, parse_form
from figgen.numbers.precision import full, shown_form

LONGEST_LINE = 120


def document(
    found: Derivations, chapter: str, path: str, source: str, language: str = LANGUAGE
) -> dict[str, Any]:
    """Everything as plain data; all that is shown is text already.

    Arrays with the same formula and shape share a pattern, whose references count in `needs`.
    """
    say, statements = catalogue(language), lines_of(source)
    patterns: dict[str, int] = {}
    arrays = [_array(found, entry, say, statements, patterns) for entry in found.entries]
    shapes = sorted({tuple(array["shape"]) for array in arrays if "text" in array})
    used = {array["line"] for array in arrays if "line" in array}
    lines = {str(line): _short(text) for line, text in statements.values() if line in used}
    forms = sorted({array["form"] for array in arrays if "form" in array})
    return {
        "chapter": chapter, "example": path, "count": found.count(),
        "index": {",".join(map(str, shape)): _indices(shape, 1) for shape in shapes},
        "python": {",".join(map(str, shape)): _indices(shape, 0) for shape in shapes},
        "lines": dict(sorted(lines.items(), key=lambda item: int(item[0]))),
        "forms": {form: described(form, say) for form in forms},
        "patterns": [json.loads(pattern) for pattern in patterns], "arrays": arrays,
    }  # fmt: skip


def _array(
    derivations: Derivations,
    entry: Entry,
    say: Messages,
    statements: Mapping[str, tuple[int, str]],
    patterns: dict[str, int],
) -> dict[str, Any]:
    found: dict[str, Any] = {"name": entry.name, "kind": entry.kind, "shape": list(entry.array.shape)}
    if entry.value is not None:
        labels = {"rows": entry.value.rows, "columns": entry.value.columns, "axes": entry.value.axes}
        found |= {"published": 1, **{key: label for key, label in labels.items() if label}}
    if entry.root in statements:
        found["line"] = statements[entry.root][0]
    if entry.engine:
        found["engine"] = entry.engine
    if entry.formula is not None:
        found["needs"] = [derivations.place(other) for other in _local(derivations, entry)]
        pattern = json.dumps(_pattern(derivations, entry, say), ensure_ascii=False)
        found["pattern"] = patterns.setdefault(pattern, len(patterns))
    if entry.kind != "simulated":
        found |= _numbers(entry)
    return found


def _local(derivations: Derivations, entry: Entry) -> list[Entry]:
    return list(dict.fromkeys(derivations.needed[id(entry)].values()))


def _pattern(derivations: Derivations, entry: Entry, say: Messages) -> dict[str, Any]:
    """The formula as text, LaTeX and NumPy, and each element's work; `{0}` or `‹0›` is the first array."""
    assert entry.formula is not None
    local, needed = _local(derivations, entry), derivations.needed[id(entry)]
    writer = Writer(local.index, say)

    def name(text: str) -> str:
        return f"{{{local.index(needed[text])}}}"

    def mark(text: str) -> str:  # braces mean something in LaTeX
        return f"‹{local.index(needed[text])}›"

    return {
        "formula": write(entry.formula, TEXT, name), "latex": write(entry.formula, LATEX, mark),
        "numpy": code(entry, needed, NUMPY, mark),
        "work": [writer.text(tree) for tree in derivations.trees[id(entry)]],
    }  # fmt: skip


def _numbers(entry: Entry) -> dict[str, Any]:
    """The text of every element, its full precision where that says more, and which texts are rounded."""
    numbers, largest = [float(x) for x in entry.array.flat], entry.magnitude
    unit = entry.value.unit if entry.value else None
    form = entry.value.form if entry.value else shown_form(tuple(numbers), largest)
    places = [tuple(i + 1 for i in index) for index in np.ndindex(entry.array.shape)]
    forms = [entry.value.form_at(place) for place in places] if entry.value else [form] * len(numbers)
    written = [_written(x, each, largest, unit) for x, each in zip(numbers, forms, strict=True)]
    found: dict[str, Any] = {"form": form}
    found |= {"text": [one[0] for one in written], "value": [one[1] for one in written]}
    if any(one[2] for one in written):
        found["full"] = [one[2] for one in written]
    if not all(one[3] for one in written):
        found["rounded"] = "".join("0" if one[3] else "1" for one in written)
    return found


@lru_cache(maxsize=20_000)
def _written(x: float, form: str, largest: float, unit: str | None) -> tuple[str, str, str, bool]:
    """Text, the number that it says, what full precision adds, and whether the text is the number.

    Full precision is told by how many characters of the text it starts with (one character) and what follows;
    it is empty where the text says it all.
    """
    text = number.text(x, form, magnitude=largest, unit=unit)
    digits = full(x, largest)
    same = min(sum(takewhile(bool, (a == b for a, b in zip(text, digits, strict=False)))), 9)
    more = "" if text == digits else f"{same}{digits[same:]}"
    machine = number.machine(number.printed(x, form, magnitude=largest))
    return text, machine, more, number.is_exact(x, form, magnitude=largest)


def described(form: str, say: Messages) -> str:
    """How a form prints, in words."""
    try:
        parsed = parse_form(form)
    except NumberError:
        return form
    digits = {"digits": str(parsed.digits)} if parsed.kind in ("d", "pct", "sci") else {}
    return say.text(f"form.{parsed.kind}", **digits)


def _short(text: str) -> str:
    """A statement on one line, cut where it is long."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_LINE else line[:LONGEST_LINE] + "…"


def _indices(shape: tuple[int, ...], first: int) -> list[str]:
    return [",".join(str(i + first) for i in index) for index in np.ndindex(shape)]


def lines_of(source: str) -> dict[str, tuple[int, str]]:
    """Line and text of the statement that first assigns each module-level name."""
    found: dict[str, tuple[int, str]] = {}
    written = source.splitlines()
    for statement in ast.parse(source).body:
        targets = statement.targets if isinstance(statement, ast.Assign) else []
        if isinstance(statement, ast.AnnAssign):
            targets = [statement.target]
        for target in targets:
            for part in ast.walk(target):
                if isinstance(part, ast.Name):
                    text = "\n".join(written[statement.lineno - 1 : statement.end_lineno])
                    found.setdefault(part.id, (statement.lineno, text))
    return found
