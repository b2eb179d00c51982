"""What a reader gets: the numbers printed on a built page, each under the name that it is bound to."""

from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import mpmath as mp

from figgen.book import Book
from figgen.project import find_project

DIGITS = 50


class _Bound(HTMLParser):
    """Texts of the elements that carry data-ref: `data` in prose, `mn` in formulas, `text` in drawings."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.printed: dict[str, set[str]] = defaultdict(set)
        self.words: list[str] = []
        self._open: list[tuple[str, str | None, list[str]]] = []
        self.feed(source)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ("data", "mn", "text", "tspan", "mfrac", "mrow"):
            self._open.append((tag, dict(attrs).get("data-ref"), []))

    def handle_endtag(self, tag: str) -> None:
        if self._open and self._open[-1][0] == tag:
            _, ref, texts = self._open.pop()
            if ref:
                self.printed[ref].add("".join(texts).strip().replace("\u2212", "-"))

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        for _, _, texts in self._open:
            texts.append(data)


def printed(root: Path, chapter: str) -> dict[str, set[str]]:
    """For each reference on the chapter's page, the texts that stand for it (minus signs as ASCII)."""
    return _Bound((root / "site" / chapter / "index.html").read_text(encoding="utf-8")).printed


def words(root: Path, chapter: str) -> str:
    """All text of the chapter's page."""
    return "".join(_Bound((root / "site" / chapter / "index.html").read_text(encoding="utf-8")).words)


def stored(root: Path, chapter: str) -> dict[str, Any]:
    """The chapter's values by name, as nested lists."""
    return {name: held.data for name, held in Book.load(find_project(root)).chapters[chapter].values.items()}


def decimals(x: object, places: int) -> str:
    """A number of 50 digits as text, a tie going away from zero; never a negative zero."""
    with mp.workdps(DIGITS):
        text = mp.nstr(mp.mpf(x), DIGITS - 10, strip_zeros=False, min_fixed=-mp.inf, max_fixed=mp.inf)
    cut = Decimal(text).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP)
    return format(abs(cut) if cut == 0 else cut, "f")


def farthest(found: object, exact: object) -> float:
    """The largest distance between two nested lists of one shape; infinite numbers must agree."""
    if isinstance(exact, list | tuple):
        assert isinstance(found, list) and len(found) == len(exact), (found, exact)
        return max(farthest(a, b) for a, b in zip(found, exact, strict=True))
    if mp.isinf(mp.mpf(exact)):
        return 0.0 if float(found) == float(exact) else float("inf")  # type: ignore[arg-type]
    return float(abs(mp.mpf(found) - mp.mpf(exact)))
