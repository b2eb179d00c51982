"""Several pictures side by side under one title, one under the other where there is no room."""

from __future__ import annotations

from dataclasses import dataclass

from figgen.blocks.block import Counter, Figure, Keyed, check_title
from figgen.blocks.context import Context
from figgen.blocks.invariant import marks, widest
from figgen.blocks.name import write
from figgen.blocks.picture import folded_numbers, room
from figgen.errors import AuthorError
from figgen.markup import h, plain
from figgen.running.values import Value


@dataclass(frozen=True, eq=False)
class Panels:
    """Pictures in reading order, each under its own title."""

    figures: tuple[Figure, ...]
    title: str
    kind: str = "panels"
    counter: Counter | None = "图"

    def shows(self) -> tuple[Value, ...]:
        """Every value of every picture, once each."""
        return tuple({id(value): value for figure in self.figures for value in figure.shows()}.values())

    def render(self, context: Context) -> str:
        """The pictures with their marks, and all their numbers folded together.

        Marks that are the same under every picture stand once, under all; so does the key to pictures that
        need one.
        """
        parts, numbers = [], []
        alike = self._alike(context)
        for place, figure in enumerate(self.figures, start=1):
            inside = context.inside(str(place))
            name = h("p", figure.title, class_="fg-panel-title")
            picture = figure.picture(inside)
            told = None if alike else marks(inside, *figure.shows())
            style = room(picture, widest(told))
            parts.append(h("div", name, picture, told, class_="fg-panel", style=style))
            numbers += [h("p", h("strong", figure.title)), *figure.numbers(inside)]
        keys = dict.fromkeys(figure.key for figure in self.figures if isinstance(figure, Keyed))
        under = [h("p", context.messages.text(key), class_="fg-key") for key in keys]
        shared = marks(context, *self.shows()) if alike else None
        folded = folded_numbers(context, *numbers)
        return write(h("div", h("div", parts, class_="fg-panels"), shared, under, folded, class_="fg-body"))

    def _alike(self, context: Context) -> bool:
        """Whether every picture has the same marks."""
        told = [plain(made) if (made := marks(context, *f.shows())) else "" for f in self.figures]
        return len(set(told)) == 1


def panels(*figures: Figure, title: str = "") -> Panels:
    """Show maps, masks or curves side by side: `panels(mask(…), heatmap(…), title="…")`."""
    if len(figures) < 2:
        raise AuthorError(f"panels: wants at least two pictures, got {len(figures)}")
    for figure in figures:
        if not callable(getattr(figure, "picture", None)):
            kind = getattr(figure, "kind", type(figure).__name__)
            raise AuthorError(f"panels: wants pictures (heatmap, mask, curve), got {kind}")
    titles = [figure.title for figure in figures]
    if len(set(titles)) < len(titles):
        raise AuthorError("panels: the pictures need different titles")
    return Panels(figures, check_title("panels", title))
