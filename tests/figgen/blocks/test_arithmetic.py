import re

import numpy as np
import pytest

from figgen.blocks.arithmetic import arithmetic
from figgen.errors import AuthorError
from figgen.running.example import constant, given, value

from .conftest import WEIGHTS, bound


@pytest.fixture
def names(weights):
    v = given([[2, 0], [0, 1], [2, 1]])
    return {
        "weights": weights,
        "v": v,
        "x": given([[1, 0], [0, 1], [1, 1]]),
        "w_v": given([[2, 0], [0, 1]]),
        "output": value(WEIGHTS @ v, by="weights @ v", default="dec"),
    }


def line(page, names, *arguments, **options):
    return page(**names).tree(arithmetic(*arguments, names=names, **options))


def read(tree):
    """The line as one would type it: fractions as a/b, nothing else added."""
    for fraction in tree.iter("mfrac"):
        fraction[0].tail = "/"
    return "".join(tree.itertext()).replace(" ", "")


def test_a_mix_is_written_with_its_numbers_and_its_result(page, names):
    mix = "weights[3,1]*v[1] + weights[3,2]*v[2] + weights[3,3]*v[3]"
    assert (
        read(line(page, names, "o_3", mix, names["output"].at(3)))
        == "o3=1/4·[2,0]+1/4·[0,1]+1/2·[2,1]=[1.5,0.75]"
    )


def test_products_are_written_out_element_by_element(page, names):
    shown = line(page, names, "x_3 W_V", "x[3] @ w_v", given_row(names, "v", 3), terms=True)
    assert read(shown) == "x3WV=[1×2+1×0,1×0+1×1]=[2,1]"


def given_row(names, name, row):
    from figgen.running.values import as_value

    return as_value(names[name]).at(row)


def test_every_operand_and_the_result_are_bound(page, names):
    tree = line(page, names, "o_3", "weights[3] @ v", names["output"].at(3), terms=True)
    refs = [ref for ref, *_ in bound(tree)]
    assert refs[:4] == [
        "attention.weights[3,1]",
        "attention.v[1,1]",
        "attention.weights[3,2]",
        "attention.v[2,1]",
    ]
    assert refs[-2:] == ["attention.output[3,1]", "attention.output[3,2]"]
    unbound = [n.text for n in tree.iter("mn") if n.get("data-ref") is None and n.get("class") != "fg-index"]
    assert set(unbound) <= {"1", "2", "4"}  # the parts of 1/4 and 1/2, whose fraction is bound
    assert all(f.get("data-ref") for f in tree.iter("mfrac"))


def test_rounded_operands_or_a_rounded_result_make_the_signs_approximate(page):
    rounded = {"s": value(np.array([1 / 3]), by="x", default="d2"), "t": given([3])}
    exact = value(np.array([1.0]), by="s*t", default="dec")
    assert read(line(page, rounded | {"e": exact}, "e", "s*t", exact)) == "e≈[0.33]·[3]≈[1]"
    root, r = {"t": given(2)}, value(np.sqrt(2), by="sqrt(t)", default="d3")
    assert read(line(page, root | {"r": r}, "r", "sqrt(t)", r)) == "r=2≈1.414"


def test_negative_operands_stand_in_parentheses_after_a_sign(page):
    n = {"a": given(2), "b": given(-3), "r": given(-6), "d": given(5), "p": given(11)}
    assert read(line(page, n, "r", "a*b", n["r"])) == "r=2×(−3)=−6"
    assert read(line(page, n, "d", "a-b", n["d"])) == "d=2−(−3)=5"
    assert read(line(page, n, "p", "a + b**2", n["p"])) == "p=2+(−3)2=11"
    assert read(line(page, n, "r", "(a - d)*a", n["r"])) == "r=(2−5)×2=−6"


def test_a_negative_first_factor_stands_in_parentheses_of_its_own(page):
    n = {
        "a": given([1, -1]),
        "b": given([2, -1]),
        "r": given(3),
        "m": given(-1),
        "s": given(1),
        "t": given(0),
    }
    assert read(line(page, n, "r", "a @ b", n["r"], terms=True)) == "r=1×2+(−1)×(−1)=3"
    assert read(line(page, n, "s", "m*m", n["s"])) == "s=(−1)×(−1)=1"
    assert read(line(page, n, "t", "m + s", n["t"])) == "t=−1+1=0"


def test_nothing_widens_the_line_between_its_pieces(page, names):
    shown = line(page, names, "o_3", "weights[3] @ v", names["output"].at(3), terms=True)
    paragraph = shown.find(".//p")
    assert {part.tag for part in paragraph} == {"math", "wbr"}
    assert all(not part.tail for part in paragraph)


def test_matrices_and_functions_are_shown(page, names):
    tree = line(page, names, "O", "weights @ v", names["output"])
    assert [len(t) for t in tree.iter("mtable")] == [3, 3, 3]
    n = {"two": given(2), "log": constant("ln(2)", default="d4")}
    assert read(line(page, n, "l", "ln(two)", n["log"])) == "l=ln(2)≈0.6931"


def test_a_number_that_is_a_constant_can_be_shown_by_its_letter(page):
    n = {"x": given([[1, 0], [0, 2]]), "c": constant("sqrt(2)*ln(2)", default="d4")}
    n["w"] = given(np.eye(2) * n["c"], by="given", default="d4")
    n["k"] = value(n["x"] @ n["w"], by="x @ w", default="d4")
    shown = line(page, n, "K", "x @ w", n["k"], letters={"c": n["c"]})
    assert read(shown) == "K=[1002][c00c]≈[c001.9605]"
    assert [letter.text for letter in shown.iter("mi")] == ["K", "c", "c", "c"]
    with pytest.raises(AuthorError, match=r"^arithmetic: letters wants single numbers, such as {'c': c}$"):
        line(page, n, "K", "x @ w", n["k"], letters={"x": n["x"]})


def test_quotients_and_roots_are_written_out_element_by_element(page):
    n = {"x": given([1, 3]), "m": given([5])}
    n["y"] = value(n["x"] / np.sqrt(n["m"]), by="x / sqrt(m)", default="d4")
    assert read(line(page, n, "y", "x / sqrt(m)", n["y"], terms=True)) == "y=[1/5,3/5]≈[0.4472,1.3416]"


def test_brackets_beside_a_fraction_are_as_tall_as_one(page, names):
    mix = "weights[3,1]*v[1]"
    made = value(WEIGHTS[2, 0] * names["v"][0], by="x", default="frac")
    brackets = [mo for mo in line(page, names | {"m": made}, "m", mix, made).iter("mo") if mo.text in "[]"]
    sizes = [(mo.get("stretchy"), mo.get("minsize")) for mo in brackets]
    assert sizes == [("false", None), ("false", None), ("true", "2.2em"), ("true", "2.2em")]


def test_the_line_can_break_before_each_sign(page, names):
    tree = line(
        page, names, "o_3", "weights[3,1]*v[1] + weights[3,2]*v[2] + weights[3,3]*v[3]", names["output"].at(3)
    )
    assert [re.sub(r"\s", "", "".join(m.itertext()))[0] for m in tree.findall(".//math")] == [
        "o",
        "+",
        "+",
        "=",
    ]


def test_a_line_that_does_not_give_its_result_is_refused(names):
    message = r"^arithmetic: 'weights\[3\] @ v' gives \[1\.5 , 0\.75\], the result is \[1\.2, 0\.8\]$"
    with pytest.raises(AuthorError, match=message):
        arithmetic("o_3", "weights[3] @ v", names["output"].at(2), names=names)
    message = r"^arithmetic: 'weights @ v' gives shape \(3, 2\), the result has \(2,\)$"
    with pytest.raises(AuthorError, match=message):
        arithmetic("o_3", "weights @ v", names["output"].at(2), names=names)


def test_a_typed_number_an_unknown_name_and_broken_syntax_are_refused(names):
    message = r"^arithmetic: 0\.25 is typed; give it a name, given\(0\.25\), so that it is bound$"
    with pytest.raises(AuthorError, match=message):
        arithmetic("o", "0.25*v[1]", names["output"].at(3), names=names)
    message = r"^arithmetic: 'w' is not defined; make it one with value\(…\) or given\(…\) above this line$"
    with pytest.raises(AuthorError, match=message):
        arithmetic("o", "w @ v", names["output"].at(3), names=names)
    with pytest.raises(AuthorError, match=r"^arithmetic: 'weights\[3\] @', column \d+: not a formula: "):
        arithmetic("o", "weights[3] @", names["output"].at(3), names=names)


one, two, three = given(1), given(2), given(3)


def test_names_are_those_of_the_calling_module(page):
    block = arithmetic("s", "one + two", three)
    assert [float(held.array) for held in block.shows()] == [1, 2, 3]
