"""The plan's own colours: letters can be read on them, and each is one that the terminal has."""

from __future__ import annotations

import pytest
from textual.color import Color

from galli_tui.games.campus_galli.plan_colours import ColourKey, PlanColour, theme_colours
from galli_tui.style.palettes import PALETTES
from tests.support.colour_vision import EYES, difference, least_difference
from tests.support.contrast import GLYPHS, WCAG_AA, contrast, is_exact, least_contrast

THEMES = [theme for theme in PALETTES if theme != "none"]
MIXED = [theme for theme in THEMES if not theme.endswith("-16")]
LETTERS = (
    (PlanColour.AXIS, PlanColour.PAGE),
    (PlanColour.AXIS_LIT, PlanColour.PAGE),
    (PlanColour.PARCHMENT_INK, PlanColour.PARCHMENT),
    (PlanColour.WOOD_INK, PlanColour.OAK),
    (PlanColour.WOOD_INK, PlanColour.LIGHT_OAK),
    (PlanColour.GAP_INK, PlanColour.GAP),
    (PlanColour.CURSOR_INK, PlanColour.CURSOR),
    (PlanColour.REFUSED_INK, PlanColour.REFUSED),
    (PlanColour.MARKED_INK, PlanColour.MARKED),
    (PlanColour.LIT_INK, PlanColour.LIT),
    (PlanColour.CORDON, PlanColour.CORDON_GROUND),
    (PlanColour.FIGURE, PlanColour.GRASS),
    (PlanColour.TASK, PlanColour.GRASS),
    *((PlanColour.STONE_INK + colour, PlanColour.STONE + colour) for colour in range(5)),
    *((PlanColour.HELD_INK + colour, PlanColour.HELD + colour) for colour in range(5)),
)
"""Letters and figures, and what lies behind them."""
SIGNS = (
    *((PlanColour.SYMBOL + colour, ground) for colour in range(5) for ground in (PlanColour.OAK, PlanColour.LIGHT_OAK)),
    *((PlanColour.FAINT + colour, PlanColour.PARCHMENT) for colour in range(5)),
    *((PlanColour.STONE_INK + colour, PlanColour.DARKER_STONE + colour) for colour in range(5)),
    (PlanColour.TREE_INK, PlanColour.GRASS),
    (PlanColour.TREE_INK, PlanColour.WOODLAND),
)
"""Signs that are no text."""


@pytest.mark.parametrize("theme", PALETTES)
def test_every_theme_has_every_colour(theme: str) -> None:
    fives = [first + number for first in PlanColour if first >= PlanColour.SYMBOL for number in range(5)]
    assert {first for first in PlanColour if first < PlanColour.SYMBOL} | {*fives} <= {*theme_colours(theme)}


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("text", "ground"), [*LETTERS, *SIGNS], ids=str)
def test_letters_and_signs_differ_from_what_lies_behind_them(theme: str, text: ColourKey, ground: ColourKey) -> None:
    assert theme_colours(theme)[text] != theme_colours(theme)[ground]


@pytest.mark.parametrize("theme", MIXED)
@pytest.mark.parametrize(("text", "ground"), LETTERS, ids=str)
def test_letters_can_be_read(theme: str, text: ColourKey, ground: ColourKey) -> None:
    assert contrast(theme_colours(theme)[text], theme_colours(theme)[ground]) >= least_contrast(theme)


@pytest.mark.parametrize("theme", MIXED)
@pytest.mark.parametrize(("sign", "ground"), SIGNS, ids=str)
def test_signs_can_be_seen(theme: str, sign: ColourKey, ground: ColourKey) -> None:
    least = WCAG_AA if theme.startswith("high-contrast") else GLYPHS
    assert contrast(theme_colours(theme)[sign], theme_colours(theme)[ground]) >= least


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", ["colour-blind", "colour-blind-256"])
def test_colour_blind_eyes_tell_sections_and_symbols_apart(theme: str, eyes: str) -> None:
    shades = theme_colours(theme)
    for first, least in ((PlanColour.STONE, 25), (PlanColour.HELD, 15), (PlanColour.SYMBOL, 15)):
        assert least_difference((shades[first + colour] for colour in range(5)), eyes)[0] >= least
    grounds = (PlanColour.GRASS, PlanColour.PARCHMENT, PlanColour.OAK)
    for ground in grounds:
        for colour in range(4):
            assert difference(shades[ground], shades[PlanColour.STONE + colour], eyes) >= 12
    assert least_difference((shades[ground] for ground in grounds), eyes)[0] >= 12


@pytest.mark.parametrize("theme", MIXED)
def test_grass_is_green(theme: str) -> None:
    red, green, blue = Color.parse(theme_colours(theme)[PlanColour.GRASS]).rgb
    assert green > blue
    assert green >= red


@pytest.mark.parametrize("theme", [theme for theme in MIXED if theme not in ("high-contrast-256", "colour-blind-256")])
def test_wood_is_brown(theme: str) -> None:
    red, green, blue = Color.parse(theme_colours(theme)[PlanColour.OAK]).rgb
    assert red > green > blue


@pytest.mark.parametrize("theme", THEMES)
def test_every_colour_is_one_that_the_terminal_has(theme: str) -> None:
    for colour in theme_colours(theme).values():
        Color.parse(colour)
        assert colour.startswith("ansi_") == theme.endswith("-16")
        assert not theme.endswith("-256") or is_exact(colour), colour
