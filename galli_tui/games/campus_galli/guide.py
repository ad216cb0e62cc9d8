"""The numbers and signs that the guide to Campus Galli and its legend name; their words are in `guide.toml`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from galli_tui.games.campus_galli.glyphs import ASCII, Glyphs
from galli_tui.games.campus_galli.points import points, signed_points
from galli_tui.games.kit.guide_file import guide_pages
from galli_tui.style.initials import initials
from galli_tui.style.paragraph import Paragraph
from galli_tui.tables.table import TablePlayer
from galli_tui.widgets.line_widget import ellipsize
from rules.campus_galli.game import ABOUT_COMPONENTS
from rules.campus_galli.guests import BOOKS_AGAIN
from rules.campus_galli.layout import SMALL_GAP
from rules.campus_galli.scoring import BUILDER, COOPERATION, FALLEN, LARGE_GAP, LAZY, MONASTERY, PARCHMENT, TILE_SET
from rules.campus_galli.tile_transfers import MANY_TILES
from rules.campus_galli.tile_turns import BEGGED, FEW_TILES
from rules.engine.toml_table import TomlTable, parsed_beside

_LEVELS: Final = ("I", "II", "III")
_COUNTS: Final = ("no", "one", "two", "three", "four")
_NAMED: Final = {
    "about_components": ABOUT_COMPONENTS,
    "begged": _COUNTS[BEGGED],
    "books_again": _COUNTS[BOOKS_AGAIN],
    "builder_points": signed_points(BUILDER),
    "collapse_cost": points(-FALLEN),
    "cooperation_points": signed_points(COOPERATION),
    "few_tiles": _COUNTS[FEW_TILES],
    "large_gap_cost": points(-LARGE_GAP),
    "lazy_points": signed_points(LAZY),
    "many_tiles": MANY_TILES,
    "monastery_points": points(MONASTERY),
    "parchment_cost": points(-PARCHMENT),
    "small_gap": SMALL_GAP,
    "tile_set_points": signed_points(TILE_SET),
}

_EXAMPLE: Final = (TablePlayer("Notker", "red", here=True),)
"""The player whose monks the help shows while there is no table."""
_NAME_CELLS: Final = 12


def guide(glyphs: Glyphs, level: int = 1) -> tuple[Paragraph, ...]:
    """Return the guide to a level, without the signs; by default to level I."""
    return guide_pages(_file(), "guide", _NAMED | glyphs._asdict(), _LEVELS[level - 1 : level])


def legend(glyphs: Glyphs, level: int = 1, players: Sequence[TablePlayer] = ()) -> tuple[Paragraph, ...]:
    """Return the meaning of each sign on the screen at a level, with the own seat's and another's monks as examples."""
    shown = players or _EXAMPLE
    marks = initials(player.name for player in shown)
    own = next((seat for seat, player in enumerate(shown) if player.here), 0)
    other = next((seat for seat in range(len(shown)) if seat != own), own)
    faint = "" if glyphs.faint == glyphs.symbols else f"; {' '.join(glyphs.faint)} on parchment"
    names = {
        **glyphs._asdict(),
        "on_parchment": faint,
        "frame": "" if glyphs.double[10] == glyphs.legal else f" {glyphs.double[6]}{glyphs.double[10]}",
        "own_mark": marks[own],
        "name": _short(shown[own]),
        "other_mark": marks[other],
        "other_name": _short(shown[other]),
    }
    return guide_pages(_file(), "legend", names, _LEVELS[level - 1 : level], ascii_only=glyphs is ASCII)


def _short(player: TablePlayer) -> str:
    return ellipsize(player.name, _NAME_CELLS)


def _file() -> TomlTable:
    return parsed_beside("galli_tui.games.campus_galli", "guide.toml")
