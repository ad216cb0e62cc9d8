"""Using the claimed cards (BD-4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Annotated, ClassVar

from rules.builders_duel.box import MOST_GOODS, WOOL, Ability, Card, DuelCardKind
from rules.builders_duel.one_use import USES
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import (
    Cell,
    Chosen,
    DuelState,
    Goods,
    add,
    counted,
    other,
    pay,
    take_gold,
    with_side,
)
from rules.engine.entropy import RandomStream
from rules.engine.kinds import Kind, Most, Range
from rules.engine.refusal import Refusal, RefusalReason
from rules.engine.secrecy import Seat
from rules.engine.steps import Chance, GameMove, GameOutcome, current_step, finish, push
from rules.engine.tellings import Telling, Told


def _by_card(key: str, words: str) -> Telling:
    """Return the telling of what a seat does with the card of a cell; in the short log the card is left out."""
    return Telling(key, f"{words} with card {{cell:cell}}, {{card:card}}.", f"{words}.")


TAKES_POWER = Telling("takes-power", "{seat} takes the Power.")
KEEPS_POWER = Telling("keeps-power", "{seat} keeps the Power.")
TAKES_GOLD = _by_card("takes-gold", "{seat} takes {gold} gold")
TOLLS = _by_card("tolls", "{seat} takes {gold} gold from {other}")
KEEPS_CARD = Telling("keeps-card", "{seat} keeps {card:card}.")
SKIPS = Telling("skips", "{seat} skips {card:card}.")
WORKS = _by_card("works", "{seat} works {number:goods} {gold:price}")
WORKS_NOTHING = _by_card("works-nothing", "{seat} works no goods")
BUYS = _by_card("buys", "{seat} buys {number:goods} {gold:price}")
THEN_BUYS = Telling("then-buys", "{seat} buys {number:goods} {gold:price}.")
SELLS = _by_card("sells", "{seat} sells {number} wool for {gold} gold")
BUYS_SEALS = _by_card("buys-seals", "{seat} buys {number:seals} for {gold} gold")
BUYS_NO_SEALS = _by_card("buys-no-seals", "{seat} buys no seals")
TAKES_SEALS = Telling("takes-seals", "{seat} takes {number:seals} from the stack.")
NOT_YOURS = RefusalReason("not-your-card", "BD-4a", "You have not claimed that card, or have used it already.")
OTHER_USE = RefusalReason("other-use", "BD-4c", "That card is used in another way.")
TOO_DEAR = RefusalReason("too-dear", "BD-4g", "That costs {gold} gold, and you have {has}.")
NOT_RAW = RefusalReason("not-raw", "BD-4g", "Your camp doesn't have these raw goods.")
WRONG_GOODS = RefusalReason("wrong-goods", "BD-4g", "That card is about other goods.")
TOO_MANY = RefusalReason("too-many", "BD-4o", "That is more than the card allows.")
NOT_IN_SUPPLY = RefusalReason("goods-not-in-supply", "BD-4h", "Your supply doesn't have these goods.")
NO_WOOL = RefusalReason("no-wool", "BD-4i", "You don't have that much raw wool, or this market buys none.")
NO_SEALS = RefusalReason("no-seals", "BD-4m", "The stack doesn't have that many seals.")

WORK_FREE_GOODS = range(WOOL)
"""Wood, sand and stone."""


def card_at(game: DuelSetting, state: DuelState, cell: int) -> Card | None:
    """Return the card in a cell, or None."""
    card = state.display[cell] if cell < len(state.display) else None
    return None if card is None else game.cards[card]


def mark_used(state: DuelState, cell: int) -> DuelState:
    """Return the state with the card of a cell used."""
    return state._replace(owners=tuple(None if it == cell else owner for it, owner in enumerate(state.owners)))


def ability_for(card: Card, seat: Seat) -> Ability:
    """Return what a person does for the seat; nothing for the other side's (BD-4l)."""
    return card.effect if card.kind is DuelCardKind.PERSON and card.side == seat else Ability.NONE


@dataclass(frozen=True, slots=True)
class _OnCell(GameMove[DuelSetting, DuelState]):
    """Use the card of a cell."""

    cell: Cell

    def card(self, game: DuelSetting, state: DuelState) -> Card:
        """Return the card of the cell, which must have one."""
        card = card_at(game, state, self.cell)
        if card is None:
            raise ValueError("the cell is empty")
        return card

    def used(self, state: DuelState) -> dict[str, int]:
        """Return the facts that name the card: its cell and its number."""
        return {"cell": self.cell, "card": state.display[self.cell] or 0}

    def owned(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        """Return why the seat can't use the card, or None."""
        mine = self.cell < len(state.owners) and state.owners[self.cell] == self.seat
        return None if mine and card_at(game, state, self.cell) is not None else NOT_YOURS.refusal()


def own_cells(state: DuelState, seat: Seat) -> list[int]:
    """Return the cells whose cards the seat may still use."""
    return [cell for cell, owner in enumerate(state.owners) if owner == seat]


@dataclass(frozen=True, slots=True)
class UseCard(_OnCell):
    """Use a card that leaves no choice: Power, income, a 1x card to keep, or a person (BD-4d, BD-4e, BD-4k, BD-4l)."""

    clause: ClassVar = "BD-4c"
    tag: ClassVar = "use"
    reasons: ClassVar = (NOT_YOURS, OTHER_USE)
    tellings: ClassVar = (TAKES_POWER, KEEPS_POWER, TAKES_GOLD, TOLLS, KEEPS_CARD, SKIPS, USES)

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[UseCard]:
        return (cls(seat, cell) for cell in own_cells(state, seat))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        if (refusal := self.owned(game, state)) is not None:
            return refusal
        card = self.card(game, state)
        choices = (DuelCardKind.CRAFTSMAN, DuelCardKind.MARKET, DuelCardKind.INFLUENCE)
        chosen = card.kind in choices or ability_for(card, self.seat) in (Ability.WORK_FREE, Ability.TAKE_WOOL)
        return OTHER_USE.refusal() if chosen else None

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        card, seat, number, used = self.card(game, state), self.seat, state.display[self.cell] or 0, self.used(state)
        state = mark_used(state, self.cell)
        if card.kind is DuelCardKind.POWER:
            told.append((KEEPS_POWER if state.power == seat else TAKES_POWER)(seat))
            return state._replace(power=seat)
        if card.kind is DuelCardKind.ONE_USE:
            told.append(KEEPS_CARD(seat, card=number))
            side = state.sides[seat]
            display = tuple(None if it == self.cell else piece for it, piece in enumerate(state.display))
            return with_side(state._replace(display=display), seat, side._replace(kept=(*side.kept, number)))
        ability = ability_for(card, seat)
        if card.kind is DuelCardKind.INCOME or ability is Ability.TAKE_GOLD:
            state, taken = take_gold(state, seat, card.gold or card.number)
            told.append(TAKES_GOLD(seat, gold=taken, **used))
        elif ability is Ability.TOLL:
            taken = min(card.number, state.sides[other(seat)].gold)
            state = pay(pay(state, other(seat), taken), seat, -taken)
            told.append(TOLLS(seat, gold=taken, **used))
        elif ability is Ability.TAKE_SEALS:
            told.append(USES(seat, card=number))
            return draw_seals(state, seat, card.number)
        elif ability is Ability.FREE_MATERIAL:
            told.append(USES(seat, card=number))
            return state._replace(turn=state.turn._replace(free_material=True))
        else:
            told.append(SKIPS(seat, card=number))
        return state


def _too_dear(gold: int, has: int) -> Refusal | None:
    """Return why one who has some gold can't pay this much, or None."""
    return TOO_DEAR.refusal(gold=gold, has=has) if gold > has else None


@dataclass(frozen=True, slots=True)
class Work(_OnCell):
    """Work raw goods in the camp by a craftsman, or by a person (BD-4g, BD-4o)."""

    clause: ClassVar = "BD-4g"
    reasons: ClassVar = (NOT_YOURS, OTHER_USE, WRONG_GOODS, TOO_MANY, NOT_RAW, TOO_DEAR)
    tellings: ClassVar = (WORKS, WORKS_NOTHING)
    goods: Chosen

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[Work]:
        for cell in own_cells(state, seat):
            card = card_at(game, state, cell)
            if card is not None and (terms := _work_terms(card, seat)) is not None:
                kinds, price, most = terms
                most = min(most, state.sides[seat].gold // price if price else most)
                yield from (cls(seat, cell, goods) for goods in choices(state.sides[seat].raw, kinds, most))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        if (refusal := self.owned(game, state)) is not None:
            return refusal
        terms = _work_terms(self.card(game, state), self.seat)
        if terms is None:
            return OTHER_USE.refusal()
        kinds, price, most = terms
        if not set(self.goods) <= set(kinds) or list(self.goods) != sorted(self.goods):
            return WRONG_GOODS.refusal()
        if len(self.goods) > most:
            return TOO_MANY.refusal()
        side = state.sides[self.seat]
        if not within(self.goods, side.raw):
            return NOT_RAW.refusal()
        return _too_dear(len(self.goods) * price, side.gold)

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        _, price, _ = _work_terms(self.card(game, state), self.seat) or ((), 0, 0)
        number, gold = len(self.goods), len(self.goods) * price
        used = self.used(state)
        told.append(WORKS(self.seat, number=number, gold=gold, **used) if number else WORKS_NOTHING(self.seat, **used))
        return work_goods(mark_used(pay(state, self.seat, gold), self.cell), self.seat, self.goods)


def _work_terms(card: Card, seat: Seat) -> tuple[tuple[int, ...], int, int] | None:
    """Return the goods that a card works, the price of each, and how many; None for another card."""
    if card.kind is DuelCardKind.CRAFTSMAN:
        return card.goods, card.price, MOST_GOODS
    return (tuple(WORK_FREE_GOODS), 0, card.number) if ability_for(card, seat) is Ability.WORK_FREE else None


def work_goods(state: DuelState, seat: Seat, goods: Chosen) -> DuelState:
    """Return the state with raw goods in a camp worked."""
    side, many = state.sides[seat], counted(goods)
    return with_side(state, seat, side._replace(raw=add(side.raw, many, -1), worked=add(side.worked, many)))


@dataclass(frozen=True, slots=True)
class Trade(_OnCell):
    """Sell wool, then buy goods, at a market, or take wool by a person (BD-4h to BD-4j, BD-4o)."""

    clause: ClassVar = "BD-4h"
    reasons: ClassVar = (NOT_YOURS, OTHER_USE, WRONG_GOODS, TOO_MANY, NO_WOOL, NOT_IN_SUPPLY, TOO_DEAR)
    tellings: ClassVar = (BUYS, THEN_BUYS, SELLS)
    sold: Annotated[int, Range(0, 9)]
    """Wool."""
    goods: Chosen

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[Trade]:
        side = state.sides[seat]
        for cell in own_cells(state, seat):
            card = card_at(game, state, cell)
            if card is None or (terms := _trade_terms(card, seat)) is None:
                continue
            kinds, price, most = terms
            for sold in range(1 + (side.raw[WOOL] if card.wool_price else 0)):
                gold = side.gold + min(sold * card.wool_price, state.bank)
                supply = add(side.supply, counted((WOOL,) * sold))
                affordable = min(most, gold // price if price else most)
                yield from (cls(seat, cell, sold, goods) for goods in choices(supply, kinds, affordable))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        if (refusal := self.owned(game, state)) is not None:
            return refusal
        card, side = self.card(game, state), state.sides[self.seat]
        terms = _trade_terms(card, self.seat)
        if terms is None:
            return OTHER_USE.refusal()
        kinds, price, most = terms
        if not set(self.goods) <= set(kinds) or list(self.goods) != sorted(self.goods):
            return WRONG_GOODS.refusal()
        if len(self.goods) > most:
            return TOO_MANY.refusal()
        if self.sold > (side.raw[WOOL] if card.wool_price else 0):
            return NO_WOOL.refusal()
        if not within(self.goods, add(side.supply, counted((WOOL,) * self.sold))):
            return NOT_IN_SUPPLY.refusal()
        gold = side.gold + min(self.sold * card.wool_price, state.bank)
        return _too_dear(len(self.goods) * price, gold)

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        card, seat, used = self.card(game, state), self.seat, self.used(state)
        _, price, _ = _trade_terms(card, seat) or ((), 0, 0)
        if self.sold:
            state, gold = take_gold(state, seat, self.sold * card.wool_price)
            told.append(SELLS(seat, number=self.sold, gold=gold, **used))
        if self.goods:
            number, gold = len(self.goods), len(self.goods) * price
            buys = (
                THEN_BUYS(seat, number=number, gold=gold) if self.sold else BUYS(seat, number=number, gold=gold, **used)
            )
            told.append(buys)
        state = pay(state, seat, len(self.goods) * price)
        side = state.sides[seat]
        change = add(counted(self.goods), counted((WOOL,) * self.sold), -1)
        side = side._replace(supply=add(side.supply, change, -1), raw=add(side.raw, change))
        return mark_used(with_side(state, seat, side), self.cell)


def _trade_terms(card: Card, seat: Seat) -> tuple[tuple[int, ...], int, int] | None:
    """Return the goods that a card sells, the price of each, and how many; None for another card."""
    if card.kind is DuelCardKind.MARKET:
        return card.goods, card.price, MOST_GOODS
    return ((WOOL,), 0, card.number) if ability_for(card, seat) is Ability.TAKE_WOOL else None


@dataclass(frozen=True, slots=True)
class BuySeals(_OnCell):
    """Buy seals from the top of the stack by an influence card (BD-4f)."""

    clause: ClassVar = "BD-4f"
    reasons: ClassVar = (NOT_YOURS, OTHER_USE, TOO_DEAR, NO_SEALS)
    tellings: ClassVar = (BUYS_SEALS, BUYS_NO_SEALS)
    number: Annotated[int, Range(0, 20)]

    @classmethod
    def options(cls, game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[BuySeals]:
        price = game.board.seal_price
        most = min(state.stack.size, state.sides[seat].gold // price if price else state.stack.size)
        for cell in own_cells(state, seat):
            card = card_at(game, state, cell)
            if card is not None and card.kind is DuelCardKind.INFLUENCE:
                yield from (cls(seat, cell, number) for number in range(most + 1))

    def refusal(self, game: DuelSetting, state: DuelState) -> Refusal | None:
        if (refusal := self.owned(game, state)) is not None:
            return refusal
        if self.card(game, state).kind is not DuelCardKind.INFLUENCE:
            return OTHER_USE.refusal()
        if self.number > state.stack.size:
            return NO_SEALS.refusal()
        return _too_dear(self.number * game.board.seal_price, state.sides[self.seat].gold)

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        price = self.number * game.board.seal_price
        used = self.used(state)
        buys = BUYS_SEALS(self.seat, number=self.number, gold=price, **used) if self.number else None
        told.append(buys or BUYS_NO_SEALS(self.seat, **used))
        return draw_seals(mark_used(pay(state, self.seat, price), self.cell), self.seat, self.number)


def changes_nothing(move: Work | Trade | BuySeals) -> bool:
    """Return whether a move uses its card for nothing: it works, trades or buys nothing."""
    match move:
        case BuySeals():
            return not move.number
        case Trade():
            return not move.goods and not move.sold
        case Work():
            return not move.goods


def draw_seals(state: DuelState, seat: Seat, number: int) -> DuelState:
    """Return the state in which the dealer hands out the next seals, as many as there are (BD-4m)."""
    number = min(number, state.stack.size)
    return push(state, DrawSealsStep(seat, number)) if number else state


@dataclass(frozen=True, slots=True)
class DrawSeals(GameOutcome[DuelSetting, DuelState]):
    """The next seals of the stack (BD-1g)."""

    clause: ClassVar = "BD-1g"
    tellings: ClassVar = (TAKES_SEALS,)
    seals: Annotated[tuple[Annotated[int, Kind("neutral")], ...], Most(20)]

    @classmethod
    def drawn(cls, game: DuelSetting, state: DuelState, stream: RandomStream) -> DrawSeals:
        return cls(state.stack.chosen(current_step(state, DrawSealsStep).number, stream))

    def possible(self, game: DuelSetting, state: DuelState) -> bool:
        return len(self.seals) == current_step(state, DrawSealsStep).number and state.stack.can_be(self.seals)

    def carry_out(self, game: DuelSetting, state: DuelState, told: list[Told]) -> DuelState:
        seat = current_step(state, DrawSealsStep).seat
        told.append(TAKES_SEALS(seat, number=len(self.seals)))
        side = state.sides[seat]
        side = side._replace(seals=tuple(sorted((*side.seals, *self.seals))))
        return finish(with_side(state._replace(stack=state.stack.without(self.seals)), seat, side))


@dataclass(frozen=True, slots=True)
class DrawSealsStep(Chance[DuelSetting, DuelState]):
    """A side takes seals from the top of the stack."""

    clause: ClassVar = "BD-1g"
    outcome: ClassVar = DrawSeals
    seat: Seat
    number: Annotated[int, Range(1, 20)]


def choices(goods: Goods, kinds: tuple[int, ...], most: int) -> Iterator[Chosen]:
    """Yield all choices of at most `most` goods of these kinds, beginning with none."""
    counts = [range(min(goods[kind], most) + 1) for kind in kinds]
    for many in product(*counts):
        if sum(many) <= most:
            yield tuple(kind for kind, number in zip(kinds, many, strict=True) for _ in range(number))


def within(goods: Chosen, there: Goods) -> bool:
    """Return whether all these goods are there."""
    return all(goods.count(kind) <= there[kind] for kind in set(goods))


MOVES = (UseCard, Work, Trade, BuySeals)
