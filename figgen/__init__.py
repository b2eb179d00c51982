"""figgen: from arrays to pages. What stands here are the words of a worked example.

They are imported when first used: a build in which nothing changed loads neither numpy nor matplotlib.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from figgen.blocks.arithmetic import arithmetic
    from figgen.blocks.curve import curve
    from figgen.blocks.exercise import exercise
    from figgen.blocks.flow import box, flow
    from figgen.blocks.formulas import formulas
    from figgen.blocks.heatmap import heatmap
    from figgen.blocks.mask import mask
    from figgen.blocks.panels import panels
    from figgen.blocks.records import records
    from figgen.blocks.table import table
    from figgen.running.example import constant, given, labels, printed, value

_HOMES = {
    **dict.fromkeys(("constant", "given", "labels", "printed", "value"), "figgen.running.example"),
    **{
        name: f"figgen.blocks.{name}"
        for name in ("arithmetic", "curve", "exercise", "flow", "formulas", "heatmap", "mask", "panels")
    },
    "records": "figgen.blocks.records",
    "table": "figgen.blocks.table",
    "box": "figgen.blocks.flow",
}

__all__ = [
    "arithmetic", "box", "constant", "curve", "exercise", "flow", "formulas", "given", "heatmap", "labels",
    "mask", "panels", "printed", "records", "table", "value",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"figgen has no word {name!r}; its words are {', '.join(sorted(_HOMES))}")
    return getattr(import_module(_HOMES[name]), name)
