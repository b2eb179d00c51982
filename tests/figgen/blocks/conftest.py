"""Values with names, and what a block shows, read back."""

from __future__ import annotations

from dataclasses import dataclass
from html.parser import HTMLParser
from xml.etree import ElementTree

import numpy as np
import pytest

from figgen.blocks.context import Context
from figgen.markup import VOID
from figgen.running.example import labels, value
from figgen.running.values import as_value

POSITIONS = labels("位置", 3)
FEATURES = labels("特征", 2)
AXES = ("查询", "键")
CAUSAL = np.tri(3, dtype=bool)
WEIGHTS = np.array([[2, 1, 2], [1, 2, 2], [1.25, 1.25, 2.5]]) / 5


@dataclass
class Page:
    """Renders blocks as the build does; values are named by keyword."""

    named: dict

    def context(self, name="block"):
        held = {key: as_value(thing) for key, thing in self.named.items()}
        return Context("attention", name, {id(thing): f"attention.{key}" for key, thing in held.items()})

    def html(self, block, name="block"):
        return block.render(self.context(name))

    def tree(self, block, name="block"):
        return read_html(self.html(block, name))


def read_html(html):
    """The tree of a piece of HTML whose elements are all closed, void ones aside."""
    builder = ElementTree.TreeBuilder()

    class Reader(HTMLParser):
        def handle_starttag(self, tag, attributes):
            builder.start(tag, {name: text or "" for name, text in attributes})
            if tag in VOID:
                builder.end(tag)

        def handle_startendtag(self, tag, attributes):
            builder.start(tag, {name: text or "" for name, text in attributes})
            builder.end(tag)

        def handle_endtag(self, tag):
            builder.end(tag)

        def handle_data(self, data):
            builder.data(data)

    Reader().feed(html)
    return builder.close()


@pytest.fixture
def page():
    """`page(weights=…)` names values and renders blocks."""
    return lambda **named: Page(named)


@pytest.fixture
def weights():
    """The weights of the worked example, declared as shares."""
    return value(
        WEIGHTS,
        by="w",
        rows=POSITIONS,
        columns=POSITIONS,
        axes=AXES,
        default="frac",
        rows_sum_to=1,
        within=(0, 1),
    )


def texts(tree, path):
    """The text of every element of a path, its children's included."""
    return ["".join(found.itertext()) for found in tree.findall(path)]


def bound(tree):
    """Reference, field, machine number and text of everything bound to a value, in the order of the page."""
    found = []
    for node in tree.iter():
        machine = node.get("value") or node.get("data-value")
        if node.get("data-ref") and machine:
            found.append((node.get("data-ref"), node.get("data-field"), machine, "".join(node.itertext())))
    return found
