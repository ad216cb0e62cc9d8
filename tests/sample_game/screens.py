"""The table of Candles: its board, on the screen of the kit."""

from __future__ import annotations

from galli_tui.games.kit.board import KitBoard
from galli_tui.games.kit.game_board import GameBoard, Scene
from galli_tui.games.kit.lines import Line, Span, line
from galli_tui.games.kit.menu_item import MenuItem
from galli_tui.games.kit.snapshot import LinesSnapshot
from galli_tui.games.kit.track import TrackMarker, TrackSpace, track
from galli_tui.screens.table.table import TableScreen
from galli_tui.tables.table import Table
from rules.engine.secrecy import HIDDEN, Seat
from tests.sample_game.game import Candles
from tests.sample_game.rules import CandlesState, LightWindow
from tests.sample_game.texts import TEXTS


class CandlesBoard(GameBoard):
    """The windows, and the candles that may be seen."""

    def __init__(self, table: Table) -> None:
        if not isinstance(table.game, Candles):
            raise TypeError(f"this is a game of {table.game.meta.title}")
        self._table, self._game, self._box = table, table.game, table.game.box

    def lines(self, scene: Scene) -> list[Line]:
        view: CandlesState = scene.view
        chosen = scene.move.window if isinstance(scene.move, LightWindow) else None
        windows = [
            TrackSpace(f"[{number}]", "ink", str(place + 1), chosen=place == chosen)
            for place, number in enumerate(self._box.prints)
        ]
        marks = [Span(it.name[0], f"{it.colour}_text", strong=True) for it in self._table.players]
        before: CandlesState = scene.before or view
        lit = [
            TrackMarker(place, marks[owner], new=before.windows[place] is None and owner != scene.reader)
            for place, owner in enumerate(view.windows)
            if owner is not None
        ]
        hands = [self._hand(view, seat) for seat in range(len(view.hands))]
        return [line("Windows", tone="rubric"), *track(windows, lit, scene.width), Line(), *hands]

    def _hand(self, view: CandlesState, seat: int) -> Line:
        hand, slot, name = view.hands[seat], view.chosen[seat], self._table.players[seat].name
        seen = ["?"] * hand.count if hand.cards is HIDDEN else [str(self._box.heights[card]) for card in hand.cards]
        return line(f"{name}: {' '.join(seen)}{' and one chosen' if slot.card is not None else ''}")

    def items(self, view: CandlesState, seat: Seat) -> list[MenuItem]:
        return [MenuItem(TEXTS.decision(self._table, view, move), answer=move) for move in self._game.legal(view, seat)]


class CandlesScreens:
    """Implements `galli_tui.game_api.registry.GameScreens`."""

    def table_screen(self, table: Table) -> TableScreen:
        """Return the screen on which the game is played. Raises TypeError for a table of another game."""
        board = CandlesBoard(table)
        return TableScreen(table, KitBoard(table, lambda _: board))

    def board_snapshot(self, table: Table, *, ascii_only: bool) -> LinesSnapshot:
        return LinesSnapshot(table, CandlesBoard(table))


SCREENS = CandlesScreens()
