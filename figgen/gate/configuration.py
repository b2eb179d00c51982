"""What readers meet of mkdocs.yml and its variants: names, titles and texts; settings are not read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

NAMES = {"site_name", "site_description", "site_author", "copyright"}
SETTINGS = {"icon", "link", "src", "href", "url", "path", "polyfills", "lang", "language", "scheme", "media"}
_HAN = re.compile(r"[\u3400-\u9fff]")

Leaf = tuple[int, int, str]  # line and column from 1, text


def leaves(path: Path) -> Iterator[Leaf]:
    """Yield the texts of a configuration in order of place. A file that is no YAML gives none: the generator
    refuses it."""
    try:
        text = path.read_text(encoding="utf-8-sig")
        root = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.YAMLError:
        return
    lines = text.splitlines()
    yield from ((line, column, said) for line, column, said in _of(root, (), lines) if said)


def _of(node: object, keys: tuple[str, ...], lines: list[str]) -> Iterator[Leaf]:
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            name = str(key.value)
            if keys[:1] == ("nav",):
                yield _place(key, lines)
            yield from _of(value, (*keys, name), lines)
    elif isinstance(node, yaml.SequenceNode):
        for part in node.value:
            yield from _of(part, keys, lines)
    elif isinstance(node, yaml.ScalarNode) and _seen(keys, str(node.value)):
        yield _place(node, lines)


def _seen(keys: tuple[str, ...], text: str) -> bool:
    """Whether readers meet the text of a setting: a name of the site, anything that a template can print
    (extra), and whatever is written in Chinese."""
    if not keys or keys[0] == "nav" or keys[-1] in SETTINGS:
        return False
    return keys[0] in (NAMES | {"extra"}) or bool(_HAN.search(text)) or keys[-1] == "name"


def _place(node: yaml.ScalarNode, lines: list[str]) -> Leaf:
    """A scalar with the place of its first character; its quotes are left out."""
    mark = node.start_mark
    quoted = lines[mark.line][mark.column : mark.column + 1] in ("'", '"')
    return mark.line + 1, mark.column + 1 + quoted, str(node.value)
