"""The pigments of the plan in every theme with colours: parchment, wood, grass and trees."""

from __future__ import annotations

from typing import Final, NamedTuple


class Pigments(NamedTuple):
    """The colours of the plan that no other part of the screen has."""

    parchment: str
    """A building's parchment side."""
    parchment_ink: str
    """The plan's thin red lines upon it."""
    parchment_text: str
    """Letters upon `parchment`."""
    wood: str
    """A building's construction side."""
    wood_light: str
    """Planks and roofs upon it."""
    wood_ink: str
    """Letters upon `wood`."""
    grass: str
    """Open ground."""
    grass_ink: str
    """Blades, and signs upon `grass`."""
    tree: str
    """The ground under a tree."""
    tree_ink: str
    """The tree upon it."""


PIGMENTS: Final = {
    "day": Pigments(
        parchment="#F0C9A0",
        parchment_ink="#A2371F",
        parchment_text="#76291A",
        wood="#7A5230",
        wood_light="#9B6B3E",
        wood_ink="#FBEFD5",
        grass="#C3CC92",
        grass_ink="#55703F",
        tree="#C3CC92",
        tree_ink="#2F4F2B",
    ),
    "night": Pigments(
        parchment="#D8C9A6",
        parchment_ink="#A2371F",
        parchment_text="#76291A",
        wood="#6A4628",
        wood_light="#9B6B3E",
        wood_ink="#FBEFD5",
        grass="#2B3620",
        grass_ink="#8CA574",
        tree="#2B3620",
        tree_ink="#9CBF7F",
    ),
    "day-256": Pigments(
        parchment="#ffd787",
        parchment_ink="#af0000",
        parchment_text="#870000",
        wood="#875f00",
        wood_light="#af875f",
        wood_ink="#ffffd7",
        grass="#afd787",
        grass_ink="#87af5f",
        tree="#afd787",
        tree_ink="#005f00",
    ),
    "night-256": Pigments(
        parchment="#d7d7af",
        parchment_ink="#af0000",
        parchment_text="#870000",
        wood="#875f00",
        wood_light="#af875f",
        wood_ink="#ffffd7",
        grass="#005f00",
        grass_ink="#5f875f",
        tree="#005f00",
        tree_ink="#afd75f",
    ),
    "day-16": Pigments(
        parchment="ansi_white",
        parchment_ink="ansi_red",
        parchment_text="ansi_black",
        wood="ansi_yellow",
        wood_light="ansi_yellow",
        wood_ink="ansi_black",
        grass="ansi_bright_white",
        grass_ink="ansi_green",
        tree="ansi_bright_white",
        tree_ink="ansi_green",
    ),
    "night-16": Pigments(
        parchment="ansi_white",
        parchment_ink="ansi_red",
        parchment_text="ansi_black",
        wood="ansi_yellow",
        wood_light="ansi_yellow",
        wood_ink="ansi_black",
        grass="ansi_black",
        grass_ink="ansi_green",
        tree="ansi_black",
        tree_ink="ansi_bright_green",
    ),
}
"""By the name of the theme."""

PIGMENT_PAIRS: Final = (("parchment_text", "parchment"), ("wood_ink", "wood"), ("tree_ink", "tree"))
"""Every pair of text and background: a test holds each to WCAG AA, 4.5 to 1."""
