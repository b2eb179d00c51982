"""Values are read-only copies with their origin; what cannot be published is refused."""

# ruff: noqa: E501 - messages are written out, word for word

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np
import pytest
from numpy.typing import NDArray

from figgen.errors import AuthorError
from figgen.running.example import constant, given, labels, printed, value
from figgen.running.invariants import broken, check_formula
from figgen.running.trace import Lookup, fields
from figgen.running.values import LARGEST, Value, as_value, declared, freeze


def test_a_given_array_computes_like_any_other_and_cannot_be_changed() -> None:
    source = np.array([[1.0, 2.0]])
    x = given(source)
    source[0, 0] = 9
    assert (x + 1).tolist() == [[2.0, 3.0]]
    with pytest.raises(ValueError, match="read-only"):
        x[0, 0] = 5


def test_a_value_is_known_by_identity_not_by_equality() -> None:
    x = given([1, 2])
    assert declared(x) is as_value(x)
    assert declared(x.copy()) is None
    assert declared(x[:]) is None
    message = r"^wants a value, got ndarray; make one with value\(…, by=…\) or given\(…\)$"
    with pytest.raises(AuthorError, match=message):
        as_value(x.copy())


@pytest.mark.parametrize(
    "compute",
    [
        lambda y: y * 2, lambda y: 2 * y, lambda y: y / y, lambda y: np.ones((2, 2)) @ y, lambda y: y @ np.ones(2),
        lambda y: y[0], lambda y: np.exp(y), lambda y: np.asarray(y), lambda y: -y, lambda y: y.at(1) + 1,
        lambda y: value(np.ones(2), by="x", zero_where=y), lambda y: freeze([y, y]),
    ],
)  # fmt: skip
def test_who_computes_with_a_value_is_told_to_take_its_array(compute: Callable[[Value], object]) -> None:
    y = value(np.array([1, 2]), by="x")
    message = r"^a value is cited and shown; to compute with its numbers, write name\.array \(a row: name\.array\[0\]\)$"
    with pytest.raises(AuthorError, match=message):
        compute(y)
    assert (y.array * 2).tolist() == [2, 4]


def test_a_constant_is_evaluated_and_keeps_its_expression() -> None:
    c = constant("sqrt(2)*ln(2)", default="d4")
    assert float(c) == pytest.approx(0.98025814346854719, abs=1e-15)
    assert (as_value(c).formula, as_value(c).origin) == ("sqrt(2)*ln(2)", "constant")


@pytest.mark.parametrize("expression", ["[1, 2]", "1 +", "__import__('os')", "x", "1/0"])
def test_a_constant_that_is_no_number_is_refused(expression: str) -> None:
    with pytest.raises(AuthorError, match=r"^constant\("):
        constant(expression)


def test_labels_are_numbered_from_one() -> None:
    assert labels("位置", 3) == ("位置1", "位置2", "位置3")
    with pytest.raises(AuthorError, match=r"^labels: wants a count of at least 1, got 0$"):
        labels("位置", 0)


def test_printed_gives_what_a_reader_reads() -> None:
    thirds = value(np.array([1, 2]) / 3, by="x", default="d2")
    assert printed(thirds).tolist() == [0.33, 0.67]
    assert printed(thirds.at(2), "pct0").tolist() == 0.67
    assert printed(thirds.at(2), "frac").tolist() == 2 / 3


def test_a_row_and_an_element_count_from_one() -> None:
    w = value([[1, 2], [3, 4]], by="x", rows=("甲", "乙"))
    assert w.at(2).array.tolist() == [3, 4]
    assert w.at("乙", 1).array.tolist() == 3
    with pytest.raises(AuthorError, match=r"^index 0: indices count from 1 to 2$"):
        w.at(0)


def test_the_magnitude_leaves_infinities_out() -> None:
    assert value([1, -3, -np.inf], by="x").magnitude == 3
    assert value([-np.inf], by="x").magnitude == 0


@pytest.mark.parametrize("data", [2**53, -(2**53), [1, 2**60], np.uint64(2**63), 10**400])
def test_integers_that_float64_confuses_are_refused(data: object) -> None:
    with pytest.raises(AuthorError):
        freeze(data)


def test_the_largest_array_is_let_in() -> None:
    assert freeze(np.zeros(LARGEST)).size == LARGEST
    assert freeze(2**53 - 1) == 2**53 - 1


@dataclass(frozen=True)
class Step:
    """A trace as an engine makes one."""

    doubled: NDArray[np.float64]
    inner: tuple[Step, ...] = ()
    inputs: Mapping[str, object] = field(default_factory=dict)
    formulas: Mapping[str, str] = field(default_factory=lambda: {"doubled": "2*x"})


RUN = Step(np.array([2.0, 4.0]), (Step(np.array([6.0])), Step(np.array([8.0]))), {"x": np.array([1.0, 2.0])})


def test_fields_of_traces_are_found_by_identity_at_any_depth() -> None:
    found = fields({"run": RUN, "_hidden": Step(np.array([1.0]))})
    assert found == {
        id(RUN.doubled): ("run.doubled", "2*x"),
        id(RUN.inner[0].doubled): ("run.inner[1].doubled", "2*x"),
        id(RUN.inner[1].doubled): ("run.inner[2].doubled", "2*x"),
    }


@pytest.mark.parametrize(
    ("name", "found"),
    [("run.doubled", [2, 4]), ("run.inner[2].doubled", [8]), ("run.x", [1, 2]), ("x", [1, 2]), ("n", 3)],
)
def test_a_formula_reads_names_fields_and_inputs(name: str, found: object) -> None:
    assert Lookup({"run": RUN, "n": 3})(name).tolist() == found


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("rnu.doubled", "no name 'rnu' in this worked example; did you mean 'run'?"),
        ("run.dubbled", "no field 'dubbled'; there are doubled, inner, inputs, formulas, x"),
        ("run.inner[3].doubled", "no inner[3]"),
        ("run.doubled[1].x", "no doubled[1]"),
        ("n.x", "no field 'x'; int has no fields"),
        ("t", "'t' is tuple, not an array"),
        ("doubled", "'doubled' is a field of several traces; write one of run.doubled, run.inner[1].doubled, "
         "run.inner[2].doubled"),
        ("nothing", "no name 'nothing' in this worked example and no field of a trace"),
    ],
)  # fmt: skip
def test_a_name_that_a_formula_cannot_read_is_refused(name: str, message: str) -> None:
    with pytest.raises(AuthorError) as refused:
        Lookup({"run": RUN, "n": 3, "t": (1, 2)})(name)
    assert refused.value.message == message


def test_a_formula_must_give_the_array_to_the_last_digits_that_matter() -> None:
    x = np.array([1e6, 1.0])
    lookup = Lookup({"x": x})
    check_formula(value(x * (1 + 1e-14), by="x", default="d2"), lookup)
    with pytest.raises(AuthorError, match=r"^by='x' gives 1.0 at \[2\], the value has 1.00001$"):
        check_formula(value(x + np.array([0, 1e-5]), by="x", default="d5"), lookup)


def test_infinities_agree_only_with_themselves() -> None:
    x = np.array([-np.inf, 1.0])
    check_formula(value(x, by="x"), Lookup({"x": x}))
    with pytest.raises(AuthorError, match=r"^by='x' gives -inf at \[1\], the value has 0.0$"):
        check_formula(value([0, 1], by="x"), Lookup({"x": x}))


@pytest.mark.parametrize(
    ("data", "rules"),
    [
        ([[0.25, 0.75], [1, 0]], {"rows_sum_to": 1, "within": (0, 1), "default": "frac"}),
        ([1 / 3, 1 / 3, 1 / 3], {"rows_sum_to": 1, "default": "frac"}),
        ([1 / 3, 1 / 3, 1 / 3], {"rows_sum_to": 1, "default": "d2", "sum_note": "各数四舍五入"}),
        ([1 / 8, 7 / 8], {"rows_sum_to": 1, "default": "d3"}),
        ([[0, 1], [1, 2]], {"symmetric": True}),
        ([[0, 1], [2, 2]], {"symmetric": False}),
        ([[1, 2, 3]], {"symmetric": False, "shape": (1, 3)}),
        ([[1e9, 2e9]], {"rows_sum_to": 3e9}),
        ([0.1, 0.2], {"rows_sum_to": 0.3, "default": "dec"}),
        ([5, 0], {"zero_where": [False, True]}),
    ],
)
def test_what_holds_is_not_called_broken(data: object, rules: dict[str, object]) -> None:
    assert list(broken(value(data, by="x", **rules))) == []  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("data", "rules", "sentence"),
    [
        ([[0.5, 0.6]], {"rows_sum_to": 1, "default": "dec"}, "rows_sum_to=1: row 1 sums to 1.1"),
        ([0.125, 0.875], {"rows_sum_to": 1, "default": "d2"},
         "rows_sum_to=1: the printed digits of row 1 (0.13, 0.88) add to 1.01; choose another form, or give readers "
         "the reason in sum_note=…"),
        ([-0.1], {"within": (0, 1), "default": "dec"}, "within=(0, 1): -0.1 at [1] is outside"),
        (2, {"within": (0, 1)}, "within=(0, 1): 2.0 is outside"),
        ([np.inf], {"within": (0, 1)}, "within=(0, 1): inf at [1] is outside"),
        ([[1e-300]], {"zero_where": [[True]], "default": "sci1"}, "zero_where: must be exactly 0 at [1, 1]"),
        ([1], {"zero_where": [True, False]}, "zero_where has shape (2,), the value (1,)"),
        ([[1, 2]], {"symmetric": True}, "symmetric=True: the value is not symmetric"),
        ([[1, 2], [2, 1]], {"symmetric": False}, "symmetric=False: the value is symmetric"),
    ],
)  # fmt: skip
def test_what_does_not_hold_is_told(data: object, rules: dict[str, object], sentence: str) -> None:
    assert list(broken(value(data, by="x", **rules))) == [sentence]  # type: ignore[arg-type]


@pytest.mark.parametrize("expression", ["exp(1000)", "-exp(1000)"])
def test_a_constant_is_finite(expression: str) -> None:
    with pytest.raises(AuthorError) as refused:
        constant(expression, default="d2")
    assert str(refused.value) == f"constant('{expression}'): is infinite, which no constant is"


@pytest.mark.parametrize("wrapped", [False, True])
def test_a_masked_array_is_refused_because_its_hidden_numbers_would_be_shown(wrapped: bool) -> None:
    masked = np.ma.masked_greater([1.0, 2.0], 1.5)
    with pytest.raises(AuthorError) as refused:
        given([masked, masked] if wrapped else masked)
    assert (
        str(refused.value) == "is a masked array, whose hidden numbers would be shown; write np.ma.filled(…)"
    )
