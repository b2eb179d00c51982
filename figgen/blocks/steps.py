"""What the build adds to a `<step-player>` and a `<state-switch>` in a page: numbers of steps, ids, controls.

Both stand around an ordinary list. Everything that the script shows is written here; the script only hides,
shows and listens. Without it all steps and all states stand one under the other.
"""

from __future__ import annotations

import html
import re
from xml.etree.ElementTree import Element, SubElement

from figgen.errors import AuthorError
from figgen.messages import catalogue
from figgen.numbers import number

PLAYER, SWITCH = "step-player", "state-switch"
_OPENED = re.compile(rf"(?P<indent> *)<(?P<tag>{PLAYER}|{SWITCH})\b(?P<attributes>[^>]*)>\s*")
_CLOSED = re.compile(rf" *</(?:{PLAYER}|{SWITCH})>\s*")
_ATTRIBUTE = re.compile(r"""([\w-]+)=["']([^"']*)["']""")


def written_out(lines: list[str]) -> list[str]:
    """The lines of a page, `<step-player id="f11" title="…">` turned into the paragraph that stands for it.

    Unlike HTML in Markdown, that works at any depth: a switch inside a step. The end tag goes.
    """
    made = []
    for line in lines:
        opened, closed = _OPENED.fullmatch(line), _CLOSED.fullmatch(line)
        if opened:
            given = dict(_ATTRIBUTE.findall(opened["attributes"]))
            group = f" data-group={given['data-group']}" if "data-group" in given else ""
            name = f"#{given['id']} " if "id" in given else ""
            made += [opened["indent"] + html.unescape(given.get("title", "")),
                     f"{opened['indent']}{{: {name}.{opened['tag']}{group} }}"]  # fmt: skip
        elif not closed:
            made.append(line)
    return made


def prepare(root: Element, language: str = "zh") -> None:
    """Complete every player and switch of a page in place.

    A paragraph with the class `step-player` or `state-switch` and an id, whose text is the title, makes the
    list after it one. Each step gets the id `f11-step-1`, … and its count as a first line. The first line
    of a state names it; switches of a page with the same `data-group` move together. AuthorError for a
    missing id, title or list.
    """
    for parent in list(root.iter()):
        for paragraph in [child for child in parent if _asks(child)]:
            _wrap(parent, paragraph)
    for element in [*root.iter(PLAYER), *root.iter(SWITCH)]:
        name, title = element.get("id"), element.attrib.pop("title", "").strip()
        if not name or not title:
            form = f"{{: #id .{element.tag} }}"
            raise AuthorError(f"<{element.tag}> wants an id and a title: a line of words, then {form}")
        items = _items(element)
        if element.tag == PLAYER:
            _player(element, name, title, items, language)
        else:
            _switch(element, name, title, items, language)


def _asks(element: Element) -> bool:
    return element.tag == "p" and bool({PLAYER, SWITCH} & set(element.get("class", "").split()))


def _wrap(parent: Element, paragraph: Element) -> None:
    """Turn a paragraph and the list after it into the element that its class names."""
    classes = paragraph.attrib.pop("class").split()
    tag = PLAYER if PLAYER in classes else SWITCH
    made = Element(tag, {**paragraph.attrib, "title": "".join(paragraph.itertext())})
    place = list(parent).index(paragraph)
    following = parent[place + 1 : place + 2]
    made.extend(following)
    for child in (paragraph, *following):
        parent.remove(child)
    parent.insert(place, made)


def _items(element: Element) -> list[Element]:
    wanted = ("ol",) if element.tag == PLAYER else ("ol", "ul")
    lists = [child for child in element if child.tag in wanted]
    if len(lists) != 1 or len(lists[0]) < 2:
        raise AuthorError(f"<{element.tag}> wants one list of at least two items inside")
    lists[0].set("class", "fg-items")
    lists[0].set("role", "list")
    return list(lists[0])


def _player(element: Element, name: str, title: str, items: list[Element], language: str) -> None:
    say = catalogue(language).text
    total = number.text(len(items), "int")
    marks = Element("ul", {"class": "fg-step-marks", "aria-label": say("steps.marks")})
    for place, item in enumerate(items, start=1):
        shown = number.text(place, "int")
        item.set("id", f"{name}-step-{shown}")
        _loose(item)
        count = Element("p", {"class": "fg-step-count"})
        count.text = say("steps.count", place=shown, total=total)
        item.insert(0, count)
        item[1].set("class", "fg-status")
        link = SubElement(SubElement(marks, "li"), "a", {"href": f"#{name}-step-{shown}"})
        link.set("aria-label", count.text)
        link.text = shown
    controls = Element("div", {"class": "fg-controls", "hidden": ""})
    element.set("role", "group")
    element.set("aria-label", say("steps.name", title=title))
    for do in ("previous", "play", "pause", "next"):
        button = SubElement(controls, "button", {"type": "button", "data-do": do})
        button.text = say(f"steps.{do}")
    label = SubElement(controls, "label")
    label.text = say("steps.dwell")
    select = SubElement(label, "select", {"data-do": "dwell"})
    for dwell, seconds in (("short", 3), ("medium", 6), ("long", 12)):
        option = SubElement(select, "option", {"value": str(seconds * 1000)})
        option.text = say(f"steps.{dwell}")
        if dwell == "medium":
            option.set("selected", "")
    controls.append(marks)
    SubElement(element, "p", {"class": "fg-live", "role": "status", "hidden": ""})
    element.insert(0, controls)


def _switch(element: Element, name: str, title: str, items: list[Element], language: str) -> None:
    say = catalogue(language).text
    choices = Element("fieldset", {"class": "fg-choices", "hidden": ""})
    SubElement(choices, "legend").text = say("switch.name", title=title)
    for place, item in enumerate(items, start=1):
        _loose(item)
        item.set("id", f"{name}-state-{place}")
        item[0].set("class", "fg-state-name")
        label = SubElement(choices, "label")
        radio = {"type": "radio", "name": name, "value": str(place)} | ({"checked": ""} if place == 1 else {})
        SubElement(label, "input", radio).tail = "".join(item[0].itertext())
    element.insert(0, choices)


def _loose(item: Element) -> None:
    """Make the first line of an item a paragraph, as Markdown does only in loose lists."""
    if len(item) and item[0].tag == "p" and not (item.text or "").strip():
        return
    first = Element("p")
    first.text, item.text = item.text, None
    for child in list(item):
        if child.tag in ("p", "ul", "ol", "figure", "div", "table", "details"):
            break
        item.remove(child)
        first.append(child)
    if not (first.text or "").strip() and not len(first):
        raise AuthorError("<step-player> and <state-switch> want items that start with a line of words")
    item.insert(0, first)
