"""The real book: every published number is derived, recomputed, and followed down to what goes in.

Told a second time: the text that readers see, read as arithmetic over the full-precision digits they see.
"""

import gzip
import math
import re
from typing import Any

import numpy as np
import pytest

from figgen.deriving.derived import Derived, load, machine
from figgen.deriving.work import Raised, Reference, pieces
from figgen.project import Project
from figgen.running.build import build
from tests.workbench import ROOT

CHAPTERS = Project(ROOT).chapters()
FUNCTIONS = {"ln": math.log, "tanh": math.tanh, "erf": math.erf, "sin": math.sin, "cos": math.cos, "max": max,
             "root": math.sqrt, "e": math.e, "pi": math.pi, "inf": math.inf, "abs": abs, "power": None,
             "argmax": lambda *x: x.index(max(x))}  # fmt: skip


@pytest.fixture(scope="module", params=CHAPTERS)
def derived(request: pytest.FixtureRequest) -> Derived:
    project = Project(ROOT)
    build(project)
    return load(project, request.param)


def test_every_published_number_has_a_derivation_or_is_declared(derived: Derived) -> None:
    published = [array for array in derived.arrays if array.published]
    assert published
    without = [a.name for a in published if derived.pattern(a) is None and a.kind != "given"]
    assert without == []
    for array in published:
        pattern = derived.pattern(array)
        assert pattern is None or len(pattern["work"]) == len(array.texts) == math.prod(array.shape)
    print(f"{derived.chapter}: {derived.document['count']}")


def test_what_readers_see_gives_the_number_that_they_see(derived: Derived) -> None:
    checked = 0
    for array in derived.arrays:
        pattern = derived.pattern(array)
        numbers = [number(array.full(i)) for i in range(len(array.texts))]
        largest = max((abs(x) for x in numbers if math.isfinite(x)), default=1.0)
        for place, work in enumerate(pattern["work"] if pattern else []):
            if any(isinstance(piece, Reference) and piece.element is None for piece in pieces(work)):
                continue  # told as a whole, over a random sample
            found = arithmetic(derived, array, work)
            slack = 2e-6 * max(largest, 1.0)
            assert found == numbers[place] or abs(found - numbers[place]) <= slack, (array.name, place, work)
            checked += 1
    assert checked >= len([a for a in derived.arrays if derived.pattern(a)])


def test_derivations_end_at_what_the_example_declares(derived: Derived) -> None:
    ends = {a.name: a.kind for a in derived.arrays if derived.pattern(a) is None}
    assert set(ends.values()) <= {"given", "option", "parameter", "simulated"}, ends


def test_a_program_of_each_chapter_gives_its_numbers(derived: Derived) -> None:
    names: dict[str, Any] = {"__name__": "snippet"}
    exec(compile(derived.document["snippets"]["numpy"], "snippet.py", "exec"), names)
    results = names["results"]
    left_out = 0
    for array in (a for a in derived.arrays if a.published):
        if array.name not in results:
            left_out += 1
            assert f"# {array.name}: of a random sample" in derived.document["snippets"]["numpy"]
            continue
        told = np.array([number(array.full(i)) for i in range(len(array.texts))]).reshape(array.shape)
        largest = np.abs(told[np.isfinite(told)]).max(initial=1.0)
        got = np.asarray(results[array.name], dtype=float)
        np.testing.assert_allclose(got, told, rtol=0, atol=1e-6 * largest)
    assert left_out < 5


def number(text: str) -> float:
    """A number as readers see it."""
    return float(machine(text).split(" ")[0])


def arithmetic(derived: Derived, array: Any, work: str) -> float:
    """The value of a derivation's text, read by Python as arithmetic."""
    text = ""
    for piece in pieces(work):
        if isinstance(piece, Reference):
            assert piece.element is not None
            text += f"({number(derived.needed(array, piece.array).full(piece.element))!r})"
        elif isinstance(piece, Raised):
            text += "**(" if piece.opens else ")"
        else:
            text += piece
    while "（" in text:
        text = re.sub(r"（[^（）]*）", "", text)
    for sign, word in (("−", "-"), ("×", "*"), ("∞", "inf"), ("√", "root"), ("π", "pi")):
        text = text.replace(sign, word)
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text)
    try:
        return float(eval(text, {"__builtins__": {}}, FUNCTIONS))
    except ZeroDivisionError:
        return 0.0  # 0 / 0 is 0 in formulas


def test_the_page_data_of_each_chapter_stay_small() -> None:
    from figgen.deriving.explanations import _script, _slim

    project = Project(ROOT)
    for chapter in CHAPTERS:
        data = _script(chapter, _slim(load(project, chapter).document)).encode()
        assert len(gzip.compress(data, 9)) <= 40 * 1024, chapter
