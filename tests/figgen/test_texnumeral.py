"""Numerals in formulas."""

from __future__ import annotations

import pytest

from figgen.gate.glyphs import CITED
from figgen.gate.texnumeral import math_numerals


def kinds(formula: str) -> list[tuple[str, str]]:
    found = math_numerals(formula.replace("@", CITED))
    return [(formula[start:end], kind) for start, end, kind in sorted(found)]


@pytest.mark.parametrize(
    "formula",
    [
        r"\frac{1}{\sqrt{d_k}}",
        "x^2",
        "2i",
        "x_3",
        "w_{31}",
        "w_{3,1}",
        r"\sum_{j=1}^{n} w_{ij}",
        r"\mathbb{R}^{3\times 2}",
        r"\max(0, x)",
        r"x_{t-1}",
        r"o_3 = @",
        r"1 - x \approx @",
        r"\sqrt{d} \to \frac{x}{2}",
        r"a \\[2pt] b",
        r"a\hspace{1.5em}b",
        r"f(x) = 1 + x",
        r"\text{head1}",
        r"e^{2i}",
        r"\mu_1, \sigma_2",
        r"q_3^{\top} k_1",
        "x^{10}",
    ],
)
def test_notation_may_be_typed(formula: str) -> None:
    assert [k for k in kinds(formula) if k[1] == "typed"] == []


@pytest.mark.parametrize(
    ("formula", "refused"),
    [
        ("x = 0.25", ["0.25"]),
        (r"x \approx 0.944", ["0.944"]),
        ("x = 3", ["3"]),
        (r"\sum_j w_{ij} = 1", ["1"]),
        ("x^{0.25}", ["0.25"]),
        ("x^0.25", ["0.25"]),
        ("x_{0.5}", ["0.5"]),
        ("[c, 0]", ["0"]),
        ("(x, 0)", ["0"]),
        (r"\begin{bmatrix} c & 0 \\ 0 & c \end{bmatrix}", ["0", "0"]),
        ("3x", ["3"]),
        ("0.5x", ["0.5"]),
        (r"25\%", [r"25\%"]),
        (r"2 \times @", ["2"]),
        (r"\frac{1}{@}", ["1"]),
        (r"\frac{1}{4}", ["1", "4"]),
        (r"1\times 2 + 1\times 0", ["1", "2", "1", "0"]),
        ("10^{-4}", ["10"]),
        (r"\text{共 3 个}", ["3"]),
        ("w = ⅞", ["⅞"]),
        ("w = ㊿", ["㊿"]),
        (r"\tag{3}", ["3"]),
        ("½", ["½"]),
        ("３x", ["３"]),
        (r"\ln 2", ["2"]),
        (r"0 \le x \le 1", ["0", "1"]),
        ("x + 1 = 2", ["2"]),
        (r"x \in \{0, 1\}", ["0", "1"]),
        ("1{,}024", ["1", "024"]),
        (r"x = 2y, 2", ["2"]),
        (".5", [".5"]),
        ("x_3.5", ["3.5"]),
    ],
)
def test_a_side_of_numerals_only_an_entry_and_every_decimal_state_a_number(
    formula: str, refused: list[str]
) -> None:
    assert [text for text, kind in kinds(formula) if kind == "typed"] == refused


def test_each_numeral_of_a_formula_is_named_once() -> None:
    assert kinds(r"w_{31} = \frac{1}{x^2} + 0.5") == [
        ("31", "script"),
        ("1", "constant"),
        ("2", "script"),
        ("0.5", "typed"),
    ]


@pytest.mark.parametrize(
    "formula", ["{", "}", "\\", "_", "^{", "x_{", "]", r"\begin{", "$", "\\text{1", "0" * 500]
)
def test_broken_formulas_are_read_to_the_end(formula: str) -> None:
    assert all(0 <= start < end <= len(formula) for start, end, _ in math_numerals(formula))


def test_number_words_in_the_text_of_a_formula_are_found() -> None:
    assert (r"七", "wording") in kinds(r"w = \text{占七成}")
    assert (r"零点七", "wording") in kinds(r"w = \text{零点七}")
    assert [k for k in kinds(r"w = \text{三个位置}") if k[1] == "wording"] == []
