"""What using a building does: its parts are carried out in order (OL-5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, ClassVar, NamedTuple

from rules.engine.kinds import Range
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import Automatic, DecisionStep, GameMove, Step, current_step, finish
from rules.engine.tellings import Telling, Told
from rules.ora_et_labora import effect_text
from rules.ora_et_labora.clergy import all_home
from rules.ora_et_labora.conversions import CONVERSIONS
from rules.ora_et_labora.effect_text import ANY, Choice, Gain, Grant, Holding, Reward, Target, Trade, Way, Wheel
from rules.ora_et_labora.goods import (
    BASIC,
    BOOK,
    CERAMIC,
    ORNAMENT,
    RELIQUARY,
    Good,
    Payment,
    as_goods,
    as_payment,
)
from rules.ora_et_labora.land import Space
from rules.ora_et_labora.payments import NOTHING, Held, Price
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import (
    JOKER,
    BuildingNumber,
    OraState,
    neighbours,
    occupied,
    owner_of,
    with_estate,
)
from rules.ora_et_labora.tellings import difference
from rules.ora_et_labora.wheel import TOKEN_OF, gained, produced, value

GETS = Telling("gets", "{seat} {goods:difference}.")
PRODUCES = Telling("produces", "{seat} {goods:difference}.")
TRADES = Telling("trades", "{seat} {goods:difference}.")
WONDER = Telling("wonder", "{seat} completes a wonder.")
CLEARS = Telling("clears", "{seat} clears a forest at {space:space}.")
CARRIES_OUT = Telling("carries-out", "{seat} carries out {building:building}.")
CALLS_HOME = Telling("calls-home", "{seat} calls the clergymen home.")
CALLS_PRIOR = Telling("calls-prior", "{seat} calls the prior home.")
NOT_ON_WHEEL = RefusalReason("not-on-wheel", "OL-2e", "That token is not on the wheel.")
OTHER_GOOD = RefusalReason("other-good", "OL-5b", "This building does not give that good.")
NO_SUCH_WAY = RefusalReason("no-such-way", "OL-5c", "This building offers no such trade.")
TOO_OFTEN = RefusalReason("too-often", "OL-5c", "That is more often than the building allows.")
TOO_FEW_GOODS = RefusalReason("too-few-goods", "OL-7b", "You don't have the goods for that.")
PRICE_NOT_MET = RefusalReason("price-not-met", "OL-7d", "These goods don't meet the price, or some are not needed.")
NO_FOREST = RefusalReason("no-forest", "OL-5g", "You have no forest there.")
NO_WONDERS = RefusalReason("no-wonders", "OL-7h", "All wonders have been completed.")
NOT_CARRIED_OUT = RefusalReason("not-carried-out", "OL-5e", "That building can't be carried out from here.")
CARRIED_ALREADY = RefusalReason(
    "carried-already", "OL-5f", "That building has been carried out in this action already."
)
OTHER_REWARD = RefusalReason("other-reward", "OL-5i", "That is worth more points than you get, or other goods.")
REWARD_KINDS = (BOOK, CERAMIC, ORNAMENT, RELIQUARY)


class Token(Enum):
    """By which token of the wheel a good is produced."""

    OWN = "own"
    JOKER = "joker"


def own_token(good: int, token: Token) -> int:
    """Return the number of the token that a production uses."""
    return JOKER if token is Token.JOKER else TOKEN_OF.get(good, JOKER)


@dataclass(frozen=True, slots=True)
class Done(GameMove[OraSetting, OraState]):
    """Take no more of what is offered (OL-5a)."""

    clause: ClassVar = "OL-5a"
    only_legal: ClassVar = True

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[Done]:
        return iter((cls(seat),))

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        return finish(state)


LEAVING = (Done, *CONVERSIONS)
"""The moves that every step of an effect has besides its own."""


@dataclass(frozen=True, slots=True)
class Take(GameMove[OraSetting, OraState]):
    """Take a good by the wheel (OL-2f)."""

    clause: ClassVar = "OL-2f"
    reasons: ClassVar = (OTHER_GOOD, NOT_ON_WHEEL)
    tellings: ClassVar = (PRODUCES,)
    good: Good
    token: Token

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[Take]:
        step = current_step(state, ProduceStep)
        return (cls(seat, good, token) for good in step.goods for token in step.tokens)

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        step = current_step(state, ProduceStep)
        if self.good not in step.goods or self.token not in step.tokens:
            return OTHER_GOOD.refusal()
        return None if value(game, state, own_token(self.good, self.token)) is not None else NOT_ON_WHEEL.refusal()

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        before = state.estates[self.seat].goods
        state = produced(game, finish(state), self.seat, self.good, own_token(self.good, self.token))
        told.append(difference(PRODUCES, self.seat, before, state.estates[self.seat].goods))
        return state


@dataclass(frozen=True, slots=True)
class ProduceStep(DecisionStep[OraSetting, OraState]):
    """A seat takes one of these goods by the wheel. Skipped where no token for them is on it."""

    clause: ClassVar = "OL-2f"
    question: ClassVar = "take a good by the wheel"
    moves: ClassVar = (Take, *LEAVING)
    goods: tuple[Good, ...]
    joker_only: bool = False

    @property
    def tokens(self) -> tuple[Token, ...]:
        """The tokens by which the good may be taken."""
        return (Token.JOKER,) if self.joker_only else (Token.OWN, Token.JOKER)

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState | None:
        takes = Take.options(game, state, self.seat)
        return None if any(take.refusal(game, state) is None for take in takes) else finish(state)


@dataclass(frozen=True, slots=True)
class Choose(GameMove[OraSetting, OraState]):
    """Choose one of several goods (OL-5b)."""

    clause: ClassVar = "OL-5b"
    reasons: ClassVar = (OTHER_GOOD,)
    tellings: ClassVar = (GETS,)
    good: Good

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[Choose]:
        return (cls(seat, choice.good) for choice in current_step(state, ChooseStep).choices)

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        offered = any(choice.good == self.good for choice in current_step(state, ChooseStep).choices)
        return None if offered else OTHER_GOOD.refusal()

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        step = current_step(state, ChooseStep)
        number = next(choice.number for choice in step.choices if choice.good == self.good)
        before = state.estates[self.seat].goods
        rest = tuple(choice._replace(number=step.then) for choice in step.choices if choice.good != self.good)
        state = finish(state, *([ChooseStep(self.seat, rest)] if step.then else []))
        state = gained(state, self.seat, ((self.good, number),))
        told.append(difference(GETS, self.seat, before, state.estates[self.seat].goods))
        return state


class Offer(NamedTuple):
    """A good to choose, and how many of it."""

    good: Good
    number: Annotated[int, Range(0, 99)]


@dataclass(frozen=True, slots=True)
class ChooseStep(DecisionStep[OraSetting, OraState]):
    """A seat gets one of these goods, then perhaps a number of another of them."""

    clause: ClassVar = "OL-5b"
    question: ClassVar = "choose what you get"
    moves: ClassVar = (Choose, *LEAVING)
    choices: tuple[Offer, ...]
    then: Annotated[int, Range(0, 99)] = 0


@dataclass(frozen=True, slots=True)
class ChooseReward(GameMove[OraSetting, OraState]):
    """Choose goods worth at most so many points (OL-5i)."""

    clause: ClassVar = "OL-5i"
    tag: ClassVar = "reward"
    reasons: ClassVar = (OTHER_REWARD,)
    tellings: ClassVar = (GETS,)
    goods: Payment

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[ChooseReward]:
        mixes = game.payments.rewards(current_step(state, RewardStep).points, REWARD_KINDS)
        return (cls(seat, as_payment(mix)) for mix in mixes)

    def listed(self, game: OraSetting, state: OraState) -> ChooseReward:
        best = game.payments.filled(self.goods, current_step(state, RewardStep).points, REWARD_KINDS)
        return replace(self, goods=as_payment(best))

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        wrong = any(number for good, number in enumerate(self.goods) if good not in REWARD_KINDS)
        points = sum(map(int.__mul__, self.goods, game.payments.points))
        return OTHER_REWARD.refusal() if wrong or points > current_step(state, RewardStep).points else None

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        before = state.estates[self.seat].goods
        state = gained(finish(state), self.seat, tuple((good, self.goods[good]) for good in REWARD_KINDS))
        told.append(difference(GETS, self.seat, before, state.estates[self.seat].goods))
        return state


@dataclass(frozen=True, slots=True)
class RewardStep(DecisionStep[OraSetting, OraState]):
    """A seat gets goods worth at most so many points."""

    clause: ClassVar = "OL-5i"
    question: ClassVar = "choose your reward"
    moves: ClassVar = (ChooseReward, *LEAVING)
    points: Annotated[int, Range(0, 999)]

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState | None:
        return None if self.points >= min(game.payments.points[good] for good in REWARD_KINDS) else finish(state)


@dataclass(frozen=True, slots=True)
class MakeTrade(GameMove[OraSetting, OraState]):
    """Trade in one of the building's ways, so many times (OL-5c)."""

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
        left = game.payments.without(before.goods, way.takes, self.times)
        after = None if left is None else game.payments.paid(left, self.payment)
        if after is None:
            raise ValueError("a trade that was not checked")
        remaining = step.left - self.times
        more = remaining > 0 and (way.forest or len(step.trade(game).ways) > 1)
        state = finish(state, *_given(game, state, seat, way), *([replace(step, left=remaining)] if more else []))
        state = gained(with_estate(state, seat, before._replace(goods=as_goods(after))), seat, way.gives, self.times)
        told.append(difference(TRADES, seat, before.goods, state.estates[seat].goods))
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
    for grant in way.grants:
        if grant is Grant.OCCUPIED:
            found.append(CarryOutStep(seat, current_step(state, TradeStep).building, Target.OCCUPIED))
        elif grant not in (Grant.ALL_HOME, Grant.PRIOR_HOME):
            found.append(game.granted(grant, seat))
    return found


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

    def trade(self, game: OraSetting) -> Trade:
        """Return the trade that is offered. Raises TypeError if the part is another kind of effect."""
        part = game.cards[self.building].effect[self.part]
        if not isinstance(part, Trade):
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


@dataclass(frozen=True, slots=True)
class CarryOut(GameMove[OraSetting, OraState]):
    """Carry out another building's effect (OL-5e)."""

    clause: ClassVar = "OL-5e"
    reasons: ClassVar = (NOT_CARRIED_OUT, CARRIED_ALREADY)
    tellings: ClassVar = (CARRIES_OUT,)
    building: BuildingNumber

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[CarryOut]:
        return (cls(seat, building) for building in sorted(current_step(state, CarryOutStep).targets(game, state)))

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        if self.building not in current_step(state, CarryOutStep).targets(game, state):
            return NOT_CARRIED_OUT.refusal()
        return CARRIED_ALREADY.refusal() if self.building in state.turn.carried else None

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        told.append(CARRIES_OUT(self.seat, building=self.building))
        return finish(state, EffectStep(self.seat, self.building))


@dataclass(frozen=True, slots=True)
class CarryOutStep(DecisionStep[OraSetting, OraState]):
    """A seat carries out another building. Skipped where it can't."""

    clause: ClassVar = "OL-5e"
    question: ClassVar = "carry out a building"
    moves: ClassVar = (CarryOut, *LEAVING)
    building: BuildingNumber
    """The building that lets it."""
    target: Target

    def targets(self, game: OraSetting, state: OraState) -> set[int]:
        """Return the buildings that may be carried out, but for those that have been."""
        match self.target:
            case Target.DISPLAY:
                return set(state.display)
            case Target.PRIOR:
                return {estate.prior for estate in state.estates if estate.prior is not None} - {self.building}
            case Target.OCCUPIED:
                return occupied(state) - {self.building}
            case Target.NEIGHBOUR:
                return self._near(state) - occupied(state)

    def _near(self, state: OraState) -> set[int]:
        owner = owner_of(state, self.building)
        if owner is None:
            return set()
        estate = state.estates[owner]
        place = next(space for space, building in estate.buildings if building == self.building)
        near = neighbours(estate, place)
        return {building for space, building in estate.buildings if space in near}

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState | None:
        return None if self.targets(game, state) - set(state.turn.carried) else finish(state)


@dataclass(frozen=True, slots=True)
class GainStep(Automatic[OraSetting, OraState]):
    """A seat gets the goods of a part of a building's effect."""

    clause: ClassVar = "OL-5b"
    tellings: ClassVar = (GETS,)
    seat: Seat
    building: BuildingNumber
    part: Annotated[int, Range(0, 9)]

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        part, goods = game.cards[self.building].effect[self.part], state.estates[self.seat].goods
        amounts = part.goods if isinstance(part, Gain) else ()
        if isinstance(part, Holding):
            reached = [many for least, many in zip(part.least, part.amounts, strict=True) if goods[part.good] >= least]
            amounts = ((part.gain, reached[-1]),) if reached else ()
        state = gained(finish(state), self.seat, amounts)
        if amounts:
            told.append(difference(GETS, self.seat, goods, state.estates[self.seat].goods))
        return state


@dataclass(frozen=True, slots=True)
class EffectStep(Automatic[OraSetting, OraState]):
    """A seat carries out a building: its parts follow in order (OL-5a)."""

    clause: ClassVar = "OL-5a"
    seat: Seat
    building: BuildingNumber

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        state = state._replace(turn=state.turn._replace(carried=(*state.turn.carried, self.building)))
        parts = enumerate(game.cards[self.building].effect)
        return finish(state, *(self._step(game, number, part) for number, part in parts))

    def _step(self, game: OraSetting, number: int, part: effect_text.Part) -> Step[OraSetting, OraState]:
        match part:
            case Gain() | Holding():
                return GainStep(self.seat, self.building, number)
            case Choice():
                return ChooseStep(self.seat, tuple(Offer(*choice) for choice in part.choices))
            case Wheel():
                return ProduceStep(self.seat, part.goods)
            case Trade():
                return TradeStep(self.seat, self.building, number, part.limit)
            case effect_text.CarryOut():
                return CarryOutStep(self.seat, self.building, part.target)
            case effect_text.Settle():
                return game.granted(Grant.SETTLE, self.seat)


STEPS = (ProduceStep, ChooseStep, RewardStep, TradeStep, CarryOutStep, GainStep, EffectStep)
