"""The numbers of a table or figure to take along, as CSV and as JSON, at full precision."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from figgen.deriving.derived import Array, Derived, machine

LABELS = ("axes", "rows", "columns")
BOM = "\ufeff"  # without it spreadsheets read Chinese labels as something else


def as_csv(derived: Derived, names: list[str]) -> str:
    """One array with labels as it stands on the page; several as one line for each number."""
    arrays = [derived.by_name[name] for name in names]
    lines = _grid(arrays[0]) if len(arrays) == 1 else _list(derived, arrays)
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerows(lines)
    return BOM + text.getvalue()


def as_json(derived: Derived, block: str, title: str, names: list[str]) -> str:
    """The arrays of a block with their labels; what is infinite is the text "inf" or "-inf"."""
    values = []
    for name in names:
        array = derived.by_name[name]
        labels: dict[str, Any] = {key: array.more[key] for key in LABELS if key in array.more}
        numbers = [_json_number(array.full(place)) for place in range(len(array.texts))]
        entry: dict[str, Any] = {"name": name, "shape": list(array.shape), **labels}
        entry["data"], entry["printed"] = _nested(numbers, array.shape), _nested(array.texts, array.shape)
        values.append(entry)
    document = {"chapter": derived.chapter, "block": block, "title": title, "values": values}
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def _grid(array: Array) -> list[list[str]]:
    rows, columns = array.more.get("rows"), array.more.get("columns")
    width = array.shape[-1] if array.shape else 1
    if len(array.shape) == 1 and not columns:
        columns, rows = rows, None
    numbers = [machine(array.full(place)) for place in range(len(array.texts))]
    lines = [numbers[start : start + width] for start in range(0, len(numbers), width)]
    if rows and len(array.shape) == 2:
        lines = [[label, *line] for label, line in zip(rows, lines, strict=True)]
        columns = columns and ["", *columns]
    return [*([list(columns)] if columns else []), *lines]


def _list(derived: Derived, arrays: list[Array]) -> list[list[str]]:
    lines = [["name", "index", "row", "column", "value", "printed"]]
    for array in arrays:
        rows, columns = array.more.get("rows"), array.more.get("columns")
        for place, text in enumerate(array.texts):
            index = derived.index(array, place).strip("[]")
            at = [int(i) - 1 for i in index.split(",")] if index else []
            labels = columns or rows if len(at) == 1 else columns
            row = rows[at[0]] if rows and len(at) == 2 else ""
            column = labels[at[-1]] if labels and at else ""
            lines.append([array.name, index, row, column, machine(array.full(place)), text.replace("−", "-")])
    return lines


def _nested(flat: list[Any], shape: tuple[int, ...]) -> Any:
    if not shape:
        return flat[0]
    if len(shape) == 1:
        return flat
    step = len(flat) // shape[0]
    return [_nested(flat[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]


def _json_number(shown: str) -> float | int | str:
    text = machine(shown)
    if "inf" in text:
        return text
    return int(text) if text.lstrip("-").isdecimal() else float(text)
