"""The picture by which other sites show a link to the book: numbers of a page, drawn when it is built.

`picture: attention.weights` in a page's front matter names them, in the words of a citation. The signs come
from the font that matplotlib brings along, drawn by FreeType, which computes with integers: the picture needs
no font of the machine, and no machine draws another one. So it has digits and no Chinese.
"""

from __future__ import annotations

from pathlib import Path

import matplotlib
import numpy as np
from matplotlib.ft2font import FT2Font

from figgen.errors import AuthorError
from figgen.png import Pixels, png
from figgen.resolved import Number, Numbers, Resolved

WIDTH, HEIGHT = 1200, 630  # what sites that show links ask for
PAPER, INK, BLUE, ORANGE = (
    np.array(c) for c in ((253, 252, 249), (32, 36, 43), (31, 95, 168), (162, 70, 11))
)
FAINTEST, STRONGEST = 0.05, 0.62  # as on the pages (figgen.blocks.scale)
MARGIN, GAP, CORNER = 45, 9, 14
MOST = 8
SIZES = (72, 64, 56, 48, 40, 32, 26, 20)
FONT = "fonts/ttf/DejaVuSans.ttf"


def preview(resolved: Resolved) -> bytes:
    """Return the PNG of a number, a row or a matrix; AuthorError for what is none of these or too much."""
    if isinstance(resolved, Number):
        resolved = Numbers(((resolved,),), True)
    if not isinstance(resolved, Numbers):
        raise AuthorError(
            "picture: wants numbers, such as attention.weights; a block has its numbers in a value"
        )
    rows = resolved.rows
    if len(rows) > MOST or len(rows[0]) > MOST:
        shape = f"({len(rows)}, {len(rows[0])})"
        raise AuthorError(f"picture: at most {MOST} rows and columns can be read in it, got shape {shape}")
    height = (HEIGHT - 2 * MARGIN + GAP) // max(len(rows), 3) - GAP
    width = min((WIDTH - 2 * MARGIN + GAP) // len(rows[0]) - GAP, 2 * height)
    left = (WIDTH + GAP - len(rows[0]) * (width + GAP)) // 2
    top = (HEIGHT + GAP - len(rows) * (height + GAP)) // 2
    pixels = np.empty((HEIGHT, WIDTH, 3), np.uint8)
    pixels[:] = PAPER
    most = max(_magnitude(number) for row in rows for number in row)
    signs = _signs([number.text for row in rows for number in row], width - 2 * CORNER, height - 2 * CORNER)
    for r, row in enumerate(rows):
        for c, number in enumerate(row):
            y, x = top + r * (height + GAP), left + c * (width + GAP)
            cell = pixels[y : y + height, x : x + width]
            _blend(cell, _rounded(height, width), _shade(number, most))
            sign = signs[number.text]
            y, x = (height - sign.shape[0]) // 2, (width - sign.shape[1]) // 2
            _blend(cell[y : y + sign.shape[0], x : x + sign.shape[1]], sign, INK)
    return png(pixels)


def _magnitude(number: Number) -> float:
    size = abs(float(number.value))
    return size if np.isfinite(size) else 0.0


def _shade(number: Number, most: float) -> Pixels:
    level = _magnitude(number) / most if most else 0.0
    opacity = FAINTEST + (STRONGEST - FAINTEST) * level
    paint = ORANGE if float(number.value) < 0 else BLUE
    mixed: Pixels = np.round(PAPER + (paint - PAPER) * opacity).astype(np.uint8)
    return mixed


def _signs(texts: list[str], width: int, height: int) -> dict[str, Pixels]:
    """How much of each pixel each text covers (0 to 255), all in the largest size that fits."""
    font = FT2Font(str(Path(matplotlib.get_data_path()) / FONT))
    for text in texts:
        if missing := [sign for sign in text if not font.get_char_index(ord(sign))]:
            raise AuthorError(f"picture: its font has no {missing[0]!r}; cite the numbers in another form")
    for size in SIZES:
        font.set_size(size, 72)
        drawn = {text: _drawn(font, text) for text in sorted(set(texts))}
        if all(sign.shape[0] <= height and sign.shape[1] <= width for sign in drawn.values()):
            return drawn
    raise AuthorError(
        f"picture: {max(texts, key=len)!r} is too long for it; cite the numbers in a shorter form"
    )


def _drawn(font: FT2Font, text: str) -> Pixels:
    font.set_text(text)
    font.draw_glyphs_to_bitmap(antialiased=True)
    return np.array(font.get_image(), np.uint8)


def _rounded(height: int, width: int) -> Pixels:
    """How much of each pixel a rectangle with round corners covers: of 8 times 8 points, in whole numbers."""
    fine = np.arange(CORNER * 8) * 2 + 1 - 2 * CORNER * 8
    inside = fine[:, None] ** 2 + fine[None, :] ** 2 <= (2 * CORNER * 8) ** 2
    corner = inside.reshape(CORNER, 8, CORNER, 8).sum(axis=(1, 3)) * 255 // 64
    covered = np.full((height, width), 255)
    covered[:CORNER, :CORNER] = corner
    covered[:CORNER, -CORNER:] = corner[:, ::-1]
    covered[-CORNER:] = covered[:CORNER][::-1]
    return covered.astype(np.uint8)


def _blend(under: Pixels, covered: Pixels, paint: Pixels) -> None:
    """Lay a paint over pixels, in place."""
    share = covered.astype(np.int64)[:, :, None]
    under[:] = (under * (255 - share) + paint.astype(np.int64) * share + 127) // 255
