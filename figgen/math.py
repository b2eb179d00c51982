"""LaTeX to MathML at build time; the one place that knows the converter."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from functools import cache

from math_core import LatexError, LatexToMathML

from figgen.errors import AuthorError

_PLACE = re.compile(r"<mtext>fg(\d+)</mtext>")


def placeholder(number: int) -> str:
    """TeX that stands for a citation until the formula is MathML."""
    return rf"\text{{fg{number}}}"


def convert(tex: str, display: bool, fill: Callable[[int], str]) -> str:
    """MathML of a formula; `fill(n)` gives the MathML of placeholder n. AuthorError names what TeX refuses."""
    try:
        found = _converter().convert_with_local_state(tex, displaystyle=display)
    except LatexError as error:
        raise AuthorError(f"formula: {_reason(str(error))}") from None
    filled = _PLACE.sub(lambda match: fill(int(match[1])), found)
    if re.search(r"fg\d+", re.sub(r"<[^>]*>", "", _PLACE.sub("", found))):
        raise AuthorError(r"formula: a citation stands inside \text{…} or a name; put it outside of the braces")
    return filled



def replace_formulas(page: str, show: Callable[[str, bool], str]) -> str:
    """Replace every formula of a page; `show(tex, display)` gives its markup."""
    pattern = r'<(?P<tag>span|div) class="arithmatex">\\[(\[](?P<tex>.*?)\\[)\]]</(?P=tag)>'
    return re.sub(
        pattern, lambda m: show(html.unescape(m["tex"]).strip(), m["tag"] == "div"), page, flags=re.S
    )


@cache
def _converter() -> LatexToMathML:
    return LatexToMathML(fancy_error=False)


def _reason(message: str) -> str:
    """The converter's reason, without its offsets, which count in the filled-in formula."""
    return re.sub(r"^\S*\d+:\s*", "", message.strip().splitlines()[0])
