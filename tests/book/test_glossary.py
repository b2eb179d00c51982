"""The glossary's small examples, a second time: exact where they can be, at fifty digits where not.

Nothing of the engine is used.
"""

from fractions import Fraction
from pathlib import Path
from typing import Any

import mpmath as mp
import pytest
import sympy as sp

from tests.book.shown import DIGITS, decimals, farthest, printed, stored, words

CLOSE = 1e-14

mp.mp.dps = DIGITS


@pytest.fixture(scope="module")
def values(book: Path) -> dict[str, Any]:
    return stored(book, "glossary")


@pytest.fixture(scope="module")
def page(book: Path) -> dict[str, set[str]]:
    return printed(book, "glossary")


def exact(numbers: list[Any]) -> sp.Matrix:
    return sp.Matrix(
        [[sp.nsimplify(x) for x in row] for row in (numbers if isinstance(numbers[0], list) else [numbers])]
    )


def row(matrix: sp.Matrix) -> list[Fraction]:
    return [Fraction(int(x.p), int(x.q)) for x in matrix.row(0)]


def stands(page: dict[str, set[str]], name: str, digits: list[str]) -> None:
    for place, text in enumerate(digits, start=1):
        assert text in page[f"glossary.{name}[{place}]"], (
            name,
            place,
            text,
            page[f"glossary.{name}[{place}]"],
        )


def layer_normed(x: list[Any], eps: object = 0) -> list[sp.Expr]:
    mean = sp.Rational(sum(x), len(x)) if all(isinstance(n, int) for n in x) else sum(x) / len(x)
    variance = sum((sp.sympify(n) - mean) ** 2 for n in x) / len(x)
    return [sp.simplify((sp.sympify(n) - mean) / sp.sqrt(variance + sp.sympify(eps))) for n in x]


@pytest.mark.parametrize(
    ("table", "result", "digits"),
    [
        ([[2, 1], [-1, 1]], "q", [3, 0]),
        ([["1/2", "1/2"], ["1/2", "-1/2"]], "k", [0, 1]),
        ([[5, 10], [5, -10]], "v", [0, 20]),
        ([[5, 10, 1], [5, -10, 0]], "v_wide", [0, 20, 1]),
    ],
)
def test_a_row_times_each_table_of_parameters(
    values: dict[str, Any], page: dict[str, set[str]], table: list[Any], result: str, digits: list[int]
) -> None:
    assert values["row"] == [1, -1] and exact(values[f"w_{result}"]) == exact(table)
    assert row(exact([1, -1]) * exact(table)) == digits == values[result]
    stands(page, result, [str(x) for x in digits])


def test_keys_are_as_wide_as_queries_and_values_as_wide_as_one_likes(values: dict[str, Any]) -> None:
    assert len(values["q"]) == len(values["k"]) != len(values["v_wide"])
    assert values["score"] == 0 == (exact(values["q"]) * exact(values["k"]).T)[0]
    assert (
        values["stacked"]
        == [[1, 2], [3, 0]]
        == (exact([[1, 1], [1, -1]]) * exact([[2, 1], [-1, 1]])).tolist()
    )


def test_two_heads_of_two_are_joined_to_four_and_projected_to_six(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    assert values["joined"] == values["head_1"] + values["head_2"] and len(values["joined"]) == 4
    assert exact(values["w_o"]).shape == (4, 6)
    assert row(exact(values["joined"]) * exact(values["w_o"])) == values["projected"]
    stands(page, "projected", [str(int(x)) for x in values["projected"]])


def test_the_identity_leaves_3_and_minus_2(values: dict[str, Any], page: dict[str, set[str]]) -> None:
    assert values["before"] == [3, -2] == row(exact([3, -2]) * sp.eye(2)) == values["after"]
    stands(page, "after", ["3", "-2"])


def test_an_embedding_is_read_by_rows_counted_from_zero(values: dict[str, Any]) -> None:
    assert values["tiny_rows"] == [values["tiny_embedding"][int(i)] for i in values["tiny_ids"]]


def test_layer_norm_of_1_and_3_is_minus_1_and_1(values: dict[str, Any], page: dict[str, set[str]]) -> None:
    assert layer_normed([1, 3]) == [-1, 1] and values["layer_normed"] == [-1, 1]
    assert (values["mean"], values["variance"]) == ([2], [1])
    stands(page, "layer_normed", ["-1", "1"])
    assert values["norm_sum"] == [0] and abs(values["share_sum"][0] - 1) < 1e-15


def test_rms_norm_of_1_and_3_divides_by_the_root_of_5(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    over = [1 / sp.sqrt(5), 3 / sp.sqrt(5)]
    assert values["mean_square"] == [Fraction(1 + 9, 2)] == [5]
    assert farthest(values["rms_normed"], [mp.mpf(sp.N(x, DIGITS)) for x in over]) < CLOSE
    assert [decimals(str(sp.N(x, 40)), 6) for x in over] == ["0.447214", "1.341641"]
    stands(page, "rms_normed", ["0.447214", "1.341641"])


def test_epsilon_changes_the_last_digits_only(values: dict[str, Any], page: dict[str, set[str]]) -> None:
    eps = sp.Rational(1, 100000)
    normed = [sp.N(x, 40) for x in layer_normed([1, 3], eps)]
    rms = [sp.N(x / sp.sqrt(5 + eps), 40) for x in (1, 3)]
    assert farthest(values["layer_normed_eps"], [mp.mpf(str(x)) for x in normed]) < CLOSE
    assert farthest(values["rms_normed_eps"], [mp.mpf(str(x)) for x in rms]) < CLOSE
    stands(page, "layer_normed_eps", ["-0.999995", "0.999995"])
    stands(page, "rms_normed_eps", [decimals(str(x), 6) for x in rms])
    assert (values["flat_variance"], values["flat_output"]) == ([0], [0, 0])
    assert values["eps"] == float(eps)


def test_gain_and_bias_act_feature_by_feature(values: dict[str, Any]) -> None:
    assert values["tuned_output"] == [2 * -1 + 0, 1 * 1 + 5]


def test_pre_norm_leaves_the_residual_path_and_post_norm_scales_it(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    x, half = [-2, 1, 4], sp.Rational(1, 2)

    def part(numbers: list[Any]) -> list[sp.Expr]:
        return [half * sp.Max(n, 0) for n in numbers]

    seen = layer_normed(x)
    pre = [a + b for a, b in zip(x, part(seen), strict=True)]
    post = layer_normed([a + b for a, b in zip(x, part(x), strict=True)])
    for name, numbers, digits in (
        ("pre_normed", seen, None),
        ("pre_part", part(seen), None),
        ("pre", pre, ["-2.000000", "1.000000", "4.612372"]),
        ("post", post, ["-1.170669", "-0.101797", "1.272466"]),  # 1.27246649…: never 1.272467
    ):
        at_fifty = [mp.mpf(str(sp.N(n, DIGITS))) for n in numbers]
        assert farthest(values[name], at_fifty) < CLOSE * 10
        told = [decimals(n, 6) for n in at_fifty]
        assert digits in (None, told)
        stands(page, name, told)
    assert pre[:2] == [-2, 1]
    assert values["post_part"] == [0, 0.5, 2] and values["post_sum"] == [-2, 1.5, 6]
    stands(page, "post_sum", ["-2", "1.5", "6"])


def test_the_residual_adds_and_the_feed_forward_part_drops_what_is_negative(values: dict[str, Any]) -> None:
    assert (
        values["kept"]
        == [Fraction(7, 2), -3]
        == [a + b for a, b in zip(values["before"], values["added"], strict=True)]
    )
    hidden = row(exact(values["before"]) * exact([[1, 0, 1], [0, 1, 1]]))
    assert values["hidden"] == hidden == [3, -2, 1]
    assert values["activated"] == [max(x, 0) for x in hidden]
    assert values["fed_output"] == row(exact(values["activated"]) * exact([[1, 0], [0, 1], [2, 2]])) == [5, 2]


def test_cross_attention_has_a_row_for_each_query_and_a_column_for_each_key(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    for i, query in enumerate(([1, 0], [0, 1])):
        powers = [
            mp.exp(sum(a * b for a, b in zip(query, key, strict=True)) / mp.sqrt(2))
            for key in ([2, 0], [0, 2], [1, 1])
        ]
        shares = [power / sum(powers) for power in powers]
        assert farthest(values["cross_weights"][i], shares) < CLOSE
        for j, share in enumerate(shares, start=1):
            assert decimals(share, 4) in page[f"glossary.cross_weights[{i + 1},{j}]"]


def test_a_pair_turned_by_one_radian_is_its_cosine_and_sine(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    assert farthest(values["turned_row"], [[mp.cos(1), mp.sin(1)]]) < CLOSE
    for j, text in enumerate((decimals(mp.cos(1), 6), decimals(mp.sin(1), 6)), start=1):
        assert text in page[f"glossary.turned_row[1,{j}]"]


def test_softmax_of_the_logits_gives_the_probabilities(
    values: dict[str, Any], page: dict[str, set[str]]
) -> None:
    powers = [mp.exp(x) for x in (2, 0, -1)]
    shares = [power / sum(powers) for power in powers]
    assert farthest(values["probabilities"], shares) < CLOSE
    stands(page, "probabilities", [decimals(x, 6) for x in shares])


def test_every_entry_gives_a_shape_an_example_and_what_it_is_not(book: Path) -> None:
    source = (book / "docs" / "glossary.md").read_text(encoding="utf-8")
    entries = source.split("\n### ")[1:]
    assert len(entries) >= 11
    for entry in entries:
        parts = [entry.index(f"**{name}**\n:   ") for name in ("形状", "小例", "它不是")]
        assert parts == sorted(parts), entry.splitlines()[0]
        assert "@{" in entry[parts[1] : parts[2]], entry.splitlines()[0]


def test_the_page_names_the_papers_with_their_identifiers(book: Path) -> None:
    told = words(book, "glossary")
    for identifier in ("1607.06450", "1910.07467", "2002.04745", "2104.09864", "2305.18290"):
        assert f"arXiv:{identifier}" in told
