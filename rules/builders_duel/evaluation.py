"""The evaluation of a position for bots and hints, in hundredths of a gold piece."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.builders_duel.box import GOODS, PERSONAL, WOOL, Ability, Card, DuelCardKind
from rules.builders_duel.cards import DrawSealsStep, ability_for
from rules.builders_duel.conflict import CompareStep, Throw, chance
from rules.builders_duel.setting import DuelSetting
from rules.builders_duel.state import (
    CELLS_OF,
    LAST_ROUND,
    DuelState,
    SideState,
    contested,
    finished_sections,
    installed_materials,
    with_side,
)
from rules.engine.judge import Part
from rules.engine.secrecy import Seat

BUILDING, SECTION, MATERIAL = 100_000, 250, 1200
WORKED, RAW, SPARE, SPARE_WOOL = 600, 350, 10, 80
GOLD, MORE_GOLD, ENOUGH_GOLD = 100, 30, 8
SEAL, MORE_SEALS, ENOUGH_SEALS = 130, 60, 4
POWER, KEPT = 250, 220
AVERAGE = 5
"""Twice the average face of a seal of any kind."""
CLAIMED, CONTESTED = "claimed", "contested"
"""The parts of claimed cards, and of the card that is fought for."""
POWER_HELD = "power"
"""The part of the Power, which one of the sides always holds."""
RIVAL = "rival-"
"""What the keys of the parts that are the other side's begin with, in explanations."""
ABILITIES = {
    Ability.FREE_MATERIAL: 250,
    Ability.TOLL: 300,
    Ability.TAKE_SEALS: 240,
    Ability.TAKE_GOLD: 450,
}


def evaluation(game: DuelSetting, state: DuelState, seat: Seat) -> list[Part]:
    """Return the parts of a side's lead: its own value less the other side's, with the side's own count."""
    both = zip(_values(game, state, seat), _values(game, state, Seat(1 - seat)), strict=True)
    return [own._replace(value=own.value - its.value) for own, its in both]


def explained(game: DuelSetting, state: DuelState, seat: Seat) -> list[Part]:
    """Return the same parts with the claimed cards by kind, for explanations; those of the other side are apart.

    The card that is fought for is apart, and stays so if the other side has won it. It and the Power are parts of both.
    """
    fought = contested(state) if None not in state.claims else None
    owner = state.owners[fought] if fought is not None and state.owners else None
    own = [*_values(game, state, seat), *_by_kind(game, state, seat, fought if owner is None else None)]
    rival = Seat(1 - seat)
    its = [*_values(game, state, rival), *_by_kind(game, state, rival, None if owner == seat else fought)]
    found: list[Part] = []
    for mine, other in zip(own, its, strict=True):
        if mine.key in (POWER_HELD, CONTESTED):
            found.append(mine._replace(value=mine.value - other.value))
        elif mine.key != CLAIMED:
            found += [mine, Part(f"{RIVAL}{mine.key}", -other.value, other.count)]
    return found


def _by_kind(game: DuelSetting, state: DuelState, seat: Seat, fought: int | None) -> list[Part]:
    """Return what a side's claimed cards are worth by kind, with their number, or the gold of those of income."""
    worth = dict.fromkeys((CONTESTED, *(f"{CLAIMED}-{kind.value}" for kind in DuelCardKind)), 0)
    number, names = dict(worth), {key: list[int]() for key in worth}
    for cell, card, value in _claimed_cards(game, state, seat):
        key = CONTESTED if cell == fought else f"{CLAIMED}-{card.kind.value}"
        worth[key] += value
        if value and key != CONTESTED:
            number[key] += card.gold if card.kind is DuelCardKind.INCOME else 1
            names[key].append(game.cards.index(card))
    return [Part(key, value, number[key], tuple(names[key])) for key, value in worth.items()]


def _values(game: DuelSetting, state: DuelState, seat: Seat) -> list[Part]:
    side = state.sides[seat]
    raw, worked, spare = goods_needed(game, side, seat)
    seals = len(side.seals) + _seals_coming(state, seat)
    materials, sections, holds = installed_materials(side), finished_sections(side), state.power == seat
    return [
        Part("sections", SECTION * sections + (BUILDING if sections == 3 else 0), sections),
        Part("materials", MATERIAL * materials, materials),
        Part("worked", WORKED * worked, worked),
        Part("raw", RAW * raw, raw),
        Part("spare", spare),
        Part("gold", _gold_value(side.gold), side.gold),
        Part("seals", _stepped(seals, SEAL, MORE_SEALS, ENOUGH_SEALS), seals),
        Part(POWER_HELD, POWER if holds and state.round < LAST_ROUND else 0, int(holds)),
        Part("kept", KEPT * len(side.kept), len(side.kept)),
        Part(CLAIMED, sum(value for _, _, value in _claimed_cards(game, state, seat))),
    ]


def _seals_coming(state: DuelState, seat: Seat) -> int:
    """Return how many seals the side is about to draw from the stack."""
    step = state.agenda[-1] if state.agenda else None
    return step.number if isinstance(step, DrawSealsStep) and step.seat == seat else 0


def _gold_value(gold: int) -> int:
    return _stepped(gold, GOLD, MORE_GOLD, ENOUGH_GOLD)


def _stepped(number: int, first: int, later: int, enough: int) -> int:
    return first * min(number, enough) + later * max(number - enough, 0)


def wanted(game: DuelSetting, side: SideState, seat: Seat) -> list[int]:
    """Return how many of each good the building still takes."""
    needed = [0] * len(GOODS)
    for goods, there in zip(game.board.sides[seat].sections, side.sections, strict=True):
        for good, done in zip(goods, there, strict=True):
            needed[good] += not done
    return needed


def goods_needed(game: DuelSetting, side: SideState, seat: Seat) -> tuple[int, int, int]:
    """Return how many raw and how many worked goods of the camp the building takes, and the value of the others."""
    raw = worked = spare = 0
    for good, needed in enumerate(wanted(game, side, seat)):
        of_worked = min(needed, side.worked[good])
        of_raw = min(needed - of_worked, side.raw[good])
        worked, raw = worked + of_worked, raw + of_raw
        spare += (side.raw[good] - of_raw) * (SPARE_WOOL if good == WOOL else SPARE)
    return raw, worked, spare


def _claimed_cards(game: DuelSetting, state: DuelState, seat: Seat) -> Iterator[tuple[int, Card, int]]:
    """Yield the cards that a side has claimed and not yet used: cell, card, and what it is worth to the side.

    Those that bring gold are used first, so that the others are worth what they are with this gold.
    """
    cells = {cell: 100 for cell, owner in enumerate(state.owners) if owner == seat}
    line = state.claims[seat]
    if line is not None and not state.owners:
        cells = dict.fromkeys(CELLS_OF[line], 75)
    elif line is not None and is_undecided(state):
        cells[contested(state)] = chance_to_win(state, seat) if state.conflict.thrown else 50
    claimed = [
        (cell, game.cards[number], percent)
        for cell, percent in cells.items()
        if (number := state.display[cell]) is not None
    ]
    side = state.sides[seat]
    gold = side.gold
    incomes = dict[int, int]()
    for cell, card, percent in claimed:
        if income := gold_brought(card, seat):
            incomes[cell] = (_gold_value(gold + income) - _gold_value(gold)) * percent // 100
            gold += income * percent // 100
    state = with_side(state, seat, side._replace(gold=gold))
    for cell, card, percent in claimed:
        worth = incomes[cell] if cell in incomes else card_value(game, state, seat, card) * percent // 100
        yield cell, card, worth


def is_undecided(state: DuelState) -> bool:
    """Return whether both sides still fight for a card."""
    return any(isinstance(step, CompareStep) for step in state.agenda)


def gold_brought(card: Card, seat: Seat) -> int:
    """Return the gold that a card takes from the bank for a side."""
    return card.gold or (card.number if ability_for(card, seat) is Ability.TAKE_GOLD else 0)


def chance_to_win(state: DuelState, seat: Seat) -> int:
    """Return an estimate of a side's chance to win the conflict, in percent."""
    reach = [0, 0]
    for number in (0, 1):
        thrown = [it for it in state.conflict.thrown if it.seat == number]
        personal = not any(it.seal is None for it in thrown)
        left = len(state.sides[number].seals) + 1 if personal else 0
        faces = sum(AVERAGE if it.face is None else 2 * it.face for it in thrown)
        reach[number] = faces + 2 * state.conflict.oath[number] + AVERAGE * left
    lead = reach[seat] - reach[1 - seat] + (1 if seat == state.holder else -1)
    return max(5, min(95, 50 + 6 * lead))


def card_value(game: DuelSetting, state: DuelState, seat: Seat, card: Card) -> int:
    """Return what using a card that brings no gold is worth to a side, roughly."""
    side = state.sides[seat]
    match card.kind:
        case DuelCardKind.POWER:
            return POWER if state.round < LAST_ROUND else 0
        case DuelCardKind.INFLUENCE:
            return 90 if side.gold >= 4 and len(side.seals) < ENOUGH_SEALS else 30
        case DuelCardKind.INCOME:
            return _gold_value(side.gold + card.gold) - _gold_value(side.gold)
        case DuelCardKind.ONE_USE:
            return KEPT
        case DuelCardKind.CRAFTSMAN:
            return _working(game, side, seat, card.goods, card.price, 5)
        case DuelCardKind.MARKET:
            wool = card.wool_price and max(side.raw[WOOL] + side.worked[WOOL] - wanted(game, side, seat)[WOOL], 0)
            return _buying(game, side, seat, card.goods, card.price, 5) + wool * (card.wool_price * GOLD - SPARE_WOOL)
        case DuelCardKind.PERSON if card.side != seat:
            return 0
        case DuelCardKind.PERSON:
            if card.effect is Ability.WORK_FREE:
                return _working(game, side, seat, tuple(range(WOOL)), 0, card.number)
            if card.effect is Ability.TAKE_WOOL:
                return _buying(game, side, seat, (WOOL,), 0, card.number)
            return ABILITIES[card.effect]


def _working(game: DuelSetting, side: SideState, seat: Seat, goods: tuple[int, ...], price: int, most: int) -> int:
    needed = wanted(game, side, seat)
    useful = sum(min(needed[good] - min(needed[good], side.worked[good]), side.raw[good]) for good in goods)
    number = min(useful, most, side.gold // price if price else most)
    return number * (WORKED - RAW - price * GOLD)


def _buying(game: DuelSetting, side: SideState, seat: Seat, goods: tuple[int, ...], price: int, most: int) -> int:
    needed = wanted(game, side, seat)
    lacking = (max(needed[good] - side.raw[good] - side.worked[good], 0) for good in goods)
    useful = sum(min(many, side.supply[good]) for many, good in zip(lacking, goods, strict=True))
    number = min(useful, most, side.gold // price if price else most)
    return number * max(RAW - price * GOLD, 0)


def explained_throw(game: DuelSetting, state: DuelState, move: Throw, parts: Sequence[Part]) -> list[Part]:
    """Return the parts of what a throw changes, with its chance to get ahead and the number of throws left after it."""
    left = 0 if move.seal == PERSONAL else len(state.sides[move.seat].seals)
    found = [part._replace(count=left) if part.key == CONTESTED else part for part in parts]
    return found if game.calm else [*found, Part("ahead", chance(state, move))]
