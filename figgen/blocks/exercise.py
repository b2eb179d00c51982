"""An exercise whose answer is computed: accepted numbers, tolerance and typical mistakes come from the build.

The page's script compares what a reader types with these; it computes no number and shows nothing that is
not written here. Without scripts there are the question, and folded under it the hint and the answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from figgen.blocks.block import Counter, check_title
from figgen.blocks.context import Context
from figgen.blocks.name import write
from figgen.errors import AuthorError
from figgen.markup import Element, h
from figgen.numbers import number
from figgen.running.values import Array, Value, as_value
from figgen.running.values import Element as Part

TOLERANCE = 0.005  # what two correctly rounded decimals may be off


@dataclass(frozen=True, eq=False)
class Exercise:
    """Numbers to be predicted, each under its label, and the wrong answers that can be told apart."""

    title: str
    answer: Part
    fields: tuple[str, ...]
    mistakes: tuple[tuple[Part, str], ...]
    hint: str | None
    tolerance: float
    kind: str = "exercise"
    counter: Counter | None = None

    def shows(self) -> tuple[Value, ...]:
        """The value of the answer, then those of the mistakes."""
        parts = [self.answer, *(part for part, _ in self.mistakes)]
        return tuple({id(part.value): part.value for part in parts}.values())

    def render(self, context: Context) -> str:
        """The question with its fields, the reasons for wrong answers, the hint and the answer."""
        say = context.messages.text
        hint = h("details", h("summary", say("exercise.hint")), h("p", self.hint)) if self.hint else None
        answer = h("details", h("summary", say("exercise.answer")), h("p", context.part(self.answer)))
        return write(
            h(
                "trace-exercise", h("p", self.title, class_="fg-question", id=context.id("question")),
                self._form(context), self._reasons(context), hint, answer, id=context.id("exercise"),
            )
        )  # fmt: skip

    def _form(self, context: Context) -> Element:
        """The fields and buttons, hidden until the script makes them work."""
        say = context.messages.text
        fields = []
        for place, (label, index) in enumerate(zip(self.fields, _indices(self.answer), strict=True), start=1):
            written, id_ = context.written(self.answer.value, index), context.id("field", place)
            made = h(
                "input", id=id_, type="text", inputmode="text", autocomplete="off", size="8",
                data_accept=written.value, data_ref=written.ref,
            )  # fmt: skip
            fields.append(
                h(
                    "span",
                    h("label", label, for_=id_),
                    made,
                    h("span", class_="fg-verdict"),
                    class_="fg-field",
                )
            )
        return h(
            "form", fields,
            h(
                "div",
                h("button", say("exercise.check"), type="submit"),
                h("button", say("exercise.clear"), type="reset"),
                class_="fg-buttons",
            ),
            h("p", say("exercise.forms"), class_="fg-key"),
            h("output", class_="fg-result", aria_live="polite"),
            hidden=True, data_tolerance=number.machine(self.tolerance),
            aria_labelledby=context.id("question"),
        )  # fmt: skip

    def _reasons(self, context: Context) -> Element:
        """Every sentence that the script may show, and the mistakes by the numbers that they give."""
        say, lines = context.messages.text, []
        for key in ("right", "wrong", "unreadable", "right_mark", "wrong_mark", "unreadable_mark"):
            lines.append(h("li", say(f"exercise.{key}"), data_when=key))
        for part, reason in self.mistakes:
            gives = " ".join(context.written(part.value, index).value for index in _indices(part))
            lines.append(
                h(
                    "li",
                    reason,
                    data_when="mistake",
                    data_gives=gives,
                    data_ref=context.ref(part.value, part.index),
                )
            )
        return h("ul", lines, class_="fg-reasons", hidden=True)


def _indices(part: Part) -> list[tuple[int, ...]]:
    return [part.index + tuple(i + 1 for i in at) for at in np.ndindex(part.array.shape)]


def exercise(
    answer: Part | Value | Array,
    *,
    title: str = "",
    fields: Sequence[str] = (),
    mistakes: Sequence[tuple[Part | Value | Array, str]] = (),
    hint: str | None = None,
    tolerance: float = TOLERANCE,
) -> Exercise:
    """Ask for a number or a row: `exercise(w.at(3), title="三份各是多少？", mistakes=[(raw.at(3), "…")])`.

    `title` is the question. `fields` names the numbers asked for (default: the labels of the row). Each
    mistake is what a wrong way gives, in the answer's shape, and what to tell a reader who arrives there.
    `tolerance`: how far an answer may be off; mistakes must lie further off than twice that, from the answer
    and from each other.
    """
    held = _part(answer)
    if held.array.ndim > 1:
        raise AuthorError(f"exercise: wants a number or a row, got shape {held.array.shape}")
    count = held.array.size
    names = tuple(fields) or (held.value.labels[-1] or () if held.array.ndim else (title,))
    if len(names) != count:
        raise AuthorError(f"exercise: wants {count} names of fields, got {len(names)}: fields=(…)")
    told = [(_part(part), reason) for part, reason in mistakes]
    seen: list[tuple[Part, str]] = [(held, "the answer")]
    for part, reason in told:
        if part.array.shape != held.array.shape:
            raise AuthorError(f"exercise: {reason!r} has shape {part.array.shape}, not {held.array.shape}")
        for other, which in seen:
            if np.abs(part.array - other.array).max() <= 2 * tolerance:
                raise AuthorError(f"exercise: the mistake {reason!r} cannot be told from {which}")
        seen.append((part, repr(reason)))
    return Exercise(check_title("exercise", title), held, names, tuple(told), hint, tolerance)


def _part(thing: Part | Value | Array) -> Part:
    return thing if isinstance(thing, Part) else Part(as_value(thing), ())
