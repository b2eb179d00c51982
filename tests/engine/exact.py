"""The mathematics a second time: exact, number by number, with no array in sight."""

from collections.abc import Callable, Sequence

import sympy as sp

Rows = list[list[sp.Expr]]


def rows(numbers: Sequence[Sequence[object]]) -> Rows:
    return [[sp.sympify(number) for number in row] for row in numbers]


def product(a: Rows, b: Rows) -> Rows:
    return [[sp.Add(*(row[i] * b[i][j] for i in range(len(b)))) for j in range(len(b[0]))] for row in a]


def shares(scores: Sequence[sp.Expr]) -> list[sp.Expr]:
    """exp of each score over the sum; None stands for a score that may not be seen."""
    powers = [sp.Integer(0) if score is None else sp.exp(score) for score in scores]
    return [sp.simplify(power / sp.Add(*powers)) for power in powers]


def attention(
    q: Rows, k: Rows, v: Rows, sees: Callable[[int, int], bool] = lambda i, j: True
) -> tuple[Rows, Rows]:
    """Weights and outputs; `sees` tells whether query i may attend to key j, counting from 1."""
    root = sp.sqrt(len(q[0]))
    weights = []
    for i, query in enumerate(q, start=1):
        scores = [sp.Add(*(a * b for a, b in zip(query, key, strict=True))) / root for key in k]
        weights.append(shares([score if sees(i, j) else None for j, score in enumerate(scores, start=1)]))
    return weights, [[sp.simplify(number) for number in row] for row in product(weights, v)]


def layer_norm(row: Sequence[sp.Expr], eps: object = 0) -> list[sp.Expr]:
    mean = sp.Add(*row) / len(row)
    variance = sp.Add(*((number - mean) ** 2 for number in row)) / len(row)
    return [(number - mean) / sp.sqrt(variance + sp.sympify(eps)) for number in row]


def floats(of: object) -> object:
    """The same nesting with float64 numbers, rounded once from 30 digits."""
    return [floats(part) for part in of] if isinstance(of, list) else float(sp.N(of, 30))
