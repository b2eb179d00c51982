"""How tightly a piece of mathematics binds, so that it gets parentheses where it has to."""

from __future__ import annotations

from dataclasses import dataclass

from figgen.blocks import mathml
from figgen.markup import Node, h

SUM, PRODUCT, POWER, ATOM = 1, 2, 3, 4
RANK = {"+": SUM, "-": SUM, "*": PRODUCT, "@": PRODUCT, "/": ATOM, "**": POWER}


@dataclass(frozen=True)
class Written:
    """A piece of mathematics, how tightly it binds, and whether it starts with a minus."""

    node: Node
    rank: int
    signed: bool = False

    def within(self, rank: int, first: bool = True) -> Node:
        """Itself as an operand: in parentheses where it binds too loosely, or a minus would follow a sign."""
        if self.rank >= rank and (first or not self.signed):
            return self.node
        return h("mrow", mathml.operator("(", form="prefix"), self.node, mathml.operator(")", form="postfix"))
