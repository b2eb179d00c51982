"""The derivations of a chapter as the build wrote them: arrays, elements, what these are computed from."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from figgen.errors import AuthorError
from figgen.project import Project

SUPERSCRIPTS = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")


@dataclass(frozen=True, eq=False)
class Array:
    """An array: name, kind and shape, and for each element its text, number and full precision."""

    name: str
    kind: str
    shape: tuple[int, ...]
    published: bool
    more: dict[str, Any] = field(repr=False)

    @cached_property
    def texts(self) -> list[str]:
        """The printed text of every element, row by row; none of a random sample."""
        return list(self.more.get("text", []))

    @cached_property
    def dimensions(self) -> str:
        """The shape as the document writes it: "3,2"."""
        return ",".join(map(str, self.shape))

    def full(self, place: int) -> str:
        """Full precision of the element at a place (from 0, row by row)."""
        text: str = self.more["text"][place]
        told: str = self.more.get("full", {place: ""})[place]
        return text[: int(told[0])] + told[1:] if told else text

    def exact(self, place: int) -> bool:
        """Whether the printed text of an element is its number."""
        return "rounded" not in self.more or self.more["rounded"][place] == "0"


@dataclass(frozen=True)
class Derived:
    """A chapter's derivations."""

    chapter: str
    document: dict[str, Any] = field(repr=False)

    @cached_property
    def arrays(self) -> list[Array]:
        """Every array, published ones first."""
        return [
            Array(a["name"], a["kind"], tuple(a["shape"]), "published" in a, a)
            for a in self.document["arrays"]
        ]

    @cached_property
    def by_name(self) -> dict[str, Array]:
        """Arrays by name."""
        return {array.name: array for array in self.arrays}

    def index(self, array: Array, place: int) -> str:
        """The index of an element as readers see it: "[3,1]", or nothing for a single number."""
        inside: str = self.document["index"][array.dimensions][place]
        return f"[{inside}]" if inside else ""

    def pattern(self, array: Array) -> dict[str, Any] | None:
        """How the elements are computed; None for what goes in."""
        number = array.more.get("pattern")
        return None if number is None else self.document["patterns"][number]

    def needed(self, array: Array, local: int) -> Array:
        """The array that a reference of the pattern means."""
        return self.arrays[self.place(array, local)]

    def place(self, array: Array, local: int) -> int:
        """The number of that array."""
        found: int = array.more["needs"][local]
        return found


def load(project: Project, chapter: str) -> Derived:
    """Read what the worker wrote; AuthorError if it is not there."""
    path = project.build / "derivations" / f"{chapter}.json"
    if not path.is_file():
        raise AuthorError(
            "has no derivations yet; run `python -m figgen build --force`", f"docs/{chapter}.py"
        )
    return Derived(chapter, json.loads(path.read_text(encoding="utf-8")))


def machine(shown: str) -> str:
    """A shown number for programs: `−3.39×10⁻⁴` is `-3.39e-4`, `∞` is `inf`."""
    text = shown.replace("−", "-").replace("∞", "inf")
    return re.sub(r"×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", lambda match: "e" + match[1].translate(SUPERSCRIPTS), text)


def anchor(name: str) -> str:
    """The id of an array on a generated page."""
    return re.sub(r"[^\w.]+", "-", name).strip("-")


def row_anchor(array: int, place: int) -> str:
    """The id of an element's row on a generated page: the array's number and the element's place from 0."""
    return f"r{array}.{place}"
