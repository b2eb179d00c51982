"""A formula written down again: as text, as LaTeX, and in the dialects of `figgen.deriving.snippets`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from figgen.language.operations import CONSTANTS
from figgen.language.tree import Binary, Call, Index, Listed, Name, Negative, Node, Number, Transpose

SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4
RANK = {"+": SUM, "-": SUM, "*": PRODUCT, "@": PRODUCT, "/": PRODUCT, "**": POWER, "⊙": PRODUCT}


@dataclass(frozen=True)
class Dialect:
    """How a formula is spelled: templates by operator or function; `0` and `1` are the parts."""

    signs: dict[str, str]
    constants: dict[str, str]
    transposed: str
    index: str
    listed: str
    calls: dict[str, str] = field(default_factory=dict)
    call: str = "{name}({all})"
    first_index: int = 1
    fraction: bool = False


TEXT = Dialect(
    {"+": "{0} + {1}", "-": "{0} − {1}", "*": "{0} × {1}", "@": "{0} {1}", "/": "{0} / {1}",
     "**": "{0}^⟨{1}⟩"},
    {"inf": "∞", "pi": "π"}, "{0}ᵀ", "{0}[{1}]", "[{0}]",
    {"exp": "e^⟨{0}⟩", "abs": "|{0}|", "sqrt": "√({0})", "log": "ln({0})", "maximum": "max({all})",
     "shift": "({0} − {1})"},
)  # fmt: skip
LATEX = Dialect(
    {"+": "{0} + {1}", "-": "{0} - {1}", "*": r"{0} \cdot {1}", "@": r"{0}\,{1}", "/": r"\frac{{{0}}}{{{1}}}",
     "**": "{0}^{{{1}}}", "⊙": r"{0} \odot {1}"},
    {"inf": r"\infty", "pi": r"\pi"}, r"{0}^{{\top}}", "{0}_{{{1}}}", r"\left[{0}\right]",
    {"exp": "e^{{{0}}}", "sqrt": r"\sqrt{{{0}}}", "abs": r"\left|{0}\right|", "ln": r"\ln\left({0}\right)",
     "log": r"\ln\left({0}\right)", "shift": r"\left({0} - {1}\right)", "max": r"\max\left({0}\right)",
     "maximum": r"\max\left({0}, {1}\right)",
     "sin": r"\sin\left({0}\right)", "cos": r"\cos\left({0}\right)", "tanh": r"\tanh\left({0}\right)",
     "mean": r"\operatorname{{mean}}\left({0}\right)",
     "merge_heads": r"\operatorname{{Concat}}\left({all}\right)"},
    call=r"\text{{{name}}}\left({all}\right)", fraction=True,
)  # fmt: skip


def write(node: Node, dialect: Dialect, name: Callable[[str], str]) -> str:
    """A formula in a dialect; `name` says how a name is written there."""
    return _Writer(dialect, name).whole(node)[0]


class _Writer:
    def __init__(self, dialect: Dialect, name: Callable[[str], str]) -> None:
        self.dialect, self.name = dialect, name

    def whole(self, node: Node) -> tuple[str, int]:
        """A part as text, and how tightly it binds."""
        say = self.dialect
        match node:
            case Number(value=value):
                return _plain(value), ATOM
            case Name(text=text):
                return (say.constants[text] if text in CONSTANTS else self.name(text)), ATOM
            case Negative(operand=operand):
                minus = "−" if say is TEXT else "-"
                return minus + self.within(operand, PRODUCT), SUM
            case Transpose(operand=operand):
                return say.transposed.format(self.within(operand, ATOM)), POWER
            case Index(operand=operand, indices=indices):
                places = ", ".join(str(i - 1 + say.first_index) for i in indices)
                return say.index.format(self.within(operand, ATOM), places), ATOM
            case Listed(items=items):
                return say.listed.format(", ".join(self.whole(item)[0] for item in items)), ATOM
            case Binary(operator=operator, left=left, right=right):
                return self.binary(operator, left, right)
            case Call(function=function, arguments=arguments):
                return self.call(function, [self.whole(argument)[0] for argument in arguments])
        raise TypeError(type(node).__name__)

    def binary(self, operator: str, left: Node, right: Node) -> tuple[str, int]:
        """Two parts with what stands between them."""
        rank, template = RANK[operator], self.dialect.signs[operator]
        if operator == "/" and self.dialect.fraction:
            return template.format(self.whole(left)[0], self.whole(right)[0]), ATOM
        above = operator == "**" and template.endswith(("⟩", "}}"))
        first = self.within(left, ATOM if operator == "**" else rank)
        second = self.whole(right)[0] if above else self.within(right, rank if operator == "+" else rank + 1)
        return template.format(first, second), rank

    def call(self, function: str, arguments: list[str]) -> tuple[str, int]:
        """A function and its arguments."""
        say, inside = self.dialect, ", ".join(arguments)
        if function in say.calls:
            return say.calls[function].format(*arguments, all=inside), POWER
        name = function.replace("_", r"\_") if say is LATEX else function
        return say.call.format(name=name, all=inside), ATOM

    def within(self, node: Node, rank: int) -> str:
        """A part in parentheses where it binds too loosely."""
        text, own = self.whole(node)
        if own >= rank:
            return text
        return rf"\left({text}\right)" if self.dialect is LATEX else f"({text})"


def _plain(value: float) -> str:
    return str(int(value)) if value.is_integer() else repr(value)


def latex_name(name: str) -> str:
    """A name of the example or of a trace in LaTeX."""
    return r"\text{" + name.replace("_", r"\_") + "}"
