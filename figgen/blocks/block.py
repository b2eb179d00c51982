"""What every block is: a frozen record that can say what it shows and write itself as HTML."""

from __future__ import annotations

from typing import Literal, Protocol, runtime_checkable

from figgen.blocks.context import Context
from figgen.errors import AuthorError
from figgen.markup import Element, Node
from figgen.running.values import Value

Counter = Literal["图", "表"]


class Block(Protocol):
    """A block as the build sees it."""

    @property
    def kind(self) -> str:
        """The name of the function that made it."""

    @property
    def counter(self) -> Counter | None:
        """Which numbering it joins; None for what is not numbered."""

    @property
    def title(self) -> str:
        """What readers see as its name."""

    def shows(self) -> tuple[Value, ...]:
        """Every value whose numbers it prints."""

    def render(self, context: Context) -> str:
        """HTML, one element; the same block gives the same bytes."""


class Figure(Block, Protocol):
    """A picture with the numbers that it was drawn from, so that it can stand beside others."""

    def picture(self, context: Context) -> Element:
        """The picture alone."""

    def numbers(self, context: Context) -> tuple[Node, ...]:
        """Its description and the table of its numbers."""


@runtime_checkable
class Keyed(Protocol):
    """A picture whose outlines want words: `key` names them in the catalogue."""

    @property
    def key(self) -> str:
        """The name of the words."""


def check_title(kind: str, title: str) -> str:
    """A title that can be seen; AuthorError otherwise."""
    if not isinstance(title, str) or not title.strip():
        raise AuthorError(f"{kind}: wants title='…', the name that readers and screen readers get")
    return title.strip()


def check_axes(kind: str, value: Value, allowed: tuple[int, ...]) -> None:
    """The value has one of the numbers of axes allowed; AuthorError otherwise."""
    if value.array.ndim not in allowed:
        wants = " or ".join({0: "a number", 1: "a vector", 2: "a matrix"}[ndim] for ndim in allowed)
        raise AuthorError(f"{kind}: wants {wants}, got shape {value.array.shape}")
