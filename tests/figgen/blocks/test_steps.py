from xml.etree import ElementTree

import pytest
from markdown import Markdown
from markdown.treeprocessors import Treeprocessor

from figgen.blocks.steps import prepare, written_out
from figgen.errors import AuthorError

PLAYER_PAGE = """
查询、键、值
{: #f11 .step-player }

1.  一份输入，三张表。

    解释**一**。

2.  六行投影。

3.  打分

    - 内层

    掩码
    {: #inner .state-switch }

    1. 甲
    2. 乙
"""
SWITCH_PAGE = """
掩码
{: #masks .state-switch data-group=row }

-   不遮

    看三份。

-   因果

    看一份。
"""


def converted(text):
    class Stepped(Treeprocessor):
        def run(self, root):
            prepare(root)

    md = Markdown(extensions=["attr_list"])
    md.treeprocessors.register(Stepped(md), "stepped", 7)
    return ElementTree.fromstring(md.convert("\n".join(written_out(text.splitlines()))))


def test_every_step_gets_an_id_and_its_number_written_by_the_build():
    player = converted(PLAYER_PAGE)
    assert (player.tag, player.get("id"), player.get("class")) == ("step-player", "f11", None)
    items = player.findall("ol/li")
    assert [item.get("id") for item in items] == ["f11-step-1", "f11-step-2", "f11-step-3"]
    assert [item[0].text for item in items] == ["第1步，共3步", "第2步，共3步", "第3步，共3步"]
    assert [(item[1].get("class"), item[1].text.strip()) for item in items] == [
        ("fg-status", "一份输入，三张表。"), ("fg-status", "六行投影。"), ("fg-status", "打分"),
    ]  # fmt: skip


def test_without_scripts_every_step_is_visible_and_the_controls_are_not():
    player = converted(PLAYER_PAGE)
    hidden = [node.get("class") for node in player.iter() if node.get("hidden") is not None]
    assert hidden == ["fg-controls", "fg-choices", "fg-live"]
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


def test_elements_may_be_written_out_around_their_list_at_any_depth():
    player = converted("""
<step-player id="a" title="甲 &amp; 乙" markdown="1">

1.  子

    <state-switch id='b' title='丙' data-group='g' markdown="block">

    - 寅
    - 卯

    </state-switch>

2.  丑

</step-player>
""")
    assert [item.get("id") for item in player.findall("ol/li")] == ["a-step-1", "a-step-2"]
    assert player.get("aria-label") == "分步演示：甲 & 乙"
    inner = player.find("ol/li/state-switch")
    assert (inner.get("id"), inner.get("data-group")) == ("b", "g")
    assert [label.find("input").tail for label in inner.findall("fieldset/label")] == ["寅", "卯"]


def test_a_switch_stands_inside_a_step():
    inner = converted(PLAYER_PAGE).find("ol/li/state-switch")
    assert [label.find("input").tail for label in inner.findall("fieldset/label")] == ["甲", "乙"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("甲\n{: .step-player }\n\n1. a\n2. b",
         "<step-player> wants an id and a title: a line of words, then {: #id .step-player }"),
        ("甲\n{: #a .step-player }\n\n- a\n- b", "<step-player> wants one list of at least two items inside"),
        ("甲\n{: #a .state-switch }\n\n- a", "<state-switch> wants one list of at least two items inside"),
        ("甲\n{: #a .state-switch }", "<state-switch> wants one list of at least two items inside"),
        ("甲\n{: #a .step-player }\n\n1. a\n2. - x",
         "<step-player> and <state-switch> want items that start with a line of words"),
    ],
)  # fmt: skip
def test_what_cannot_be_played_is_refused(text, message):
    with pytest.raises(AuthorError) as error:
        converted(text)
    assert str(error.value) == message
