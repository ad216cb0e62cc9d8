"""How good each legal move is for a seat, by what it gives at once and leaves, in hundredths of a point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from rules.engine.events import Move
from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import Contract, Cut, Fell, SendClergyman, Use
from rules.ora_et_labora.building import BuildCard, Follow, FollowStep
from rules.ora_et_labora.conversions import CONVERSIONS
from rules.ora_et_labora.effects import CarryOut
from rules.ora_et_labora.gains import Choose, ChooseReward, ChooseStep, Take, own_token
from rules.ora_et_labora.goods import PEAT, WOOD
from rules.ora_et_labora.landscape import BuyDistrict, BuyPlot, with_district, with_plot
from rules.ora_et_labora.neutral import PlaceNeutral, UseNeutral
from rules.ora_et_labora.outlook import PRIOR
from rules.ora_et_labora.rounds import Visit
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.settling import FoundSettlement
from rules.ora_et_labora.state import Clergyman, OraState
from rules.ora_et_labora.trades import MakeTrade, TradeStep
from rules.ora_et_labora.wheel import value
from rules.ora_et_labora.worth import DEPTH, Worth, plus

CONVERSION: Final = -1
"""A conversion comes after doing nothing: payments convert by themselves."""
COVERED: Final = 200
"""What is lost when the neutral player covers a building."""


ALIKE: Final = 250
"""By how much a move is rated below the best one with the same building, settlement or way to trade."""


class Rating:
    """Rates the moves of one seat in one state."""

    def __init__(self, game: OraSetting, state: OraState, seat: Seat) -> None:
        self._game, self._state, self._estate = game, state, state.estates[seat]
        self._worth = worth = Worth(game, state, seat)
        self._rates: dict[type[Any], Callable[[Any], int]] = {
            Use: self._use,
            Contract: lambda move: worth.use(move.building) - worth.fee(move.fee),
            Fell: self._clear,
            Cut: self._clear,
            BuildCard: worth.built,
            Follow: self._follow,
            Visit: lambda move: worth.use(move.building),
            BuyDistrict: self._district,
            BuyPlot: self._plot,
            Take: self._take,
            Choose: self._choose,
            ChooseReward: self._reward,
            MakeTrade: self._trade,
            CarryOut: lambda move: worth.use(move.building, DEPTH - 1),
            FoundSettlement: lambda move: worth.settled(move.settlement, move.space, move.payment),
            SendClergyman: lambda move: -PRIOR if move.clergyman is Clergyman.PRIOR else 0,
            PlaceNeutral: self._neutral,
            UseNeutral: lambda move: worth.use(move.building) - worth.fee(move.fee),
        }

    def varied(self, moves: Sequence[Move]) -> list[int]:
        """Return ratings of legal moves in which one of several alike stands out, so that a search tries others too."""
        found = [self.of(move) for move in moves]
        best: dict[object, int] = {}
        for place, move in enumerate(moves):
            kind = _kind(move)
            if kind not in best or found[place] > found[best[kind]]:
                best[kind] = place
        firsts = set(best.values())
        return [value if place in firsts else value - ALIKE for place, value in enumerate(found)]

    def of(self, move: Move) -> int:
        """Return the rating of a legal move; ending a turn, or leaving an effect, is 0."""
        rate = self._rates.get(type(move))
        if rate is not None:
            return rate(move)
        return CONVERSION if isinstance(move, CONVERSIONS) else 0

    def _use(self, move: Use) -> int:
        return self._worth.use(move.building) - self._worth.clergyman(move.clergyman)

    def _follow(self, _move: Follow) -> int:
        step = self._state.agenda[-1]
        building = step.building if isinstance(step, FollowStep) else 0
        return self._worth.use(building) - self._worth.clergyman(Clergyman.PRIOR)

    def _clear(self, move: Fell | Cut) -> int:
        good = WOOD if isinstance(move, Fell) else PEAT
        number = value(self._game, self._state, own_token(good, move.token)) or 0
        after = self._estate._replace(
            forests=tuple(space for space in self._estate.forests if space != move.space),
            moors=tuple(space for space in self._estate.moors if space != move.space),
        )
        return self._worth.gain(plus(self._estate.goods, ((good, number),))) + self._worth.land_gain(after)

    def _district(self, move: BuyDistrict) -> int:
        after = with_district(self._estate, move.row, move.side)
        return self._worth.laid(after, self._game.district_prices[self._state.districts - 1])

    def _plot(self, move: BuyPlot) -> int:
        after = with_plot(self._estate, move.row, move.kind)
        return self._worth.laid(after, self._game.plot_prices[self._state.plots - 1])

    def _take(self, move: Take) -> int:
        number = value(self._game, self._state, own_token(move.good, move.token)) or 0
        return self._worth.gain(plus(self._estate.goods, ((move.good, number),)))

    def _choose(self, move: Choose) -> int:
        step = self._state.agenda[-1]
        offers = step.choices if isinstance(step, ChooseStep) else ()
        number = next((offer.number for offer in offers if offer.good == move.good), 0)
        return self._worth.gain(plus(self._estate.goods, ((move.good, number),)))

    def _reward(self, move: ChooseReward) -> int:
        goods = tuple((good, number) for good, number in enumerate(move.goods[:-1]) if number)
        return self._worth.gain(plus(self._estate.goods, goods))

    def _trade(self, move: MakeTrade) -> int:
        step = self._state.agenda[-1]
        if not isinstance(step, TradeStep):
            return 0
        way = step.trade(self._game).ways[move.way - 1]
        after = self._worth.traded(self._estate.goods, way, move.times)
        return self._worth.gain(after) + self._worth.besides(way, step.building, DEPTH)

    def _neutral(self, move: PlaceNeutral) -> int:
        estate = self._state.estates[self._game.players]
        covers = any(space == move.space for space, _ in estate.buildings)
        return self._worth.use(move.building) // 4 - COVERED * covers


def _kind(move: Move) -> object:
    """Return what a move has in common with others that differ in the space, the clergyman or the number alone."""
    for field in ("building", "settlement", "way", "good"):
        if (value := getattr(move, field, None)) is not None:
            return type(move), value
    return type(move)
