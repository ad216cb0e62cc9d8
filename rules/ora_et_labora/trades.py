"""The trades that a building offers (OL-5c)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from rules.engine.kinds import Range
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import DecisionStep, GameMove, Step, current_step, finish
from rules.engine.tellings import Telling, Told
from rules.ora_et_labora.clergy import all_home
from rules.ora_et_labora.effect_text import ANY, Grant, Reward, TradePart, Way
from rules.ora_et_labora.gains import LEAVING, NOT_ON_WHEEL, ChooseStep, Offer, ProduceStep, RewardStep
from rules.ora_et_labora.goods import BASIC, STRAW, Payment, as_payment, left_over
from rules.ora_et_labora.land import Space
from rules.ora_et_labora.payments import NOTHING, Held, Price
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import JOKER, BuildingNumber, OraState, with_estate
from rules.ora_et_labora.tellings import difference, with_grain_as_straw
from rules.ora_et_labora.wheel import gained

TRADES = Telling("trades", "{seat} {goods:difference}.")
WONDER = Telling("wonder", "{seat} completes a wonder.")
CLEARS = Telling("clears", "{seat} clears the forest on {space:space}.")
CALLS_HOME = Telling("calls-home", "{seat} calls the clergymen home.")
CALLS_PRIOR = Telling("calls-prior", "{seat} calls the prior home.")
NO_SUCH_WAY = RefusalReason("no-such-way", "OL-5c", "This building offers no such trade.")
TOO_OFTEN = RefusalReason("too-often", "OL-5c", "That is more often than the building allows.")
TOO_FEW_GOODS = RefusalReason("too-few-goods", "OL-7b", "You don't have the goods for that.")
PRICE_NOT_MET = RefusalReason("price-not-met", "OL-7d", "These goods don't meet the price, or some are not needed.")
NO_FOREST = RefusalReason("no-forest", "OL-5g", "You have no forest there.")
NO_WONDERS = RefusalReason("no-wonders", "OL-7h", "All wonders have been completed.")


@dataclass(frozen=True, slots=True)
class MakeTrade(GameMove[OraSetting, OraState]):
    """Trade in one of the building's ways, one or more times (OL-5c)."""

    clause: ClassVar = "OL-5c"
    tag: ClassVar = "trade"
    reasons: ClassVar = (
        NO_SUCH_WAY,
        TOO_OFTEN,
        TOO_FEW_GOODS,
        PRICE_NOT_MET,
        NO_FOREST,
        NO_WONDERS,
        NOT_ON_WHEEL,
    )
    tellings: ClassVar = (TRADES, WONDER, CLEARS, CALLS_HOME, CALLS_PRIOR)
    only_legal: ClassVar = True
    times: Annotated[int, Range(1, ANY)]
    way: Annotated[int, Range(1, 99)]
    forest: Space | None
    """The forest that is cleared, where the trade takes one."""
    payment: Payment
    """What meets the price in food, energy, points or different goods."""

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[MakeTrade]:
        step, estate = current_step(state, TradeStep), state.estates[seat]
        trade = step.trade(game)
        for number, way in enumerate(trade.ways, 1):
            if _gone(state, way) is not None:
                continue
            forests = estate.forests if way.forest else (None,)
            for times in range(1, game.payments.most(estate.goods, way.takes, step.at_once(game, way)) + 1):
                payment = _proposed(game, estate.goods, way, times)
                if payment is None:
                    break
                for forest in forests:
                    yield cls(seat, times, number, forest, as_payment(payment))

    def listed(self, game: OraSetting, state: OraState) -> MakeTrade:
        step, estate = current_step(state, TradeStep), state.estates[self.seat]
        way = step.way(game, self.way)
        payment = None if way is None else _proposed(game, estate.goods, way, self.times)
        return self if payment is None else replace(self, payment=as_payment(payment))

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        step, estate = current_step(state, TradeStep), state.estates[self.seat]
        way = step.way(game, self.way)
        if way is None:
            return NO_SUCH_WAY.refusal()
        if self.times > step.at_once(game, way):
            return TOO_OFTEN.refusal()
        if (gone := _gone(state, way)) is not None:
            return gone
        if (self.forest is not None) != way.forest or (way.forest and self.forest not in estate.forests):
            return NO_FOREST.refusal()
        left = game.payments.without(estate.goods, way.takes, self.times)
        if left is None or game.payments.paid(left, self.payment) is None:
            return TOO_FEW_GOODS.refusal()
        fits = game.payments.meets(self.payment, price(way, self.times)) if way.chosen else self.payment == NOTHING
        return None if fits else PRICE_NOT_MET.refusal()

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        step, seat, before = current_step(state, TradeStep), self.seat, state.estates[self.seat]
        way = step.trade(game).ways[self.way - 1]
        left = left_over(game.payments.without(before.goods, way.takes, self.times))
        after = left_over(game.payments.paid(left, self.payment))
        remaining = step.left - self.times
        more = remaining > 0 and (way.forest or len(step.trade(game).ways) > 1)
        state = finish(state, *_given(game, state, seat, way), *([replace(step, left=remaining)] if more else []))
        state = gained(with_estate(state, seat, before._replace(goods=after)), seat, way.gives, self.times)
        straw = self.payment[STRAW] + sum(number * self.times for good, number in way.takes if good == STRAW)
        holdings = (with_grain_as_straw(before.goods, straw), (*after, 0), (*state.estates[seat].goods, 0))
        told.append(difference(TRADES, seat, *holdings))
        return _also(state, self, way, told)


def _gone(state: OraState, way: Way) -> Refusal | None:
    """Return why what a trade gives is no longer there, or None."""
    if way.wonder and not state.wonders:
        return NO_WONDERS.refusal()
    return NOT_ON_WHEEL.refusal() if way.joker and state.tokens[JOKER] is None else None


def _also(state: OraState, move: MakeTrade, way: Way, told: list[Told]) -> OraState:
    """Return the state after what a trade does besides exchanging goods."""
    seat, estate = move.seat, state.estates[move.seat]
    if move.forest is not None:
        told.append(CLEARS(seat, space=move.forest))
        estate = estate._replace(forests=tuple(space for space in estate.forests if space != move.forest))
        state = with_estate(state, seat, estate)
    if way.wonder:
        told.append(WONDER(seat))
        state = with_estate(
            state._replace(wonders=state.wonders - 1), seat, estate._replace(wonders=estate.wonders + 1)
        )
    if Grant.ALL_HOME in way.grants:
        told.append(CALLS_HOME(seat))
        state = all_home(state, seat)
    if Grant.PRIOR_HOME in way.grants:
        told.append(CALLS_PRIOR(seat))
        state = with_estate(state, seat, state.estates[seat]._replace(prior=None))
    return state


def _given(game: OraSetting, state: OraState, seat: Seat, way: Way) -> list[Step[OraSetting, OraState]]:
    """Return the steps that follow from a trade."""
    found: list[Step[OraSetting, OraState]] = []
    if way.basics:
        first, *then = way.basics
        choices = tuple(Offer(good, first) for good in BASIC)
        found.append(ChooseStep(seat, choices, then[0] if then else 0))
    if way.joker:
        found.append(ProduceStep(seat, way.joker, joker_only=True))
    if way.reward is not None:
        found.append(RewardStep(seat, reward_points(game, state, seat, *way.reward)))
    building = current_step(state, TradeStep).building
    steps = (grant for grant in way.grants if grant not in (Grant.ALL_HOME, Grant.PRIOR_HOME))
    return [*found, *(game.granted(grant, seat, building) for grant in steps)]


def reward_points(game: OraSetting, state: OraState, seat: Seat, each: int, what: Reward) -> int:
    """Return the points of a reward (OL-5i); what two points count falls in the solo and the long game for two."""
    estate = state.estates[seat]
    if what is Reward.CARD:
        return each * (len(estate.forests) + len(estate.moors))
    cloisters = sum(game.cards[building].cloister for _, building in estate.buildings)
    return each * cloisters * game.mode.reward_quarters // 4


def price(way: Way, times: int) -> Price:
    """Return the price of a trade that is paid with tiles of one's choice."""
    return Price(way.food * times, way.energy * times, way.points * times, way.different * times)


def _proposed(game: OraSetting, goods: Held, way: Way, times: int) -> tuple[int, ...] | None:
    """Return the payment that is proposed for a trade, or None."""
    if not way.chosen:
        return NOTHING
    left = game.payments.without(goods, way.takes, times)
    return None if left is None else game.payments.propose(left, price(way, times))


@dataclass(frozen=True, slots=True)
class TradeStep(DecisionStep[OraSetting, OraState]):
    """A seat trades by a part of a building's effect. Skipped where it can't."""

    clause: ClassVar = "OL-5c"
    question: ClassVar = "trade"
    moves: ClassVar = (MakeTrade, *LEAVING)
    building: BuildingNumber
    part: Annotated[int, Range(0, 9)]
    left: Annotated[int, Range(1, ANY)]
    """How many times more the trade can be made."""

    def trade(self, game: OraSetting) -> TradePart:
        """Return the trade that is offered. Raises TypeError if the part is another kind of effect."""
        part = game.cards[self.building].effect[self.part]
        if not isinstance(part, TradePart):
            raise TypeError(f"part {self.part} of {game.cards[self.building].key} is no trade")
        return part

    def way(self, game: OraSetting, number: int) -> Way | None:
        """Return a way to trade, from 1, or None."""
        ways = self.trade(game).ways
        return ways[number - 1] if 1 <= number <= len(ways) else None

    def at_once(self, game: OraSetting, way: Way) -> int:
        """Return how many times the trade can be made in one move."""
        return 1 if way.forest or len(self.trade(game).ways) > 1 else self.left

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState | None:
        return None if any(True for _ in MakeTrade.options(game, state, self.seat)) else finish(state)


STEPS: tuple[type[DecisionStep[OraSetting, OraState]], ...] = (TradeStep,)
