"""Formulas in a line: what stands beside them, and matrices cited whole."""

import re

import pytest

from figgen.pages import math
from figgen.project import Project
from tests.figgen import books

EXAMPLE = """
from figgen import formulas, given, labels, table, value

W = given([[1, 1], [1, -1]], rows=labels("行", 2), columns=labels("列", 2))
W_Q = table(W, title="换掉W_Q、W_K")
Q = value(W @ W, by="W @ W")
hidden = [[0, 1], [0, 0]]
shares = value([[0.99, 0], [0.5, 0.5]], by="[[0.99, 0], [0.5, 0.5]]", default="d3", zero_where=hidden)
told = formulas(Q, symbols={"W": "W_2"})
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    return books.chapter(tmp_path_factory.mktemp("formulas"), "# 题\n", EXAMPLE)


def converted(project: Project, page: str) -> str:
    books.write(project.docs / "page.md", page)
    return books.convert(project)


def cell(row: int, column: int, number: str) -> str:
    bound = f'data-ref="page.W[{row},{column}]" data-value'
    if number.startswith("-"):
        return f'<mtd><mrow {bound}="{number}"><mo form="prefix">−</mo><mn>{number[1:]}</mn></mrow></mtd>'
    return f'<mtd><mn {bound}="{number}">{number}</mn></mtd>'


def test_a_matrix_cited_whole_in_a_formula_is_a_matrix_with_each_number_bound(project: Project) -> None:
    rows = f"<mtr>{cell(1, 1, '1')}{cell(1, 2, '1')}</mtr><mtr>{cell(2, 1, '1')}{cell(2, 2, '-1')}</mtr>"
    matrix = f'<mrow><mo form="prefix">[</mo><mtable>{rows}</mtable><mo form="postfix">]</mo></mrow>'
    for page in ("$$\nX=@{W}\n$$", "甲$X=@{W}$乙"):
        assert matrix in converted(project, page)


def test_a_row_in_a_formula_and_a_matrix_in_prose_stay_in_a_line(project: Project) -> None:
    assert "<mtable>" not in converted(project, "甲$x=@{W[1]}$乙@{W}丙")


def test_the_title_of_a_block_shows_its_indices_low_in_the_caption(project: Project) -> None:
    page = converted(project, "@{W_Q} 看第二行。")
    assert '<span class="fg-title">换掉W<sub>Q</sub>、W<sub>K</sub></span>看第二行。</figcaption>' in page


def formula(tex: str, before: str = "", after: str = "") -> str:
    page = f'{before}<span class="arithmatex">\\({tex}\\)</span>{after}'
    return math.replace_formulas(page, lambda tex, display: f"<math>{tex}</math>")


@pytest.mark.parametrize("sign", "，。、；：？！）”’」』》…")
def test_a_formula_and_the_punctuation_after_it_stay_together(sign: str) -> None:
    assert formula("x", "甲", f"{sign}乙") == f'甲<span class="fg-together"><math>x</math>{sign}</span>乙'


def test_a_formula_stays_with_the_bracket_before_it_and_with_several_signs_after_it() -> None:
    assert formula("x", "甲（", "）。乙") == '甲<span class="fg-together">（<math>x</math>）。</span>乙'


def test_a_formula_between_words_and_one_on_its_own_line_stand_alone() -> None:
    assert formula("x", "甲", "乙") == "甲<math>x</math>乙"
    page = '<div class="arithmatex">\\[x\\]</div>。'
    assert math.replace_formulas(page, lambda tex, display: f"<math>{tex}</math>") == "<math>x</math>。"


def test_the_formulas_of_a_block_stand_in_a_formula_of_a_page_and_their_index_is_no_typed_number(
    project: Project,
) -> None:
    product = "<mi>Q</mi><mo>=</mo><msub><mi>W</mi><mn>2</mn></msub>"
    for page in ("$$\n@{told}\n$$", "甲$@{told}$乙", "# 题$@{told}$ {#a}"):
        assert product in converted(project, page)


def test_the_formulas_of_a_block_stand_as_a_paragraph_of_their_own(project: Project) -> None:
    html = converted(project, "@{told} 说明。")
    assert '<figure class="fg-block fg-formulas" id="fig-told">' in html
    assert html.count('<div class="fg-math"') == 1 and "<figcaption>说明。</figcaption>" in html


def test_a_masked_zero_looks_different_from_a_small_number_wherever_it_is_cited(project: Project) -> None:
    html = converted(project, "@{shares[1]}，@{shares[1,2]:d3}")
    assert re.findall(r'data-ref="page.shares\[([^"]*)" value="[^"]*">([^<]*)<', html) == [
        ("1,1]", "0.990"),
        ("1,2]", "0"),
        ("1,2]:d3", "0.000"),
    ]
