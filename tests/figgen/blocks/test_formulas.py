"""Formulas in symbols are the formulas that the trace was computed by."""

import numpy as np
import pytest

from engine import attention, layer_norm
from figgen import formulas
from figgen.blocks.context import Context
from figgen.errors import AuthorError

X = np.array([[1.0, 0.0], [0.0, 1.0]])
RUN = attention(X, X, X, mask=np.array([[True, False], [True, True]]))
SYMBOLS = {"scores": "S", "q": "Q", "k": "K", "weights": "A", "v": "V"}


def test_each_step_is_an_equation_in_symbols() -> None:
    block = formulas(RUN, "scores", "output", symbols=SYMBOLS)
    assert block.latex() == [r"S = Q\,K^{\top}", r"\text{output} = A\,V"]


def test_the_formulas_follow_what_was_asked_of_the_engine() -> None:
    assert formulas(RUN, "masked").latex() == [
        r"\text{masked} = \text{where}\left(\text{mask}, \text{scaled}, -\infty\right)".replace(
            "scaled", "capped"
        )
    ]
    assert formulas(attention(X, X, X), "masked").latex() == [r"\text{masked} = \text{capped}"]
    assert formulas(layer_norm(X), "std").latex() == [r"\text{std} = \sqrt{\text{variance} + \text{eps}}"]


def test_a_symbol_has_its_index_low() -> None:
    assert formulas(RUN, "weights", symbols={"exp": "E", "total": "s_i"}).latex() == [
        r"\text{weights} = \frac{E}{s_{i}}"
    ]


def test_the_block_is_displayed_mathematics() -> None:
    html = formulas(RUN, "scores", symbols=SYMBOLS).render(Context("chapter", "block", {}))
    assert html.count("<math") == 1 and 'display="block"' in html and "<mi>S</mi>" in html


@pytest.mark.parametrize(
    ("arguments", "symbols", "message"),
    [
        ((X, "scores"), None, "formulas: wants a trace, got ndarray"),
        ((RUN, "score"), None, "formulas: no step 'score'; did you mean 'scores'?"),
        ((RUN, "scores"), {"kk": "K"}, "formulas: no formula here names 'kk'; did you mean 'k'?"),
    ],
)
def test_what_cannot_be_shown_is_refused(arguments: tuple, symbols: dict | None, message: str) -> None:
    with pytest.raises(AuthorError) as refused:
        formulas(*arguments, symbols=symbols)
    assert str(refused.value) == message


def test_steps_must_be_named() -> None:
    with pytest.raises(AuthorError, match=r"^formulas: name the steps to show; there are q, k, v, scores"):
        formulas(RUN)
