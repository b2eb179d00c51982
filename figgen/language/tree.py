"""A parsed formula: a tree of a few kinds of frozen nodes."""

from dataclasses import dataclass, field


class FormulaError(ValueError):
    """A formula outside the language, or one that cannot be computed; `column` counts characters from 1."""

    def __init__(self, message: str, column: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.column = column


@dataclass(frozen=True)
class Node:
    """A part of a formula; `column` is where it starts."""

    column: int = field(compare=False, kw_only=True)


@dataclass(frozen=True)
class Number(Node):
    """A number as written, always a float64."""

    value: float


@dataclass(frozen=True)
class Name(Node):
    """A name, dotted ones whole: `run.blocks[1].output`."""

    text: str


@dataclass(frozen=True)
class Negative(Node):
    """Unary minus."""

    operand: Node


@dataclass(frozen=True)
class Binary(Node):
    """One of + - * / @ ** between two parts."""

    operator: str
    left: Node
    right: Node


@dataclass(frozen=True)
class Transpose(Node):
    """`.mT`: the last two axes exchanged."""

    operand: Node


@dataclass(frozen=True)
class Index(Node):
    """`x[i]` or `x[i,j]`, counting from 1."""

    operand: Node
    indices: tuple[int, ...]


@dataclass(frozen=True)
class Call(Node):
    """A function of the list applied to its arguments."""

    function: str
    arguments: tuple[Node, ...]


@dataclass(frozen=True)
class Listed(Node):
    """`[a, b, ...]`: parts of one shape stacked along a new first axis."""

    items: tuple[Node, ...]


def children(node: Node) -> tuple[Node, ...]:
    """The parts right under a node, from left to right."""
    match node:
        case Negative() | Transpose() | Index():
            return (node.operand,)
        case Binary():
            return (node.left, node.right)
        case Call():
            return node.arguments
        case Listed():
            return node.items
    return ()
