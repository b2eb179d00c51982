"""= and ≈ before citations in formulas and sentences."""

from __future__ import annotations

import pytest

from figgen.gate.equality import math_mistakes, text_mistakes
from figgen.gate.source import scan


def mistakes(text: str) -> list[tuple[str, bool]]:
    """Citations named e… are exact, all others rounded."""
    source = scan(text)
    inside = {c.citation.start: c.citation.inside for c in source.citations}
    exact = {start: name.startswith("e") for start, name in inside.items()}
    found = []
    for stream in source.streams:
        found += list((math_mistakes if stream.kind == "math" else text_mistakes)(stream, exact))
    return [(inside[offset], is_exact) for offset, is_exact in found]


@pytest.mark.parametrize(
    ("formula", "expected"),
    [
        ("x = @{r}", [("r", False)]),
        ("x = @{e}", []),
        (r"x \approx @{r}", []),
        (r"x \approx @{e}", [("e", True)]),
        (r"x = @{e1}\cdot @{r} + @{e2}", [("r", False)]),
        ("@{r} = @{e}", [("r", False)]),
        (r"@{r} + @{e} \approx @{e2}", []),
        (r"x &= [@{e}, @{r}]", [("r", False)]),
        (r"a = @{e},\; b \approx @{r}", []),
        (r"a \approx @{r}, b = @{e}", []),
        (r"x = \begin{bmatrix} @{e} & @{r} \\ @{e} & @{e} \end{bmatrix}", [("r", False)]),
        (r"x \le @{r}", []),
        (r"\begin{aligned} x &= @{e} \\ y &= @{r} \end{aligned}", [("r", False)]),
        (r"x = @{e} \approx @{r}", []),
        (r"x \approx \frac{@{e}}{n}", []),
        (r"\frac{@{e}}{@{e2}} \approx @{r}", []),
        ("x >= @{r}", []),
        (r"f(@{r}) = y", [("r", False)]),
    ],
)
def test_an_equation_is_exact_on_both_sides(formula: str, expected: list[tuple[str, bool]]) -> None:
    assert mistakes(f"${formula}$") == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("c = @{r}", [("r", False)]),
        ("c=**@{r}**", [("r", False)]),
        ("c = [@{r}]", [("r", False)]),
        ("c = −@{r}", [("r", False)]),
        ("等于 @{r}", [("r", False)]),
        ("恰好是@{r}", [("r", False)]),
        ("约等于 @{r}", []),
        ("不等于 @{r}", []),
        ("是 @{r}", []),
        ("≈ @{e}", [("e", True)]),
        ("约为@{e}", [("e", True)]),
        ("大约是 @{e}", [("e", True)]),
        ("约 @{r}", []),
        ("= @{e}", []),
        ("a <= @{r}", []),
        ("约定 @{e}", []),
    ],
)
def test_the_sign_or_word_before_a_citation_is_true(text: str, expected: list[tuple[str, bool]]) -> None:
    assert mistakes(text) == expected
