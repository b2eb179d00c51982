"""Text on every shade keeps 4.5:1 in light, dark and print, computed from the style sheet itself."""

import re
from pathlib import Path

import pytest

import figgen
from figgen.blocks.scale import FAINTEST, STRONGEST

CSS = (Path(figgen.__file__).parent / "web" / "figgen.css").read_text(encoding="utf-8")


def variables(start):
    block = CSS[CSS.index(start) :]
    return dict(re.findall(r"--fg-([\w-]+):\s*(#[0-9a-f]{6})", block[: block.index("}")]))


SCHEMES = {
    "light": variables(":root, [data-md-color-scheme"),
    "dark": variables('[data-md-color-scheme="slate"]'),
    "print": variables("@media print"),
}


def luminance(rgb):
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in rgb]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def colour(text):
    return [int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)]


def contrast(a, b):
    high, low = sorted((luminance(a), luminance(b)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def mixed(paint, opacity, ground):
    return [opacity * p + (1 - opacity) * g for p, g in zip(paint, ground, strict=True)]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_every_scheme_defines_the_same_colours(scheme):
    assert set(SCHEMES[scheme]) == set(SCHEMES["light"])
    assert len(SCHEMES[scheme]) >= 14


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("paint", ["share", "plus", "minus", "hidden"])
def test_numbers_are_readable_on_every_shade(scheme, paint):
    colours = {name: colour(text) for name, text in SCHEMES[scheme].items()}
    strongest = 1.0 if paint == "hidden" else STRONGEST
    for opacity in (FAINTEST, 0.3, strongest):
        ground = mixed(colours[paint], opacity, colours["surface"])
        assert contrast(colours["text"], ground) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("name", ["text", "muted", "series-1", "series-2", "series-3", "series-4", "focus"])
def test_words_lines_and_marks_are_readable_on_the_page_and_on_header_cells(scheme, name):
    colours = {key: colour(text) for key, text in SCHEMES[scheme].items()}
    assert contrast(colours[name], colours["surface"]) >= 4.5
    if name in ("text", "muted"):
        assert contrast(colours[name], colours["head"]) >= 4.5
