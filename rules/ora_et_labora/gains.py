"""What a building gives: goods for nothing, goods by the wheel, goods of one's choice (OL-5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import Enum
from typing import Annotated, ClassVar, NamedTuple

from rules.engine.kinds import Range, Usual
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import Automatic, DecisionStep, GameMove, current_step, finish
from rules.engine.tellings import Telling, Told
from rules.ora_et_labora.conversions import CONVERSIONS
from rules.ora_et_labora.effect_text import GainPart, HoldingPart
from rules.ora_et_labora.goods import BOOK, CERAMIC, ORNAMENT, RELIQUARY, Good, Payment, as_payment
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import JOKER, BuildingNumber, OraState
from rules.ora_et_labora.tellings import difference
from rules.ora_et_labora.wheel import SHARED, TOKEN_OF, gained, produced, shared, value

GETS = Telling("gets", "{seat} {goods:difference}.")
PRODUCES = Telling("produces", "{seat} {goods:difference}.")
NOT_ON_WHEEL = RefusalReason("not-on-wheel", "OL-2e", "That token is not on the wheel.")
OTHER_GOOD = RefusalReason("other-good", "OL-5b", "This building does not give that good.")
OTHER_REWARD = RefusalReason("other-reward", "OL-5i", "That is worth more points than you get, or other goods.")
REWARD_KINDS = (BOOK, CERAMIC, ORNAMENT, RELIQUARY)


class Token(Enum):
    """By which token of the wheel a good is produced."""

    OWN = "own"
    JOKER = "joker"


UsualToken = Annotated[Token, Usual(Token.OWN)]


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
    tellings: ClassVar = (PRODUCES, SHARED)
    good: Good
    token: UsualToken

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
        told += [difference(PRODUCES, self.seat, before, state.estates[self.seat].goods), *shared(game, self.good)]
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
    """Choose goods worth at most the points of a reward (OL-5i)."""

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
    """A seat gets goods worth at most the points of a reward."""

    clause: ClassVar = "OL-5i"
    question: ClassVar = "choose your reward"
    moves: ClassVar = (ChooseReward, *LEAVING)
    points: Annotated[int, Range(0, 999)]

    def run(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState | None:
        return None if self.points >= min(game.payments.points[good] for good in REWARD_KINDS) else finish(state)


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
        amounts = part.goods if isinstance(part, GainPart) else ()
        if isinstance(part, HoldingPart):
            reached = [many for least, many in zip(part.least, part.amounts, strict=True) if goods[part.good] >= least]
            amounts = ((part.gain, reached[-1]),) if reached else ()
        state = gained(finish(state), self.seat, amounts)
        if amounts:
            told.append(difference(GETS, self.seat, goods, state.estates[self.seat].goods))
        return state


STEPS = (ProduceStep, ChooseStep, RewardStep, GainStep)
