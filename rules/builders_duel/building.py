"""Building, its bonuses, and the end of a turn (BD-5, BD-7a)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import Annotated, ClassVar

from rules.builders_duel import cards, one_use
from rules.builders_duel.box import SECTIONS, WOOL
from rules.builders_duel.cards import NOT_RAW, TOO_MANY, WRONG_GOODS, choices, draw_seals, own_cells, within, work_goods
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import (
    Chosen,
    DuelState,
    Section,
    add,
    counted,
    finished_sections,
    pay,
    take_gold,
    with_side,
)
from rules.engine.kinds import Kind
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import DecisionStep, GameMove, finish, push
from rules.engine.tellings import Telling, Told

BUILDS = Telling("builds", "{seat} installs {number:materials} in section {section:section} {gold:price}.")
FINISHES = Telling("finishes", "{seat} finishes section {section:section}.")
BONUS_GOLD = Telling("bonus-gold", "{seat} is first to finish it and takes {gold} gold.")
BONUS_SEALS = Telling("bonus-seals", "{seat} is first to finish it and takes seals.")
BONUS_WORK = Telling("bonus-work", "{seat} is first to finish it and works {number:goods} free.")
WINS = Telling("wins", "{seat} has finished the building and wins.")
NOTHING_WORKED = Telling("nothing-worked", "{seat} can't build, so the turn ends: no worked goods.")
NOTHING_FITS = Telling("nothing-fits", "{seat} can't build, so the turn ends: no worked good fits a section.")
CANT_PAY = Telling("cant-pay", "{seat} can't build, so the turn ends: it costs {cost} gold, with {has} left.")
CARDS_FIRST = RefusalReason("cards-first", "BD-5a", "Use all your cards before you build or end your turn.")
ONE_SECTION = RefusalReason("one-section", "BD-5a", "You have built in as many sections as you may this round.")
NOT_NEEDED = RefusalReason("not-needed", "BD-5a", "That section does not need these materials, or has them already.")
NOT_WORKED = RefusalReason("not-worked", "BD-5a", "Your camp does not have these materials, worked.")
BUILD_TOO_DEAR = RefusalReason("build-too-dear", "BD-5b", "Installing that costs {gold} gold, and you have {has}.")


def price(game: DuelSetting, state: DuelState, materials: int) -> int:
    """Return the price of installing materials in one section (BD-5b, BD-5d, BD-6e)."""
    paid = materials - state.turn.free_material
    if state.turn.material_price is not None:
        return paid * state.turn.material_price
    return game.board.build_prices[paid - 1] if paid else 0


def may_build(game: DuelSetting, state: DuelState, seat: Seat) -> bool:
    """Return whether a side can build something now (BD-5a)."""
    return any(build.refusal(game, state) is None for build in Build.options(game, state, seat))


def what_is_missing(game: DuelSetting, state: DuelState, seat: Seat) -> Told:
    """Return what a side that has used its cards, and has sections left to build in, lacks for building."""
    side = state.sides[seat]
    if not any(side.worked):
        return NOTHING_WORKED(seat)
    if not any(True for _ in Build.options(game, state, seat)):
        return NOTHING_FITS(seat)
    return CANT_PAY(seat, cost=price(game, state, 1), has=side.gold)


@dataclass(frozen=True, slots=True)
class Build(GameMove[DuelSetting, DuelState]):
    """Install materials in a section (BD-5a)."""

    clause: ClassVar = "BD-5a"
    reasons: ClassVar = (CARDS_FIRST, ONE_SECTION, NOT_NEEDED, NOT_WORKED, BUILD_TOO_DEAR)
    tellings: ClassVar = (BUILDS, FINISHES, BONUS_GOLD, BONUS_SEALS, WINS)
    section: Annotated[int, Kind("section")]
    goods: Chosen

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[Build]:
        side = state.sides[seat]
        if own_cells(state, seat) or len(state.turn.built) >= state.turn.sites:
            return
        for section in range(len(SECTIONS)):
            wanted = zip(game.board.sides[seat].sections[section], side.sections[section], strict=True)
            ready = [good for good, there in wanted if not there and side.worked[good]]
            for many in range(1, len(ready) + 1):
                yield from (cls(seat, section, goods) for goods in combinations(ready, many))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        side, needed = state.sides[self.seat], game.board.sides[self.seat].sections[self.section]
        if own_cells(state, self.seat):
            return CARDS_FIRST.refusal()
        if len(state.turn.built) >= state.turn.sites or self.section in state.turn.built:
            return ONE_SECTION.refusal()
        there = dict(zip(needed, side.sections[self.section], strict=True))
        fits = all(good in there and not there[good] for good in self.goods)
        if not self.goods or not fits or list(self.goods) != sorted(set(self.goods)):
            return NOT_NEEDED.refusal()
        if not within(self.goods, side.worked):
            return NOT_WORKED.refusal()
        cost = price(game, state, len(self.goods))
        return BUILD_TOO_DEAR.refusal(gold=cost, has=side.gold) if cost > side.gold else None

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        seat, paid = self.seat, price(game, state, len(self.goods))
        told.append(BUILDS(seat, number=len(self.goods), section=self.section, gold=paid))
        turn = state.turn._replace(free_material=False, built=(*state.turn.built, self.section))
        state = pay(state._replace(turn=turn), seat, paid)
        side, needed = state.sides[seat], game.board.sides[seat].sections[self.section]
        first, second, third = (
            there or good in self.goods for good, there in zip(needed, side.sections[self.section], strict=True)
        )
        now: Section = (first, second, third)
        one, two, three = (now if it == self.section else old for it, old in enumerate(side.sections))
        side = side._replace(worked=add(side.worked, counted(self.goods), -1), sections=(one, two, three))
        state = with_side(state, seat, side)
        return _finished(game, state, seat, self.section, told) if all(now) else state


def _finished(game: DuelSetting, state: DuelState, seat: Seat, section: int, told: list[Told]) -> DuelState:
    """Return the state after a finished section has paid its bonus or won the match (BD-5e, BD-7a)."""
    told.append(FINISHES(seat, section=section))
    if finished_sections(state.sides[seat]) == len(SECTIONS):
        told.append(WINS(seat))
        return state._replace(agenda=())
    if state.bonuses[section] is not None:
        return state
    one, two, three = (seat if it == section else before for it, before in enumerate(state.bonuses))
    state = state._replace(bonuses=(one, two, three))
    if section == 0:
        told.append(BONUS_SEALS(seat))
        return draw_seals(state, seat, game.board.bonus_seals)
    if section == 1:
        state, taken = take_gold(state, seat, game.board.bonus_gold)
        told.append(BONUS_GOLD(seat, gold=taken))
        return state
    return push(state, BonusWorkStep(seat))


@dataclass(frozen=True, slots=True)
class WorkBonus(GameMove[DuelSetting, DuelState]):
    """Work goods free for the first section III (BD-5e)."""

    clause: ClassVar = "BD-5e"
    tag: ClassVar = "bonus"
    reasons: ClassVar = (WRONG_GOODS, TOO_MANY, NOT_RAW)
    tellings: ClassVar = (BONUS_WORK,)
    goods: Chosen

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[WorkBonus]:
        raw = state.sides[seat].raw
        return (cls(seat, goods) for goods in choices(raw, tuple(range(WOOL)), game.board.bonus_work))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        if any(good >= WOOL for good in self.goods) or list(self.goods) != sorted(self.goods):
            return WRONG_GOODS.refusal()
        if len(self.goods) > game.board.bonus_work:
            return TOO_MANY.refusal()
        return None if within(self.goods, state.sides[self.seat].raw) else NOT_RAW.refusal()

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        told.append(BONUS_WORK(self.seat, number=len(self.goods)))
        return finish(work_goods(state, self.seat, self.goods))


@dataclass(frozen=True, slots=True)
class BonusWorkStep(DecisionStep[DuelSetting, DuelState]):
    """The first side with section III works goods free. Skipped where it has none."""

    clause: ClassVar = "BD-5e"
    question: ClassVar = "work up to two goods free"
    moves: ClassVar = (WorkBonus,)

    def run(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState | None:
        return None if any(state.sides[self.seat].raw[:WOOL]) else finish(state)


@dataclass(frozen=True, slots=True)
class FinishTurn(GameMove[DuelSetting, DuelState]):
    """End the turn, having used all claimed cards (BD-4c)."""

    clause: ClassVar = "BD-4c"
    tag: ClassVar = "end"
    reasons: ClassVar = (CARDS_FIRST,)

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[FinishTurn]:
        return iter((cls(seat),))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        return CARDS_FIRST.refusal() if own_cells(state, self.seat) else None

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        return finish(state)


@dataclass(frozen=True, slots=True)
class TurnStep(DecisionStep[DuelSetting, DuelState]):
    """A side uses its cards and builds (BD-4a). It ends by itself when nothing else can be done."""

    clause: ClassVar = "BD-4a"
    question: ClassVar = "use your cards, then build if you can"
    moves: ClassVar = (*cards.MOVES, *one_use.MOVES, Build, FinishTurn)
    tellings: ClassVar = (NOTHING_WORKED, NOTHING_FITS, CANT_PAY)

    def run(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState | None:
        if own_cells(state, self.seat) or state.sides[self.seat].kept or may_build(game, state, self.seat):
            return None
        if not state.turn.built:
            told.append(what_is_missing(game, state, self.seat))
        return finish(state)
