"""The chapter `attention`: every number a second time, by sympy, from the formulas of the mathematics.

Nothing of the engine is used. What the build stored, and every number that stands on the page, is compared.
"""

import itertools
import math
import re
from collections import Counter
from collections.abc import Iterator
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import sympy as sp

from tests.book.shown import stored

HALF, NEVER = sp.Rational(1, 2), -sp.oo
CLOSE = 1e-12
SAMPLED = {"spread", "raw_share", "scaled_share"}  # drawn by chance: compared with their expectation below


# the mathematics ---------------------------------------------------------------------------------------
def matrix(rows: Any) -> sp.Matrix:
    return sp.Matrix([[sp.Rational(str(x)) if isinstance(x, float) else x for x in row] for row in rows])


def masked(scores: sp.Matrix, sees: list[list[int]] | None) -> sp.Matrix:
    return (
        scores
        if sees is None
        else sp.Matrix(*scores.shape, lambda i, j: scores[i, j] if sees[i][j] else NEVER)
    )


def exponentials(scores: sp.Matrix) -> sp.Matrix:
    return scores.applyfunc(lambda s: sp.S.Zero if s == NEVER else sp.exp(sp.expand(s)))


def shares(scores: sp.Matrix) -> sp.Matrix:
    powers = exponentials(scores)
    return sp.Matrix(*powers.shape, lambda i, j: powers[i, j] / sum(powers.row(i)))


def attend(
    q: sp.Matrix, k: sp.Matrix, v: sp.Matrix, sees: Any = None, scale: Any = None
) -> tuple[sp.Matrix, sp.Matrix]:
    """Shares and outputs; the scale is one over the root of the width unless given."""
    found = shares(masked(q * k.T * (1 / sp.sqrt(q.cols) if scale is None else scale), sees))
    return found, found * v


def row_sums(a: sp.Matrix) -> sp.Matrix:
    return sp.Matrix([sum(a.row(i)) for i in range(a.rows)])


def struck(a: sp.Matrix, sees: list[list[int]]) -> sp.Matrix:
    return sp.Matrix(*a.shape, lambda i, j: a[i, j] * sees[i][j])


X = matrix([[1, 0], [0, 1], [1, 1]])
C = sp.sqrt(2) * sp.log(2)
W_Q, W_K, W_V = sp.eye(2), C * sp.eye(2), matrix([[2, 0], [0, 1]])
SWAP = matrix([[0, 1], [1, 0]])
Q, K, V = X * W_Q, X * W_K, X * W_V
CAUSAL = [[1, 0, 0], [1, 1, 0], [1, 1, 1]]


def retold() -> dict[str, Any]:
    """Every value of the page by name: a matrix, a list or a number, exact."""
    t: dict[str, Any] = {"x": X, "c": C, "two": 2, "w_q": W_Q, "w_k": W_K, "w_v": W_V, "q": Q, "k": K, "v": V}
    t["scores"], t["scaled"] = Q * K.T, Q * K.T / sp.sqrt(2)
    t["exponentials"] = exponentials(t["scaled"])
    t["sums"] = row_sums(t["exponentials"])
    t["weights"], t["output"] = attend(Q, K, V)
    t["weights_total"], t["column_sums"] = (
        1,
        list(sum((t["weights"].row(i) for i in range(3)), sp.zeros(1, 3))),
    )
    t["share_3"] = t["weights"].row(2).T
    t["mixed_keys"] = t["weights"] * K
    t["highest_v"], t["lowest_v"] = matrix([[2], [1]]), matrix([[0], [0]])
    # why the root
    t |= {
        "faces": [1, -1],
        "coin_mean": 0,
        "coin_variance": 1,
        "widths": [1, 4, 16, 64, 256],
        "width_ratio": 4,
    }
    t |= {"law": [1, 2, 4, 8, 16], "draws": 4000, "keys_each": 8, "seed": 2017}
    # one piece of context
    edited = matrix([[1, 0], [0, 2], [1, 1]])
    k_edited, v_edited = edited * W_K, edited * W_V
    t |= {"x_edited": edited, "k_edited": k_edited, "v_edited": v_edited}
    t["scaled_edited"] = edited * W_Q * k_edited.T / sp.sqrt(2)
    for name, (k, v) in {
        "edited": (k_edited, v_edited),
        "only_keys": (k_edited, V),
        "only_values": (K, v_edited),
    }.items():
        w, o = attend(edited * W_Q if name == "edited" else Q, k, v)
        t[f"weights_{name}"], t[f"output_{name}"] = w, list(o.row(2))
    # masks
    t["causal"], t["masked_scores"] = matrix(CAUSAL), masked(t["scaled"], CAUSAL)
    t["masked_exponentials"] = exponentials(t["masked_scores"])
    t["masked_sums"] = row_sums(t["masked_exponentials"])
    t["masked_weights"], t["masked_output"] = attend(Q, K, V, CAUSAL)
    t["struck"] = struck(t["weights"], CAUSAL)
    t["struck_sums"], t["struck_output"] = row_sums(t["struck"]), t["struck"] * V
    t |= padded()
    # heads
    t["w_q_2"], t["w_v_2"] = matrix([[1, -1], [-1, 1]]), SWAP
    t["w_o"] = matrix([[1, 0], [0, 1], [0, 2], [-1, 0]])
    t["q_2"], t["v_2"] = X * t["w_q_2"], X * SWAP
    t["weights_2"], t["output_2"] = attend(t["q_2"], K, X * SWAP)
    t["output_1"] = t["output"]
    t["merged"] = t["output"].row_join(t["output_2"])
    t["heads_output"] = t["merged"] * t["w_o"]
    t["y"] = matrix([[1, 1], [2, 0]])
    t["cross_weights"], t["cross_output"] = attend(t["y"] * W_Q, K, V)
    # a current model
    t |= {
        "queries_width": 2048,
        "query_heads": 16,
        "kv_heads": 8,
        "head_width": 128,
        "number_bytes": 2,
        "bytes_shared": 2 * 8 * 128 * 2,
        "bytes_unshared": 2 * 16 * 128 * 2,
    }
    t["bytes_ratio"] = HALF
    tables = [sp.eye(2), t["w_q_2"], matrix([[2, 0], [0, 0]]), matrix([[0, 0], [0, 2]])]
    groups = [(K, V), (K, V), (X * C * SWAP, X * SWAP), (X * C * SWAP, X * SWAP)]
    heads = [attend(X * w, *group) for w, group in zip(tables, groups, strict=True)]
    t["grouped_queries"] = sp.Matrix.vstack(*((X * w).row(2) for w in tables))
    t["grouped_weights"] = sp.Matrix.vstack(*(w.row(2) for w, _ in heads))
    t["grouped_output"] = sp.Matrix.vstack(*(o.row(2) for _, o in heads))
    normed = [sp.Rational(1, 5), sp.Rational(7, 5)]
    t |= {
        "q_short": matrix([[1, 7]]),
        "q_long": matrix([[10, 70]]),
        "k_short": matrix([[7, 1]]),
        "q_rms": matrix([[5]]),
    }
    t |= {"q_normed": sp.Matrix([normed]), "q_long_normed": sp.Matrix([normed]), "dot_short": matrix([[14]])}
    t |= {"dot_long": matrix([[140]])}
    t["dot_normed"] = t["dot_long_normed"] = matrix([[sp.Rational(14, 25)]])
    t |= {"q_turning": [1, 1], "k_turning": [1, 0], "unturned": 1}
    t["turned_dots"] = sp.Matrix(2, 2, lambda i, j: sp.cos(2 + i - j) - sp.sin(2 + i - j))
    # what shares explain
    tenth = sp.Rational(1, 10)
    t |= {
        "same_v": matrix([[2, 1], [2, 1]]),
        "one_out": [2, 1],
        "other_out": [2, 1],
        "three_v": matrix([[2, 1], [2, 1], [0, 3]]),
        "left_out": [1, 2],
        "right_out": [1, 2],
    }
    t |= {"one_way": [2 * tenth, 8 * tenth], "other_way": [7 * tenth, 3 * tenth]}
    t |= {"left_way": [2 * tenth, 3 * tenth, HALF], "right_way": [4 * tenth, tenth, HALF]}
    order = [1, 2, 0]
    k_moved, v_moved = K.extract(order, [0, 1]), V.extract(order, [0, 1])
    t["reordered_output"] = attend(Q, k_moved, v_moved)[1]
    t["reordered_weights"], t["reordered_causal_output"] = attend(Q, k_moved, v_moved, CAUSAL)
    t |= {"lengths": [100, 200, 400, 800], "pairs": [10_000, 40_000, 160_000, 640_000]}
    t |= {"length_ratio": 2, "pairs_ratio": 4}
    t |= tiles()
    # mistakes
    t["unscaled_weights"], t["unscaled_output"] = attend(Q, K, V, scale=1)
    powers = t["exponentials"]
    t["down"] = sp.Matrix(3, 3, lambda i, j: powers[i, j] / sum(powers.col(j)))
    t["down_output"] = t["down"] * V
    t["unscaled_masked_weights"], t["unscaled_masked_output"] = attend(Q, K, V, CAUSAL, scale=1)
    return t


def padded() -> dict[str, Any]:
    """Three masks on three positions and a padding of zeros."""
    t: dict[str, Any] = {"x_padded": X.col_join(sp.zeros(1, 2))}
    q, k, v = (t["x_padded"] * w for w in (W_Q, W_K, W_V))
    sees = {
        "causal": [[int(j <= i) for j in range(4)] for i in range(4)],
        "padding": [[int(j < 3) for j in range(4)] for _ in range(4)],
    }
    sees["both"] = [
        [a * b for a, b in zip(*rows, strict=True)]
        for rows in zip(sees["causal"], sees["padding"], strict=True)
    ]
    t |= {
        "causal_padded": matrix(sees["causal"]),
        "padding": matrix(sees["padding"]),
        "scored": matrix([[0, 1, 1, 0]]),
    }
    t["free_weights"], t["free_output"] = attend(q, k, v)
    t["free_sums"] = row_sums(t["free_weights"])
    for name, see in sees.items():
        t[f"{name}_weights"], t[f"{name}_output"] = attend(q, k, v, see)
        t[f"{name}_sums"] = row_sums(t[f"{name}_weights"])
        t[f"{name}_struck"] = struck(t["free_weights"], see)
        t[f"{name}_struck_sums"] = row_sums(t[f"{name}_struck"])
    tenth = sp.Rational(1, 10)
    losses = [9 * tenth, 6 * tenth, 2 * tenth, 17 * tenth]
    return t | {
        "losses": losses,
        "counted": 2,
        "masked_loss": (losses[1] + losses[2]) / 2,
        "plain_loss": sum(losses) / 4,
    }


def tiles() -> dict[str, Any]:
    """Row 3 read tile by tile: running maximum, and sum and mix relative to it, by definition."""
    scaled = list((Q * K.T / sp.sqrt(2)).row(2))

    def after(count: int) -> tuple[Any, Any, sp.Matrix]:
        top = sp.Max(*scaled[:count])
        powers = [sp.exp(s - top) for s in scaled[:count]]
        return top, sum(powers), sum((p * V.row(j) for j, p in enumerate(powers)), sp.zeros(1, 2))

    t: dict[str, Any] = {"tile_rescale": matrix([[HALF]]), "tiled_output": matrix([[1.5, 0.75]])}
    for name, counts in {"tile": (1, 2, 3), "pair": (2, 3)}.items():
        steps = [after(count) for count in counts]
        t[f"{name}_max"] = sp.Matrix([s[0] for s in steps])
        t[f"{name}_sum"] = sp.Matrix([s[1] for s in steps])
        t[f"{name}_mix"] = sp.Matrix.vstack(*(s[2] for s in steps))
        t[f"{name}_output"] = sp.Matrix.vstack(*(s[2] / s[1] for s in steps))
    return t


EXACT = retold()


def element(name: str, index: tuple[int, ...]) -> Any:
    """One exact number; indices count from 1."""
    held = EXACT[name]
    if isinstance(held, sp.MatrixBase):
        return held[index[0] - 1, index[1] - 1]
    return sp.sympify(held[index[0] - 1] if index else held)


def indices(name: str) -> Iterator[tuple[int, ...]]:
    held = EXACT[name]
    if isinstance(held, sp.MatrixBase):
        yield from ((i + 1, j + 1) for i in range(held.rows) for j in range(held.cols))
    else:
        yield from ((i + 1,) for i in range(len(held))) if isinstance(held, list) else [()]


# the page ----------------------------------------------------------------------------------------------
class Page(HTMLParser):
    """Reference, tag and text of every bound number; a built-up fraction reads p/q."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, str, str]] = []
        self.accepts: dict[str, str] = {}
        self.gives: dict[str, str] = {}
        self._open: list[tuple[str, str | None, list[str]]] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = dict(attrs)
        if tag == "input" and told.get("data-ref"):
            self.accepts[str(told["data-ref"])] = str(told["data-accept"])
        elif tag == "li" and told.get("data-ref"):
            self.gives[str(told["data-ref"])] = str(told["data-gives"])
        elif tag in ("data", "text", "tspan", "mn", "mrow", "mfrac"):
            self._open.append((tag, None if told.get("data-field") else told.get("data-ref"), []))

    def handle_endtag(self, tag: str) -> None:
        if not self._open or self._open[-1][0] != tag:
            return
        _, ref, pieces = self._open.pop()
        text = ("/" if tag == "mfrac" else "").join(pieces)
        if ref and text:
            self.found.append((ref, tag, text.replace("\N{MINUS SIGN}", "-")))
        if self._open:
            self._open[-1][2].append(text)

    def handle_data(self, data: str) -> None:
        if self._open and data.strip():
            self._open[-1][2].append(data.strip())


@pytest.fixture(scope="module")
def values(book: Path) -> dict[str, Any]:
    return stored(book, "attention")


@pytest.fixture(scope="module")
def page(book: Path) -> Page:
    return Page((book / "site" / "attention" / "index.html").read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def printed(page: Page) -> dict[str, set[str]]:
    """What stands for each element of the chapter's values, whatever form a citation names."""
    texts: dict[str, set[str]] = {}
    for ref, _, text in page.found:
        texts.setdefault(ref.partition(":")[0].removeprefix("attention."), set()).add(text)
    return texts


def ref_of(ref: str) -> tuple[str, tuple[int, ...]]:
    name, _, index = ref.partition("[")
    return name, tuple(int(i) for i in index.rstrip("]").split(",")) if index else ()


HANZI = {"零": 0, "一": 1, "两": 2, "二": 2, "四": 4, "八": 8}
BYTES = {"KiB": 1024, "B": 1}  # a longer name first: it ends like the shorter


def agrees(text: str, exact: Any) -> bool:
    """Whether printed digits are the exact number, or what it rounds to at their last decimal."""
    if "∞" in text:
        return bool(exact == (NEVER if text.startswith("-") else sp.oo))
    if text in HANZI:
        return bool(exact == HANZI[text])
    unit = next((unit for unit in BYTES if text.endswith(unit)), "")
    digits = text.removesuffix(unit).strip()
    if "/" in digits:
        return bool(sp.simplify(exact - sp.Rational(digits)) == 0)
    places = len(digits.partition(".")[2])
    wanted = exact / BYTES[unit] if unit else exact
    numeral = Decimal(str(sp.N(wanted, 40))).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    if places < 4 and wanted.is_rational and not math.isclose(float(wanted), float(digits), abs_tol=CLOSE):
        return False  # short decimals of rational numbers are meant exactly
    return Decimal(digits) == numeral


# every number ------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", sorted(EXACT))
def test_the_stored_value_is_the_exact_one_to_twelve_digits(values: dict[str, Any], name: str) -> None:
    for index in indices(name):
        found, exact = values[name], element(name, index)
        for i in index:
            found = found[i - 1]
        if exact == NEVER:
            assert found == -math.inf, (name, index)
        else:
            wanted = float(sp.N(exact, 30))
            assert abs(float(found) - wanted) <= CLOSE * max(1, abs(wanted)), (name, index, found, exact)


def test_every_number_on_the_page_is_the_exact_one_as_far_as_it_is_printed(page: Page) -> None:
    wrong = []
    for ref, tag, text in page.found:
        name, index = ref_of(ref.partition(":")[0].removeprefix("attention."))
        if ref.startswith("attention.") and name not in SAMPLED and not agrees(text, element(name, index)):
            wrong.append((ref, tag, text))
    assert wrong == []


def test_no_number_on_the_page_escapes_the_retelling(page: Page) -> None:
    names = {ref_of(ref.partition(":")[0])[0] for ref, _, _ in page.found}
    chapter = {name.removeprefix("attention.") for name in names if name.startswith("attention.")}
    assert chapter - set(EXACT) == SAMPLED
    assert {name for name in names if not name.startswith(("attention.", "facts."))} == set()


# what the storyboard names, as it stands on the page ---------------------------------------------------
ROWS = [
    ("c", "0.9803"),
    ("v[3]", "2 1"),
    ("scaled[3]", "0.6931 0.6931 1.3863"),
    ("exponentials[3]", "2 2 4"),
    ("weights[1]", "2/5 1/5 2/5"),
    ("weights[2]", "1/5 2/5 2/5"),
    ("weights[3]", "1/4 1/4 1/2"),
    ("output[1]", "1.6 0.6"),
    ("output[2]", "1.2 0.8"),
    ("output[3]", "1.5 0.75"),
    ("mixed_keys[3]", "0.735194 0.735194"),
    ("law", "1 2 4 8 16"),
    ("k_edited[2]", "0.0000 1.9605"),
    ("v_edited[2]", "0 2"),
    ("weights_edited[3]", "1/5 2/5 2/5"),
    ("output_edited", "1.2 1.2"),
    ("output_only_keys", "1.2 0.8"),
    ("output_only_values", "1.5 1"),
    ("masked_exponentials[2]", "1 2 0"),
    ("masked_weights[1]", "1 0 0"),
    ("masked_weights[2]", "1/3 2/3 0"),
    ("masked_output[1]", "2 0"),
    ("masked_output[2]", "2/3 2/3"),
    ("struck_output[2]", "0.4 0.4"),
    ("weights_2[1]", "4/7 1/7 2/7"),
    ("weights_2[2]", "1/7 4/7 2/7"),
    ("weights_2[3]", "1/3 1/3 1/3"),
    ("output_2[1]", "3/7 6/7"),
    ("output_2[2]", "6/7 3/7"),
    ("output_2[3]", "2/3 2/3"),
    ("bytes_ratio", "1/2"),
    ("one_way", "0.2 0.8"),
    ("other_way", "0.7 0.3"),
    ("one_out", "2 1"),
    ("other_out", "2 1"),
    ("reordered_causal_output[2]", "1 1"),
    ("pairs", "10000 40000 160000 640000"),
    ("unscaled_weights[3]", "0.214356 0.214356 0.571289"),
    ("unscaled_output[3]", "1.571289 0.785644"),
    ("down[3]", "2/5 2/5 1/2"),
    ("down_output[3]", "1.8 0.9"),
    ("struck[2]", "1/5 2/5 0"),
    ("unscaled_masked_weights[2]", "0.272841 0.727159 0"),
    ("unscaled_masked_output[2]", "0.545681 0.727159"),
]


@pytest.mark.parametrize(("ref", "row"), ROWS)
def test_what_the_storyboard_names_stands_on_the_page(
    printed: dict[str, set[str]], ref: str, row: str
) -> None:
    name, index = ref_of(ref)
    numbers = row.split()
    places = (
        [index]
        if not isinstance(EXACT[name], list | sp.MatrixBase)
        else [(*index, i + 1) for i in range(len(numbers))]
    )
    for place, number in zip(places, numbers, strict=True):
        shown = printed[name + (f"[{','.join(map(str, place))}]" if place else "")]
        assert any(Fraction(text) == Fraction(number) for text in shown if text not in HANZI), (
            place,
            number,
            shown,
        )


def test_the_sum_that_striking_leaves_and_both_asymmetric_shares_stand_on_the_page(
    printed: dict[str, set[str]],
) -> None:
    assert "3/5" in printed["struck_sums[2,1]"]
    assert "2/5" in printed["weights[1,3]"] and "1/4" in printed["weights[3,1]"]
    assert "8" in printed["sums[3,1]"]


def test_scores_are_symmetric_and_shares_are_not() -> None:
    assert EXACT["scores"] == EXACT["scores"].T
    assert EXACT["weights"] != EXACT["weights"].T


def test_each_row_of_shares_is_a_whole_and_columns_need_not_be() -> None:
    assert list(row_sums(EXACT["weights"])) == [1, 1, 1]
    assert EXACT["column_sums"] == [sp.Rational(17, 20), sp.Rational(17, 20), sp.Rational(13, 10)]


def test_reordering_keys_with_their_values_changes_nothing_without_a_mask() -> None:
    assert EXACT["reordered_output"] == EXACT["output"]
    assert EXACT["reordered_causal_output"] != EXACT["masked_output"]


def test_tiles_of_one_and_of_two_keys_end_at_the_output_of_position_3() -> None:
    for name in ("tile_output", "pair_output"):
        assert (
            list(EXACT[name].row(EXACT[name].rows - 1))
            == list(EXACT["output"].row(2))
            == [sp.Rational(3, 2), sp.Rational(3, 4)]
        )


def test_turned_dot_products_depend_on_the_distance_only() -> None:
    dots = EXACT["turned_dots"]
    assert dots[0, 0] == dots[1, 1] and len({dots[0, 0], dots[0, 1], dots[1, 0]}) == 3


# facts, exercises, chance ------------------------------------------------------------------------------
def test_cited_facts_print_the_numbers_of_their_sources(page: Page) -> None:
    facts = {
        ref.partition(":")[0].removeprefix("facts."): text
        for ref, _, text in page.found
        if ref.startswith("facts.")
    }
    shown = {key: re.sub(r"\s.*", "", text) for key, text in facts.items()}
    assert shown == {
        "vaswani2017.heads": "8",
        "vaswani2017.head-width": "64",
        "qwen3.query-heads": "16",
        "qwen3.key-value-heads": "8",
        "qwen3-config.head-width": "128",
        "qwen3-config.model-width": "1024",
        "qwen3-config.bytes-per-number": "2",
    }


def test_exercises_accept_the_exact_answers(page: Page) -> None:
    accepted = {
        ref.partition(":")[0].removeprefix("attention."): float(text) for ref, text in page.accepts.items()
    }
    asked = {"weights[3": 3, "output[3": 2, "masked_weights[2": 3, "masked_output[2": 2}
    assert Counter(ref.rpartition(",")[0] for ref in accepted) == asked
    for ref, number in accepted.items():
        assert abs(number - float(element(*ref_of(ref)))) <= CLOSE, ref


def test_exercises_know_each_wrong_answer_that_the_storyboard_tells_apart(page: Page) -> None:
    given = {
        ref.removeprefix("attention."): [float(x) for x in text.split()] for ref, text in page.gives.items()
    }
    wrong = {
        "unscaled_weights[3]",
        "down[3]",
        "unscaled_output[3]",
        "down_output[3]",
        "mixed_keys[3]",
        "struck[2]",
        "unscaled_masked_weights[2]",
        "struck_output[2]",
        "unscaled_masked_output[2]",
    }
    assert wrong <= set(given)
    for ref in wrong:
        name, (row,) = ref_of(ref)
        exact = [float(sp.N(x, 30)) for x in EXACT[name].row(row - 1)]
        assert given[ref] == pytest.approx(exact, abs=1e-6), ref


def expected_largest_share(width: int, keys: int, scale: float) -> tuple[float, float]:
    """Mean and deviation of the largest share of dot products of coin flips, summed over every outcome."""
    steps = range(width + 1)
    outcome = [math.exp(scale * (width - 2 * b)) for b in steps]
    chance = [math.comb(width, b) / 2**width for b in steps]
    mean = square = 0.0
    for counts in itertools.combinations_with_replacement(steps, keys):
        many = Counter(counts).values()
        ways = math.factorial(keys) / math.prod(math.factorial(m) for m in many)
        likely = ways * math.prod(chance[b] for b in counts)
        share = outcome[counts[0]] / sum(outcome[b] for b in counts)
        mean += likely * share
        square += likely * share * share
    return mean, math.sqrt(square - mean * mean)


@pytest.mark.parametrize(("place", "width"), [(0, 1), (1, 4)])
def test_the_sampled_largest_shares_are_within_four_standard_errors_of_their_expectation(
    values: dict[str, Any], place: int, width: int
) -> None:
    for name, scale in (("raw_share", 1.0), ("scaled_share", 1 / math.sqrt(width))):
        mean, deviation = expected_largest_share(width, 8, scale)
        assert abs(values[name][place] - mean) <= 4 * deviation / math.sqrt(4000), name


def test_the_sampled_deviations_follow_the_root_of_the_width(values: dict[str, Any]) -> None:
    for found, width in zip(values["spread"], values["widths"], strict=True):
        assert found == pytest.approx(math.sqrt(width), rel=0.02)


def test_unscaled_shares_gather_with_the_width_and_scaled_ones_stay(values: dict[str, Any]) -> None:
    raw, scaled = values["raw_share"], values["scaled_share"]
    assert raw == sorted(raw) and raw[-1] > 0.9
    assert max(scaled[1:]) - min(scaled[1:]) < 0.03
