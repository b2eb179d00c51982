"""Findings for people and programs."""

from __future__ import annotations

import ast
import json
from pathlib import Path

import figgen.gate
from figgen.gate.finding import RULES, Finding
from figgen.gate.report import FORMATS

FOUND = [Finding("docs/a,b.md", 3, 4, "typed", "“25%” is typed; write @{x}")]


def test_people_get_a_line_that_editors_can_jump_to() -> None:
    assert FORMATS["people"](FOUND) == "docs/a,b.md:3:4: “25%” is typed; write @{x}"
    assert FORMATS["people"]([]) == ""


def test_json_has_every_part() -> None:
    assert json.loads(FORMATS["json"](FOUND)) == [
        {
            "path": "docs/a,b.md",
            "line": 3,
            "column": 4,
            "rule": "typed",
            "message": "“25%” is typed; write @{x}",
        }
    ]


def test_github_commands_are_escaped() -> None:
    assert FORMATS["github"](FOUND) == (
        "::error file=docs/a%2Cb.md,line=3,col=4,title=figgen typed::“25%25” is typed; write @{x}"
    )


def test_sarif_names_rule_and_place() -> None:
    log = json.loads(FORMATS["sarif"](FOUND))
    assert log["version"] == "2.1.0"
    (run,) = log["runs"]
    assert {rule["id"] for rule in run["tool"]["driver"]["rules"]} == set(RULES)
    (result,) = run["results"]
    assert result["ruleId"] == "typed" and result["level"] == "error"
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"]["uri"] == "docs/a,b.md"
    assert place["region"] == {"startLine": 3, "startColumn": 4}


def test_every_rule_that_the_gate_reports_is_described() -> None:
    used = set()
    for path in Path(figgen.gate.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Finding":
                rule = next(iter(node.args[3:4]), None)
                if isinstance(rule, ast.Constant):
                    used.add(rule.value)
    assert {"site", "ledger", "unchecked"} <= used <= set(RULES)
