"""The list of sources at the end of a page."""

from pathlib import Path

from tests.figgen import books

FACTS = """[vaswani2017]
title = "Attention Is All You Need"
identifier = "arXiv:1706.03762v7"

[vaswani2017.appendix]
section = "A.1"

[vaswani2017.training]
section = "5.10"

[vaswani2017.masking]
section = "3.2.3"

[vaswani2017.data]
section = "5.2"

[vaswani2017.attention]
section = "3.2"
"""


def test_the_sections_of_a_source_stand_in_their_own_order_whatever_is_cited_first(tmp_path: Path) -> None:
    cited = "".join(
        f"@{{source:vaswani2017.{fact}}}" for fact in ("appendix", "training", "masking", "data", "attention")
    )
    project = books.chapter(tmp_path, "# 题\n", facts_toml=FACTS)
    books.write(project.docs / "page.md", f"# 题\n\n文{cited}\n")
    assert "arXiv:1706.03762v7，第\u00a03.2、3.2.3、5.2、5.10、A.1\u00a0节</li>" in books.convert(project)


def test_an_address_breaks_after_its_slashes_and_within_its_last_part_before_its_dots(tmp_path: Path) -> None:
    facts = FACTS.replace("arXiv:1706.03762v7", "docs.pytorch.org/docs/2.7/torch.nn.html")
    project = books.chapter(tmp_path, "# 题\n", facts_toml=facts)
    books.write(project.docs / "page.md", "# 题\n\n文@{source:vaswani2017}\n")
    made = books.convert(project).replace("<wbr />", "|")
    assert "</cite>，docs.pytorch.org/|docs/|2.7/torch|.nn|.html</li>" in made
