"""The committed record of outside judges stands for the engine as it is."""

import json

from tests.judges import record


def test_the_record_of_the_judges_is_not_stale():
    assert record.stale() is None


def test_a_changed_engine_makes_the_record_stale(tmp_path, monkeypatch):
    for name in ("engine/attention.py", "tests/judges/record.py"):
        path = tmp_path / name
        path.parent.mkdir(parents=True)
        path.write_text("a = 1\n", encoding="utf-8")
    monkeypatch.setattr(record, "ROOT", tmp_path)
    monkeypatch.setattr(record, "FILE", tmp_path / "record.json")
    assert record.stale() == f"no record of the judges; {record.REMEDY}"
    record.FILE.write_text(record.text({}), encoding="utf-8")
    assert record.stale() is None
    (tmp_path / "engine/attention.py").write_text("a = 2\n", encoding="utf-8")
    assert record.stale() == f"the record of the judges is stale: engine changed; {record.REMEDY}"
    (tmp_path / "engine/attention.py").rename(tmp_path / "engine/other.py")
    (tmp_path / "tests/judges/record.py").write_text("b = 1\n", encoding="utf-8")
    assert record.stale() == f"the record of the judges is stale: engine and judges changed; {record.REMEDY}"


def test_the_record_tells_how_many_cases_each_judge_agreed_with():
    agreed = json.loads(record.FILE.read_text(encoding="utf-8"))["agreed"]
    assert agreed["onnx"]["cases"] == 172
    assert agreed["torch"]["cases"] >= 200
    assert agreed["transformers lifted"]["cases"] == agreed["transformers untouched"]["cases"] > 0
    assert {judge: counts["version"] for judge, counts in agreed.items()} == {
        "onnx": "1.23.2",
        "torch": "2.13.0",
        "transformers lifted": "5.24.0",
        "transformers untouched": "5.24.0",
    }
