"""A chapter as a program of its own gives the chapter's numbers, without engine and figgen."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from figgen.deriving.derivations import Derivations
from tests.figgen.derived_from import derivations
from tests.figgen.test_derive import FORMULAS, NUMBERS


def run(program: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "snippet"}
    exec(compile(program, "snippet.py", "exec"), names)
    return dict(names["results"])


def same(found: Derivations, results: dict[str, Any]) -> None:
    for name, held in found.catalogue.values.items():
        assert np.asarray(results[name]).shape == held.array.shape, name
        slack = 1e-12 * max(held.magnitude, 1)
        np.testing.assert_allclose(np.asarray(results[name], dtype=float), held.array, rtol=0, atol=slack)


@pytest.mark.parametrize("formula", FORMULAS)
def test_numpy_says_of_every_operation_what_the_formula_says(formula: str) -> None:
    source = (
        NUMBERS
        + f"""
from figgen.language.formula import evaluate
array = evaluate({formula!r}, globals().__getitem__)
while array.ndim > 2:
    array = array[0]
parts = "[1]" * (evaluate({formula!r}, globals().__getitem__).ndim - array.ndim)
result = value(array, by="(" + {formula!r} + ")" + parts, default="sci5")
"""
    )
    found = derivations(source)
    same(found, run(found.snippets("t")["numpy"]))


def test_a_row_that_sees_nothing_stays_zero() -> None:
    found = derivations("""
x = given([[1, 0], [0, 1]])
run = attention(x, x, x, mask=np.array([[True, False], [False, False]]))
weights = value(run.weights, default="d4")
""")
    program = found.snippets("t")["numpy"]
    assert "def _divide(a, b):" in program
    same(found, run(program))


def test_what_comes_of_a_random_sample_is_left_out_by_name() -> None:
    found = derivations("""
x = given([1, 2])
sample = np.random.default_rng(1).normal(size=5000)
mean = value(sample.mean(), by="average(sample)", default="d4")
""")
    program = found.snippets("t")["numpy"]
    assert set(run(program)) == {"x"}
    assert "# mean: of a random sample, see the worked example\n" in program


def test_the_program_runs_by_itself_and_prints_its_results(tmp_path: Path) -> None:
    found = derivations("x = given([1, 2])\ny = value(np.exp(x), by='exp(x)', default='d4')")
    (tmp_path / "program.py").write_text(found.snippets("两个数")["numpy"], encoding="utf-8")
    done = subprocess.run([sys.executable, "-I", "program.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["x", "[1.", "2.]", "y", "[2.71828183", "7.3890561", "]"]
