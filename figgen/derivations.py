"""What a page may show of where its numbers come from: every array behind them, element by element.

Made by the worker, where the arrays are; number card and generated pages read it and add nothing.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Any

import numpy as np

from figgen import number
from figgen.catalogue import Catalogue, Entry, lines_of
from figgen.derive import Derivation
from figgen.errors import AuthorError, AuthorErrors
from figgen.expression import Writer
from figgen.form import NumberError, parse_form
from figgen.formula import FormulaError, names
from figgen.formula_text import LATEX, TEXT, write
from figgen.messages import Messages, catalogue
from figgen.precision import full, shown_form
from figgen.scalar import Operand, Scalar, evaluate, leaves
from figgen.snippets import LIBRARIES, NUMPY, code, snippet
from figgen.values import Value, declared

TOLERANCE = 1e-12
LONGEST_LINE = 120


class Derivations:
    """Every array that the published values of a chapter come from, in the order of first meeting."""

    def __init__(self, names: Mapping[str, Any], values: Mapping[str, Value], source: str) -> None:
        self.catalogue = Catalogue(names, values, source)
        self.entries: list[Entry] = []
        self.trees: dict[int, list[Scalar]] = {}
        self.needed: dict[int, dict[str, Entry]] = {}
        self._places: dict[int, int] = {}
        for entry in self.catalogue.published():
            self.place(entry)
        for entry in self.entries:  # grows while it is walked through
            self._derive(entry)

    def place(self, entry: Entry) -> int:
        """The number of an array, from 0."""
        if id(entry) not in self._places:
            self._places[id(entry)] = len(self.entries)
            self.entries.append(entry)
        return self._places[id(entry)]

    def _derive(self, entry: Entry) -> None:
        self.needed[id(entry)], self.trees[id(entry)] = {}, []
        if entry.formula is None:
            return
        try:
            told = Derivation(self.catalogue, entry)
            self.needed[id(entry)] = {name: told.of(name) for name in names(entry.written or "")}
            trees = [told.element(index) for index in np.ndindex(entry.array.shape)]
        except (FormulaError, AuthorError) as error:
            raise AuthorError(f"{entry.name} = {entry.written}: no derivation: {error}") from None
        self.trees[id(entry)] = trees
        for other in self.needed[id(entry)].values():
            self.place(other)

    def wrong(self) -> Iterator[str]:
        """A sentence for each element that its derivation does not give, and for each circle."""
        for entry in self.entries:
            slack = TOLERANCE * max(magnitude(entry), np.finfo(float).tiny)
            for index, tree in zip(np.ndindex(entry.array.shape), self.trees[id(entry)], strict=False):
                given, found = float(entry.array[index]), evaluate(tree)
                if not (found == given or abs(found - given) <= slack):
                    at = ",".join(str(i + 1) for i in index)
                    yield f"{entry.name}[{at}] is {given!r}, its derivation {entry.written!r} gives {found!r}"
        yield from self._circles()

    def _circles(self) -> Iterator[str]:
        """Follow every element's operands down to what goes in."""
        state: dict[tuple[int, tuple[int, ...]], int] = {}
        for entry in self.entries:
            for start in np.ndindex(entry.array.shape if self.trees[id(entry)] else ()):
                stack = [(entry, start, False)]
                while stack:
                    at, index, done = stack.pop()
                    key = (id(at), index)
                    if done:
                        state[key] = 2
                    elif key not in state and self.trees[id(at)]:
                        state[key] = 1
                        stack.append((at, index, True))
                        place = int(np.ravel_multi_index(index, at.array.shape)) if index else 0
                        for leaf in leaves(self.trees[id(at)][place]):
                            if isinstance(leaf, Operand):
                                if state.get((id(leaf.entry), leaf.index)) == 1:
                                    yield f"{at.name} is computed from itself"
                                stack.append((leaf.entry, leaf.index, False))

    def undeclared(self) -> list[str]:
        """Arrays at which derivations end although the example does not declare them."""
        return [entry.name for entry in self.entries if entry.kind == "undeclared"]

    def count(self) -> dict[str, int]:
        """Published numbers, and all numbers with a derivation; and the arrays by kind."""
        published = [entry for entry in self.entries if entry.value is not None]
        kinds = Counter(entry.kind for entry in self.entries)
        return {
            "published": sum(entry.array.size for entry in published),
            "derived": sum(len(trees) for trees in self.trees.values()),
            **{f"arrays {kind}": kinds[kind] for kind in sorted(kinds)},
        }

    def snippets(self, title: str) -> dict[str, str]:
        """The chapter as a program, by library."""
        published = list(self.catalogue.published())
        return {
            name: snippet(published, lambda entry: self.needed[id(entry)].items(), library, title)
            for name, library in LIBRARIES.items()
        }

    def document(self, chapter: str, path: str, source: str, language: str = "zh") -> dict[str, Any]:
        """Everything as plain data; all that is shown is text already.

        Arrays with the same formula and shape share a pattern, whose references count in `needs`.
        """
        say, statements = catalogue(language), lines_of(source)
        patterns: dict[str, int] = {}
        arrays = [self._array(entry, say, statements, patterns) for entry in self.entries]
        shapes = sorted({tuple(array["shape"]) for array in arrays if "text" in array})
        used = {array["line"] for array in arrays if "line" in array}
        lines = {str(line): _short(text) for line, text in statements.values() if line in used}
        forms = sorted({array["form"] for array in arrays if "form" in array})
        return {
            "chapter": chapter, "example": path, "count": self.count(),
            "index": {",".join(map(str, shape)): _indices(shape, 1) for shape in shapes},
            "python": {",".join(map(str, shape)): _indices(shape, 0) for shape in shapes},
            "lines": dict(sorted(lines.items(), key=lambda item: int(item[0]))),
            "forms": {form: described(form, say) for form in forms},
            "patterns": [json.loads(pattern) for pattern in patterns], "arrays": arrays,
        }  # fmt: skip

    def _array(
        self, entry: Entry, say: Messages, statements: Mapping[str, tuple[int, str]], patterns: dict[str, int]
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
            found["needs"] = [self.place(other) for other in self._local(entry)]
            pattern = json.dumps(self._pattern(entry, say), ensure_ascii=False)
            found["pattern"] = patterns.setdefault(pattern, len(patterns))
        if entry.kind != "simulated":
            found |= _numbers(entry)
        return found

    def _local(self, entry: Entry) -> list[Entry]:
        return list(dict.fromkeys(self.needed[id(entry)].values()))

    def _pattern(self, entry: Entry, say: Messages) -> dict[str, Any]:
        """The formula as text, LaTeX and NumPy, and each element's work; `{0}` is the first array needed."""
        assert entry.formula is not None
        local, needed = self._local(entry), self.needed[id(entry)]
        writer = Writer(local.index, say)

        def name(text: str) -> str:
            return f"{{{local.index(needed[text])}}}"

        return {
            "formula": write(entry.formula, TEXT, name), "latex": write(entry.formula, LATEX, name),
            "numpy": code(entry, needed, NUMPY, name),
            "work": [writer.text(tree) for tree in self.trees[id(entry)]],
        }  # fmt: skip


def _numbers(entry: Entry) -> dict[str, Any]:
    """The text of every element, its full precision where that says more, and which texts are rounded."""
    numbers, largest = [float(x) for x in entry.array.flat], magnitude(entry)
    unit = entry.value.unit if entry.value else None
    form = entry.value.form if entry.value else shown_form(tuple(numbers), largest)
    written = [_written(x, form, largest, unit) for x in numbers]
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


def magnitude(entry: Entry) -> float:
    """Largest finite absolute value of an array."""
    numbers = np.abs(np.asarray(entry.array, dtype=np.float64))
    finite = numbers[np.isfinite(numbers)]
    return float(finite.max()) if finite.size else 0.0


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


def record(chapter: str, path: str, source: str, names: Mapping[str, Any], folder: Path) -> None:
    """Derive every published number of an example that ran, check it, and write derivations.json.

    AuthorErrors names each number whose derivation fails.
    """
    values = {
        name: held
        for name, thing in names.items()
        if not name.startswith("_") and (held := declared(thing)) is not None
    }
    try:
        found = Derivations(names, values, source)
    except AuthorError as error:
        raise AuthorErrors([AuthorError(error.message, path)]) from None
    if wrong := list(found.wrong()):
        raise AuthorErrors(AuthorError(sentence, path) for sentence in wrong)
    document = found.document(chapter, path, source) | {"snippets": found.snippets(f"{path}: its numbers")}
    (folder / "derivations.json").write_text(as_json(document), encoding="utf-8")


def as_json(document: Mapping[str, Any]) -> str:
    """The same bytes for the same document."""
    return json.dumps(document, ensure_ascii=False, separators=(",", ":")) + "\n"
