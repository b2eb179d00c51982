"""Findings for people and programs."""

from __future__ import annotations

import json

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
