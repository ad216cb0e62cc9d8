"""Whole matches of every game at tables in memory, for tests of replays, and for screenshots."""

from __future__ import annotations

from functools import cache
from typing import Final

from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.tables.table import TablePlayer
from rules.bots import bot_named
from rules.builders_duel.game import BOX as DUEL
from rules.campus_galli.game import BOX as CAMPUS
from rules.engine.events import Event
from rules.engine.game import AnyGame, GameBox, Options
from rules.ora_et_labora.game import BOX as ORA
from rules.simulate import play
from tests.sample_game.game import BOX as CANDLES

NAMES: Final = ("Anna", "Bruno", "Clara", "Dora")
GAMES: Final[dict[str, tuple[GameBox, Options]]] = {
    "campus-1": (CAMPUS, Options(2, "coop", 1)),
    "campus-3": (CAMPUS, Options(3, "versus", 3)),
    "duel": (DUEL, Options(2, "versus", 1)),
    "ora": (ORA, Options(3, "versus", 1, ("short-game",))),
    "candles": (CANDLES, Options(3, "versus", 1)),
}
"""A match of each game, and of both ways to play Campus Galli."""


class ReplayedTable(InMemoryTable):
    """A table at which these events have happened."""

    def __init__(self, game: AnyGame, players: tuple[TablePlayer, ...], events: tuple[Event, ...]) -> None:
        self._scripted = True
        super().__init__(game, players)
        for event in events:
            self._append(event)
        self._scripted = False

    def until(self, events: int) -> ReplayedTable:
        """Return a table at which only the first events have happened."""
        return ReplayedTable(self.game, self.players, tuple(self._events[:events]))

    def _let_dealer_act(self) -> None:
        if not self._scripted:
            super()._let_dealer_act()


@cache
def _events(box: GameBox, options: Options, bot: str, seed: int) -> tuple[AnyGame, tuple[Event, ...]]:
    game = box.new(options)
    return game, play(game, [bot_named(bot)] * options.seats, seed).events


def replayed(key: str, *, part: float = 1.0, here: str = "1234", bot: str = "brother", seed: int = 7) -> ReplayedTable:
    """Return the table of a match between bots, or of its first part; people at this terminal have the seats `here`."""
    return match_between(*GAMES[key], part=part, here=here, bot=bot, seed=seed)


def match_between(
    box: GameBox, options: Options, *, part: float = 1.0, here: str = "1234", bot: str = "brother", seed: int = 7
) -> ReplayedTable:
    """Return the same of any game."""
    game, events = _events(box, options, bot, seed)
    players = tuple(
        TablePlayer(name, colour, here=str(number) in here)
        for number, (name, colour) in enumerate(zip(NAMES, game.meta.colours, strict=False), 1)
    )
    return ReplayedTable(game, players[: game.options.seats], events[: round(part * len(events))])
