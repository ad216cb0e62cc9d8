"""The texts and screens of every game by its key. No other module outside a game's own folders names a game.

Each is imported when it is first asked for, so that commands that print never import Textual.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from textual.screen import Screen

    from galli_tui.game_api.game_texts import GameTexts
    from galli_tui.tables.table import Table
    from galli_tui.widgets.board_snapshot import BoardSnapshot


class GameScreens(Protocol):
    """The screens of one game."""

    def table_screen(self, table: Table) -> Screen[Any]:
        """Return the screen on which the game is played."""
        ...

    def board_snapshot(self, table: Table, *, ascii_only: bool) -> BoardSnapshot | None:
        """Return a widget of the board at past decisions of this match; None for a game without a board."""
        ...


_KIT_KEYS = "galli_tui.games.kit.keys"
"""The keys of the kit's board and pages, which a game uses unless it names others."""


class Modules(NamedTuple):
    """Where a game keeps its texts (`TEXTS`), its screens (`SCREENS`) and the keys of its board (`SCOPE`)."""

    texts: str
    screens: str
    keys: str = _KIT_KEYS


_GAMES = {
    "campus-galli": Modules(
        "galli_tui.games.campus_galli.game_texts",
        "galli_tui.games.campus_galli.game_screens",
        "galli_tui.games.campus_galli.keys",
    ),
    "builders-duel": Modules("galli_tui.games.builders_duel.texts", "galli_tui.games.builders_duel.screens"),
    "ora-et-labora": Modules("galli_tui.games.ora_et_labora.texts", "galli_tui.games.ora_et_labora.screens"),
}


def texts_of(game_key: str) -> GameTexts:
    """Return the texts of a game. Raises KeyError for a game without any."""
    texts: GameTexts = import_module(_GAMES[game_key].texts).TEXTS
    return texts


def texts_package(game_key: str) -> str:
    """Return the package of a game's texts, where its data files lie. Raises KeyError for a game without any."""
    return _GAMES[game_key].texts.rpartition(".")[0]


def screens_of(game_key: str) -> GameScreens:
    """Return the screens of a game. Raises KeyError for a game without any."""
    screens: GameScreens = import_module(_GAMES[game_key].screens).SCREENS
    return screens


def board_scopes() -> dict[str, str]:
    """Return the scope of each game's board, by the game's key; all actions of boards are registered then."""
    import_module(_KIT_KEYS)
    return {key: import_module(modules.keys).SCOPE for key, modules in _GAMES.items()}
