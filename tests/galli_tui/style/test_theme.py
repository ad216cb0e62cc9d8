"""Every text can be read on what lies behind it, and every colour is one that Textual knows."""

from __future__ import annotations

import pytest
from textual.color import Color

from galli_tui.settings.theme_names import THEMES
from galli_tui.style.palettes import NONE, PALETTES
from galli_tui.style.text_styles import brushes
from galli_tui.style.theme import PAINTS, TEXT_PAIRS, named, textual_theme
from tests.support.colour_vision import EYES, least_difference
from tests.support.contrast import contrast, is_exact, least_contrast

MIXED = [f"{theme}{ending}" for theme in THEMES for ending in ("", "-256")]
"""The palettes whose colours are the same on every terminal."""
SIXTEEN = [f"{theme}-16" for theme in THEMES]


def test_every_theme_has_a_palette_for_each_number_of_colours() -> None:
    assert set(PALETTES) == {*MIXED, *SIXTEEN, "none"}


@pytest.mark.parametrize("theme", MIXED)
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS, ids=lambda name: str(name))
def test_text_has_the_contrast_that_wcag_asks_for(theme: str, text: str, ground: str) -> None:
    colours = named(PALETTES[theme])
    assert contrast(colours[text], colours[ground]) >= least_contrast(theme)


@pytest.mark.parametrize("theme", SIXTEEN)
@pytest.mark.parametrize(("text", "ground"), TEXT_PAIRS, ids=lambda name: str(name))
def test_in_sixteen_colours_no_text_has_the_colour_behind_it(theme: str, text: str, ground: str) -> None:
    colours = named(PALETTES[theme])
    assert colours[text] != colours[ground]


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("theme", ["colour-blind", "colour-blind-256"])
def test_colour_blind_eyes_tell_the_pieces_apart(theme: str, eyes: str) -> None:
    colours = named(PALETTES[theme])
    assert least_difference((colours[paint] for paint in PAINTS), eyes)[0] >= 25
    assert least_difference((colours[f"{paint}_text"] for paint in PAINTS), eyes)[0] >= 20


def test_the_measure_finds_colours_that_colour_blind_eyes_confuse() -> None:
    colours = named(PALETTES["lamp-black"])
    assert least_difference((colours["green"], colours["blue"]), "tritanopia")[0] < 15
    assert least_difference((colours["green"], colours["blue"]), "every cone")[0] > 40


@pytest.mark.parametrize("theme", [f"{theme}-256" for theme in THEMES])
def test_in_256_colours_every_colour_is_one_that_the_terminal_has(theme: str) -> None:
    for name, colour in named(PALETTES[theme]).items():
        assert is_exact(colour), (name, colour)


@pytest.mark.parametrize("theme", SIXTEEN)
def test_sixteen_colours_are_the_terminals_own(theme: str) -> None:
    assert all(colour.startswith("ansi_") for colour in named(PALETTES[theme]).values())


@pytest.mark.parametrize("theme", SIXTEEN)
def test_in_sixteen_colours_no_pale_text_is_on_white_and_no_dark_text_on_black(theme: str) -> None:
    colours = named(PALETTES[theme])
    light = theme == "parchment-16"
    assert colours["ground"] == ("ansi_bright_white" if light else "ansi_black")
    dark = {f"ansi_{name}" for name in ("black", "red", "green", "blue", "magenta")}
    for text in (text for text, ground in TEXT_PAIRS if ground in ("ground", "page")):
        assert (colours[text] in dark) == light, text


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


def test_only_parchment_is_light() -> None:
    assert [theme for theme in THEMES if not textual_theme(theme).dark] == ["parchment"]
