import pytest

from figgen.blocks.flow import box, flow
from figgen.blocks.heatmap import heatmap
from figgen.blocks.mask import mask
from figgen.blocks.panels import panels
from figgen.blocks.table import table
from figgen.errors import AuthorError
from figgen.running.example import given

from .conftest import AXES, CAUSAL, POSITIONS, texts


@pytest.fixture
def visible():
    return given(CAUSAL, rows=POSITIONS, columns=POSITIONS, axes=AXES)


def test_visible_cells_have_a_tick_and_hidden_ones_are_struck_through(page, visible):
    tree = page(visible=visible).tree(mask(visible, title="因果掩码"))
    cells = [path.get("class") for path in tree.findall(".//path") if "fg-cell" in path.get("class", "")]
    assert cells == [f"fg-cell fg-fill-{'share' if seen else 'surface'}" for seen in CAUSAL.flat]
    assert len(tree.findall(".//path[@class='fg-stroke-text']")) == CAUSAL.sum()
    assert len(tree.findall(".//path[@class='fg-hidden']")) == 3


def test_the_mask_is_told_in_words_row_by_row(page, visible):
    tree = page(visible=visible).tree(mask(visible, title="因果掩码"))
    assert texts(tree, ".//div[@class='fg-description']/ul/li") == [
        "位置1：可见位置1；遮住位置2、位置3。",
        "位置2：可见位置1、位置2；遮住位置3。",
        "位置3：可见位置1、位置2、位置3；遮住无。",
    ]


def test_numbers_are_refused(weights):
    message = r"^mask: wants truth values \(True: visible\), got numbers; show them with heatmap\(…\)$"
    with pytest.raises(AuthorError, match=message):
        mask(weights, title="掩码")


def test_a_narrow_panel_gives_its_marks_room(page):
    from figgen.running.example import value

    narrow = value([[0.5], [0.5]], by="x", rows=("甲", "乙"), columns=("份额",), default="dec", within=(0, 1))
    other = value([[1]], by="x", rows=("甲",), columns=("份额",), default="dec")
    tree = page(narrow=narrow, other=other).tree(
        panels(heatmap(narrow, title="一", bar=False), heatmap(other, title="二", bar=False), title="窄")
    )
    marked, bare = (panel.get("style") for panel in tree.findall(".//div[@class='fg-panel']"))
    assert "flex-basis:124px" in marked
    assert "flex-basis:124px" not in bare


def test_panels_stand_in_order_under_their_titles_with_all_numbers_folded_together(page, visible, weights):
    block = panels(mask(visible, title="掩码"), heatmap(weights, title="之前", bar=False), title="前后")
    tree = page(visible=visible, weights=weights).tree(block)
    assert texts(tree, ".//p[@class='fg-panel-title']") == ["掩码", "之前"]
    assert len(tree.findall(".//div[@class='fg-panel']//svg")) == 2
    assert texts(tree, ".//details/p/strong") == ["掩码", "之前"]
    assert len(tree.findall(".//details//tbody//td")) == 9
    ids = [node.get("id") for node in tree.iter() if node.get("id")]
    assert len(ids) == len(set(ids))


def test_panels_show_every_value_of_their_pictures_once(visible, weights):
    block = panels(heatmap(weights, title="甲"), heatmap(weights, title="乙"), title="同一个")
    assert block.shows() == (weights,)


def test_marks_that_all_pictures_share_and_the_key_to_their_outlines_stand_once_under_all(page, weights):
    cases = []
    for title in ("甲", "乙"):
        shares, mixed = box("份额", "result", weights), box("混合")
        cases.append(flow((shares,), (mixed,), title=title, arrows=[(shares, mixed)]))
    tree = page(weights=weights).tree(panels(*cases, title="两种"))
    assert [child.get("class") for child in tree] == ["fg-panels", "fg-marks", "fg-key", "fg-numbers"]
    assert len(tree.findall(".//ul[@class='fg-marks']")) == 1
    assert tree.find(".//p[@class='fg-key']").text.startswith("方框是数据")


def test_marks_that_differ_stand_under_their_own_picture(page, weights, visible):
    block = panels(mask(visible, title="掩码"), heatmap(weights, title="之前", bar=False), title="前后")
    tree = page(weights=weights, visible=visible).tree(block)
    panel = tree.findall("./div/div[@class='fg-panel']")
    assert [len(one.findall("./ul[@class='fg-marks']")) for one in panel] == [0, 1]
    assert tree.find(".//p[@class='fg-key']") is None


def test_panels_want_two_pictures_with_different_titles(visible, weights):
    with pytest.raises(AuthorError, match=r"^panels: wants at least two pictures, got 1$"):
        panels(mask(visible, title="掩码"), title="t")
    with pytest.raises(AuthorError, match=r"^panels: wants pictures \(heatmap, mask, curve\), got table$"):
        panels(mask(visible, title="掩码"), table(weights, title="表"), title="t")
    with pytest.raises(AuthorError, match=r"^panels: the pictures need different titles$"):
        panels(mask(visible, title="掩码"), mask(visible, title="掩码"), title="t")
