"""Indices as pages write them: from 1, or by label."""

from __future__ import annotations

from collections.abc import Sequence

from figgen.errors import AuthorError


def find_index(
    index: Sequence[int | str], shape: Sequence[int], labels: Sequence[Sequence[str] | None]
) -> tuple[int, ...]:
    """Turn indices from 1 and labels into indices from 1, given the shape and each axis's labels."""
    if len(index) > len(shape):
        axes = {0: "is a single number", 1: "has one axis"}.get(len(shape), f"has {len(shape)} axes")
        raise AuthorError(f"{len(index)} indices, but the value {axes}")
    found: list[int] = []
    for axis, part in enumerate(index):
        length, names = shape[axis], labels[axis]
        if isinstance(part, str):
            if names is None or part not in names:
                known = f"its labels are {', '.join(names)}" if names else "this axis has no labels"
                raise AuthorError(f"no label {part!r}; {known}")
            found.append(list(names).index(part) + 1)
        elif part == 0:
            raise AuthorError(f"index 0: indices count from 1 to {length}")
        elif not 1 <= part <= length:
            raise AuthorError(f"index {part} is outside 1 to {length}")
        else:
            found.append(part)
    return tuple(found)
