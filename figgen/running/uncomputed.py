"""A value stands for numbers on pages. Computing with it is refused, with the array to compute with."""

from __future__ import annotations

from typing import NoReturn

from figgen.errors import AuthorError

COMPUTE = "a value is cited and shown; to compute with its numbers, write name.array (a row: name.array[0])"


class Uncomputed:
    """Operators, indices and numpy's functions raise AuthorError, not numpy's riddles about objects."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise AuthorError(COMPUTE)

    __array__ = __array_ufunc__ = __getitem__ = __float__ = __neg__ = __abs__ = _refuse
    __add__ = __sub__ = __mul__ = __truediv__ = __matmul__ = __pow__ = __lt__ = __gt__ = _refuse
    __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __rmatmul__ = __rpow__ = _refuse
