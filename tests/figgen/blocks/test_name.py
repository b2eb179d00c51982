from figgen.blocks.name import pieces, write
from figgen.blocks.records import records
from figgen.blocks.table import table
from figgen.markup import h
from figgen.running.example import given

from .conftest import texts


def test_an_index_stands_low_in_html_wherever_the_name_stands():
    assert write(h("p", "换掉W_Q、W_K，x_12和w_{31}不变")) == (
        "<p>换掉W<sub>Q</sub>、W<sub>K</sub>，x<sub>12</sub>和w<sub>31</sub>不变</p>"
    )


def test_names_of_code_and_of_several_letters_are_left_alone():
    for text in ("head_dim", "f11_w_q", "_Q", "W_", "a__b", "W_Q_2", "位置_1"):
        assert list(pieces(text)) == [(text, "")]


def test_in_a_picture_the_letters_after_an_index_come_back_up_even_in_another_part():
    text = h("text", h("tspan", "W_Q"), h("tspan", "参数"), "与K_1")
    assert write(h("svg", text, h("text", "下一行"))) == (
        '<svg><text><tspan>W<tspan dy="3" font-size="0.75em">Q</tspan></tspan>'
        '<tspan><tspan dy="-3">参数</tspan></tspan>与K<tspan dy="3" font-size="0.75em">1</tspan></text>'
        "<text>下一行</text></svg>"
    )


def test_attributes_titles_formulas_and_what_scripts_read_stay_text():
    kept = h("svg", h("title", "W_Q"), aria_label="W_Q")
    assert write(kept) == '<svg aria-label="W_Q"><title>W_Q</title></svg>'
    assert write(h("math", h("mi", "W_Q"))) == "<math><mi>W_Q</mi></math>"
    assert write(h("ul", h("li", "漏了W_Q"), class_="fg-reasons")) == (
        '<ul class="fg-reasons"><li>漏了W_Q</li></ul>'
    )


def test_heads_of_tables_and_cells_of_records_typeset_their_names(page):
    w = given([[1, 2]], rows=("x_1",), columns=("k_1", "k_2"))
    tree = page(w=w).tree(table(w, title="W_Q"))
    assert texts(tree, ".//th/sub") == ["1", "2", "1"]
    block = records(title="表", columns=("名字", "原来的W_V"), rows=[("W_Q、W_K", "换W_V")])
    assert texts(page().tree(block), ".//sub") == ["V", "Q", "K", "V"]
