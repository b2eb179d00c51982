"""A sheet to draw on, in points from the upper left corner; matplotlib draws it, the page gets an inline SVG.

matplotlib never sees a text that it would have to measure: it places the letter x, and the true text
(escaped, in the reader's own font) takes its place afterwards, anchored at the same point. So no font of the
building machine matters, no glyph is missing, and every warning while drawing is an error.
"""

from __future__ import annotations

import hashlib
import io
import warnings
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from figgen.blocks.pictures import Pictures
from figgen.markup import Attribute, Children, Element, h
from figgen.svg import PAINTS, Artist, inline

Anchor = Literal["start", "middle", "end"]
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "hatch.linewidth": 1.2,
    "font.family": ["DejaVu Sans"],
    "path.simplify": False,
    "lines.scale_dashes": False,
    "lines.solid_capstyle": "butt",
    "lines.dash_capstyle": "butt",
}
MODULES = (Path(__file__), Path(__file__).with_name("placed_text.py"))
DRAWN_BY = hashlib.sha256(b"".join(module.read_bytes() for module in MODULES)).hexdigest()
"""What draws, as it is: another way of drawing gives other pictures."""


@dataclass
class Drawing:
    """Width and height in points; what is drawn later lies above."""

    width: float
    height: float
    calls: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = field(default_factory=list)
    artists: dict[str, Artist] = field(default_factory=dict)

    def rectangle(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        *,
        fill: str | None = None,
        opacity: float = 1.0,
        stroke: str | None = None,
        stroke_width: float = 1.0,
        hatch: bool = False,
        **attributes: Attribute,
    ) -> None:
        """A rectangle; `fill` and `stroke` name PAINTS; `hatch` strikes it through in the paint `hidden`."""
        self.calls.append(
            (
                "rectangle",
                ((x, y), width, height),
                {
                    "facecolor": (PAINTS[fill], round(round(opacity, 9), 2)) if fill else "none",
                    "edgecolor": PAINTS[stroke] if stroke else "none",
                    "linewidth": stroke_width if stroke else 0,
                    **({"hatch": "///", "hatchcolor": PAINTS["hidden"]} if hatch else {}),
                    "gid": self._name(attributes),
                },
            )
        )

    def line(
        self,
        xs: Sequence[float],
        ys: Sequence[float],
        *,
        stroke: str,
        width: float = 1.5,
        dash: Sequence[float] | None = None,
        marker: str | None = None,
        marker_size: float = 7,
        **attributes: Attribute,
    ) -> None:
        """A line through points, broken at nan; `dash` in points on, off; `marker` by matplotlib's name."""
        self.calls.append(
            (
                "line",
                (list(xs), list(ys)),
                {
                    "color": PAINTS[stroke],
                    "linewidth": width,
                    "linestyle": (0, tuple(dash)) if dash else "solid",
                    "marker": marker,
                    "markersize": marker_size,
                    "gid": self._name(attributes),
                },
            )
        )

    def text(
        self,
        x: float,
        y: float,
        *content: Children,
        anchor: Anchor = "middle",
        size: float = 12,
        paint: str = "text",
        weight: str | None = None,
        **attributes: Attribute,
    ) -> None:
        """Text whose baseline starts, is centred or ends at a point."""
        gid = self._name({**attributes, "font_weight": weight}, *content)
        self.calls.append(
            (
                "text",
                (x, y, "x"),
                {
                    "ha": {"start": "left", "middle": "center", "end": "right"}[anchor],
                    "va": "baseline",
                    "size": size,
                    "color": PAINTS[paint],
                    "gid": gid,
                },
            )
        )

    def centred(self, x: float, y: float, *content: Children, size: float = 12, **options: Any) -> None:
        """Text centred on a point in both directions, as digits and Chinese characters are tall."""
        self.text(x, y + 0.36 * size, *content, size=size, **options)

    def _name(self, attributes: dict[str, Attribute], *content: Children) -> str:
        gid = f"artist-{len(self.artists)}"
        made = h("g", *content, **attributes)
        self.artists[gid] = Artist(made.attributes, made.children)
        return gid

    def inline(self, prefix: str, pictures: Pictures) -> Element:
        """The `<g>` for an inline SVG, `prefix` before its ids; drawn unless `pictures` has the same."""
        drawn_from = (DRAWN_BY, STYLE, prefix, self.width, self.height, self.calls)
        return inline(pictures.get(drawn_from, lambda: self._drawn(prefix)), prefix, self.artists)

    def _drawn(self, salt: str) -> str:
        from matplotlib import rc_context
        from matplotlib.figure import Figure
        from matplotlib.lines import Line2D
        from matplotlib.patches import Rectangle
        from matplotlib.transforms import Affine2D

        from figgen.blocks.placed_text import PlacedText

        with warnings.catch_warnings(), rc_context({**STYLE, "svg.hashsalt": salt}):
            warnings.simplefilter("error")
            figure = Figure(figsize=(self.width / 72, self.height / 72), dpi=72)
            figure.patch.set_visible(False)
            points = Affine2D().scale(1, -1).translate(0, self.height)
            made = {"rectangle": Rectangle, "line": Line2D, "text": PlacedText}
            for order, (kind, places, options) in enumerate(self.calls):
                figure.add_artist(made[kind](*places, **options, transform=points, zorder=order))
            saved = io.StringIO()
            figure.savefig(saved, format="svg", metadata={"Date": None, "Creator": None})
        return saved.getvalue()
