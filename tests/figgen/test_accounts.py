"""数字账本: each array with its formula, each element with its numbers, each operand a link to its row."""

import re
from html.parser import HTMLParser

from figgen.deriving.accounts import account, entries
from figgen.messages import catalogue
from tests.figgen.derived_from import derived

SOURCE = """
x = given([[1, -2], [0, 1]], rows=("甲", "乙"))
c = constant("sqrt(2)", default="d4")
run = attention(x, x, x)
weights = value(run.weights, default="d4")
y = value(x * -1.0 * c, by="c * (0 - x)", default="d4")
"""


def page() -> str:
    told, say = derived(SOURCE), catalogue("zh")
    return account(told, entries(told, say), say, [("numpy", "n.txt")], [])


class Read(HTMLParser):
    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.numbers: list[tuple[str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        told = {name: value or "" for name, value in attrs}
        self.ids += [told["id"]] if "id" in told else []
        self.links += [told["href"]] if "href" in told else []
        self.numbers += [(told["data-ref"], told["value"])] if tag == "data" else []


def test_every_operand_leads_to_a_row_of_the_page() -> None:
    read = Read(page())
    assert len(read.ids) == len(set(read.ids))
    inner = [link for link in read.links if link.startswith("#")]
    assert len(inner) > 20
    assert [link for link in inner if link.removeprefix("#") not in read.ids] == []


def test_numbers_are_bound_to_their_names_and_paths() -> None:
    read = dict(Read(page()).numbers)
    assert read["example.x[1,2]"] == "-2"
    assert read["example.run.total[1,1]"].startswith("1.0")


def test_a_row_says_its_operands_by_name_and_in_numbers() -> None:
    html = re.sub(r"<[^>]*>", "", page().replace("<br>", " "))
    assert "c × (0 − x[1,2]) ≈ 1.4142 × (0 − (−2))" in html
    assert "x声明的输入：推导到此为止。印法：精确的整数。来自docs/example.py第5行。" in html


def test_the_counts_are_told() -> None:
    told = derived(SOURCE).document["count"]
    assert (told["published"], told["arrays given"], told["arrays constant"]) == (13, 1, 1)
    assert f"已发表的数：13个。有推导、并且重算与原值相符的数：{told['derived']}个。" in page()
