from xml.etree import ElementTree

import pytest
from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

from figgen.blocks.steps import PLAYER, SWITCH, prepare
from figgen.errors import AuthorError

PLAYER_PAGE = """
<step-player id="f11" title="查询、键、值" markdown="1">

1.  一份输入，三张表。

    解释**一**。

2.  六行投影。

3.  打分

    - 内层

</step-player>
"""
SWITCH_PAGE = """
<state-switch id="masks" title="掩码" data-group="row" markdown="1">

-   不遮

    看三份。

-   因果

    看一份。

</state-switch>
"""


def converted(text):
    class Stepped(Treeprocessor):
        def run(self, root):
            prepare(root)

    md = Markdown(extensions=["md_in_html"])
    md.block_level_elements.extend((PLAYER, SWITCH))
    md.treeprocessors.register(Stepped(md), "stepped", 14)
    return ElementTree.fromstring(md.convert(text).replace("&nbsp;", " "))


def test_every_step_gets_an_id_and_its_number_written_by_the_build():
    player = converted(PLAYER_PAGE)
    items = player.findall("ol/li")
    assert [item.get("id") for item in items] == ["f11-step-1", "f11-step-2", "f11-step-3"]
    assert [item[0].text for item in items] == ["第1步，共3步", "第2步，共3步", "第3步，共3步"]
    assert [(item[1].get("class"), item[1].text.strip()) for item in items] == [
        ("fg-status", "一份输入，三张表。"), ("fg-status", "六行投影。"), ("fg-status", "打分"),
    ]  # fmt: skip


def test_without_scripts_every_step_is_visible_and_the_controls_are_not():
    player = converted(PLAYER_PAGE)
    assert [node.tag for node in player.iter() if node.get("hidden") is not None] == ["div", "p"]
    assert all(item.get("hidden") is None for item in player.findall("ol/li"))
    assert player.find("div").get("class") == "fg-controls"


def test_the_controls_are_words_in_the_language_of_the_page():
    player = converted(PLAYER_PAGE)
    assert (player.get("role"), player.get("aria-label")) == ("group", "分步演示：查询、键、值")
    buttons = [(button.get("data-do"), button.text) for button in player.iter("button")]
    assert buttons == [("previous", "上一步"), ("play", "播放"), ("pause", "暂停"), ("next", "下一步")]
    assert [option.text for option in player.iter("option")] == ["短", "中", "长"]
    marks = [
        (link.get("href"), link.text, link.get("aria-label"))
        for link in player.findall(".//ul[@class='fg-step-marks']//a")
    ]
    assert marks[2] == ("#f11-step-3", "3", "第3步，共3步")
    assert player.get("title") is None


def test_a_switch_offers_its_states_by_the_words_that_start_them():
    switch = converted(SWITCH_PAGE)
    choices = switch.find("fieldset")
    assert choices.find("legend").text == "选择：掩码"
    assert [label.find("input").tail for label in choices.findall("label")] == ["不遮", "因果"]
    assert [label.find("input").get("checked") is not None for label in choices.findall("label")] == [
        True,
        False,
    ]
    assert [item.get("id") for item in switch.findall("ul/li")] == ["masks-state-1", "masks-state-2"]
    assert switch.get("data-group") == "row"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<step-player markdown='1'>\n\n1. a\n2. b\n\n</step-player>",
         '<step-player> wants an id and a title: <step-player id="…" title="…">'),
        ("<step-player id='a' title='b' markdown='1'>\n\n- a\n- b\n\n</step-player>",
         "<step-player> wants one list of at least two items inside"),
        ("<state-switch id='a' title='b' markdown='1'>\n\n- a\n\n</state-switch>",
         "<state-switch> wants one list of at least two items inside"),
        ("<step-player id='a' title='b' markdown='1'>\n\n1. a\n2. - x\n\n</step-player>",
         "<step-player> and <state-switch> want items that start with a line of words"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused(text, message):
    with pytest.raises(AuthorError) as error:
        converted(text)
    assert str(error.value) == message
