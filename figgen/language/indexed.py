r"""A formula in index notation, as LaTeX: `exp / total` is \frac{e_{ij}}{t_i}, `q @ k.mT` q_i \cdot k_j."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from figgen.language.operations import CONSTANTS
from figgen.language.text import ATOM, LATEX, POWER, PRODUCT, RANK, SUM, write
from figgen.language.tree import Binary, Call, FormulaError, Name, Negative, Node, Number, Transpose, children

BOUND = "lmnrst"
REDUCED = {"sum": r"\sum", "max": r"\max", "mean": r"\operatorname{mean}"}
PLAIN = {"exp": r"\exp", "ln": r"\ln", "log": r"\ln", "tanh": r"\tanh", "sin": r"\sin", "cos": r"\cos"}


@dataclass(frozen=True)
class Indexed:
    """Writes one element of what a formula gives, or one row where the index is shorter.

    `shape` tells the shape of a name, `symbol` how it is written, `where` the words of a choice: the case of
    a true condition (`{by}` stands for it), and the other.
    """

    shape: Callable[[str], tuple[int, ...]]
    symbol: Callable[[str], str]
    where: tuple[str, str]

    def element(self, node: Node, at: tuple[str, ...], rank: int = SUM) -> str:
        """A part at an index, in parentheses where it binds more loosely than `rank`."""
        text, own = self._said(node, at)
        return text if own >= rank else rf"\left({text}\right)"

    def name(self, text: str, at: tuple[str, ...]) -> str:
        """A name with the letters of its own axes low; an axis of length 1 has none."""
        shape = self.shape(text)
        letters = at[len(at) - len(shape) :] if len(at) > len(shape) else at
        own = "".join(letter for letter, length in zip(letters, shape, strict=False) if length > 1)
        return f"{self.symbol(text)}_{{{own}}}" if own else self.symbol(text)

    def _said(self, node: Node, at: tuple[str, ...]) -> tuple[str, int]:
        match node:
            case Name(text=text) if text not in CONSTANTS:
                return self.name(text, at), ATOM
            case Name() | Number():
                return write(node, LATEX, self.symbol), ATOM
            case Negative(operand=operand):
                return f"-{self.element(operand, at, PRODUCT)}", SUM
            case Transpose(operand=operand) if len(at) == 2:
                return self._said(operand, at[::-1])
            case Binary(operator="@"):
                return self._product(node, at)
            case Binary(operator="/", left=left, right=right):
                return rf"\frac{{{self.element(left, at)}}}{{{self.element(right, at)}}}", ATOM
            case Binary(operator="**", left=left, right=right):
                return f"{self.element(left, at, ATOM)}^{{{self.element(right, at)}}}", POWER
            case Binary(operator="*", left=left, right=right):
                return rf"{self.element(left, at, PRODUCT)}\,{self.element(right, at, POWER)}", PRODUCT
            case Binary(operator=sign, left=left, right=right):
                tight = SUM if sign == "+" else PRODUCT
                return f"{self.element(left, at)} {sign} {self.element(right, at, tight)}", RANK[sign]
            case Call():
                return self._call(node, at)
        raise FormulaError(f"index notation has no {type(node).__name__.lower()}", node.column)

    def _product(self, node: Binary, at: tuple[str, ...]) -> tuple[str, int]:
        """Rows that are multiplied with each other are a dot product; else a sum over what they share."""
        match node:
            case Binary(left=Name(text=one), right=Transpose(operand=Name(text=other))) if len(at) == 2:
                return rf"{self.name(one, at[:1])} \cdot {self.name(other, at[1:])}", PRODUCT
        bound, first = self._fresh(at), at[: self._ndim(node.left) - 1]
        rest = at[len(first) :]
        left = self.element(node.left, (*first, bound), PRODUCT)
        return rf"\sum_{{{bound}}} {left}\,{self.element(node.right, (bound, *rest), POWER)}", SUM

    def _call(self, node: Call, at: tuple[str, ...]) -> tuple[str, int]:
        name, arguments = node.function, node.arguments
        if name in REDUCED:
            bound = self._fresh(at)
            inner = (*at[: self._ndim(arguments[0]) - 1], bound)
            return rf"{REDUCED[name]}_{{{bound}}} {self.element(arguments[0], inner, PRODUCT)}", SUM
        if name == "shift":
            return f"{self.element(arguments[0], at)} - {self.element(arguments[1], at, PRODUCT)}", SUM
        if name == "where":
            by, yes, no = (self.element(part, at) for part in arguments)
            before, after = self.where[0].split("{by}")
            case = rf"\text{{{before}}}{by}\text{{{after}}}".replace(r"\text{}", "")
            otherwise = self.where[1]
            return rf"\begin{{cases}} {yes} & {case} \\ {no} & \text{{{otherwise}}} \end{{cases}}", ATOM
        if name == "sqrt":
            return rf"\sqrt{{{self.element(arguments[0], at)}}}", ATOM
        inside = ", ".join(self.element(part, at) for part in arguments)
        if name == "maximum":
            return rf"\max\left({inside}\right)", POWER
        if name in PLAIN:
            tall = "\\frac" in inside or "\\sum" in inside
            return PLAIN[name] + (rf"\left({inside}\right)" if tall else f"({inside})"), POWER
        raise FormulaError(f"index notation has no {name}", node.column)

    def _ndim(self, node: Node) -> int:
        if isinstance(node, Name):
            return len(self.shape(node.text))
        return max((self._ndim(part) for part in children(node)), default=0)

    def _fresh(self, at: tuple[str, ...]) -> str:
        return next(letter for letter in BOUND if letter not in at)
