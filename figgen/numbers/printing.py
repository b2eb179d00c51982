"""A number of a stored value as pages print it."""

from __future__ import annotations

from figgen.errors import AuthorError
from figgen.numbers import number
from figgen.resolved import Number
from figgen.stored import Stored


def print_number(name: str, stored: Stored, index: tuple[int, ...], x: float, form: str | None) -> Number:
    """One element of a value (`index` from 1), in its own form or another; AuthorError if that refuses it."""
    chosen = form or stored.form_at(index)
    ref = name + (f"[{','.join(map(str, index))}]" if index else "") + (f":{form}" if form else "")
    try:
        prose, math, code = (
            number.text(x, chosen, magnitude=stored.magnitude, unit=stored.unit, style=style)
            for style in ("prose", "math", "code")
        )
        exact = number.is_exact(x, chosen, magnitude=stored.magnitude)
        says = number.machine(number.printed(x, chosen, magnitude=stored.magnitude))
    except number.NumberError as error:
        raise AuthorError(f"{ref}: {error}") from None
    return Number(prose, math, code, says, ref, exact)
