"""Findings for people, programs, code scanners (SARIF) and GitHub's annotations."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence

from figgen.gate.finding import RULES, Finding

SARIF_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def people(findings: Sequence[Finding]) -> str:
    """One line each: path:line:column: message."""
    return "\n".join(map(str, findings))


def as_json(findings: Sequence[Finding]) -> str:
    """A list of objects with path, line, column, rule and message."""
    return json.dumps([vars(finding) for finding in findings], ensure_ascii=False, indent=1)


def github(findings: Sequence[Finding]) -> str:
    """Workflow commands, which GitHub shows beside the line."""
    return "\n".join(
        f"::error file={_property(f.path)},line={f.line},col={f.column},title=figgen {f.rule}::"
        + _data(f.message)
        for f in findings
    )


def sarif(findings: Sequence[Finding]) -> str:
    """A SARIF 2.1.0 log."""
    rules = [{"id": rule, "shortDescription": {"text": text}} for rule, text in RULES.items()]
    results = [
        {
            "ruleId": f.rule,
            "level": "error",
            "message": {"text": f.message},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": f.path},
                        "region": {"startLine": f.line, "startColumn": f.column},
                    }
                }
            ],
        }
        for f in findings
    ]
    run = {
        "tool": {"driver": {"name": "figgen", "rules": rules}},
        "results": results,
        "columnKind": "unicodeCodePoints",
    }
    return json.dumps(
        {"$schema": SARIF_SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=1
    )


FORMATS: dict[str, Callable[[Sequence[Finding]], str]] = {
    "people": people,
    "json": as_json,
    "sarif": sarif,
    "github": github,
}


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
