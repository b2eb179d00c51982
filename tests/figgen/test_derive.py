"""How one element is computed: which numbers meet, in which order, and that they give the element."""

import numpy as np
import pytest

from figgen.deriving.derivations import Derivations
from figgen.deriving.derive import Derivation
from figgen.deriving.entry import Entry, Scope
from figgen.deriving.scalar import evaluate
from figgen.language.formula import evaluate as whole
from figgen.language.formula import parse
from tests.figgen.derived_from import derivations, work

NUMBERS = """
rng = np.random.default_rng(3)
a = given(rng.uniform(-2, 2, (3, 4)), default="sci5")
b = given(rng.uniform(-2, 2, (4, 2)), default="sci5")
row = given([0.5, -1.25, 2, 3], default="dec")
column = given([[1], [2], [4]])
seen = given(np.array([[1, 1, 0, 1], [0, 1, 1, 1], [1, 0, 0, 0]], dtype=bool))
ids = given([2, 0, 1])
c = constant("sqrt(2)*ln(2)", default="d4")
"""
FORMULAS = [
    "a + row",
    "a - column",
    "a * c",
    "a / (row * column)",
    "-a",
    "a ** 2",
    "abs(a) ** 0.5",
    "c ** -1",
    "a @ b",
    "a @ row",
    "row @ b",
    "row @ row",
    "b.mT @ a.mT",
    "(a @ b)[2]",
    "a[3,1]",
    "a[2] * row",
    "[a[1], a[3]]",
    "[row[1], 2, -c]",
    "exp(a)",
    "ln(abs(a) + 1)",
    "log(abs(a) + 1)",
    "sqrt(abs(a))",
    "tanh(a)",
    "erf(a)",
    "sin(a) * cos(a)",
    "maximum(a, 0)",
    "maximum(a, column)",
    "max(a)",
    "sum(a)",
    "mean(a)",
    "argmax(a)",
    "average(a)",
    "max(column)",
    "sum(column)",
    "where(seen, a, -inf)",
    "where(seen, a, 0) @ b",
    "exp(shift(where(seen, a, -inf), max(where(seen, a, -inf))))",
    "shift(where(seen[3], a[3], -inf), 0)",
    "columns(a, 2, 4)",
    "columns(a, 1, 4, 2)",
    "columns(a, 2, 4, 2)",
    "join(a, column, a)",
    "interleave(a, a * 2)",
    "append_rows(a, [row])",
    "rows(a, ids)",
    "rows(a, integers(1, 2))",
    "pick(a, ids)",
    "integers(2, 4) * 1",
    "interleave(column, column + 1)",
    "where(a - a, a, pi)",
    "(a - a) / (a - a)",
    "merge_heads(split_heads(a, 2))",
    "repeat_kv(split_heads(a, 2), 2)",
    "split_heads(a, 2) @ split_heads(a, 2).mT",
    "mean((a - mean(a)) ** 2)",
    "(a - mean(a)) / sqrt(mean((a - mean(a)) ** 2) + 0.001)",
    "a[1] @ b * c + 1",
]


def of_formula(formula: str) -> tuple[Derivations, Entry]:
    """The derivations of a formula over NUMBERS, its result being any shape."""
    found = derivations(NUMBERS)
    values = {name: held.array for name, held in found.catalogue.values.items()}
    array = np.asarray(whole(formula, values.__getitem__))
    return found, Entry("result", array, "computed", parse(formula), formula, Scope(""))


@pytest.mark.parametrize("formula", FORMULAS)
def test_every_element_of_every_operation_is_what_the_whole_formula_gives(formula: str) -> None:
    found, entry = of_formula(formula)
    told = Derivation(found.catalogue, entry)
    for index in np.ndindex(entry.array.shape):
        given, one = float(entry.array[index]), evaluate(told.element(index))
        assert one == given or abs(one - given) <= 1e-12 * max(abs(entry.array).max(), 1), index


@pytest.mark.parametrize(
    ("formula", "place", "said"),
    [
        ("weights @ v", 2, "weights[2,1] × v[1,1] + weights[2,2] × v[2,1]"),
        ("exp(weights) / sum(exp(weights))", 1, "e^(weights[1,2]) / (e^(weights[1,1]) + e^(weights[1,2]))"),
        ("(v - mean(v)) ** 2", 0, "(v[1,1] − (v[1,1] + v[1,2]) / 2)^(2)"),
        ("-(v - 1) * 2", 3, "(−(v[2,2] − 1)) × 2"),
        ("v - (v - weights)", 0, "v[1,1] − (v[1,1] − weights[1,1])"),
        ("v / (v * 2)", 0, "v[1,1] / (v[1,1] × 2)"),
        ("sqrt(abs(v))", 1, "√(|v[1,2]|)"),
        ("maximum(v, 0)", 0, "max(v[1,1], 0)"),
        ("max(v)", 1, "max(v[2,1], v[2,2])"),
        ("v.mT", 1, "v[2,1]"),
        ("where(weights - 0.5, v, 0)", 0, "0（(weights[1,1] − 0.5)为假，取后者）"),
        ("rows(v, [1, 0])", 0, "v[2,1]（行号由1给出）"),
    ],
)
def test_a_derivation_reads_as_mathematics(formula: str, place: int, said: str) -> None:
    source = f"""
weights = given([[0.5, 0.5], [0.25, 0.75]], default="dec")
v = given([[2, -1], [3, 4]])
from figgen.language.formula import evaluate
_known = {{"weights": weights, "v": v}}
result = value(evaluate({formula!r}, _known.__getitem__), by={formula!r}, default="d4")
"""
    assert work(source, "result", place) == said


def test_long_sums_are_told_as_a_whole_with_the_arrays_that_they_name() -> None:
    source = """
x = given(np.arange(100.0))
result = value(np.sqrt(np.mean(x**2)), by="sqrt(average(x ** 2))", default="d4")
"""
    assert work(source, "result") == "√(average(x^(2)))"
    assert list(derivations(source).wrong()) == []


def test_a_number_that_its_formula_does_not_give_is_named() -> None:
    found = derivations("x = given([1, 2])\ny = value(x * 2, by='x * 2')")
    entry = next(entry for entry in found.entries if entry.name == "y")
    entry.array = np.array([2.0, 5.0])
    assert list(found.wrong()) == ["y[2] is 5.0, its derivation 'x * 2' gives 4.0"]


def test_a_circle_is_named() -> None:
    lines = ("x = given([1, 2])", "y = value(x * 1, by='x * 1')", "z = value(y.array * 1, by='y * 1')")
    found = derivations("\n".join(lines))
    y, z = (next(entry for entry in found.entries if entry.name == name) for name in "yz")
    found.trees[id(y)] = found.trees[id(z)]
    assert "y is computed from itself" in list(found.wrong())
