"""What a seat gets out of an effect, a building, a settlement or a landscape, in hundredths of a point."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rules.engine.secrecy import Seat
from rules.ora_et_labora.actions import Fee
from rules.ora_et_labora.actions import fee as contract_fee
from rules.ora_et_labora.building import BuildCard
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
from rules.ora_et_labora.effects import CarryOutStep
from rules.ora_et_labora.goods import BASIC, COIN, PEAT, WOOD
from rules.ora_et_labora.outlook import CARD, POINT, PRIOR, Outlook, haste
from rules.ora_et_labora.payments import Held
from rules.ora_et_labora.scoring import dwelling
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.settling import price_of
from rules.ora_et_labora.state import JOKER, Built, Clergyman, Estate, OraState, Settled, free_spaces, spaces
from rules.ora_et_labora.trades import price, reward_points
from rules.ora_et_labora.wheel import TOKEN_OF, value

DEPTH: Final = 2
"""How many buildings that are carried out by others are looked into."""
LANDSCAPE: Final = 300
"""A landscape for nothing."""


class Worth:
    """The worth of what one seat can do in one state."""

    def __init__(self, game: OraSetting, state: OraState, seat: Seat) -> None:
        self.game, self.state, self.seat = game, state, seat
        self.outlook = Outlook(game, state, seat, haste(game, state, seat))
        self.estate = state.estates[seat]
        self.held: Held = self.estate.goods
        self._now = self.outlook.goods(self.held)
        self._land = self.outlook.land(self.estate) + self.outlook.settling(self.estate)
        self._dwelling = dwelling(game, self.estate)
        self._used: dict[int, int] = {}
        """What using each building brings."""

    def gain(self, after: Held | None) -> int:
        """Return what changing to other goods brings; nothing where there are none."""
        return 0 if after is None else self.outlook.goods(after) - self._now

    def land_gain(self, after: Estate) -> int:
        """Return what a changed land brings."""
        return self.outlook.land(after) + self.outlook.settling(after) - self._land

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
                return plus(held, part.goods), 0
            case HoldingPart():
                got = [many for least, many in zip(part.least, part.amounts, strict=True) if held[part.good] >= least]
                return (plus(held, ((part.gain, got[-1]),)) if got else held), 0
            case ChoicePart():
                return self._best([plus(held, (choice,)) for choice in part.choices]), 0
            case WheelPart():
                return self._best([held, *(self.produced(held, good) for good in part.goods)]), 0
            case TradePart():
                return self._trades(held, part, building, depth)
            case CarryOutPart():
                return held, self._carried(building, part.target, depth)
            case SettlePart():
                return held, self._best_settlement()

    def _best(self, options: Sequence[Held]) -> Held:
        return max(options, key=self.outlook.goods)

    def produced(self, held: Held, good: int) -> Held:
        """Return the goods after producing one, by its token or the joker, whichever yields more."""
        found = max(value(self.game, self.state, token) or 0 for token in (TOKEN_OF[good], JOKER))
        return plus(held, ((good, found),))

    def _trades(self, held: Held, part: TradePart, building: int, depth: int) -> tuple[Held, int]:
        before, best = self.outlook.goods(held), (held, 0)
        value_of_best = before
        for way in part.ways:
            most = self.game.payments.most(held, way.takes, part.limit)
            if way.forest:
                most = min(most, len(self.estate.forests))
            for times in dict.fromkeys((most, (most + 1) // 2, 1)):
                after = self.traded(held, way, times) if times > 0 else None
                if after is None:
                    continue
                extra = self.besides(way, building, depth)
                found = self.outlook.goods(after) + extra
                if found > value_of_best:
                    best, value_of_best = (after, extra), found
        return best

    def traded(self, held: Held, way: Way, times: int) -> Held | None:
        """Return the goods after a trade made `times` times, or None if there are too few."""
        left = self.game.payments.without(held, way.takes, times)
        if left is not None and way.chosen:
            tiles = self.game.payments.propose(left, price(way, times))
            left = None if tiles is None else self.game.payments.paid(left, tiles)
        if left is None:
            return None
        after = plus(left, way.gives, times)
        if way.basics:
            after = max((plus(after, ((good, way.basics[0]),)) for good in BASIC), key=self.outlook.goods)
        if way.joker:
            number = value(self.game, self.state, JOKER) or 0
            after = max((plus(after, ((good, number),)) for good in way.joker), key=self.outlook.goods)
        return after

    def besides(self, way: Way, building: int, depth: int) -> int:
        """Return what a trade brings besides goods."""
        total = POINT * self.game.table.wonder_points if way.wonder and self.state.wonders else 0
        total -= CARD * self.outlook.fade // 100 if way.forest else 0
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
                    total += LANDSCAPE * self.outlook.fade // 100
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
        return self.outlook.goods(self.produced(self.held, good)) - self._now

    def _best_building(self) -> int:
        """Return about what a build action brings."""
        return max((self.built(move) for move in BuildCard.options(self.game, self.state, self.seat)), default=0)

    def _best_settlement(self) -> int:
        best = 0
        for settlement in self.estate.supply:
            tiles = self.game.payments.propose(self.held, price_of(self.game, settlement))
            if tiles is not None:
                allowed = self.game.settlements[settlement].terrain
                terrain = spaces(self.estate)
                for space in free_spaces(self.estate):
                    if terrain[space] in allowed:
                        best = max(best, self.settled(settlement, space, tiles))
        return best

    def clergyman(self, kind: Clergyman) -> int:
        """Return what sending a clergyman costs."""
        estate, game = self.estate, self.game
        home, prior = game.lay_brothers - len(estate.lay_brothers) + (estate.prior is None), estate.prior is None
        after = home - 1
        return self.outlook.clergy(home, prior) - self.outlook.clergy(after, prior and kind is Clergyman.LAY)

    def fee(self, way: Fee) -> int:
        """Return what the fee of a contract costs."""
        amounts = ((self.game.present, 1),) if way is Fee.PRESENT else ((COIN, contract_fee(self.game, self.state)),)
        left = self.game.payments.without(self.held, amounts)
        return self._now - (self.outlook.goods(left) if left is not None else 0)

    def built(self, move: BuildCard) -> int:
        """Return what building a card on a space brings."""
        card = self.game.cards[move.building]
        left = self.game.payments.without(self.held, card.cost)
        cost = self._now - self.outlook.goods(left) if left is not None else 0
        buildings = tuple(sorted((*self.estate.buildings, Built(move.space, move.building))))
        after = self.estate._replace(buildings=buildings)
        settled = dwelling(self.game, after) - self._dwelling
        follow = 0
        if self.estate.prior is None and left is not None:
            follow = max(0, self.use(move.building) - self.clergyman(Clergyman.PRIOR))
        return self.outlook.haste + POINT * (card.points + settled) + self.land_gain(after) - cost + follow

    def settled(self, settlement: int, space: int, tiles: tuple[int, ...]) -> int:
        """Return what founding a settlement for these tiles brings."""
        card = self.game.settlements[settlement]
        left = self.game.payments.paid(self.held, tiles)
        cost = self._now - self.outlook.goods(left) if left is not None else 0
        after = self.estate._replace(settlements=tuple(sorted((*self.estate.settlements, Settled(space, settlement)))))
        around = dwelling(self.game, after) - self._dwelling
        return POINT * (card.points + around) - cost // 2

    def laid(self, after: Estate, coins: int) -> int:
        """Return what an estate with one more landscape brings, less its price in coins."""
        left = self.game.payments.without(self.held, ((COIN, coins),))
        cost = self._now - self.outlook.goods(left) if left is not None else 0
        return self.land_gain(after) - cost


def plus(held: Held, amounts: Sequence[tuple[int, int]], times: int = 1) -> Held:
    """Return goods with others added `times` times."""
    goods = list(held)
    for good, number in amounts:
        goods[good] += number * times
    return tuple(goods)
