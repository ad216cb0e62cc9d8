"""The scriptorium's pigments: every colour on the screen by what it means, by day, by night, in 16 colours, in none.

In CSS they are variables named after the fields (`$on-gold`, `$red-edge`); a widget that draws its own lines asks
`pigments(self.app.theme)`.
Meaning never hangs on colour alone: a sign or a letter goes with it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from rich.style import Style
from textual.color import Color
from textual.theme import Theme


class Paint(NamedTuple):
    """One colour of pieces."""

    fill: str
    """A solid area of it."""
    edge: str
    """The edge around such an area."""
    ink: str
    """Text upon `fill`."""
    text: str
    """Text or a sign in this colour upon `ground` and `page`."""


class Pigments(NamedTuple):
    """All colours by meaning: hex values, or Textual's names of the terminal's own colours."""

    ground: str
    """The screen behind everything."""
    page: str
    """Panels, lists and dialogues."""
    edge: str
    """Borders and rules."""
    ink: str
    """Text."""
    faint: str
    """Text of second rank, still easy to read."""
    rubric: str
    """Headings, as a scribe writes them in red."""
    gold: str
    """Selection and focus: an area."""
    on_gold: str
    """Text upon `gold`."""
    gold_text: str
    """The seat to move, and what is worth points: text."""
    refusal: str
    """Why something cannot be: text."""
    refusal_ground: str
    """The same as an area."""
    on_refusal: str
    """Text upon `refusal_ground`."""
    good: str
    """What succeeds or is earned: text."""
    link: str
    """Clauses and what else leads somewhere: text."""
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
    stone: str
    """What is finished."""
    stone_ink: str
    """Text upon `stone`."""
    red: Paint
    green: Paint
    blue: Paint
    yellow: Paint
    white: Paint


DAY = Pigments(
    ground="#EFE3C8",
    page="#F8F0DE",
    edge="#A98D5F",
    ink="#2B2622",
    faint="#66584A",
    rubric="#A32E1B",
    gold="#C9A227",
    on_gold="#1E1913",
    gold_text="#765A05",
    refusal="#6E2A5E",
    refusal_ground="#6E2A5E",
    on_refusal="#F8F0DE",
    good="#2B6A41",
    link="#26418F",
    parchment="#F3E7CB",
    parchment_ink="#B4402B",
    parchment_text="#7A2E1F",
    wood="#7A5230",
    wood_light="#9B6B3E",
    wood_ink="#FBEFD5",
    grass="#CDD0A0",
    grass_ink="#55703F",
    tree="#CDD0A0",
    tree_ink="#2F4F2B",
    stone="#B9B1A3",
    stone_ink="#2B2622",
    red=Paint("#C93F28", "#8C2413", "#FFF8E8", "#A8301B"),
    green=Paint("#3E8E5A", "#235C38", "#0E120D", "#2B6A41"),
    blue=Paint("#2F6DB5", "#1B4478", "#FFF8E8", "#24568F"),
    yellow=Paint("#D9A32B", "#96690A", "#1E1913", "#7A5604"),
    white=Paint("#F4F0E6", "#8D8574", "#2B2622", "#5E564A"),
)

NIGHT = Pigments(
    ground="#17130E",
    page="#221C14",
    edge="#6B583F",
    ink="#EADFC6",
    faint="#AC9C80",
    rubric="#EB7C61",
    gold="#C9A227",
    on_gold="#1A150E",
    gold_text="#DDBB4B",
    refusal="#DDA3CF",
    refusal_ground="#6E2A5E",
    on_refusal="#FBEFDC",
    good="#82C79A",
    link="#A3B8F0",
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
    stone="#8D867A",
    stone_ink="#14100B",
    red=Paint("#C93F28", "#F08467", "#FFF8E8", "#F0806A"),
    green=Paint("#3E8E5A", "#7CCB97", "#0B0F0A", "#74C08F"),
    blue=Paint("#2F6DB5", "#86B5EA", "#FFF8E8", "#85B2E8"),
    yellow=Paint("#D9A32B", "#F6D27C", "#1A150E", "#E2B347"),
    white=Paint("#E9E3D4", "#FFFFFF", "#221C14", "#E9E3D4"),
)

SIXTEEN = Pigments(
    ground="ansi_black",
    page="ansi_black",
    edge="ansi_yellow",
    ink="ansi_white",
    faint="ansi_white",
    rubric="ansi_bright_red",
    gold="ansi_yellow",
    on_gold="ansi_black",
    gold_text="ansi_bright_yellow",
    refusal="ansi_bright_magenta",
    refusal_ground="ansi_magenta",
    on_refusal="ansi_bright_white",
    good="ansi_bright_green",
    link="ansi_bright_cyan",
    parchment="ansi_white",
    parchment_ink="ansi_red",
    parchment_text="ansi_black",
    wood="ansi_black",
    wood_light="ansi_yellow",
    wood_ink="ansi_bright_yellow",
    grass="ansi_black",
    grass_ink="ansi_green",
    tree="ansi_black",
    tree_ink="ansi_bright_green",
    stone="ansi_white",
    stone_ink="ansi_black",
    red=Paint("ansi_red", "ansi_bright_red", "ansi_bright_white", "ansi_bright_red"),
    green=Paint("ansi_green", "ansi_bright_green", "ansi_black", "ansi_bright_green"),
    blue=Paint("ansi_blue", "ansi_bright_cyan", "ansi_bright_white", "ansi_bright_cyan"),
    yellow=Paint("ansi_yellow", "ansi_bright_yellow", "ansi_black", "ansi_bright_yellow"),
    white=Paint("ansi_white", "ansi_bright_white", "ansi_black", "ansi_bright_white"),
)

_BARE = Paint("ansi_default", "ansi_default", "ansi_default", "ansi_default")
NONE = Pigments._make(_BARE if isinstance(value, Paint) else "ansi_default" for value in DAY)

PALETTES = {"day": DAY, "night": NIGHT, "sixteen": SIXTEEN, "none": NONE}
"""By the name of the theme."""

PAINTS = ("red", "green", "blue", "yellow", "white")
"""The names of the colours of pieces."""

TEXT_PAIRS = (
    *((text, ground) for ground in ("ground", "page") for text in ("ink", "faint", "rubric", "gold_text", "refusal")),
    *((text, ground) for ground in ("ground", "page") for text in ("good", "link")),
    *((f"{paint}_text", ground) for ground in ("ground", "page") for paint in PAINTS),
    *((f"{paint}_ink", paint) for paint in PAINTS),
    ("on_gold", "gold"),
    ("on_refusal", "refusal_ground"),
    ("parchment_text", "parchment"),
    ("wood_ink", "wood"),
    ("tree_ink", "tree"),
    ("stone_ink", "stone"),
)
"""Every pair of text and what lies behind it, by name: a test holds each to WCAG AA, 4.5 to 1."""


def named(palette: Pigments) -> dict[str, str]:
    """All colours of a palette by their flat names: "on_gold", "red", "red_edge", "red_ink", "red_text"."""
    return dict(_named(palette))


def _named(palette: Pigments) -> Iterator[tuple[str, str]]:
    for name, value in palette._asdict().items():
        if isinstance(value, Paint):
            yield name, value.fill
            yield f"{name}_edge", value.edge
            yield f"{name}_ink", value.ink
            yield f"{name}_text", value.text
        else:
            yield name, value


def pigments(theme: str) -> Pigments:
    """The palette of a theme: of `app.theme` for the one in force."""
    return PALETTES[theme]


@cache
def brush(text: str, ground: str, *, bold: bool = False, reverse: bool = False, underline: bool = False) -> Style:
    """A Rich style out of two colours of a palette, for the strips of a Line API widget."""
    colours = (Color.parse(text).rich_color, Color.parse(ground).rich_color)
    return Style(
        color=colours[0],
        bgcolor=colours[1],
        bold=bold or None,
        reverse=reverse or None,
        underline=underline or None,
    )


class Brushes(NamedTuple):
    """The styles of text that every widget needs, upon one background."""

    ink: Style
    strong: Style
    faint: Style
    rubric: Style
    gold: Style
    """The seat to move, and what is worth points."""
    selected: Style
    """The selected line, keyboard here."""
    marked: Style
    """The selected line while the keyboard is elsewhere."""
    refusal: Style
    good: Style
    link: Style
    edge: Style


@cache
def brushes(theme: str, ground: str = "page") -> Brushes:
    """The brushes of a theme upon its `page` or `ground`. Without colours, bold and reverse stand in."""
    palette = PALETTES[theme]
    back = str(getattr(palette, ground))
    bare = palette is NONE
    return Brushes(
        ink=brush(palette.ink, back),
        strong=brush(palette.ink, back, bold=True),
        faint=brush(palette.faint, back),
        rubric=brush(palette.rubric, back, bold=True),
        gold=brush(palette.gold_text, back, bold=True),
        selected=brush(palette.on_gold, palette.gold, bold=True, reverse=bare),
        marked=brush(palette.gold_text, back, bold=True, underline=bare),
        refusal=brush(palette.refusal, back, bold=True),
        good=brush(palette.good, back),
        link=brush(palette.link, back, underline=True),
        edge=brush(palette.edge, back),
    )


@cache
def tone_style(theme: str, tone: str, ground: str, strong: bool = False) -> Style:
    """The style of a tone upon a background of the theme. Raises AttributeError for a tone that no theme has."""
    palette = PALETTES.get(theme, DAY)
    name, _, part = tone.partition("_")
    paint = getattr(palette, name, None)
    if part and isinstance(paint, Paint):
        if part == "fill":
            return brush(paint.ink, paint.fill, bold=strong, reverse=palette is NONE)
        return brush(getattr(paint, part), getattr(palette, ground), bold=strong)
    style: Style = getattr(brushes(theme, ground), tone)
    return style + Style(bold=True) if strong else style


def seat_colour(name: str, palette: Pigments) -> Paint:
    """The paint of a seat's colour by its name in the game; white for a name that the palette does not hold."""
    value = getattr(palette, name, None)
    return value if isinstance(value, Paint) else palette.white


def textual_theme(name: str) -> Theme:
    """A palette as Textual wants it."""
    palette = PALETTES[name]
    ansi = palette.ground.startswith("ansi_")
    return Theme(
        name=name,
        primary=palette.gold,
        secondary=palette.rubric,
        accent=palette.link,
        warning=palette.gold_text,
        error=palette.refusal,
        success=palette.good,
        foreground=palette.ink,
        background=palette.ground,
        surface=palette.page,
        panel=palette.page,
        dark=name != "day",
        ansi=ansi,
        variables={
            **{key.replace("_", "-"): value for key, value in named(palette).items()},
            "ansi-background": palette.ground,
            "ansi-foreground": palette.ink,
            "input-cursor-background": palette.ink,
            "input-cursor-foreground": palette.page,
            "input-selection-background": palette.gold,
            "input-selection-foreground": palette.on_gold,
            "border": palette.edge,
            "border-blurred": palette.edge,
            "scrollbar": palette.edge,
            "scrollbar-hover": palette.gold,
            "scrollbar-active": palette.gold,
            "scrollbar-background": palette.page,
            "scrollbar-background-hover": palette.page,
            "scrollbar-background-active": palette.page,
            "scrollbar-corner-color": palette.page,
        },
    )


class Signs(NamedTuple):
    """The signs that are the same in every game. All are one cell wide."""

    here: str
    """Before the selected line."""
    yes: str
    no: str
    seal: str
    dot: str
    """Between parts of a line."""
    dash: str
    left: str
    right: str
    up: str
    down: str
    more: str
    """Stands for what did not fit."""
    rule: str
    """Repeated, a thin line."""
    ornament: str
    """Beside a title."""
    solid: str
    """Repeated, an area of colour."""
    bar: str
    """Beside what is marked."""
    half: str
    """Half a point, after a whole number."""


UNICODE = Signs("▸", "✔", "✖", "✶", "·", "–", "←", "→", "↑", "↓", "…", "─", "❧", "█", "▌", "½")
ASCII = Signs(">", "+", "x", "*", "-", "-", "<", ">", "^", "v", "~", "-", "*", "#", "|", ".5")
