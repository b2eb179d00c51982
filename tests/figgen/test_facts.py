"""Facts are numbers with a source; a file of facts with a mistake is refused with its line."""

# ruff: noqa: E501 - messages are written out, word for word

from pathlib import Path

import pytest

from figgen.errors import AuthorErrors
from figgen.facts import Fact, load

GOOD = """# 事实
[vaswani2017]
title = "Attention Is All You Need"
identifier = "arXiv:1706.03762v7"

[vaswani2017.heads]
value = 8
section = "3.2.2"

[vaswani2017.dropout]
value = 0.1

["a-b"]
title = "题"
identifier = "号"
[a-b.size]
value = 2048
unit = "B"
form = "KiB"
"""


def said(tmp_path: Path, text: str | bytes) -> list[str]:
    path = tmp_path / "facts.toml"
    path.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
    with pytest.raises(AuthorErrors) as refused:
        load(path, "docs/facts.toml")
    return str(refused.value).splitlines()


def test_facts_are_read_with_their_sources(tmp_path: Path) -> None:
    (tmp_path / "facts.toml").write_text(GOOD, encoding="utf-8")
    sources = load(tmp_path / "facts.toml", "docs/facts.toml")
    assert list(sources) == ["vaswani2017", "a-b"]
    assert sources["vaswani2017"].facts["heads"] == Fact("vaswani2017.heads", 8.0, "int", None, "3.2.2")
    assert sources["vaswani2017"].facts["dropout"].form == "dec"
    assert sources["a-b"].facts["size"].form == "KiB"


def test_no_file_is_no_facts(tmp_path: Path) -> None:
    assert load(tmp_path / "facts.toml", "docs/facts.toml") == {}


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('title = "Att', 'titel = "Att', "2: [vaswani2017]: unknown key 'titel'; a source has title, identifier, note"),
        ('title = "题"\n', "", '13: [a-b]: wants title = "…", so that readers can find the source'),
        ('identifier = "号"', "identifier = 7", '13: [a-b]: wants identifier = "…", so that readers can find the source'),
        ("value = 8", "valeu = 8",
         "6: [vaswani2017.heads]: unknown key 'valeu'; a fact has value, section, form, unit, note"),
        ("value = 0.1", "", '10: [vaswani2017.dropout]: wants value = …, or at least section = "…"'),
        ("value = 0.1", 'value = "0.1"', "10: [vaswani2017.dropout]: value is a number, got '0.1'"),
        ("value = 0.1", "value = true", "10: [vaswani2017.dropout]: value is a number, got True"),
        ('"3.2.2"', "3.2", '6: [vaswani2017.heads]: section is text, such as "3.2.2"'),
        ("value = 0.1", 'value = 0.1\nform = "int"',
         "10: [vaswani2017.dropout]: 0.1 is not an integer; write d2 or frac"),
        ("value = 0.1", "value = 9007199254740993",
         "10: [vaswani2017.dropout]: float64 cannot hold 9007199254740993; give fewer digits as a float"),
        ("value = 0.1", "value = 1" + "0" * 400,
         "10: [vaswani2017.dropout]: float64 cannot hold this integer; give fewer digits as a float"),
        ("value = 0.1", "value = 1e400",
         "10: [vaswani2017.dropout]: value is infinite or above 1.8e308; a source publishes a number"),
        ("value = 0.1", "value = -inf",
         "10: [vaswani2017.dropout]: value is infinite or above 1.8e308; a source publishes a number"),
        ('unit = "B"', "unit = 7", '16: [a-b.size]: unit is text, such as "B"'),
        ("value = 0.1", "value = 0.1\nform = 2",
         "10: [vaswani2017.dropout]: form is text, such as \"d2\""),
        ("value = 0.1", "value = nan",
         "10: [vaswani2017.dropout]: nan is no number that can be published; find the step that made it"),
    ],
)  # fmt: skip
def test_a_mistake_is_refused_with_its_line(tmp_path: Path, old: str, new: str, message: str) -> None:
    assert said(tmp_path, GOOD.replace(old, new)) == [f"docs/facts.toml:{message}"]


def test_a_file_that_is_no_toml_is_refused(tmp_path: Path) -> None:
    [line] = said(tmp_path, "[a\n")
    assert line.startswith("docs/facts.toml:1:3: not valid TOML: ")
    [line] = said(tmp_path, b"[a]\ntitle = '\xe9'\n")
    assert line.startswith("docs/facts.toml: not valid TOML: 'utf-8' codec can't decode byte 0xe9")


def test_all_mistakes_come_at_once(tmp_path: Path) -> None:
    assert len(said(tmp_path, "[a]\n[b]\n[c]\nx = 1\n")) == 3


def test_an_integer_of_thousands_of_digits_is_refused(tmp_path: Path) -> None:
    [line] = said(tmp_path, "[a.b]\nvalue = 1" + "0" * 5000)
    assert line.startswith("docs/facts.toml: not valid TOML: Exceeds the limit")


def test_a_folder_or_a_broken_link_in_the_place_of_the_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "facts.toml"
    path.mkdir()
    with pytest.raises(AuthorErrors) as folder:
        load(path, "docs/facts.toml")
    assert str(folder.value) == "docs/facts.toml: is a folder; the cited facts are one file"
    path.rmdir()
    path.symlink_to("nowhere")
    with pytest.raises(AuthorErrors) as broken:
        load(path, "docs/facts.toml")
    assert str(broken.value) == "docs/facts.toml: is no file that can be read; the cited facts are one file"
