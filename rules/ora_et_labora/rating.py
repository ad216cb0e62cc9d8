"""How good each legal move is for a seat, by what it gives at once and leaves, in hundredths of a point."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, cast

from rules.engine.events import Move
from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import Contract, Cut, Fee, Fell, SendClergyman, Use, fee
from rules.ora_et_labora.building import BuildCard, Follow, FollowStep
from rules.ora_et_labora.conversions import CONVERSIONS
from rules.ora_et_labora.effect_text import (
    CarryOutPart,
    ChoicePart,
    GainPart,
    Grant,
    HoldingPart,
    Part,
    SettlePart,
    Target,
    TradePart,
    Way,
    WheelPart,
)
from rules.ora_et_labora.effects import CarryOut, CarryOutStep
from rules.ora_et_labora.gains import Choose, ChooseReward, ChooseStep, Take, own_token
from rules.ora_et_labora.goods import BASIC, COIN, PEAT, WOOD
from rules.ora_et_labora.landscape import BuyDistrict, BuyPlot, with_district, with_plot
from rules.ora_et_labora.neutral import PlaceNeutral, UseNeutral
from rules.ora_et_labora.outlook import POINT, PRIOR, Outlook
from rules.ora_et_labora.payments import Held
from rules.ora_et_labora.rounds import Visit
from rules.ora_et_labora.scoring import dwelling_at
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.settling import FoundSettlement, price_of
from rules.ora_et_labora.state import JOKER, Built, Clergyman, OraState, Settled, free_spaces, spaces
from rules.ora_et_labora.trades import MakeTrade, TradeStep, price, reward_points
from rules.ora_et_labora.wheel import TOKEN_OF, value

DEPTH: Final = 2
"""How many buildings carried out by others are looked into."""
NO_MOVE: Final = -1
"""A conversion, which payments make by themselves."""


class Rating:
    """Rates the moves of one seat in one state."""

    def __init__(self, game: OraSetting, state: OraState, seat: Seat) -> None:
        self.game, self.state, self.seat = game, state, seat
        self.outlook = Outlook(game, state, seat)
        self.estate = state.estates[seat]
        self.held: Held = self.estate.goods
        self._now = self.outlook.goods(self.held)
        self._land = self.outlook.land(self.estate) + self.outlook.settling(self.estate)
        self._used: dict[int, int] = {}
        """What using each building brings."""

    def of(self, move: Move) -> int:
        """Return the rating of a legal move."""
        rate = _RATES.get(type(move))
        if rate is not None:
            return rate(self, cast("Any", move))
        return NO_MOVE if isinstance(move, CONVERSIONS) else 0

    # Effects

    def use(self, building: int, depth: int = DEPTH) -> int:
        """Return what carrying out a building brings."""
        if depth == DEPTH and building in self._used:
            return self._used[building]
        if depth == DEPTH:
            self._used[building] = 0  # An effect that grants building it again brings nothing more.
        held, extra = self.held, 0
        for part in self.game.cards[building].effect:
            held, more = self._part(held, part, building, depth)
            extra += more
        found = self.outlook.goods(held) - self._now + extra
        if depth == DEPTH:
            self._used[building] = found
        return found

    def _part(self, held: Held, part: Part, building: int, depth: int) -> tuple[Held, int]:
        """Return the goods after a part of an effect, and what it brings besides."""
        match part:
            case GainPart():
                return _plus(held, part.goods), 0
            case HoldingPart():
                got = [many for least, many in zip(part.least, part.amounts, strict=True) if held[part.good] >= least]
                return (_plus(held, ((part.gain, got[-1]),)) if got else held), 0
            case ChoicePart():
                return self._best([_plus(held, (choice,)) for choice in part.choices]), 0
            case WheelPart():
                return self._best([held, *(self._produced(held, good) for good in part.goods)]), 0
            case TradePart():
                return self._trades(held, part, building, depth)
            case CarryOutPart():
                return held, self._carried(building, part.target, depth)
            case SettlePart():
                return held, self._best_settlement()

    def _best(self, options: Sequence[Held]) -> Held:
        return max(options, key=self.outlook.goods)

    def _produced(self, held: Held, good: int) -> Held:
        """Return the goods after producing one, by its token or the joker, whichever yields more."""
        found = max(value(self.game, self.state, token) or 0 for token in (TOKEN_OF[good], JOKER))
        return _plus(held, ((good, found),))

    def _trades(self, held: Held, part: TradePart, building: int, depth: int) -> tuple[Held, int]:
        before, best = self.outlook.goods(held), (held, 0)
        value_of_best = before
        for way in part.ways:
            most = self.game.payments.most(held, way.takes, part.limit)
            if way.forest:
                most = min(most, len(self.estate.forests))
            for times in dict.fromkeys((most, (most + 1) // 2, 1)):
                after = self._traded(held, way, times) if times > 0 else None
                if after is None:
                    continue
                extra = self._besides(way, building, depth) - (self.outlook.fade // 2 if way.forest else 0) * times
                found = self.outlook.goods(after) + extra
                if found > value_of_best:
                    best, value_of_best = (after, extra), found
        return best

    def _traded(self, held: Held, way: Way, times: int) -> Held | None:
        left = self.game.payments.without(held, way.takes, times)
        if left is not None and way.chosen:
            tiles = self.game.payments.propose(left, price(way, times))
            left = None if tiles is None else self.game.payments.paid(left, tiles)
        if left is None:
            return None
        after = _plus(left, way.gives, times)
        if way.basics:
            after = max((_plus(after, ((good, way.basics[0]),)) for good in BASIC), key=self.outlook.goods)
        if way.joker:
            number = value(self.game, self.state, JOKER) or 0
            after = max((_plus(after, ((good, number),)) for good in way.joker), key=self.outlook.goods)
        return after

    def _besides(self, way: Way, building: int, depth: int) -> int:
        """Return what a trade brings besides goods."""
        total = POINT * self.game.table.wonder_points if way.wonder and self.state.wonders else 0
        if way.reward is not None:
            total += POINT * reward_points(self.game, self.state, self.seat, *way.reward)
        for grant in way.grants:
            match grant:
                case Grant.OCCUPIED:
                    total += self._carried(building, Target.OCCUPIED, depth)
                case Grant.BUILD:
                    total += self._best_building()
                case Grant.CLEAR:
                    total += max(0, self._cleared(WOOD)) * bool(self.estate.forests)
                    total += max(0, self._cleared(PEAT)) * bool(self.estate.moors)
                case Grant.ALL_HOME | Grant.PRIOR_HOME:
                    total += PRIOR
                case Grant.DISTRICT | Grant.PLOT:
                    total += 3 * self.outlook.fade
                case Grant.SETTLE:
                    total += self._best_settlement()
        return total

    def _carried(self, building: int, target: Target, depth: int) -> int:
        if not depth:
            return 0
        step = CarryOutStep(self.seat, building, target)
        barred = {building, *self.state.turn.carried}
        return max((self.use(it, depth - 1) for it in step.targets(self.game, self.state) - barred), default=0)

    def _cleared(self, good: int) -> int:
        return self.outlook.goods(self._produced(self.held, good)) - self._now

    def _best_building(self) -> int:
        """Return about what a build action brings."""
        return max((self._built(move) for move in BuildCard.options(self.game, self.state, self.seat)), default=0)

    def _best_settlement(self) -> int:
        best = 0
        for settlement in self.estate.supply:
            tiles = self.game.payments.propose(self.held, price_of(self.game, settlement))
            if tiles is not None:
                allowed = self.game.settlements[settlement].terrain
                terrain = spaces(self.estate)
                for space in free_spaces(self.estate):
                    if terrain[space] in allowed:
                        best = max(best, self._settled(settlement, space, tiles))
        return best

    # Moves

    def clergyman(self, kind: Clergyman) -> int:
        """Return what sending a clergyman costs."""
        estate, game = self.estate, self.game
        home, prior = game.lay_brothers - len(estate.lay_brothers) + (estate.prior is None), estate.prior is None
        after = home - 1
        return self.outlook.clergy(home, prior) - self.outlook.clergy(after, prior and kind is Clergyman.LAY)

    def _use(self, move: Use) -> int:
        return self.use(move.building) - self.clergyman(move.clergyman)

    def _contract(self, move: Contract) -> int:
        return self.use(move.building) - self._fee(move.fee)

    def _fee(self, way: Fee) -> int:
        amounts = ((self.game.present, 1),) if way is Fee.PRESENT else ((COIN, fee(self.game, self.state)),)
        left = self.game.payments.without(self.held, amounts)
        return self._now - (self.outlook.goods(left) if left is not None else 0)

    def _clear(self, move: Fell | Cut) -> int:
        good = WOOD if isinstance(move, Fell) else PEAT
        number = value(self.game, self.state, own_token(good, move.token)) or 0
        goods = self.outlook.goods(_plus(self.held, ((good, number),))) - self._now
        forests = tuple(space for space in self.estate.forests if space != move.space)
        moors = tuple(space for space in self.estate.moors if space != move.space)
        after = self.estate._replace(forests=forests, moors=moors)
        return goods + self.outlook.land(after) + self.outlook.settling(after) - self._land

    def _built(self, move: BuildCard) -> int:
        card = self.game.cards[move.building]
        left = self.game.payments.without(self.held, card.cost)
        cost = self._now - self.outlook.goods(left) if left is not None else 0
        buildings = tuple(sorted((*self.estate.buildings, Built(move.space, move.building))))
        after = self.estate._replace(buildings=buildings)
        land = self.outlook.land(after) + self.outlook.settling(after) - self._land
        settled = sum(
            dwelling_at(self.game, after, space, it) - dwelling_at(self.game, self.estate, space, it)
            for space, it in self.estate.settlements
        )
        follow = 0
        if self.estate.prior is None and left is not None:
            follow = max(0, self.use(move.building) - self.clergyman(Clergyman.PRIOR))
        return POINT * (card.points + settled) + land - cost + follow

    def _follow(self, _move: Follow) -> int:
        step = self.state.agenda[-1]
        building = step.building if isinstance(step, FollowStep) else 0
        return self.use(building) - self.clergyman(Clergyman.PRIOR)

    def _visit(self, move: Visit) -> int:
        return self.use(move.building)

    def _district(self, move: BuyDistrict) -> int:
        price_now = self.game.district_prices[self.state.districts - 1]
        return self._laid(with_district(self.estate, move.row, move.side), price_now)

    def _plot(self, move: BuyPlot) -> int:
        return self._laid(with_plot(self.estate, move.row, move.kind), self.game.plot_prices[self.state.plots - 1])

    def _laid(self, after: Any, coins: int) -> int:
        left = self.game.payments.without(self.held, ((COIN, coins),))
        cost = self._now - self.outlook.goods(left) if left is not None else 0
        return self.outlook.land(after) + self.outlook.settling(after) - self._land - cost

    def _take(self, move: Take) -> int:
        number = value(self.game, self.state, own_token(move.good, move.token)) or 0
        return self.outlook.goods(_plus(self.held, ((move.good, number),))) - self._now

    def _choose(self, move: Choose) -> int:
        step = self.state.agenda[-1]
        choices = step.choices if isinstance(step, ChooseStep) else ()
        number = next((it.number for it in choices if it.good == move.good), 0)
        return self.outlook.goods(_plus(self.held, ((move.good, number),))) - self._now

    def _reward(self, move: ChooseReward) -> int:
        gained = tuple((good, number) for good, number in enumerate(move.goods[:-1]) if number)
        return self.outlook.goods(_plus(self.held, gained)) - self._now

    def _trade(self, move: MakeTrade) -> int:
        step = self.state.agenda[-1]
        if not isinstance(step, TradeStep):
            return 0
        way = step.trade(self.game).ways[move.way - 1]
        after = self._traded(self.held, way, move.times)
        if after is None:
            return 0
        forest = self.outlook.fade // 2 if way.forest else 0
        return self.outlook.goods(after) - self._now + self._besides(way, step.building, DEPTH) - forest

    def _carry(self, move: CarryOut) -> int:
        return self.use(move.building, DEPTH - 1)

    def _found(self, move: FoundSettlement) -> int:
        return self._settled(move.settlement, move.space, move.payment)

    def _settled(self, settlement: int, space: int, tiles: tuple[int, ...]) -> int:
        card = self.game.settlements[settlement]
        left = self.game.payments.paid(self.held, tiles)
        cost = self._now - self.outlook.goods(left) if left is not None else 0
        after = self.estate._replace(settlements=tuple(sorted((*self.estate.settlements, Settled(space, settlement)))))
        around = sum(dwelling_at(self.game, after, place, it) for place, it in after.settlements) - sum(
            dwelling_at(self.game, self.estate, place, it) for place, it in self.estate.settlements
        )
        return POINT * (card.points + around) - cost // 2

    def _send(self, move: SendClergyman) -> int:
        return -PRIOR if move.clergyman is Clergyman.PRIOR else 0

    def _neutral(self, move: PlaceNeutral) -> int:
        estate = self.state.estates[self.game.players]
        covered = any(space == move.space for space, _ in estate.buildings)
        return self.use(move.building) // 4 - (200 if covered else 0)

    def _work(self, move: UseNeutral) -> int:
        return self.use(move.building) - self._fee(move.fee)


_RATES: dict[type[Any], Callable[[Rating, Any], int]] = {
    Use: Rating._use,
    Contract: Rating._contract,
    Fell: Rating._clear,
    Cut: Rating._clear,
    BuildCard: Rating._built,
    Follow: Rating._follow,
    Visit: Rating._visit,
    BuyDistrict: Rating._district,
    BuyPlot: Rating._plot,
    Take: Rating._take,
    Choose: Rating._choose,
    ChooseReward: Rating._reward,
    MakeTrade: Rating._trade,
    CarryOut: Rating._carry,
    FoundSettlement: Rating._found,
    SendClergyman: Rating._send,
    PlaceNeutral: Rating._neutral,
    UseNeutral: Rating._work,
}


def _plus(held: Held, amounts: Sequence[tuple[int, int]], times: int = 1) -> Held:
    goods = list(held)
    for good, number in amounts:
        goods[good] += number * times
    return tuple(goods)
