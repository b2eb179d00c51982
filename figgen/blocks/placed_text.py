"""matplotlib's text without its layout, which needs a font and takes longest of all that a picture needs."""

from __future__ import annotations

from matplotlib.backend_bases import RendererBase
from matplotlib.colors import to_rgba
from matplotlib.text import Text


class PlacedText(Text):
    """One line of text on its baseline, without rotation, that the SVG places and aligns by itself."""

    def draw(self, renderer: RendererBase) -> None:
        """Write the text at its point as it is, measuring nothing."""
        renderer.open_group("text", self.get_gid())
        gc = renderer.new_gc()
        gc.set_foreground(to_rgba(self.get_color()), isRGBA=True)
        x, y = self.get_transform().transform(self.get_unitless_position())
        height = renderer.get_canvas_width_height()[1]
        renderer.draw_text(gc, x, height - y, self.get_text(), self.get_fontproperties(), 0.0, mtext=self)
        gc.restore()
        renderer.close_group("text")
