"""What figgen adds to step players and state switches: it repeats what the page says, and counts it."""

from __future__ import annotations

from collections.abc import Iterator

from figgen.gate.verifying.runs import runs
from figgen.gate.verifying.tree import Node


def player_mistakes(player: Node) -> Iterator[tuple[Node, str]]:
    """Yield the counts and marks of a step player that do not number the items that there are."""
    steps = [child for item in player.find("ol", class_="fg-items") for child in item.children]
    total = str(sum(isinstance(step, Node) and step.tag == "li" for step in steps))
    counts = [(count, count.content) for count in player.find(class_="fg-step-count")]
    links = [link for marks in player.find(class_="fg-step-marks") for link in marks.find("a")]
    marks = [(link, f"{link.content} {link.attributes.get('aria-label', '')}") for link in links]
    for shown in (counts, marks):
        for order, (node, text) in enumerate(shown, start=1):
            said, mine = [run for _, run in runs(text)], str(order)
            if said not in ([mine, total], [mine, mine, total]):
                yield node, f"“{text.strip()}” counts step {order} of {total}"


def switch_mistakes(switch: Node) -> Iterator[tuple[Node, str]]:
    """Yield the choices of a switch that do not repeat the names of its states."""
    items = next(switch.find(class_="fg-items"), switch)
    states = [item for item in items.children if isinstance(item, Node) and item.tag == "li"]
    names = [next(state.find(class_="fg-state-name"), state).content.strip() for state in states]
    choices = next(switch.find(class_="fg-choices"), switch)
    labels = [label for label in choices.children if isinstance(label, Node) and label.tag == "label"]
    for label, name in zip(labels, names, strict=False):
        if label.content.strip() != name:
            yield label, f"the choice “{label.content.strip()}” names the state “{name}”"
