"""The names of themes and of their palettes."""

from __future__ import annotations

import pytest

from galli_tui.settings.theme_names import DEFAULT_THEME, THEMES, known_theme, next_palette, palette_name, split_name


@pytest.mark.parametrize(("name", "theme"), [("day", "parchment"), ("night", "lamp-black"), ("neon", None)])
def test_older_names_are_still_known(name: str, theme: str | None) -> None:
    assert known_theme(name) == theme


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ending", ["", "-256", "-16"])
def test_a_palette_is_named_by_its_theme_and_number_of_colours(theme: str, ending: str) -> None:
    assert known_theme(theme) == theme
    assert split_name(f"{theme}{ending}") == (theme, ending)
    assert palette_name(f"{theme}{ending}") == f"{theme}{ending}"


def test_an_older_name_gives_the_present_palette() -> None:
    assert palette_name("day-256") == "parchment-256"
    assert palette_name("none") == "none"


@pytest.mark.parametrize("ending", ["", "-256", "-16"])
def test_one_key_steps_through_all_themes_and_from_the_dark_one_to_the_light(ending: str) -> None:
    seen = [f"{DEFAULT_THEME}{ending}"]
    for _ in THEMES:
        seen.append(next_palette(seen[-1]))
    assert seen[1] == f"parchment{ending}"
    assert {split_name(palette)[0] for palette in seen} == set(THEMES)
    assert seen[-1] == seen[0]
