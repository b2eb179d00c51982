"""Where a block is rendered: its place, its ids, and its numbers bound to the values they come from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from figgen.blocks.pictures import Pictures
from figgen.errors import AuthorError
from figgen.markup import Element, Node, h
from figgen.messages import Messages, catalogue
from figgen.numbers import number
from figgen.running.values import Element as Part
from figgen.running.values import Value


@dataclass(frozen=True)
class Written:
    """One number as a page shows it: its text, the number that the text says, and what it is bound to."""

    text: str
    value: str
    ref: str
    exact: bool


@dataclass(frozen=True)
class Context:
    """The chapter and name of the block, and the citable name of every value by its identity."""

    chapter: str
    name: str
    names: Mapping[int, str]
    language: str = "zh"
    pictures: Pictures = field(default_factory=Pictures)

    @property
    def messages(self) -> Messages:
        """figgen's own words in the page's language."""
        return catalogue(self.language)

    def id(self, *parts: str | int) -> str:
        """An id that no other block on any page has."""
        return "-".join(["fg", self.chapter.replace("/", "-"), self.name, *map(str, parts)])

    def inside(self, part: str) -> Context:
        """The context of a part of this block, with ids of its own."""
        return replace(self, name=f"{self.name}-{part}")

    def ref(self, value: Value, index: tuple[int, ...] = ()) -> str:
        """The citation of a value or of a part of it, without braces."""
        name = self.names.get(id(value))
        if name is None:
            raise AuthorError("shows a value that has no name; assign it to a name of the example first")
        return f"{name}[{','.join(map(str, index))}]" if index else name

    def written(self, value: Value, index: tuple[int, ...] = (), form: str | None = None) -> Written:
        """One element of a value (`index` from 1) as text."""
        ref = self.ref(value, index) + (f":{form}" if form and form != value.form else "")
        form = form or value.form_at(index)
        x, magnitude = float(value.array[tuple(i - 1 for i in index)]), value.magnitude
        try:
            text = number.text(x, form, magnitude=magnitude, unit=value.unit)
            says = number.printed(x, form, magnitude=magnitude)
            return Written(text, number.machine(says), ref, number.is_exact(x, form, magnitude=magnitude))
        except number.NumberError as error:
            raise AuthorError(f"{ref}: {error}") from None

    def number(self, value: Value, index: tuple[int, ...] = (), form: str | None = None) -> Element:
        """One element as `<data>`, bound to its value."""
        written = self.written(value, index, form)
        return h("data", written.text, class_="fg-number", value=written.value, data_ref=written.ref)

    def part(self, part: Part | Value, form: str | None = None) -> tuple[Node, ...]:
        """A number, or a row in brackets, each of its numbers bound."""
        value, index = (part, ()) if isinstance(part, Value) else (part.value, part.index)
        if part.array.ndim == 0:
            return (self.number(value, index, form),)
        if part.array.ndim > 1:
            raise AuthorError(
                f"{self.ref(value, index)} is a matrix here; show a row or an element, or table(…) it"
            )
        say = self.messages.text
        nodes: list[Node] = [say("number.row_open")]
        for place in range(1, part.array.shape[0] + 1):
            nodes += [say("number.row_joint")] if place > 1 else []
            nodes.append(self.number(value, (*index, place), form))
        return (*nodes, say("number.row_close"))

    def stated(self, x: float, value: Value) -> Written:
        """A number that was declared of a value: a sum, the end of a range."""
        try:
            return Written(number.text(x, "dec"), number.machine(x), self.ref(value), True)
        except number.NumberError as error:
            raise AuthorError(
                f"{self.ref(value)}: a declared number must be a short decimal: {error}"
            ) from None

    def declared(self, x: float, value: Value, field: str) -> Element:
        """The same as `<data>`; `data-field` names what it is of the value."""
        stated = self.stated(x, value)
        attributes = {
            "class_": "fg-number",
            "value": stated.value,
            "data_ref": stated.ref,
            "data_field": field,
        }
        return h("data", stated.text, **attributes)

    def count(self, value: Value, axis: int) -> Element:
        """The length of an axis, bound to the value's shape."""
        length = value.array.shape[axis]
        return h(
            "data",
            number.text(length, "int"),
            class_="fg-number",
            value=str(length),
            data_ref=self.ref(value),
            data_field=f"shape[{axis + 1}]",
        )
