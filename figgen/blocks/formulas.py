"""The steps of a computation in symbols: the trace's own formulas, so they are what was computed."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from figgen.blocks.block import Counter
from figgen.blocks.context import Context
from figgen.blocks.told import Told, mapped
from figgen.errors import AuthorError, nearest
from figgen.language.indexed import Indexed
from figgen.language.operations import CONSTANTS
from figgen.language.text import LATEX, latex_name, write
from figgen.language.tree import Binary, Call, FormulaError, Name, Node, Number, children
from figgen.messages import catalogue
from figgen.pages import math
from figgen.running.trace import is_trace
from figgen.running.values import Value, declared

_STEP = re.compile(r"(?P<name>.+?)(?:\[(?P<at>[a-z](?:,[a-z])*)\])?")
_TEX = re.compile(r"[\\^{(]")


@dataclass(frozen=True, eq=False)
class Formulas:
    """Steps, each with the letters of its index (none: the whole array); `symbols`: how names are written."""

    told: Told
    steps: tuple[tuple[str, tuple[str, ...]], ...]
    symbols: Mapping[str, str]
    through: tuple[str, ...] = ()
    title: str = ""
    kind: str = "formulas"
    counter: Counter | None = None

    @property
    def tex(self) -> str:
        """All steps in one line, for a formula of a page that cites the block."""
        return r",\qquad ".join(self.latex())

    def shows(self) -> tuple[Value, ...]:
        """No number."""
        return ()

    def latex(self) -> list[str]:
        """One equation for each step."""
        return [self._equation(*step) for step in self.steps]

    def render(self, context: Context) -> str:
        """One displayed equation under the other."""
        label = context.messages.text("formulas.name")
        opened = f'<div class="fg-math" role="group" tabindex="0" aria-label="{label}">'
        lines = (f"{opened}{math.convert(tex, True, _no_citation)}</div>" for tex in self.latex())
        return f'<div class="fg-body">{"".join(lines)}</div>'

    def _equation(self, step: str, at: tuple[str, ...]) -> str:
        formula = self.told.formula(step)
        while isinstance(formula, Name) and not self._stands(formula.text):
            before = self.told.formula(formula.text)
            if before is None:
                break
            formula = before
        assert formula is not None
        node = mapped(self._written_out(formula), _divided)
        if at:
            say = catalogue("zh").templates
            words = say["formulas.where"], say["formulas.otherwise"]
            indexed = Indexed(self.told.shape, self._name, words)
            return f"{indexed.name(step, at)} = {indexed.element(node, at)}"
        braced = {name: re.sub(r"[{}]", r"\g<0>\g<0>", self._name(name)) for name in self.symbols}
        calls = {f"{name}.output": tex + "({all})" for name, tex in braced.items()}
        dialect = replace(LATEX, calls=LATEX.calls | calls)
        return f"{self._name(step)} = {write(mapped(node, self._whole), dialect, self._name)}"

    def _written_out(self, node: Node) -> Node:
        """A formula with those of the steps filled in that are told through, and of steps not taken."""
        return mapped(node, lambda part: self._filled(part) if isinstance(part, Name) else part)

    def _filled(self, name: Name) -> Node:
        formula = self.told.formula(name.text)
        if self._stands(name.text):
            part = name.text.removesuffix(".output")
            went_in = Name(f"{part}.x", column=1)
            return name if name.text in self.symbols else Call(name.text, (self._filled(went_in),), column=1)
        if formula is not None and (isinstance(formula, Name) or name.text in self.through):
            return self._written_out(formula)
        return name

    def _stands(self, name: str) -> bool:
        """Whether a name has a symbol: its own, or as the output of a part that is written as a function."""
        return name in self.symbols or (name.endswith(".output") and name[: -len(".output")] in self.symbols)

    def _whole(self, node: Node) -> Node:
        """Heads that are merged stand one by one; arrays multiplied element by element have a sign for it."""
        match node:
            case Call(function="merge_heads", arguments=(Name(text=text),)):
                heads = range(1, self.told.shape(text)[-3] + 1)
                return replace(node, arguments=tuple(Name(f"{text}#{head}", column=1) for head in heads))
            case Binary(operator="*", left=left, right=right) if self._axes(left) and self._axes(right):
                return replace(node, operator="⊙")
        return node

    def _axes(self, node: Node) -> bool:
        """Whether a part is no single number."""
        if isinstance(node, Name):
            return node.text not in CONSTANTS and bool(self.told.shape(node.text))
        return any(self._axes(part) for part in children(node))

    def _name(self, name: str) -> str:
        name, _, head = name.partition("#")
        symbol = self.symbols.get(name, name)
        letter, _, below = symbol.partition("_")
        if _TEX.search(symbol):
            tex = symbol
        elif len(letter) == 1 and "." not in symbol:
            tex = f"{letter}_{{{below}}}" if below else letter
        else:
            tex = latex_name(symbol)
        return f"{tex}^{{({head})}}" if head else tex


def formulas(
    source: Any, *steps: Any, symbols: Mapping[str, str] | None = None, through: tuple[str, ...] = ()
) -> Formulas:
    """Show how steps of a trace come about: `formulas(run, "scores", "weights", symbols={"scores": "S"})`.

    `"weights[i,j]"` shows the element, `"output[i]"` the row. Instead of a trace and its steps, values with a
    formula: `formulas(q, k, symbols={"q": "Q", …})`. `through` names steps whose formulas are filled in where
    they are used. A symbol is a letter, with what stands low after `_` (`W_Q`), a word, or TeX; one of a part
    that has an input `x` (`{"norm_1": r"\\mathrm{Norm}"}`) writes its output as a function of what went in.
    A paragraph of a page that starts with the block shows it; `$@{name}$` puts it into a formula.
    """
    if is_trace(source):
        told, wanted = Told(source), [_STEP.fullmatch(step) for step in steps]
        names = [(match["name"], tuple((match["at"] or "").replace(",", ""))) for match in wanted if match]
        known = [*source.formulas, *source.inputs]
    elif declared(source) is not None:
        scope = sys._getframe(1).f_globals
        told, known = Told(scope), list(scope)
        names = [(_own_name(thing, scope), ()) for thing in (source, *steps)]
    else:
        raise AuthorError(f"formulas: wants a trace or values, got {type(source).__name__}")
    if not names:
        raise AuthorError(f"formulas: name the steps to show; there are {', '.join(source.formulas)}")
    for name, _ in names:
        if told.formula(name) is None:
            raise AuthorError(
                f"formulas: no step {name!r}{nearest(name, getattr(source, 'formulas', known))}"
            )
    if foreign := [name for name in [*(symbols or {}), *through] if not told.known(name)]:
        raise AuthorError(f"formulas: no formula here names {foreign[0]!r}{nearest(foreign[0], known)}")
    for name, symbol in (symbols or {}).items():
        if re.search(r"\d", re.sub(r"[_^](?:\w|\{\w+\})", "", symbol)):
            raise AuthorError(
                f"formulas: the symbol {symbol!r} of {name!r} states a number; only an index may"
            )
    made = Formulas(told, tuple(names), dict(symbols or {}), through)
    try:
        made.latex()
    except FormulaError as error:
        raise AuthorError(f"formulas: {error.message}") from None
    return made


def _own_name(thing: Any, scope: Mapping[str, Any]) -> str:
    found = [name for name, held in scope.items() if held is thing and not name.startswith("_")]
    if not found or declared(thing) is None:
        raise AuthorError("formulas: wants values that have names of their own, or a trace and its steps")
    return found[0]


def _divided(node: Node) -> Node:
    """Times one over a number is written as a fraction."""
    match node:
        case Binary(operator="*", left=left, right=Binary(operator="/", left=Number(value=1), right=below)):
            return replace(node, operator="/", left=left, right=below)
    return node


def _no_citation(number: int) -> str:
    raise AuthorError("formulas: a name cannot hold a citation")
