"""Free conversions: grain into straw, and wine or whiskey into coins (OL-7c)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.engine.kinds import Range
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import GameMove
from rules.engine.tellings import Telling, Told
from rules.ora_et_labora.goods import COIN, GRAIN, MOST, STRAW, as_goods
from rules.ora_et_labora.setting import OraSetting
from rules.ora_et_labora.state import OraState, with_estate
from rules.ora_et_labora.tellings import difference

TURNS = Telling("turns", "{seat} turns {number} grain into straw.")
CONVERTS = Telling("converts", "{seat} {goods:difference}.")
NOTHING_TO_CONVERT = RefusalReason("nothing-to-convert", "OL-7c", "You have only {has} of it.")

Number = Annotated[int, Range(1, MOST)]


def _converted(state: OraState, seat: Seat, given: int, gotten: int, number: int, each: int) -> OraState:
    """Return the state after a seat has exchanged `number` of a good, for `each` of another apiece."""
    estate = state.estates[seat]
    goods = list(estate.goods)
    goods[given] -= number
    goods[gotten] += number * each
    return with_estate(state, seat, estate._replace(goods=as_goods(goods)))


@dataclass(frozen=True, slots=True)
class MakeStraw(GameMove[OraSetting, OraState]):
    """Make straw of grain (OL-7c)."""

    clause: ClassVar = "OL-7c"
    tag: ClassVar = "straw"
    reasons: ClassVar = (NOTHING_TO_CONVERT,)
    tellings: ClassVar = (TURNS,)
    number: Number

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[MakeStraw]:
        return (cls(seat, number) for number in range(1, state.estates[seat].goods[GRAIN] + 1))

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        has = state.estates[self.seat].goods[GRAIN]
        return NOTHING_TO_CONVERT.refusal(has=has) if self.number > has else None

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        told.append(TURNS(self.seat, number=self.number))
        return _converted(state, self.seat, GRAIN, STRAW, self.number, 1)


@dataclass(frozen=True, slots=True)
class Sell(GameMove[OraSetting, OraState]):
    """Sell wine or whiskey for coins (OL-7c)."""

    clause: ClassVar = "OL-7c"
    reasons: ClassVar = (NOTHING_TO_CONVERT,)
    tellings: ClassVar = (CONVERTS,)
    number: Number

    @classmethod
    def options(cls, game: OraSetting, state: OraState, seat: Seat) -> Iterator[Sell]:
        return (cls(seat, number) for number in range(1, state.estates[seat].goods[game.present] + 1))

    def refusal(self, game: OraSetting, state: OraState) -> Refusal | None:
        has = state.estates[self.seat].goods[game.present]
        return NOTHING_TO_CONVERT.refusal(has=has) if self.number > has else None

    def carry_out(self, game: OraSetting, state: OraState, told: list[Told]) -> OraState:
        before, each = state.estates[self.seat].goods, game.payments.coins[game.present]
        state = _converted(state, self.seat, game.present, COIN, self.number, each)
        told.append(difference(CONVERTS, self.seat, before, state.estates[self.seat].goods))
        return state


CONVERSIONS = (MakeStraw, Sell)
