import re
import string

import pytest

from figgen.markup import h, markup
from figgen.messages import CATALOGUES, MessageError, catalogue

ZH = catalogue("zh")


def test_a_message_is_filled_in_with_text_or_markup():
    nodes = ZH.nodes("invariant.rows_sum_to", total=h("data", "1", value="1"))
    assert markup(*nodes) == '每行之和为<data value="1">1</data>'
    assert ZH.text("invariant.rows_sum_to", total=h("data", "1", value="1")) == "每行之和为1"


def test_a_field_may_be_several_nodes():
    assert markup(*ZH.nodes("invariant.rows_sum_to", total=("a", h("b"), "c"))) == "每行之和为a<b></b>c"


def test_an_unknown_message_a_missing_and_a_needless_field_are_named():
    with pytest.raises(MessageError, match=r"^no message 'heatmap\.colour' in messages/zh\.toml$"):
        ZH.text("heatmap.colour")
    with pytest.raises(MessageError, match=r"^message 'invariant\.rows_sum_to' wants \{total\}$"):
        ZH.text("invariant.rows_sum_to")
    with pytest.raises(MessageError, match=r"^message 'mask\.none' has no \{x\}$"):
        ZH.text("mask.none", x="y")


def test_a_language_without_a_catalogue_is_refused_with_those_there_are():
    with pytest.raises(MessageError, match=r"^no messages for language 'tlh'; there are: .*\bzh\b"):
        catalogue("tlh")


@pytest.mark.parametrize("path", sorted(CATALOGUES.glob("*.toml")), ids=lambda path: path.stem)
def test_no_numeral_is_typed_in_a_catalogue(path):
    for key, template in catalogue(path.stem).templates.items():
        words = "".join(text for text, *_ in string.Formatter().parse(template))
        words = re.sub("[上下]一步|百分数|四舍五入", "", words)  # words that count nothing
        assert not re.search(r"\d|[一二两三四五六七八九十百千万]", words), key
