"""LaTeX to MathML at build time; the one place that knows the converter."""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from functools import cache

from math_core import LatexError, LatexToMathML

from figgen.errors import AuthorError
from figgen.pages.tokens import RESERVED, TOKEN, number_of

_PLACE = re.compile(rf"<mtext>{TOKEN.pattern}</mtext>")

_OPENING, _CLOSING = "（“‘「『《〈【", "，。、；：？！）”’」』》〉】…"


def convert(tex: str, display: bool, fill: Callable[[int], str]) -> str:
    """MathML of a formula whose citations are tokens; `fill(n)` gives the MathML of citation n.

    AuthorError names what the converter refuses. A token passes it as a text of its own, which nobody can
    write otherwise: pages that hold its characters are refused.
    """
    if re.search(r"(?<!\\)%", tex):
        raise AuthorError(r"formula: % hides the rest of its line in TeX; write \%")
    prepared = TOKEN.sub(lambda match: rf"\text{{{match[0]}}}", tex)
    try:
        found = _converter().convert_with_local_state(prepared, displaystyle=display)
    except LatexError as error:
        raise AuthorError(f"formula: {_reason(str(error))}") from None
    if RESERVED.search(_PLACE.sub("", found)):
        raise AuthorError(r"formula: a citation cannot be part of a name; put it outside of the braces")
    return _PLACE.sub(lambda match: fill(number_of(match[1])), found)


def replace_formulas(page: str, show: Callable[[str, bool], str]) -> str:
    """Replace every formula of a page; `show(tex, display)` gives its markup.

    Browsers break a line between a formula and the punctuation beside it, whatever character stands between:
    an element of their own keeps them together.
    """
    formula = r'<(?P<tag>span|div) class="arithmatex">\\[(\[](?P<tex>.*?)\\[)\]]</(?P=tag)>'

    def replaced(found: re.Match[str]) -> str:
        shown = show(html.unescape(found["tex"]).strip(), found["tag"] == "div")
        if found["tag"] == "div" or not (found["before"] or found["after"]):
            return found["before"] + shown + found["after"]
        return f'<span class="fg-together">{found["before"]}{shown}{found["after"]}</span>'

    return re.sub(f"(?P<before>[{_OPENING}]*){formula}(?P<after>[{_CLOSING}]*)", replaced, page, flags=re.S)


@cache
def _converter() -> LatexToMathML:
    return LatexToMathML(fancy_error=False)


def _reason(message: str) -> str:
    """The converter's reason, without its offsets, which count in the filled-in formula."""
    return re.sub(r"^\S*\d+:\s*", "", message.strip().splitlines()[0])
