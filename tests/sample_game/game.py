"""Candles as a game and as a box: see `rules.engine.game`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from rules.engine.base_box import ComponentBox
from rules.engine.base_game import BaseGame, Part
from rules.engine.game import Options
from rules.engine.judge import SCORE_UNIT
from rules.engine.score_sheet import ScoreLine, Sheet
from rules.engine.secrecy import EMPTY, EVERYONE, NOBODY, Seat, Zone, only
from tests.sample_game.box import COMPONENTS, CandlesBox, CandlesSetting
from tests.sample_game.meta import META
from tests.sample_game.rules import STEPS, BeginRoundStep, CandlesState, SetPileStep

BRIGHT_ROW = 6


class Candles(BaseGame[CandlesState], CandlesSetting):
    """The game with one box and its options."""

    meta = META
    state_class = CandlesState
    step_classes = STEPS
    turn_clause = "PK-4"
    end_clause = "PK-5"
    bound = 40

    def __init__(self, options: Options, components: CandlesBox) -> None:
        self.box = components
        candles, windows = (tuple(map(str, it)) for it in (components.heights, range(1, len(components.prints) + 1)))
        super().__init__(options, {"candle": candles, "window": windows}, {"candle": range(len(candles))})
        self.bands: tuple[str, ...] = () if options.mode == "versus" else ("dim", "bright")

    def opening(self) -> CandlesState:
        return CandlesState(
            agenda=(BeginRoundStep(), SetPileStep()),
            told=(),
            draws=0,
            round=0,
            box=Zone.of(range(len(self.box.heights)), EVERYONE),
            pile=Zone(0, (), NOBODY),
            hands=tuple(Zone(0, (), only(seat)) for seat in self.seats),
            chosen=(EMPTY,) * len(self.seats),
            shown=(),
            windows=(None,) * len(self.box.prints),
        )

    def sheet(self, state: CandlesState) -> Sheet:
        """Return what decides: the longest row, then the prints as points (PK-6, PK-7)."""
        lit = [[it for it, owner in enumerate(state.windows) if owner == seat] for seat in self.seats]
        points = tuple(2 * sum(self.box.prints[window] for window in windows) for windows in lit)
        lines = [ScoreLine("windows", "PK-6", seat, len(lit[seat]), points[seat]) for seat in self.seats]
        if self.bands:
            band = self.bands[row([owner is not None for owner in state.windows]) >= BRIGHT_ROW]
            return Sheet(tuple(lines), points, sum(points), (), band)
        rows = [row([owner == seat for owner in state.windows]) for seat in self.seats]
        lines += [ScoreLine("row", "PK-6", seat, rows[seat], 0) for seat in self.seats]
        keys = tuple(zip(rows, points, strict=True))
        winners = tuple(seat for seat in self.seats if keys[seat] == max(keys))
        reason = "row" if rows.count(max(rows)) == 1 else ""
        return Sheet(tuple(lines), points, None, winners, "", comparison=keys, reason=reason)

    def evaluation(self, state: CandlesState, seat: Seat) -> Sequence[Part]:
        """Return the row, worth ten points a window, and the prints; against others only the difference to them."""
        if self.bands:
            return [Part("row", 20 * SCORE_UNIT * row([owner is not None for owner in state.windows]))]
        keys = self.sheet(state).comparison
        length, points = (keys[seat][it] - max(key[it] for key in keys[:seat] + keys[seat + 1 :]) for it in range(2))
        return [Part("row", 20 * SCORE_UNIT * length), Part("prints", SCORE_UNIT * points)]


def row(lit: Sequence[bool]) -> int:
    """Return the length of the longest row of lit windows."""
    return max((len(list(run)) for is_lit, run in groupby(lit) if is_lit), default=0)


class CandlesGameBox(ComponentBox[CandlesBox, Candles]):
    """The registered game. Implements `rules.engine.game.GameBox`."""

    meta = META
    components = COMPONENTS
    about = "They are made up for the tests."

    def game(self, options: Options, components: CandlesBox) -> Candles:
        return Candles(options, components)


BOX = CandlesGameBox()
