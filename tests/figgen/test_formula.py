"""Formulas: what the language means, what it refuses, and that it never runs what it reads."""

import ast
import subprocess
import sys

import numpy as np
import pytest
import sympy as sp
from hypothesis import given
from hypothesis import strategies as st

from figgen.language.formula import FormulaError, evaluate, names, parse
from figgen.language.operations import OPERATIONS
from figgen.language.tree import Binary, Call, Index, Listed, Name, Negative, Number, Transpose

X = np.arange(6.0).reshape(2, 3)
ENV = {
    "x": X,
    "run.blocks[1].output": X,
    "w": np.ones((3, 2)),
    "mask": np.array([[True, False, True]]),
    "v": X[0],
}


def value(text):
    return evaluate(text, ENV.__getitem__)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("1 + 2 * 3", 7),
        ("2 ** 3 ** 2", 512),
        ("-2 ** 2", -4),
        ("7 / 2 - 1", 2.5),
        ("x @ w", X @ ENV["w"]),
        ("x.mT", X.T),
        ("run.blocks[1].output.mT @ x", X.T @ X),
        ("x[2,3]", 5),
        ("x[2]", [3, 4, 5]),
        ("x.mT[1]", [0, 3]),
        ("[[1, x[1,2]], [0, 2]]", [[1, 1], [0, 2]]),
        ("max(x)", [[2], [5]]),
        ("sum(x)", [[3], [12]]),
        ("mean(x)", [[1], [4]]),
        ("argmax(x)", [[2], [2]]),
        ("average(x)", 2.5),
        ("maximum(x, 2)", [[2, 2, 2], [3, 4, 5]]),
        ("where(mask, x, -inf)", [[0, -np.inf, 2], [3, -np.inf, 5]]),
        ("where([1, 0, 1], x, 9)", [[0, 9, 2], [3, 9, 5]]),
        ("shift([-inf, -inf], -inf)", [-np.inf, -np.inf]),
        ("shift(x, max(x))", [[-2, -1, 0], [-2, -1, 0]]),
        ("[0, 1] / [0, 2]", [0, 0.5]),
        ("ln(0)", -np.inf),
        ("columns(x, 2, 3)", [[1, 2], [4, 5]]),
        ("columns(x, 1, 3, 2)", [[0, 2], [3, 5]]),
        ("columns(x, 1, 2, 2)", [[0], [3]]),
        ("join(x, 2 * x)", np.hstack([X, 2 * X])),
        ("append_rows(x, x)", np.vstack([X, X])),
        ("interleave([1, 2], [3, 4])", [1, 3, 2, 4]),
        ("rows(x, [1, 0, 1])", X[[1, 0, 1]]),
        ("pick(x, [2, 0])", [2, 3]),
        ("integers(3, 5)", [3, 4, 5]),
        ("split_heads(x, 3)", [[[0], [3]], [[1], [4]], [[2], [5]]]),
        ("merge_heads(split_heads(x, 3))", X),
        ("repeat_kv(split_heads(x, 3), 2)[2]", [[0], [3]]),
        ("abs(-x)", X),
        (" x", X),
    ],
)
def test_what_a_formula_means(text, wanted):
    got = value(text)
    assert np.array_equal(got, np.asarray(wanted, dtype=float))


@pytest.mark.parametrize(
    ("text", "exact"),
    [
        ("sqrt(2) * ln(2)", sp.sqrt(2) * sp.log(2)),
        ("log(3)", sp.log(3)),
        ("exp(1)", sp.E),
        ("tanh(1)", sp.tanh(1)),
        ("erf(1)", sp.erf(1)),
        ("sin(1) + cos(1)", sp.sin(1) + sp.cos(1)),
        ("sqrt(2 / pi)", sp.sqrt(2 / sp.pi)),
        ("1.5e-3 * 2", sp.Rational(3, 1000)),
    ],
)
def test_constants_are_those_of_exact_arithmetic(text, exact):
    assert float(value(text)) == pytest.approx(float(sp.N(exact, 30)), rel=1e-15)


def test_every_function_of_the_list_is_tested_here_and_told_in_its_module():
    from figgen.language import operations as formula_operations

    source = (
        test_what_a_formula_means.pytestmark[0].args[1]
        + test_constants_are_those_of_exact_arithmetic.pytestmark[0].args[1]
    )
    texts = " ".join(text for text, _ in source)
    for function in OPERATIONS:
        assert f"{function}(" in texts, f"{function} is not tested"
        assert (
            function
            in formula_operations.__doc__.replace("(", " ").replace(")", " ").replace(",", " ").split()
        )


@pytest.mark.parametrize(
    ("text", "message", "column"),
    [
        ("x + wieghts", "no value 'wieghts'", 5),
        ("权重 + 1", "no value '权重'", 1),
        ("2 * 权重 * y", "no value '权重'", 5),
        ("1 + soft(x)", "no function 'soft'; did you mean 'shift'?", 5),
        ("1 + ex(x)", "no function 'ex'; did you mean 'exp'?", 5),
        ("x[0]", "indices are whole numbers that count from 1", 3),
        ("x[1,-1]", "indices are whole numbers that count from 1", 5),
        ("x[1:2]", "indices are whole numbers that count from 1", 3),
        ("x[1.0]", "indices are whole numbers that count from 1", 3),
        ("x['位置1']", "indices are whole numbers that count from 1", 3),
        ("x[True]", "indices are whole numbers that count from 1", 3),
        ("x[3]", "cannot be computed: no element [3] in an array of shape (2, 3)", 1),
        ("v[1,1]", "cannot be computed: no element [1,1] in an array of shape (3,)", 1),
        ("1 / 0", "cannot be computed: division by zero", 1),
        ("0 * (x - x) + 1 / (x - x)", "cannot be computed: division by zero", 15),
        ("sqrt(-1)", "the formula gives nan", 1),
        ("exp(x, x)", "exp takes 1 argument(s), not 2", 1),
        ("join()", "join takes 1 or more argument(s), not 0", 1),
        ("exp(x=1)", "exp takes plain arguments only", 1),
        ("exp(*x)", "exp takes plain arguments only", 1),
        ("x.mT.real", "no .real here; only .mT, the transpose, may follow", 1),
        ("columns(x, 2, 4)", "cannot be computed: no column 4 in an array of shape (2, 3)", 1),
        ("split_heads(x, 2)", "cannot be computed: 3 columns do not divide into 2 heads", 1),
        ("rows(x, 2)", "cannot be computed: ids that are not whole numbers from 0 to 1", 1),
        ("pick(x, [0.5, 0])", "cannot be computed: ids that are not whole numbers from 0 to 2", 1),
        ("append_rows(v, v)", "cannot be computed: an array of fewer than 2 axes", 1),
        ("a = 1", "not a formula: invalid syntax", 3),
        ("  a = 1", "not a formula: invalid syntax", 5),
        ("", "not a formula: invalid syntax", 1),
        ("x, x", "Tuple is not part of the language of formulas", 1),
        ("x // 2", "BinOp is not part of the language of formulas", 1),
        ("+x", "UnaryOp is not part of the language of formulas", 1),
        ("x < 1", "Compare is not part of the language of formulas", 1),
        ("True", "Constant is not part of the language of formulas", 1),
        ("2j", "Constant is not part of the language of formulas", 1),
        ("[]", "List is not part of the language of formulas", 1),
        ("x if x else x", "IfExp is not part of the language of formulas", 1),
    ],
)
def test_an_authors_mistake_is_told_with_its_column(text, message, column):
    with pytest.raises(FormulaError) as caught:
        value(text)
    assert (str(caught.value), caught.value.column) == (message, column)


@pytest.mark.parametrize(
    "text",
    [
        "__import__('os').system('true')",
        "x.__class__",
        "x.mT.__class__.__bases__",
        "x.tofile('stolen')",
        "().__class__",
        "__builtins__",
        "lambda: x",
        "[y for y in x]",
        "f'{x}'",
        "'a' * 10",
        "eval('1')",
        "(exp)(x)(x)",
        "x[exp(1)]",
        "(y := 1)",
        "9 ** 9 ** 9",
        "10 ** 400",
        "1e999",
        "9" * 5000,
        "repeat_kv(split_heads(x, 3), 10 ** 9)",
        "integers(0, 10 ** 12)",
        "(" * 300 + "1" + ")" * 300,
        "-" * 300 + "1",
        "[" * 90 + "1" + "]" * 90,
        "+".join(["1"] * 400),
        "1+" * 15_000 + "1",
        "x\0",
        "x\n= 2",
        "await x",
    ],
)
def test_hostile_text_is_refused(text):
    with pytest.raises(FormulaError):
        value(text)


@given(st.text(max_size=40) | st.text("x1.[](),+-*/@ mTexp\n", max_size=30))
def test_any_text_is_a_formula_or_a_formula_error(text):
    try:
        result = value(text)
    except FormulaError as error:
        assert 1 <= error.column <= len(text) + 2
    else:
        assert isinstance(result, np.ndarray)


def arithmetic(leaf):
    pairs = st.tuples(leaf, st.sampled_from("+-*"), leaf).map(
        lambda parts: f"({parts[0]} {parts[1]} {parts[2]})"
    )
    return pairs | leaf.map(lambda one: f"-{one}")


@given(st.recursive(st.integers(0, 9).map(str), arithmetic, max_leaves=12))
def test_arithmetic_is_pythons(text):
    assert float(value(text)) == float(ast.literal_eval(str(eval(text))))


def test_names_come_whole_once_and_in_order():
    assert names("run.blocks[2].output @ w + exp(run.masked) * w - inf + pi * x[1,2]") == (
        "run.blocks[2].output",
        "w",
        "run.masked",
        "x",
    )
    assert names("exp / total") == ("exp", "total")
    assert names("exp(exp)") == ("exp",)


def test_the_tree_is_small_and_tells_where_each_part_starts():
    tree = parse("-a.b[1].c[2,3] / exp([w.mT, 2])")
    assert tree == Binary(
        "/",
        Negative(Index(Name("a.b[1].c", column=2), (2, 3), column=2), column=1),
        Call(
            "exp",
            (Listed((Transpose(Name("w", column=1), column=1), Number(2.0, column=1)), column=1),),
            column=1,
        ),
        column=1,
    )
    assert tree.right.column == 18
    assert tree.right.arguments[0].items[1].column == 29


def test_the_error_of_a_lookup_passes_through_and_its_key_error_is_an_unknown_name():
    class OtherError(Exception):
        pass

    def lookup(name):
        raise {"a": OtherError, "b": ValueError, "c": KeyError}[name]("lookup")

    with pytest.raises(OtherError):
        evaluate("exp(a)", lookup)
    with pytest.raises(ValueError, match=r"^lookup$"):
        evaluate("1 + b", lookup)
    with pytest.raises(FormulaError, match=r"no value"):
        evaluate("1 + c", lookup)


def test_reading_a_formula_runs_nothing():
    code = (
        "import sys, builtins; from figgen.language.formula import parse, FormulaError\n"
        "def refuse(*_): raise SystemExit(9)\n"
        "builtins.eval = builtins.exec = refuse\n"
        "for text in ('exp(x)', 'eval(x)', 'exec(x)'):\n"
        "    try: parse(text)\n"
        "    except FormulaError: pass\n"
        "print('engine' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
