"""The texts of Campus Galli, for screens and commands that know no single game."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from galli_tui.game_api.game_texts import Band
from galli_tui.games.campus_galli.decision_words import decision_forms
from galli_tui.games.campus_galli.next_text import coming_year
from galli_tui.games.campus_galli.signs import ASCII, UNICODE
from galli_tui.games.campus_galli.targets import target_words
from galli_tui.games.campus_galli.texts import (
    BAND_COLOURS,
    LEVEL_BLURBS,
    REVEALED,
    SCORE_LABELS,
    Teller,
    next_step,
    refusal_text,
)
from rules.campus_galli.events import CampusMove
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.state import State
from rules.engine.events import Move
from rules.engine.game import AnyGame, Event, ScoreLine
from rules.engine.refusal import Refusal
from rules.engine.secrecy import PUBLIC

if TYPE_CHECKING:
    from galli_tui.tables.table import Happening, Player, Table
    from galli_tui.widgets.rich_text import Paragraph


class CampusTexts:
    """Implements `galli_tui.game_api.game_texts.GameTexts`."""

    def refusal(self, table: Table, refusal: Refusal) -> str:
        return refusal_text(_game(table).setting.box, refusal)

    def happening(self, table: Table, happening: Happening) -> list[str]:
        state: State = happening.view
        return _teller(_game(table), table.players).sentences(state.effects)

    def revealed(self, event: Event) -> str:
        return REVEALED.get(type(event), "something has been revealed since")

    def next_step(self, table: Table) -> str:
        state: State = table.view(PUBLIC)
        return next_step(state, _game(table).setting.box, table.players)

    def decision(self, table: Table, view: Any, move: Move) -> str:
        made: CampusMove = move  # pyright: ignore[reportAssignmentType]
        return decision_forms(_game(table).setting, view, made, UNICODE.symbols)[0]

    def target(self, table: Table, kind: str, target: int) -> str:
        return target_words(_game(table).setting, kind, target)

    def score_label(self, line: ScoreLine) -> str:
        return SCORE_LABELS.get(line.key, line.key)

    def bands(self, game: AnyGame) -> tuple[Band, ...]:
        setting = _campus(game).setting
        if not setting.together:
            return ()
        return tuple(
            Band(band.key, band.name, band.least if number else None, band.verdict, BAND_COLOURS.get(band.key, "ink"))
            for number, band in enumerate(setting.level.bands)
        )

    def steps(self, game: AnyGame) -> tuple[Band, ...]:
        setting = _campus(game).setting
        if not setting.together:
            return ()
        return tuple(
            Band(rank.name, rank.name, rank.least if number else None, "", "ink")
            for number, rank in enumerate(setting.level.ranks)
        )

    def progress(self, state: State) -> str:
        return f"year {coming_year(state)}, round {state.round}"

    def guide(self, level: int, *, ascii_only: bool) -> tuple[Paragraph, ...]:
        from galli_tui.games.campus_galli.guide import guide

        return guide(ASCII if ascii_only else UNICODE, level)

    def level_blurb(self, level: int) -> str:
        return LEVEL_BLURBS.get(level, "")


def _game(table: Table) -> CampusGalli:
    return _campus(table.game)


def _campus(game: AnyGame) -> CampusGalli:
    if not isinstance(game, CampusGalli):
        raise TypeError(f"this is a game of {game.meta.title}")
    return game


@lru_cache(maxsize=4)
def _teller(game: CampusGalli, players: tuple[Player, ...]) -> Teller:
    layout = game.setting.layout
    names = tuple(player.name for player in players)
    return Teller(game.setting.box, tuple(place.spaces for place in layout.placements), names)


TEXTS = CampusTexts()
