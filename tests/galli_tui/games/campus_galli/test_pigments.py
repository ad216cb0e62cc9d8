"""The plan's own colours: letters can be read on them, and each is one that the terminal has."""

from __future__ import annotations

import pytest
from textual.color import Color

from galli_tui.games.campus_galli.pigments import PIGMENT_PAIRS, PIGMENTS
from galli_tui.style.palettes import PALETTES
from tests.support.contrast import WCAG_AA, contrast, is_exact

MIXED = [theme for theme in PIGMENTS if not theme.endswith("-16")]


def test_every_theme_with_colours_has_pigments() -> None:
    assert {*PIGMENTS, "none"} == set(PALETTES)


@pytest.mark.parametrize("theme", PIGMENTS)
@pytest.mark.parametrize(("text", "ground"), PIGMENT_PAIRS, ids=lambda name: str(name))
def test_letters_can_be_read(theme: str, text: str, ground: str) -> None:
    one, other = (getattr(PIGMENTS[theme], name) for name in (text, ground))
    assert one != other
    assert theme not in MIXED or contrast(one, other) >= WCAG_AA


@pytest.mark.parametrize("theme", MIXED)
def test_grass_is_green_and_wood_is_brown(theme: str) -> None:
    red, green, blue = Color.parse(PIGMENTS[theme].grass).rgb
    assert green > blue
    assert green >= red
    red, green, blue = Color.parse(PIGMENTS[theme].wood).rgb
    assert red > green > blue


@pytest.mark.parametrize("theme", PIGMENTS)
def test_every_pigment_is_one_that_the_terminal_has(theme: str) -> None:
    for colour in PIGMENTS[theme]:
        Color.parse(colour)
        assert colour.startswith("ansi_") == theme.endswith("-16")
        assert not theme.endswith("-256") or is_exact(colour), colour
