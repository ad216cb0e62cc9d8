"""The plan's own colours: letters can be read on them, and each is one that the terminal has."""

from __future__ import annotations

import pytest
from textual.color import Color

from galli_tui.games.campus_galli.plan_colours import PlanColour, theme_colours
from galli_tui.style.palettes import PALETTES
from tests.support.contrast import WCAG_AA, contrast, is_exact

THEMES = [theme for theme in PALETTES if theme != "none"]
MIXED = [theme for theme in THEMES if not theme.endswith("-16")]
PAIRS = (
    (PlanColour.PARCHMENT_INK, PlanColour.PARCHMENT),
    (PlanColour.WOOD_INK, PlanColour.OAK),
    (PlanColour.TREE_INK, PlanColour.GRASS),
)


@pytest.mark.parametrize("theme", PALETTES)
def test_every_theme_has_every_colour(theme: str) -> None:
    fives = [first + number for first in PlanColour if first >= PlanColour.SYMBOL for number in range(5)]
    assert {first for first in PlanColour if first < PlanColour.SYMBOL} | {*fives} <= {*theme_colours(theme)}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), PAIRS, ids=lambda colour: colour.name)
def test_letters_can_be_read(theme: str, text: PlanColour, ground: PlanColour) -> None:
    one, other = theme_colours(theme)[text], theme_colours(theme)[ground]
    assert one != other
    assert theme not in MIXED or contrast(one, other) >= WCAG_AA


@pytest.mark.parametrize("theme", MIXED)
def test_grass_is_green_and_wood_is_brown(theme: str) -> None:
    red, green, blue = Color.parse(theme_colours(theme)[PlanColour.GRASS]).rgb
    assert green > blue
    assert green >= red
    red, green, blue = Color.parse(theme_colours(theme)[PlanColour.OAK]).rgb
    assert red > green > blue


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_is_one_that_the_terminal_has(theme: str) -> None:
    for colour in theme_colours(theme).values():
        Color.parse(colour)
        assert colour.startswith("ansi_") == theme.endswith("-16")
        assert not theme.endswith("-256") or is_exact(colour), colour
