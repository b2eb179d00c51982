"""What the chapters of a synthetic book compute and draw, with numpy and matplotlib and nothing of figgen.

`python -m tests.benchmarks.computing BOOK CHAPTER…`: the least that anybody pays for these figures.
"""

from __future__ import annotations

import ast
import importlib
import io
import re
import sys
from pathlib import Path
from typing import Any

DRAWN = ("scaled", "centred", "shares", "output")


def compute(book: Path, chapter: str, engine: Any) -> dict[str, Any]:
    """The arrays of a chapter by name."""
    import numpy as np

    source = (book / "docs" / f"{chapter}.py").read_text(encoding="utf-8")
    data = re.search(r"^x = given\((\[\[.*?\]\])", source, re.M)
    assert data is not None
    run = engine.mixed(np.array(ast.literal_eval(data[1]), dtype=float))
    return {name: getattr(run, name) for name in DRAWN}


def draw(array: Any) -> str:
    """The SVG of a matrix: a rectangle and a text to a cell, text staying text."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure
    from matplotlib.patches import Rectangle

    rows, columns = array.shape
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "x"}):
        figure = Figure(figsize=(columns, rows))
        axes = figure.add_axes((0, 0, 1, 1), xlim=(0, columns), ylim=(rows, 0))
        axes.set_axis_off()
        most = abs(array).max()
        for row in range(rows):
            for column in range(columns):
                shade = abs(array[row, column]) / most
                axes.add_patch(Rectangle((column, row), 1, 1, facecolor=("tab:blue", shade)))
                axes.text(column + 0.5, row + 0.5, f"{array[row, column]:.4f}", ha="center")
        for row in range(rows):
            axes.text(0, row + 0.5, f"row {row + 1}")
        for column in range(columns):
            axes.text(column + 0.5, 0, f"column {column + 1}")
        saved = io.StringIO()
        figure.savefig(saved, format="svg", metadata={"Date": None})
    return saved.getvalue()


def main() -> int:
    """Compute and draw each chapter that is named."""
    book, chapters = Path(sys.argv[1]), sys.argv[2:]
    sys.path.insert(0, str(book))
    engine = importlib.import_module("engine.shared")
    for chapter in chapters:
        for array in compute(book, chapter, engine).values():
            assert draw(array).rstrip().endswith("</svg>")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
