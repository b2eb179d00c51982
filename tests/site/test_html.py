"""The HTML of every page is valid, as the W3C's checker reads it (`make validator` fetches it)."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

JAR = Path(os.environ.get("VNU", Path(sys.prefix) / "vnu.jar"))
KNOWN = {
    "Attribute “scriptlevel” not allowed on element “mtable”": "MathML Core has it on every element",
    "Attribute “autocomplete” is only allowed when the input type is": "the hidden check boxes of the theme",
    "The “list” role is unnecessary for element": "without it Safari tells nobody of a list without bullets",
    "This document appears to be written in English": "a page of numbers and names, whose words are Chinese",
}


@pytest.fixture(scope="module")
def told(site: Path) -> list[dict[str, str]]:
    """Everything that the checker says of the site."""
    if not JAR.is_file():
        pytest.skip("no checker of HTML: install Java and npm, then `make validator`")
    command = ["java", "-jar", JAR, "--format", "json", "--exit-zero-always", "--skip-non-html", site]
    done = subprocess.run(command, capture_output=True, text=True)
    return json.loads(done.stderr)["messages"]


def test_the_html_of_every_page_is_valid(told: list[dict[str, str]], site: Path) -> None:
    faults = [
        (one["url"].partition(site.as_posix())[2], one.get("lastLine"), one["message"], one.get("extract"))
        for one in told
        if (one["type"] == "error" or one.get("subType") == "warning")
        and not one["message"].startswith(tuple(KNOWN))
    ]
    assert faults == []


def test_what_is_known_and_kept_is_still_said(told: list[dict[str, str]]) -> None:
    said = {start for start in KNOWN for one in told if one["message"].startswith(start)}
    assert said == set(KNOWN)


def test_a_fault_would_be_said(told: list[dict[str, str]], tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_text(
        '<!doctype html><html lang="zh"><title>页</title><p><div id="a"></div></p>', encoding="utf-8"
    )
    done = subprocess.run(["java", "-jar", JAR, page], capture_output=True, text=True)
    assert done.returncode == 1
    assert "No “p” element in scope" in done.stderr
