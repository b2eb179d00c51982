"""Formulas in symbols are the formulas that the trace was computed by."""

import numpy as np
import pytest

from engine import (
    AttentionParams,
    BlockParams,
    Config,
    FeedForwardParams,
    NormParams,
    attention,
    block,
    layer_norm,
    multi_head_attention,
)
from figgen import formulas, given, value
from figgen.blocks.context import Context
from figgen.errors import AuthorError

X = np.array([[1.0, 0.0], [0.0, 1.0]])
RUN = attention(X, X, X, mask=np.array([[True, False], [True, True]]))
SYMBOLS = {"scores": "S", "q": "Q", "k": "K", "weights": "A", "v": "V"}
NORM = r"\mathrm{Norm}"
LAYER = BlockParams(
    NormParams(), AttentionParams(X, X, X, X), NormParams(), FeedForwardParams(np.eye(2), np.eye(2))
)

tokens = given([[1, 2], [3, 4]])
w_q = given([[1, 0], [0, 2]])
queries = value(tokens @ w_q, by="tokens @ w_q")


def test_each_step_is_an_equation_in_symbols() -> None:
    made = formulas(RUN, "scores", "output", symbols=SYMBOLS)
    assert made.latex() == [r"S = Q\,K^{\top}", r"\text{output} = A\,V"]
    assert made.tex == r"S = Q\,K^{\top},\qquad \text{output} = A\,V"


def test_the_formulas_follow_what_was_asked_of_the_engine_and_skip_steps_that_it_did_not_take() -> None:
    assert formulas(RUN, "masked").latex() == [
        r"\text{masked} = \text{where}\left(\text{mask}, \text{scaled}, -\infty\right)"
    ]
    assert formulas(attention(X, X, X), "masked").latex() == [
        r"\text{masked} = \text{scores} \cdot \text{scale}"
    ]
    assert formulas(layer_norm(X), "std").latex() == [r"\text{std} = \sqrt{\text{variance} + \text{eps}}"]


def test_a_symbol_has_its_index_low_and_may_be_tex() -> None:
    assert formulas(RUN, "weights", symbols={"exp": "E", "total": "s_i"}).latex() == [
        r"\text{weights} = \frac{E}{s_{i}}"
    ]
    symbols = {"std": r"\sigma", "variance": r"\sigma^2", "eps": r"\varepsilon"}
    assert formulas(layer_norm(X), "std", symbols=symbols).latex() == [
        r"\sigma = \sqrt{\sigma^2 + \varepsilon}"
    ]


def test_steps_that_are_told_through_are_filled_in_and_times_one_over_is_a_fraction() -> None:
    symbols = {"scaled": "S", "q": "Q", "k": "K", "d_k": "d_k"}
    assert formulas(RUN, "scaled", symbols=symbols, through=("scores", "scale")).latex() == [
        r"S = \frac{Q\,K^{\top}}{\sqrt{d_{k}}}"
    ]


def test_letters_after_a_step_write_its_elements_or_its_rows() -> None:
    symbols = {"masked": "t", "scaled": "s", "mask": "M", "row_max": "m", "weights": "w", "q": "q", "k": "k"}
    symbols |= {"v": "v", "output": "o", "d_k": "d_k"}
    through = ("exp", "total", "scores", "scale")
    made = formulas(
        RUN, "weights[i,j]", "masked[i,j]", "scaled[i,j]", "output[i]", symbols=symbols, through=through
    )
    assert made.latex() == [
        r"w_{ij} = \frac{\exp(t_{ij} - m_{i})}{\sum_{l} \exp(t_{il} - m_{i})}",
        r"t_{ij} = \begin{cases} s_{ij} & M_{ij}\text{为真} \\ -\infty & \text{否则} \end{cases}",
        r"s_{ij} = \frac{q_{i} \cdot k_{j}}{\sqrt{d_{k}}}",
        r"o_{i} = \sum_{l} w_{il}\,v_{l}",
    ]


def test_what_index_notation_cannot_say_is_refused() -> None:
    run = multi_head_attention(X, LAYER.attention, n_heads=2)
    with pytest.raises(AuthorError) as refused:
        formulas(run, "merged[i,j]")
    assert str(refused.value) == "formulas: index notation has no merge_heads"


def test_heads_that_are_joined_stand_one_by_one() -> None:
    run = multi_head_attention(X, LAYER.attention, n_heads=2)
    symbols = {"output": "Y", "heads.output": "O", "w_o": "W_O"}
    assert formulas(run, "output", symbols=symbols, through=("merged",)).latex() == [
        r"Y = \operatorname{Concat}\left(O^{(1)}, O^{(2)}\right)\,W_{O}"
    ]


def test_a_part_with_a_symbol_is_a_function_of_what_went_in() -> None:
    pre = block(X, LAYER, config=Config(n_heads=1))
    symbols = {"residual_2": "y", "residual_1": "x", "norm_2": NORM, "feed_forward": "F"}
    assert formulas(pre, "residual_2", symbols=symbols).latex() == [r"y = x + F(\mathrm{Norm}(x))"]
    post = block(X, LAYER, config=Config(n_heads=1, pre_norm=False))
    symbols = {"output": "y", "norm_1.output": "x", "norm_2": NORM, "feed_forward": "F"}
    assert formulas(post, "output", symbols=symbols, through=("residual_2",)).latex() == [
        r"y = \mathrm{Norm}(x + F(x))"
    ]


def test_arrays_multiplied_element_by_element_have_a_sign_for_it() -> None:
    run = layer_norm(X, np.ones(2), np.ones(2))
    symbols = {"output": "y", "normalized": "z", "gain": r"\gamma", "bias": r"\beta"}
    assert formulas(run, "output", symbols=symbols).latex() == [r"y = z \odot \gamma + \beta"]


def test_values_show_the_formula_that_they_were_declared_with() -> None:
    assert formulas(queries, symbols={"queries": "Q", "tokens": "X", "w_q": "W_Q"}).latex() == [
        r"Q = X\,W_{Q}"
    ]


def test_the_block_is_displayed_mathematics_that_scrolls_in_its_own_box() -> None:
    html = formulas(RUN, "scores", symbols=SYMBOLS).render(Context("chapter", "block", {}))
    assert html.count("<math") == 1 and 'display="block"' in html and "<mi>S</mi>" in html
    assert '<div class="fg-math" role="group" tabindex="0" aria-label="公式">' in html


@pytest.mark.parametrize(
    ("arguments", "symbols", "message"),
    [
        ((X, "scores"), None, "formulas: wants a trace or values, got ndarray"),
        ((RUN, "score"), None, "formulas: no step 'score'; did you mean 'scores'?"),
        ((RUN, "mask"), None, "formulas: no step 'mask'; did you mean 'masked'?"),
        ((RUN, "scores"), {"kk": "K"}, "formulas: no formula here names 'kk'; did you mean 'k'?"),
        (
            (RUN, "scores"),
            {"q": r"\frac{1}{4}Q"},
            r"formulas: the symbol '\\frac{1}{4}Q' of 'q' states a number; only an index may",
        ),
        (
            (queries, "output"),
            None,
            "formulas: wants values that have names of their own, or a trace and its steps",
        ),
    ],
)
def test_what_cannot_be_shown_is_refused(arguments: tuple, symbols: dict | None, message: str) -> None:
    with pytest.raises(AuthorError) as refused:
        formulas(*arguments, symbols=symbols)
    assert str(refused.value) == message


def test_steps_must_be_named() -> None:
    with pytest.raises(AuthorError, match=r"^formulas: name the steps to show; there are q, k, v, scale"):
        formulas(RUN)
