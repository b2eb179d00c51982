from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from figgen.markup import Element, MarkupError, h, markup, plain, walk


def test_text_and_attributes_are_escaped_and_read_back_as_they_were():
    nasty = "a*b*c \"'<b>&amp;</b> ]]> | ` {{x}} @{y} \r"
    read = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attrs):
            read.append(dict(attrs)["title"])

        def handle_data(self, data):
            read.append(data)

    reader = Reader(convert_charrefs=True)
    reader.feed(markup(h("p", nasty, title=nasty)))
    reader.close()
    assert read[0] == nasty
    assert "".join(read[1:]) == nasty


def test_attributes_keep_the_order_in_which_they_were_written():
    assert (
        markup(h("td", "x", data_ref="a[1]", class_="fg", id="i"))
        == '<td data-ref="a[1]" class="fg" id="i">x</td>'
    )


def test_none_and_false_leave_an_attribute_out_and_true_writes_it_empty():
    assert markup(h("details", open=True, id=None, hidden=False)) == "<details open></details>"


def test_void_html_elements_have_no_end_tag_and_no_content():
    assert markup(h("p", "a", h("br"), "b")) == "<p>a<br>b</p>"
    with pytest.raises(MarkupError, match=r"^<br> can have no content$"):
        markup(h("br", "x"))


def test_empty_elements_close_themselves_in_svg_and_mathml_only():
    assert markup(h("svg", h("path", d="M0 0"))) == '<svg><path d="M0 0"/></svg>'
    assert markup(h("math", h("mspace"))) == "<math><mspace/></math>"
    assert markup(h("div")) == "<div></div>"


def test_a_number_is_refused_until_it_is_text():
    with pytest.raises(MarkupError, match=r"^child of <td> is 0\.25: make it text first$"):
        h("td", 0.25)
    with pytest.raises(MarkupError, match=r"^attribute width of <rect> is 3: make it text first$"):
        h("rect", width=3)


def test_control_characters_and_lone_surrogates_are_refused():
    for character in "\x00\x1b\x85\ud800\ufffe":
        with pytest.raises(MarkupError, match=rf"^character U\+{ord(character):04X} cannot stand in HTML: "):
            markup(h("p", character))


@pytest.mark.parametrize("tag", ["script", "style"])
def test_elements_read_by_other_rules_are_not_written(tag):
    with pytest.raises(MarkupError, match=rf"^<{tag}> is read by other rules; figgen does not write it$"):
        markup(h(tag, "</script>"))


def test_names_that_would_break_out_of_a_tag_are_refused():
    with pytest.raises(MarkupError, match=r"^not a tag name: 'p onclick'$"):
        h("p onclick")
    with pytest.raises(MarkupError, match=r"^not an attribute name: 'a b'$"):
        h("p", **{"a b": "x"})


def test_nested_lists_of_children_are_flattened_and_none_is_left_out():
    assert h("tr", ["a", (None, [h("td")])]) == Element("tr", (), ("a", Element("td")))


def test_plain_text_and_walking_follow_the_order_of_the_page():
    tree = h("p", "a", h("b", "c", h("i", "d")), "e")
    assert plain(tree) == "acde"
    assert [element.tag for element in walk(tree)] == ["p", "b", "i"]


def test_svg_written_is_well_formed_xml():
    tree = h("svg", h("text", '1 < 2 & "x"'), viewBox="0 0 1 1")
    assert ElementTree.fromstring(markup(tree))[0].text == '1 < 2 & "x"'
