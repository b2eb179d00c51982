"""The chapter `transformer`: every number a second time, at fifty digits, by formulas written out here.

Nothing of the engine is used. What the build stored, and what stands on the page, is compared with it.
"""

import re
from collections.abc import Callable, Sequence
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath as mp
import pytest

from tests.book.shown import DIGITS, decimals, farthest, printed, stored

Row = list[Any]
Rows = list[Row]
CLOSE = 1e-13

mp.mp.dps = DIGITS


@pytest.fixture(scope="module")
def values(book: Path) -> dict[str, Any]:
    return stored(book, "transformer")


@pytest.fixture(scope="module")
def page(book: Path) -> dict[str, set[str]]:
    return printed(book, "transformer")


# the mathematics, number by number
def number(x: object) -> mp.mpf:
    if isinstance(x, Fraction):
        return mp.mpf(x.numerator) / x.denominator
    return mp.mpf(x)


def times(a: Sequence[Sequence[object]], b: Sequence[Sequence[object]]) -> Rows:
    return [
        [sum(number(x) * number(row[j]) for x, row in zip(line, b, strict=True)) for j in range(len(b[0]))]
        for line in a
    ]


def dots(q: Rows, k: Rows) -> Rows:
    return [[sum(number(a) * number(b) for a, b in zip(x, y, strict=True)) for y in k] for x in q]


def softmax(row: Row) -> Row:
    powers = [mp.exp(x) for x in row]
    return [power / sum(powers) for power in powers]


def shares(scores: Rows, sees: Callable[[int, int], bool]) -> Rows:
    root = mp.sqrt(2)
    return [
        softmax([score / root if sees(i, j) else mp.mpf("-inf") for j, score in enumerate(row)])
        for i, row in enumerate(scores)
    ]


def everything(i: int, j: int) -> bool:
    return True


def causal(i: int, j: int) -> bool:
    return j <= i


def normed(row: Row, eps: object = 0) -> Row:
    mean = sum(map(number, row)) / len(row)
    variance = sum((number(x) - mean) ** 2 for x in row) / len(row)
    return [(number(x) - mean) / mp.sqrt(variance + number(eps)) for x in row]


def plus(a: Rows, b: Rows) -> Rows:
    return [[number(x) + number(y) for x, y in zip(*pair, strict=True)] for pair in zip(a, b, strict=True)]


class F11:
    """Scores, shares and outputs of F11 with a table of values."""

    x = ((1, 1), (1, -1))
    w_q = ((2, 1), (-1, 1))
    w_k = ((Fraction(1, 2), Fraction(1, 2)), (Fraction(1, 2), Fraction(-1, 2)))

    def __init__(
        self,
        w_v: Sequence[Sequence[int]] = ((5, 10), (5, -10)),
        sees: Callable[[int, int], bool] = everything,
    ) -> None:
        self.q, self.k, self.v = times(self.x, self.w_q), times(self.x, self.w_k), times(self.x, w_v)
        self.scores = dots(self.q, self.k)
        self.scaled = [[score / mp.sqrt(2) for score in row] for row in self.scores]
        self.weights = shares(self.scores, sees)
        self.output = times(self.weights, self.v)


class G01:
    """Each named stage of G01 on the inputs x."""

    def __init__(
        self, x: Sequence[Sequence[int]] = ((1, 0), (0, 2)), eps: object = Fraction(1, 100000)
    ) -> None:
        self.norm_1 = [normed(list(row), eps) for row in x]
        self.scores = dots(self.norm_1, self.norm_1)
        self.weights = shares(self.scores, causal)
        self.attended = times(self.weights, self.norm_1)
        self.residual_1 = plus([list(row) for row in x], self.attended)
        self.norm_2 = [normed(row, eps) for row in self.residual_1]
        self.fed = [[max(number(z), mp.mpf(0)) / 2 for z in row] for row in self.norm_2]
        self.residual_2 = plus(self.residual_1, self.fed)
        self.last_norm = [normed(row, eps) for row in self.residual_2]
        self.logits = times(self.last_norm, [[1, 0, -1], [0, 1, Fraction(1, 2)]])
        self.probabilities = [softmax(row) for row in self.logits]


def turned(row: Row, angle: int) -> Row:
    cos, sin = mp.cos(angle), mp.sin(angle)
    return [number(row[0]) * cos - number(row[1]) * sin, number(row[0]) * sin + number(row[1]) * cos]


def order(x: Sequence[Sequence[int]], *, rotate: bool) -> tuple[Rows, Rows]:
    """Shares and outputs of the tables with c = sqrt(2) ln 2, positions counting from 1."""
    c = mp.sqrt(2) * mp.log(2)
    q, k = times(x, [[1, 0], [0, 1]]), times(x, [[c, 0], [0, c]])
    if rotate:
        q = [turned(row, place) for place, row in enumerate(q, start=1)]
        k = [turned(row, place) for place, row in enumerate(k, start=1)]
    weights = shares(dots(q, k), everything)
    return weights, times(weights, times(x, [[2, 0], [0, 1]]))


AB, BA = [[1, 0], [0, 1], [1, 1]], [[0, 1], [1, 0], [1, 1]]


def shown(page: dict[str, set[str]], name: str, exact: object, places: int = 6) -> None:
    """Every element of `exact` stands on the page under its reference with that many decimals."""
    rows = exact if isinstance(exact, list) else [exact]
    for i, row in enumerate(rows, start=1):
        for j, x in enumerate(row, start=1) if isinstance(row, list) else [(None, row)]:
            ref = f"transformer.{name}[{i},{j}]" if j else f"transformer.{name}[{i}]"
            assert decimals(x, places) in page[ref], (ref, decimals(x, places), page[ref])


# F11
def test_f11_projects_six_rows_with_unit_keys(values: dict[str, Any], page: dict[str, set[str]]) -> None:
    exact = F11()
    assert (exact.q, exact.k, exact.v) == ([[1, 2], [3, 0]], [[1, 0], [0, 1]], [[10, 0], [0, 20]])
    for name in ("q", "k", "v"):
        assert values[f"f11_{name}"] == getattr(exact, name)
        shown(page, f"f11_{name}", getattr(exact, name), 0)


def test_f11_scores_are_whole_and_not_symmetric(values: dict[str, Any], page: dict[str, set[str]]) -> None:
    assert values["f11_scores"] == F11().scores == [[1, 2], [3, 0]]
    shown(page, "f11_scores", F11().scores, 0)


def test_f11_scaled_scores_are_the_scores_over_the_root_of_two(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    exact = F11().scaled
    assert farthest(values["f11_scaled"], exact) < CLOSE
    assert [[decimals(x, 6) for x in row] for row in exact] == [
        ["0.707107", "1.414214"],
        ["2.121320", "0.000000"],
    ]
    shown(page, "f11_scaled", exact)


def test_f11_shares_are_those_of_fifty_digits_and_stand_on_the_page(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    exact = F11().weights
    assert farthest(values["f11_weights"], exact) < CLOSE
    assert [[decimals(x, 6) for x in row] for row in exact] == [
        ["0.330238", "0.669762"],
        ["0.892958", "0.107042"],
    ]
    shown(page, "f11_weights", exact)


def test_f11_exponentials_and_their_sums_give_the_shares(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    powers = [[mp.exp(x) for x in row] for row in F11().scaled]
    assert farthest(values["f11_exponentials"], powers) < CLOSE * 10
    assert farthest(values["f11_totals"], [[sum(row)] for row in powers]) < CLOSE * 10
    shown(page, "f11_exponentials", powers)
    shown(page, "f11_totals", [[sum(row)] for row in powers])


def test_f11_outputs_mix_the_values_by_the_shares(values: dict[str, Any], page: dict[str, set[str]]) -> None:
    exact = F11().output
    assert farthest(values["f11_output"], exact) < CLOSE * 20
    assert [[decimals(x, 6) for x in row] for row in exact] == [
        ["3.302385", "13.395231"],
        ["8.929582", "2.140836"],
    ]
    shown(page, "f11_output", exact)


def test_f11_under_the_causal_mask_gives_position_1_its_own_value_and_leaves_position_2(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    exact, free = F11(sees=causal), F11()
    assert (exact.weights[0], exact.output[0]) == ([1, 0], [10, 0])
    assert (exact.weights[1], exact.output[1]) == (free.weights[1], free.output[1])
    assert farthest(values["f11_causal_weights"], exact.weights) < CLOSE
    assert farthest(values["f11_causal_output"], exact.output) < CLOSE * 20
    assert values["f11_causal_output"][1] == values["f11_output"][1]
    for name, row in (("f11_causal_weights", ("1", "0")), ("f11_causal_output", ("10", "0"))):
        for j, text in enumerate(row, start=1):
            assert text in page[f"transformer.{name}[1,{j}]:int"]
    assert "-∞" in page["transformer.f11_masked[1,2]"]


def test_another_table_of_values_changes_no_share_of_this_layer_but_the_next_ones(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    def following(output: Rows) -> Rows:
        small = [[x / 10 for x in row] for row in output]
        return shares(dots(small, small), everything)

    first, other = F11(), F11(((5, 10), (5, 10)))
    assert other.weights == first.weights and other.output != first.output
    assert values["f11_other_weights"] == values["f11_weights"]
    assert values["f11_share_change"] == [[0], [0]]
    assert farthest(values["f11_other_output"], other.output) < CLOSE * 20
    for name, exact in (
        ("f11_next_weights", following(first.output)),
        ("f11_other_next_weights", following(other.output)),
    ):
        assert farthest(values[name], exact) < CLOSE
        for j, x in enumerate(exact[1], start=1):
            assert decimals(x, 6) in page[f"transformer.{name}[2,{j}]"]
    assert abs(following(first.output)[1][0] - following(other.output)[1][0]) > 0.3
    assert (
        "0" in page["transformer.f11_share_change[1,1]"] and "0" in page["transformer.f11_share_change[2,1]"]
    )


# a sentence
def test_three_tokens_with_ids_7_12_3_look_up_three_rows(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    assert values["text_id"] == [7, 12, 3]
    assert values["text_matrix"] == [values["text_embedding"][i] for i in (7, 12, 3)]
    for place, text in enumerate(("7", "12", "3"), start=1):
        assert text in page[f"transformer.text_id[{place}]"]


# order
def test_without_positions_both_orders_give_the_last_position_the_same(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    for name, x in (("ab", AB), ("ba", BA)):
        weights, output = order(x, rotate=False)
        assert farthest([values[f"order_plain_{name}_output"][2]], [["1.5", "0.75"]]) < CLOSE
        assert farthest([output[2]], [["1.5", "0.75"]]) < 1e-40
        assert farthest([weights[2]], [["0.25", "0.25", "0.5"]]) < 1e-40
        for j, text in enumerate(("1.5", "0.75"), start=1):
            assert text in page[f"transformer.order_plain_{name}_output[3,{j}]"]


@pytest.mark.parametrize(
    ("name", "x", "digits"),
    [("ab", AB, ("1.255983", "0.943036")), ("ba", BA, ("1.547358", "0.869500"))],
)
def test_with_rope_the_order_shows(
    values: dict[str, Any], page: dict[str, set[str]], name: str, x: Rows, digits: tuple[str, str]
) -> None:
    weights, output = order(x, rotate=True)
    assert farthest(values[f"order_rope_{name}_weights"], weights) < CLOSE
    assert farthest(values[f"order_rope_{name}_output"], output) < CLOSE
    assert tuple(decimals(number, 6) for number in output[2]) == digits
    for j, text in enumerate(digits, start=1):
        assert text in page[f"transformer.order_rope_{name}_output[3,{j}]"]
    for j, share in enumerate(weights[2], start=1):
        assert decimals(share, 6) in page[f"transformer.order_rope_{name}_weights[3,{j}]"]


# G01
def test_a_cache_saves_multiply_adds_that_follow_from_the_shapes_alone(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    width, hidden, vocabulary, prompt, steps = 4, 16, 8, 4, 12
    per_row = 4 * width * width + 2 * width * hidden + width * vocabulary
    lengths = [prompt + step for step in range(steps)]
    anew = [n * per_row + 2 * width * n * n for n in lengths]
    kept = [anew[0], *(per_row + 2 * width * n for n in lengths[1:])]
    assert values["cache_anew"] == anew
    assert values["cache_kept"] == kept
    assert page["transformer.cache_anew[12]"] >= {str(anew[-1])}
    assert page["transformer.cache_kept[12]"] >= {str(kept[-1])}


STORYBOARD = {
    "norm_1": (("0.999980", "-0.999980"), ("-0.999995", "0.999995")),
    "weights": (("1.000000", "0.000000"), ("0.055810", "0.944190")),
    "attended": (("0.999980", "-0.999980"), ("-0.888377", "0.888377")),
    "residual_1": (("1.999980", "-0.999980"), ("-0.888377", "2.888377")),
    "norm_2": (("0.999998", "-0.999998"), ("-0.999999", "0.999999")),
    "fed": (("0.499999", "0.000000"), ("0.000000", "0.499999")),
    "residual_2": (("2.499979", "-0.999980"), ("-0.888377", "3.388376")),
    "logits": (("0.999998", "-0.999998", "-1.499998"), ("-0.999999", "0.999999", "1.499998")),
    "probabilities": (("0.821408", "0.111166", "0.067426"), ("0.048611", "0.359188", "0.592201")),
}


@pytest.mark.parametrize("stage", [*STORYBOARD, "scores", "last_norm"])
def test_every_stage_of_g01_agrees_with_fifty_digits(values: dict[str, Any], stage: str) -> None:
    assert farthest(values[f"g01_{stage}"], getattr(G01(), stage)) < CLOSE


@pytest.mark.parametrize("stage", STORYBOARD)
def test_every_stage_of_g01_is_printed_for_both_positions(page: dict[str, set[str]], stage: str) -> None:
    exact = getattr(G01(), stage)
    for i, digits in enumerate(STORYBOARD[stage], start=1):
        for j, text in enumerate(digits, start=1):
            assert decimals(exact[i - 1][j - 1], 6) == text
            masked = (stage, i, j) == ("weights", 1, 2)
            assert ("0" if masked else text) in page[f"transformer.g01_{stage}[{i},{j}]"]


def test_queries_keys_and_values_of_g01_are_the_normed_rows(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    assert values["g01_q"] == values["g01_norm_1"]
    shown(page, "g01_q", G01().norm_1)


def test_changing_the_first_input_changes_position_2_and_changing_the_second_leaves_position_1(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    same, first, second = G01(), G01(((0, 1), (0, 2))), G01(((1, 0), (2, 0)))
    assert abs(first.residual_2[1][0] - same.residual_2[1][0]) > 0.1
    assert second.residual_2[0] == same.residual_2[0] and second.probabilities[0] == same.probabilities[0]
    assert values["g01_second_residual"][0] == values["g01_residual_2"][0]
    assert values["g01_second_change"][0] == [0]
    assert "0" in page["transformer.g01_second_change[1,1]:int"]
    for name, run in (("g01_first_residual", first), ("g01_second_residual", second)):
        assert farthest(values[name], run.residual_2) < CLOSE
        shown(page, name, run.residual_2)
    change = max(abs(a - b) for a, b in zip(first.probabilities[1], same.probabilities[1], strict=True))
    assert abs(values["g01_first_change"][1][0] - change) < 1e-15
    assert mp.nstr(change, 2) == "1.9e-8" and page["transformer.g01_first_change[2,1]:sci2"] == {"1.9×10⁻⁸"}


def test_without_epsilon_two_features_leave_only_signs(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    ideal = G01(eps=0)
    assert farthest(ideal.norm_1, [[1, -1], [-1, 1]]) < 1e-40
    assert farthest(ideal.scores, [[2, -2], [-2, 2]]) < 1e-40
    assert values["g01_ideal_rows"] == [[1, -1], [-1, 1]]
    assert farthest(values["g01_ideal_scores"], ideal.scores) < CLOSE
    assert (
        farthest(values["g01_ideal_scaled"], [[x / mp.sqrt(2) for x in row] for row in ideal.scores]) < CLOSE
    )
    assert farthest(values["g01_ideal_weights"], ideal.weights) < CLOSE
    assert decimals(ideal.weights[1][1], 6) == "0.944193" != decimals(G01().weights[1][1], 6) == "0.944190"
    for ref, text in (
        ("g01_ideal_scores[2,1]", "-2"),
        ("g01_ideal_scores[2,2]", "2"),
        ("g01_ideal_scaled[2,1]", "-1.414214"),
        ("g01_ideal_scaled[2,2]", "1.414214"),
        ("g01_ideal_weights[2,2]", "0.944193"),
        ("g01_scores[2,1]", decimals(G01().scores[1][0], 6)),
        ("g01_scores[2,2]", decimals(G01().scores[1][1], 6)),
        ("g01_scaled[2,1]", decimals(G01().scores[1][0] / mp.sqrt(2), 6)),
        ("g01_scaled[2,2]", decimals(G01().scores[1][1] / mp.sqrt(2), 6)),
        ("g01_ideal_rows[2,1]", "-1"),
        ("g01_ideal_rows[2,2]", "1"),
    ):
        assert text in page[f"transformer.{ref}"], ref


def test_the_printed_digits_give_other_last_digits(values: dict[str, Any], page: dict[str, set[str]]) -> None:
    share, row = ("0.055810", "0.944190"), (("0.999980", "-0.999980"), ("-0.999995", "0.999995"))
    attended = sum(Decimal(w) * Decimal(r[0]) for w, r in zip(share, row, strict=True))
    fed = Decimal("0.5") * Decimal("0.999999")
    logit = -Decimal("-0.999999") + Decimal("0.5") * Decimal("0.999999")
    assert (values["g01_read_fed"][1][1], values["g01_read_logits"][1][2]) == (float(fed), float(logit))
    for exact, worked_out, by_hand, stage, there in (
        (attended, "g01_read_attended[2,1]", "-0.888376", "g01_attended[2,1]", "-0.888377"),
        (fed, "g01_fed_by_hand[2,2]", "0.500000", "g01_fed[2,2]", "0.499999"),
        (logit, "g01_logits_by_hand[2,3]", "1.499999", "g01_logits[2,3]", "1.499998"),
    ):
        assert decimals(str(exact), 6) == by_hand != there
        assert page[f"transformer.{worked_out}"] == {by_hand}
        assert page[f"transformer.{stage}"] == {there}


def test_the_printed_shares_of_f11_give_other_outputs(page: dict[str, set[str]]) -> None:
    for i, share in enumerate((("0.330238", "0.669762"), ("0.892958", "0.107042")), start=1):
        by_hand = [format(Decimal(w) * v, "f") for w, v in zip(share, (10, 20), strict=True)]
        for j, text in enumerate(by_hand, start=1):
            assert page[f"transformer.f11_read_output[{i},{j}]"] == {text}
            assert text not in page[f"transformer.f11_output[{i},{j}]"]


def test_the_player_has_five_steps_each_with_a_status_before_its_picture(book: Path) -> None:
    html = (book / "site" / "transformer" / "index.html").read_text(encoding="utf-8")
    steps = html.split('id="f11-player-step-')[1:]
    assert [step[: step.index('"')] for step in steps] == ["1", "2", "3", "4", "5"]
    for step in steps:
        assert step.index("fg-status") < step.index("<figure")


def test_the_mask_and_the_receiver_can_be_switched_and_every_state_is_on_the_page(book: Path) -> None:
    html = (book / "site" / "transformer" / "index.html").read_text(encoding="utf-8")
    for place in (3, 4, 5):
        states = html.split(f'id="f11-receiver-{place}-state-')[1:3]
        assert all("<figure" in state for state in states), "the picture follows the receiver"
    for switch in ("f11-mask", "f11-receiver-3", "f11-receiver-4", "f11-receiver-5"):
        assert re.search(rf'<state-switch [^>]*id="{switch}"', html), switch
        assert f'id="{switch}-state-2"' in html and f'id="{switch}-state-3"' not in html


def test_every_worked_example_states_its_basis_and_its_limits(book: Path) -> None:
    source = (book / "docs" / "transformer.md").read_text(encoding="utf-8")
    sections = {part.partition("{#")[2].partition("}")[0]: part for part in source.split("\n## ")}
    for name in ("f11", "text", "layer", "order", "g01"):
        assert '!!! note "依据与适用范围"' in sections[name], name
        assert '!!! warning "边界与反例"' in sections[name], name
