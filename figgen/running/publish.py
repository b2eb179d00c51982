"""From an example that ran to what pages read: its values as JSON and its blocks as Markdown includes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from figgen.blocks.context import Context
from figgen.blocks.pictures import Pictures
from figgen.errors import AuthorError, AuthorErrors
from figgen.pages.tokens import RESERVED
from figgen.running.admission import check_visible
from figgen.running.assignments import Assignments
from figgen.running.finaltexts import final_texts
from figgen.running.invariants import broken, check_formula
from figgen.running.outside import outside
from figgen.running.trace import Lookup, fields
from figgen.running.values import Value, declared

WORDS = ("facts", "fig", "sec", "source")
"""Names that a citation reads otherwise."""
LIBRARIES = ("math", "np", "torch")
"""Names that the program of a chapter reads otherwise."""


@dataclass(frozen=True)
class Published:
    """The files of a chapter: name of each include and its HTML, the values as JSON text, what was drawn."""

    includes: dict[str, str]
    values: str
    pictures: dict[str, bytes]


def publish(
    chapter: str, path: str, source: str, names: Mapping[str, Any], drawn: Path | None = None
) -> Published:
    """Check and render what an example's names hold; AuthorErrors holds all that is wrong.

    `drawn`: the folder of pictures that were drawn before.
    """
    assigned = Assignments(source)
    errors = list(outside(source, path))
    values: dict[str, Value] = {}
    blocks: dict[str, Any] = {}
    for name, thing in names.items():
        held = declared(thing)
        if name.startswith("_") or (held is None and not _is_block(thing)):
            continue
        errors.extend(AuthorError(sentence, path, line) for sentence, line in _misnamed(name, assigned))
        if held is not None:
            values[name] = held
        elif type(thing).__module__.startswith("figgen.blocks."):
            blocks[name] = thing
        else:
            message = f"{name}: is no block of figgen's; nobody could check what it shows"
            errors.append(AuthorError(message, path, assigned.line(name)))
    described, wrong = _describe_all(values, names)
    errors.extend(error.at(path) for error in wrong)
    citable = {id(held): f"{chapter}.{name}" for name, held in reversed(values.items())}
    includes, shown, pictures = {}, {}, Pictures(drawn)
    for name, block in blocks.items():
        line = assigned.line(name)
        try:
            includes[name] = _render(block, Context(chapter, name, citable, pictures=pictures))
            shown[name] = _describe_block(block, citable, line)
        except AuthorError as error:
            errors.append(AuthorError(f"{name}: {error.message}", path, line))
    if errors:
        raise AuthorErrors(errors)
    lines = {name: held.line for name, held in values.items()}
    lines |= {name: assigned.line(name) for name in blocks}
    spelled = list(assigned.texts())
    made = final_texts(values, blocks, lines, {text for _, _, text in spelled})
    document = {
        "chapter": chapter, "example": path, "values": described, "blocks": shown,
        "texts": [*spelled, *made],
    }  # fmt: skip
    return Published(includes, json.dumps(document, ensure_ascii=False, indent=1) + "\n", pictures.files())


def _is_block(thing: object) -> bool:
    return (
        not isinstance(thing, type) and callable(getattr(thing, "render", None)) and hasattr(thing, "counter")
    )


def _misnamed(name: str, assigned: Assignments) -> Iterator[tuple[str, int]]:
    """What is wrong with a name that can be cited, and its line."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]*", name) or name in WORDS:
        yield f"the name {name!r} cannot be cited; use Latin letters, digits and _", assigned.line(name)
    if name in LIBRARIES:
        yield (
            f"the name {name!r} is a library's in the program that a chapter offers; take another",
            assigned.line(name),
        )
    first, *again = assigned.lines(name) or [1]
    for line in again:
        yield f"{name!r} already stands for something (line {first}); take a new name", line
    if not again and assigned.repeats(name):
        yield f"{name!r} gets another meaning each time around; only the last could be cited", first


def _describe_all(
    values: dict[str, Value], names: Mapping[str, Any]
) -> tuple[dict[str, Any], list[AuthorError]]:
    formulas, lookup = fields(names), Lookup(names)
    described, errors = {}, []
    for name, held in values.items():
        try:
            described[name] = _describe(held, formulas, lookup)
        except AuthorError as error:
            errors.append(AuthorError(f"{name}: {error.message}", line=held.line))
        errors.extend(AuthorError(f"{name}: {sentence}", line=held.line) for sentence in broken(held))
    return described, errors


def _describe(held: Value, formulas: Mapping[int, tuple[str, str]], lookup: Lookup) -> dict[str, Any]:
    formula, field = held.formula, None
    if held.origin == "trace":
        found = formulas.get(id(held.source))
        if found is None:
            raise AuthorError(
                "this array is no field of a trace that a module-level name holds; say how it comes about "
                "with by='…', or declare it with given(…) if it is an input"
            )
        field, formula = found
    elif held.origin == "formula":
        check_formula(held, lookup)
    return {
        "shape": list(held.array.shape), "data": held.array.tolist(),
        "rows": held.rows, "columns": held.columns, "axes": held.axes,
        "form": held.form, "unit": held.unit, "magnitude": held.magnitude,
        "origin": held.origin, "field": field, "formula": formula, "line": held.line,
        "boolean": held.array.dtype == np.bool_, "note": held.note,
        "masked": np.flatnonzero(held.masked).tolist(),
    }  # fmt: skip


def _render(block: Any, context: Context) -> str:
    """A block's HTML; AuthorError whatever goes wrong, and for what a page would read as its own."""
    try:
        html = str(block.render(context))
        html.encode("utf-8")
    except AuthorError:
        raise
    except Exception as error:
        raise AuthorError(f"{block.kind}: {type(error).__name__}: {error}") from error
    if found := RESERVED.search(html):
        raise AuthorError(f"{block.kind}: private-use character U+{ord(found[0]):04X}: remove it")
    if "@{" in html:
        raise AuthorError(f"{block.kind}: '@{{' in a text of the example; only pages can cite")
    return html


def _describe_block(block: Any, citable: Mapping[int, str], line: int) -> dict[str, Any]:
    check_visible("title", block.title or block.kind)
    shows = [citable[id(held)] for held in block.shows() if id(held) in citable]
    told = {"kind": block.kind, "counter": block.counter, "title": block.title, "shows": shows, "line": line}
    return told | ({"tex": block.tex} if hasattr(block, "tex") else {})


def write(published: Published, folder: Path) -> None:
    """Write the files of a chapter into a folder of their own: values.json, includes/ and pictures/."""
    (folder / "includes").mkdir(parents=True)
    for name, html in published.includes.items():
        (folder / "includes" / f"{name}.md").write_text(html, encoding="utf-8")
    (folder / "pictures").mkdir()
    for key, drawn in published.pictures.items():
        (folder / "pictures" / key).write_bytes(drawn)
    (folder / "values.json").write_text(published.values, encoding="utf-8")
