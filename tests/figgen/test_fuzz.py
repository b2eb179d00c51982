"""Pages of any characters: the gate, the ledger, the audit and the binder read them all to the end."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from figgen.book import Book
from figgen.gate.audit import Audit
from figgen.gate.bind import bind
from figgen.gate.check import check_page
from figgen.gate.printed import page_entries
from figgen.gate.remedy import Remedies
from figgen.gate.source import scan
from tests.figgen.book_of import WEIGHTS, C, book_of

WORDS = r"""
@{ } @{weights[3,1]} @{c} @{c:frac} \@{ $ $$ \( \) ` <!-- --> <b•title=" "> {# { ![ ]( [^1] >• 1.• -• #• |
0.25 1/4 ２５％ ½ ① 一半 三倍
二分之一 = ≈ 约 等于 图•1 第•2•节 &#49; &frac12; title:• 10^ _{ \frac{1}{ ٣ 𝟎 é
--!> ```¶ ~~~¶ ¶¶ •••• ---¶ --8<--•"a"¶
"""
INVISIBLE = ["\r\n", "\ufeff", "\u200b", "\x00", "\ue001", "\u0301"]
PIECES = st.sampled_from([*(word.replace("•", " ").replace("¶", "\n") for word in WORDS.split()), *INVISIBLE])
PAGES = st.lists(st.one_of(PIECES, st.characters(), st.text(max_size=5)), max_size=60).map("".join)
ANY = settings(max_examples=250, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.fixture(scope="module")
def book(tmp_path_factory: pytest.TempPathFactory) -> Book:
    return book_of(tmp_path_factory.mktemp("book"), {"attention": "甲\n"}, [WEIGHTS, C])


@ANY
@given(page=PAGES)
def test_every_page_is_checked_to_the_end_and_every_finding_has_a_place_in_it(book: Book, page: str) -> None:
    source = scan(page.encode("utf-8", "replace").decode("utf-8"), "docs/attention.md")
    for finding in check_page(book, source, "attention", Remedies(book))[0]:
        assert 1 <= finding.line <= len(source.starts)
        assert finding.column >= 1 and finding.message


@ANY
@given(page=PAGES)
def test_every_page_has_ledger_entries_of_one_line_each(book: Book, page: str) -> None:
    source = scan(page, "docs/attention.md")
    assert all("\n" not in str(entry) for entry in page_entries(book, source, "attention"))


@ANY
@given(page=PAGES)
def test_binding_changes_nothing_but_numbers(book: Book, page: str) -> None:
    bound, count = bind(Audit(book, "attention"), page)
    assert count or bound == page


def test_random_bytes_in_a_page_are_a_finding_and_no_failure(book: Book, tmp_path: Path) -> None:
    source = scan(bytes(range(256)).decode("utf-8", "replace"), "docs/attention.md")
    assert check_page(book, source, "attention", Remedies(book))[0]


@pytest.mark.parametrize(
    "page",
    [
        "](" + " " * 20000,
        "[甲](" + " " * 20000 + "乙 丙",
        "](a" + " " * 20000,
        "](" + "(a)" * 5000,
        "$@{c}" + " " * 20000 + "$",
        "$@{c}" + "{}" * 10000 + "a$",
        "@{c}" + " " * 20000,
        "$" + " " * 20000 + "-@{c}$",
        "<!--" * 5000,
    ],
    ids=lambda page: page[:5],
)
def test_no_page_makes_the_gate_wait(book: Book, page: str) -> None:
    started = time.process_time()
    check_page(book, scan(page, "docs/attention.md"), "attention", Remedies(book))
    assert time.process_time() - started < 5
