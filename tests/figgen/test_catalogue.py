"""Every array behind a published number has one name, and a formula unless it goes in."""

from tests.figgen.derived_from import derivations, derived, work

RUN = """
x = given([[1, 0], [0, 1], [1, 1]])
w = given([[1, 2], [0, 1]])
run = attention(x @ w, x, x)
"""


def kinds(source: str) -> dict[str, str]:
    return {array.name: array.kind for array in derived(source).arrays}


def test_a_field_that_is_not_published_goes_by_its_path_and_a_published_one_by_its_name() -> None:
    found = kinds(
        RUN + "scaled = value(run.scaled, default='d4')\nweights = value(run.weights, default='d4')"
    )
    assert found["weights"] == found["scaled"] == found["run.exp"] == found["run.total"] == "computed"
    assert "run.scaled" not in found and "run.capped" not in found and "run.masked" not in found


def test_an_argument_is_read_from_the_source_where_the_example_does_not_declare_it() -> None:
    source = RUN + "scores = value(run.scores)"
    assert work(source, "scores", 0) == "run.q[1,1] × x[1,1] + run.q[1,2] × x[1,2]"
    assert work(source, "run.q", 1) == "x[1,1] × w[1,2] + x[1,2] × w[2,2]"


def test_what_the_source_says_is_taken_only_if_it_gives_the_numbers() -> None:
    source = RUN.replace("x @ w, x, x", "(x @ w) * np.array(2.0), x, x") + "scores = value(run.scores)"
    assert kinds(source)["run.q"] == "undeclared"
    assert derivations(source).undeclared() == ["run.q"]


def test_rows_taken_in_another_order_and_arrays_put_side_by_side_are_read_from_the_source() -> None:
    source = """
x = given([[1, 0], [0, 1], [1, 1]])
order = given([2, 0, 1])
run = attention(x, x[order.astype(int)], x)
other = attention(np.hstack([x, x]), np.hstack([x, x]), x[1:] if False else x)
scores = value(other.scores)
"""
    assert work(source, "other.q", 3) == "x[1,2]"


def test_a_mask_and_a_width_are_options_a_scale_comes_of_it_and_parameters_come_in_records() -> None:
    source = """
x = given([[1, 0], [0, 1]])
params = AttentionParams(2 * np.eye(2), np.eye(2), np.eye(2), np.eye(2))
run = multi_head_attention(x, params, n_heads=1, mask=causal_mask([1, 2]))
output = value(run.output, default='d4')
"""
    found = kinds(source)
    assert found["run.scale"] == "computed" and found["run.heads.d_k"] == "option"
    asked = "run = attention([[1.0, 2]], [[3.0, 4]], [[5.0]], scale=1)\nscaled = value(run.scaled)"
    assert kinds(asked)["run.scale"] == "option"
    assert found["run.w_q"] == "parameter"
    assert [name for name, kind in found.items() if kind == "undeclared"] == []


def test_steps_taken_out_of_a_lazy_sequence_know_where_they_come_from() -> None:
    source = """
x = given([[1, 0], [0, 1]])
run = tiled_attention(x, x, x, block_q=1, block_k=1)
first, second = list(run.steps)[:2]
last = value(second.row_max, default='d4')
output = value(run.output, default='d4')
"""
    found = derivations(source)
    assert list(found.wrong()) == [] and found.undeclared() == []


def test_a_constant_is_derived_from_its_expression() -> None:
    assert work("c = constant('sqrt(2)*ln(2)', default='d4')", "c") == "√(2) × ln(2)"


def test_the_engine_function_and_the_line_of_the_example_are_told() -> None:
    told = derived(RUN + "weights = value(run.weights, default='d4')").by_name
    assert told["weights"].more["engine"] == "engine.attention.attention"
    assert told["run.exp"].more["line"] == 7  # three lines of imports, an empty one, then x, w, run
    assert told["weights"].more["line"] == 8


def test_a_value_that_names_its_own_field_is_derived_from_the_trace() -> None:
    source = RUN + "again = value(run.weights, by='run.weights', default='d4')"
    assert work(source, "again", 0).startswith("run.exp[1,1] / run.total[1,1]")
