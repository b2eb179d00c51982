"""CSV and JSON hold what the page shows, at full precision."""

import csv
import io
import json

from figgen.deriving.exports import BOM, as_csv, as_json
from tests.figgen.derived_from import derived

SOURCE = """
w = value(np.exp(given([[0, 1], [-1, -np.inf]])), by="exp([[0, 1], [-1, -inf]])", default="d4",
          rows=("甲", "乙"), columns=("一列", "二列"), axes=("行", "列"))
v = given([1, -2], columns=("甲", "乙"))
c = constant("sqrt(2)", default="d4")
cube = given([[1, -np.inf]], default="int")
"""


def rows(text: str) -> list[list[str]]:
    assert text.startswith(BOM)
    return list(csv.reader(io.StringIO(text.removeprefix(BOM))))


def test_one_matrix_is_written_as_it_stands_with_its_labels() -> None:
    found = rows(as_csv(derived(SOURCE), ["w"]))
    assert found == [["", "一列", "二列"], ["甲", "1", "2.718281828"], ["乙", "0.367879441", "0"]]


def test_one_vector_is_a_line_under_its_labels_and_one_number_a_number() -> None:
    assert rows(as_csv(derived(SOURCE), ["v"])) == [["甲", "乙"], ["1", "-2"]]
    assert rows(as_csv(derived(SOURCE), ["c"])) == [["1.414213562"]]


def test_several_arrays_are_one_line_for_each_number() -> None:
    found = rows(as_csv(derived(SOURCE), ["w", "v"]))
    assert found[0] == ["name", "index", "row", "column", "value", "printed"]
    assert found[2] == ["w", "1,2", "甲", "二列", "2.718281828", "2.7183"]
    assert found[6] == ["v", "2", "", "乙", "-2", "-2"]


def test_json_nests_as_the_array_does_and_keeps_labels_and_printed_digits() -> None:
    told = json.loads(as_json(derived(SOURCE), "w_table", "表", ["w", "cube"]))
    assert (told["chapter"], told["block"], told["title"]) == ("example", "w_table", "表")
    first, second = told["values"]
    assert first["data"] == [[1, 2.718281828], [0.367879441, 0]]
    assert first["printed"][0] == ["1.0000", "2.7183"] and first["axes"] == ["行", "列"]
    assert second["data"] == [[1, "-inf"]]
