"""Every text can be read on what lies behind it, and every colour is one that Textual knows."""

from __future__ import annotations

import pytest
from textual.color import Color

from galli_tui.style.palettes import DAY_SIXTEEN, NIGHT_SIXTEEN, NONE, PALETTES, Palette
from galli_tui.style.text_styles import brushes
from galli_tui.style.theme import TEXT_PAIRS, named, textual_theme
from tests.support.contrast import WCAG_AA, contrast, is_exact


@pytest.mark.parametrize("theme", ["day", "night", "day-256", "night-256"])
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS, ids=lambda name: str(name))
def test_text_has_the_contrast_that_wcag_aa_asks_for(theme: str, text: str, ground: str) -> None:
    colours = named(PALETTES[theme])
    assert contrast(colours[text], colours[ground]) >= WCAG_AA


@pytest.mark.parametrize("palette", [DAY_SIXTEEN, NIGHT_SIXTEEN], ids=["day", "night"])
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS, ids=lambda name: str(name))
def test_in_sixteen_colours_no_text_has_the_colour_behind_it(palette: Palette, text: str, ground: str) -> None:
    colours = named(palette)
    assert colours[text] != colours[ground]


@pytest.mark.parametrize("theme", ["day-256", "night-256"])
def test_in_256_colours_every_colour_is_one_that_the_terminal_has(theme: str) -> None:
    for name, colour in named(PALETTES[theme]).items():
        assert is_exact(colour), (name, colour)


@pytest.mark.parametrize("palette", [DAY_SIXTEEN, NIGHT_SIXTEEN], ids=["day", "night"])
def test_sixteen_colours_are_the_terminals_own(palette: Palette) -> None:
    assert all(colour.startswith("ansi_") for colour in named(palette).values())


def test_in_sixteen_colours_the_day_is_light_and_the_night_is_dark() -> None:
    """No pale colour of a terminal is for text on white, and none of its dark ones for text on black."""
    assert (DAY_SIXTEEN.ground, NIGHT_SIXTEEN.ground) == ("ansi_bright_white", "ansi_black")
    dark = {f"ansi_{name}" for name in ("black", "red", "green", "blue", "magenta")}
    for text in (text for text, ground in TEXT_PAIRS if ground in ("ground", "page")):
        assert named(DAY_SIXTEEN)[text] in dark, text
        assert named(NIGHT_SIXTEEN)[text] not in dark, text


def test_without_colours_there_is_none() -> None:
    assert set(named(NONE).values()) == {"ansi_default"}


def test_without_colours_what_is_selected_is_reversed() -> None:
    assert brushes("none").selected.reverse
    assert not brushes("none").ink.reverse


@pytest.mark.parametrize("theme", PALETTES)
def test_every_pigment_is_a_css_variable(theme: str) -> None:
    variables = textual_theme(theme).variables
    for name, colour in named(PALETTES[theme]).items():
        assert variables[name.replace("_", "-")] == colour
        Color.parse(colour)
