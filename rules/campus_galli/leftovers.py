"""The board of unfinished tasks: piles, turning up, borrowing (CG-III-0c to CG-III-0f, CG-III-3a to 3a5)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campus_galli.box import CardKind, Origin
from rules.campus_galli.box_limits import LEFTOVER_PILES
from rules.campus_galli.events import Borrow, DealLeftovers, TurnUpCard
from rules.campus_galli.rounds import begin_round
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import (
    EffectKind,
    LeftoverPile,
    State,
    count_draw,
    dice_draws,
    finish_step,
    with_seat,
)
from rules.campus_galli.steps import CampusStep, ProduceBookStep, TakeSectionStep, TurnUpStep, WelcomeGuestStep
from rules.campus_galli.takeable import allows_section
from rules.engine.secrecy import NOBODY, Zone
from rules.engine.tellings import Told

GREEN_PILE, BLUE_PILE, RED_PILE, YELLOW_PILE = PILES = range(LEFTOVER_PILES)
"""Books, prayer, building, guests."""
PILE_OF = {
    CardKind.BOOK: GREEN_PILE,
    CardKind.PRAY: BLUE_PILE,
    CardKind.SEER: BLUE_PILE,
    CardKind.BUILD: RED_PILE,
    CardKind.MASTER: RED_PILE,
    CardKind.GUEST: YELLOW_PILE,
}
"""The pile of each leftover card kind but double-coloured ones (CG-III-0c, CG-III-0f)."""
BORROWED_LEVELS = (1, 2)
"""The levels whose leftover cards lie on the board."""


def doubles_in_order(setting: Setting) -> list[int]:
    """Return the double-coloured cards by their lower number (CG-III-0e)."""
    doubles = [card for card in setting.cards if setting.box.cards[card].kind is CardKind.DOUBLE]
    return sorted(doubles, key=lambda card: setting.box.cards[card].numbers[0])


def smaller_pile(blue: int, red: int) -> int:
    """Return the pile for the next double-coloured card, given the pile sizes (CG-III-0e)."""
    return BLUE_PILE if blue <= red else RED_PILE


def piles_of(setting: Setting, left: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """Return the four piles of the leftover cards; angels and level III cards are in none (CG-III-0c to 0f)."""
    there = set(left)
    piles: list[list[int]] = [[] for _ in PILES]
    for card in sorted(there):
        if (pile := PILE_OF.get(setting.box.cards[card].kind)) is not None:
            piles[pile].append(card)
    for card in doubles_in_order(setting):
        if card in there:
            piles[smaller_pile(len(piles[BLUE_PILE]), len(piles[RED_PILE]))].append(card)
    return tuple(tuple(sorted(pile)) for pile in piles)


def left_over(setting: Setting) -> int:
    """Return the number of leftover cards after the deal to the seats."""
    cards = sum(len(setting.cards_of_level(level)) for level in BORROWED_LEVELS)
    return cards - sum(setting.deal_of_levels[level - 1] for level in BORROWED_LEVELS) * len(setting.seats)


def deal(setting: Setting, state: State, event: DealLeftovers, told: list[Told]) -> State:
    """Lay out the piles; the top card of each is turned up next (CG-III-0c)."""
    told.append(Told(EffectKind.LEFTOVERS_DEALT, None, event.counts))
    found: list[LeftoverPile] = []
    box, nothing = state.box, Zone.of((), NOBODY)
    for cards, size in zip(event.piles, event.counts, strict=True):
        if size:
            box = box.remove(cards.value, size)
        found.append(LeftoverPile(nothing.add(cards.value, size) if size else nothing))
    steps = [TurnUpStep(pile) for pile, size in enumerate(event.counts) if size]
    return _begun(setting, finish_step(state._replace(box=box, leftovers=tuple(found)), *steps), told)


def turn_up(setting: Setting, state: State, event: TurnUpCard, told: list[Told]) -> State:
    """Turn up the next card of a pile (CG-III-0c, CG-III-3a4)."""
    told.append(Told(EffectKind.TURNED_UP, None, (event.card, event.pile)))
    old = state.leftovers[event.pile]
    new = old._replace(pile=old.pile.remove((event.card,), 1), top=event.card)
    state = count_draw(_with_pile(state, event.pile, new), turn_up_draws(state, event.pile))
    return _begun(setting, finish_step(state), told)


def turn_up_draws(state: State, pile: int) -> int:
    """Return the index of a pile in `State.draws`."""
    return dice_draws(state) + 1 + pile


def _begun(setting: Setting, state: State, told: list[Told]) -> State:
    """Begin the first round once the board is ready."""
    return state if state.agenda else begin_round(setting, state, told)


def _with_pile(state: State, pile: int, value: LeftoverPile) -> State:
    return state._replace(leftovers=(*state.leftovers[:pile], value, *state.leftovers[pile + 1 :]))


def borrowable(setting: Setting, state: State) -> list[tuple[int, Origin | None]]:
    """Return the piles whose open card can be played, a double-coloured one with its origin (CG-III-3a2, 3a3)."""
    found: list[tuple[int, Origin | None]] = []
    for pile, leftover in enumerate(state.leftovers):
        if leftover.top is None:
            continue
        card = setting.box.cards[leftover.top]
        if card.kind in (CardKind.BOOK, CardKind.GUEST):
            found.append((pile, None))
            continue
        ways: list[Origin | None] = [*Origin] if card.kind is CardKind.DOUBLE else [None]
        found += [(pile, way) for way in ways if allows_section(setting, state, card, way)]
    return found


def borrow(setting: Setting, state: State, event: Borrow, told: list[Told]) -> State:
    """Play the card as the seat's own and turn up the next one of its pile (CG-III-3a, CG-III-3a4)."""
    seat, old = event.seat, state.leftovers[event.pile]
    if old.top is None:
        raise ValueError("no card lies there")
    told.append(Told(EffectKind.BORROWED, seat, (old.top, event.pile)))
    state = _with_pile(state, event.pile, old._replace(top=None, borrowed=(*old.borrowed, old.top)))
    state = with_seat(state, seat, state.seats[seat]._replace(borrowed=old.top, declared=event.origin))
    steps: list[CampusStep] = [TurnUpStep(event.pile)] if old.pile.count else []
    match setting.box.cards[old.top].kind:
        case CardKind.BOOK:
            steps.append(ProduceBookStep(seat))
        case CardKind.GUEST:
            steps.append(WelcomeGuestStep(seat))
        case _:
            steps.append(TakeSectionStep(seat))
    return finish_step(state, *steps)
