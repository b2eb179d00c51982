"""What is let in from a worked example: labels and notes that readers can see, forms that print all."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

import numpy as np

from figgen.errors import AuthorError
from figgen.numbers import number
from figgen.running.values import Array, Value


def check_visible(field: str, text: object) -> None:
    """A line of text that readers can see: no blank one, no control, direction or private-use characters."""
    if not isinstance(text, str) or not text.strip():
        raise AuthorError(f"{field}: wants a text that readers can see, got {text!r}")
    for character in text:
        if unicodedata.category(character) in ("Cc", "Cf", "Cn", "Co", "Cs", "Zl", "Zp"):
            raise AuthorError(f"{field}: U+{ord(character):04X} in {text!r} cannot be seen; remove it")
    if "@{" in text:
        raise AuthorError(f"{field}: {text!r} cannot cite; only pages can")


def admit_labels(field: str, names: Sequence[str] | None, array: Array, axis: int) -> tuple[str, ...] | None:
    """The labels of an axis: as many as it is long, all different, all to be seen."""
    if names is None:
        return None
    if array.ndim == 0:
        raise AuthorError(f"{field}: a single number has no {field}")
    if isinstance(names, str):
        raise AuthorError(f"{field}: wants a list of labels, got the text {names!r}")
    if len(names) != array.shape[axis]:
        raise AuthorError(
            f"{field}: wants {array.shape[axis]} labels for shape {array.shape}, got {len(names)}"
        )
    for name in names:
        check_visible(field, name)
    if len(set(names)) != len(names):
        raise AuthorError(f"{field}: labels must differ, got {', '.join(names)}")
    return tuple(names)


def admit_form(default: str | None, array: Array) -> str:
    """The form that prints the array: the one asked for, `int` for integers; AuthorError asks for one."""
    if default is None:
        finite = array[np.isfinite(array)]
        broken = finite[finite != np.round(finite)]
        if broken.size:
            raise AuthorError(
                f"{broken[0]:.6g} is no whole number; say how to print it: default='d4' (decimals), 'dec' "
                "(exact), 'frac', 'pct1', …"
            )
        return "int"
    try:
        number.parse_form(default)
    except number.NumberError as error:
        raise AuthorError(f"default: {error}") from None
    return default


def check_prints(made: Value) -> None:
    """Every element must print in the default form, so that no citation can fail later."""
    magnitude = made.magnitude
    for index, x in np.ndenumerate(made.array):
        try:
            number.text(float(x), made.form, magnitude=magnitude, unit=made.unit)
        except number.NumberError as error:
            where = f" at [{', '.join(str(i + 1) for i in index)}]" if index else ""
            raise AuthorError(f"default={made.form!r}{where}: {error}") from None
