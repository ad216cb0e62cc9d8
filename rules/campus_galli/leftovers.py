"""The board of unfinished tasks: its four piles, turning up, borrowing (CG-III-0c to CG-III-0f, CG-III-3a to 3a5)."""

from __future__ import annotations

from collections.abc import Iterable

from rules.campus_galli.box import CardKind, Origin
from rules.campus_galli.events import Borrow, DealLeftovers, TurnUpCard
from rules.campus_galli.rounds import begin_round
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import (
    LEFTOVER_PILES,
    Effect,
    EffectKind,
    LeftoverPile,
    State,
    count_draw,
    dice_draws,
    finish_step,
    with_seat,
)
from rules.campus_galli.steps import ProduceBookStep, Step, TakeSectionStep, TurnUpStep, WelcomeGuestStep
from rules.campus_galli.takeable import allows_section
from rules.engine.secrecy import NOBODY, Zone

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
"""The pile of the cards that left over have one of their own (CG-III-0c, CG-III-0f)."""
BORROWED_LEVELS = (1, 2)
"""Cards of these levels lie on the board."""


def doubles_in_order(setting: Setting) -> list[int]:
    """The double-coloured cards by their lower numbers (CG-III-0e)."""
    doubles = [card for card in setting.cards if setting.box.cards[card].kind is CardKind.DOUBLE]
    return sorted(doubles, key=lambda card: setting.box.cards[card].numbers[0])


def smaller_pile(blue: int, red: int) -> int:
    """Where the next double-coloured card goes, the piles being so large (CG-III-0e)."""
    return BLUE_PILE if blue <= red else RED_PILE


def piles_of(setting: Setting, left: Iterable[int]) -> tuple[tuple[int, ...], ...]:
    """The four piles that the cards left over make; angels and later levels lie in none (CG-III-0c to CG-III-0f)."""
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
    """How many cards lie on the board in all, once the seats have theirs."""
    cards = sum(len(setting.cards_of_level(level)) for level in BORROWED_LEVELS)
    return cards - sum(setting.deal_of_levels[level - 1] for level in BORROWED_LEVELS) * len(setting.seats)


def deal(setting: Setting, state: State, event: DealLeftovers, effects: list[Effect]) -> State:
    """The piles lie on the board; the top card of each is turned up next (CG-III-0c)."""
    effects.append(Effect(EffectKind.LEFTOVERS_DEALT, None, event.counts))
    found: list[LeftoverPile] = []
    box, nothing = state.box, Zone.of((), NOBODY)
    for cards, size in zip(event.piles, event.counts, strict=True):
        if size:
            box = box.remove(cards.value, size)
        found.append(LeftoverPile(nothing.add(cards.value, size) if size else nothing))
    steps = [TurnUpStep(pile) for pile, size in enumerate(event.counts) if size]
    return _begun(setting, finish_step(state._replace(box=box, leftovers=tuple(found)), *steps), effects)


def turn_up(setting: Setting, state: State, event: TurnUpCard, effects: list[Effect]) -> State:
    """The next card of a pile lies open (CG-III-0c, CG-III-3a4)."""
    effects.append(Effect(EffectKind.TURNED_UP, None, (event.card, event.pile)))
    old = state.leftovers[event.pile]
    new = old._replace(pile=old.pile.remove((event.card,), 1), top=event.card)
    state = count_draw(_with_pile(state, event.pile, new), turn_up_draws(state, event.pile))
    return _begun(setting, finish_step(state), effects)


def turn_up_draws(state: State, pile: int) -> int:
    """The place of a pile in `State.draws`."""
    return dice_draws(state) + 1 + pile


def _begun(setting: Setting, state: State, effects: list[Effect]) -> State:
    """The first round begins once the board lies ready."""
    return state if state.agenda else begin_round(setting, state, effects)


def _with_pile(state: State, pile: int, value: LeftoverPile) -> State:
    return state._replace(leftovers=(*state.leftovers[:pile], value, *state.leftovers[pile + 1 :]))


def borrowable(setting: Setting, state: State) -> list[tuple[int, Origin | None]]:
    """The piles whose open card can be carried out, a double-coloured one from where (CG-III-3a2, CG-III-3a3)."""
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


def borrow(setting: Setting, state: State, event: Borrow, effects: list[Effect]) -> State:
    """The seat carries the card out as its own; the next one of its pile is turned up (CG-III-3a, CG-III-3a4)."""
    seat, old = event.seat, state.leftovers[event.pile]
    if old.top is None:
        raise ValueError("no card lies there")
    effects.append(Effect(EffectKind.BORROWED, seat, (old.top, event.pile)))
    state = _with_pile(state, event.pile, old._replace(top=None, borrowed=(*old.borrowed, old.top)))
    state = with_seat(state, seat, state.seats[seat]._replace(borrowed=old.top, declared=event.origin))
    steps: list[Step] = [TurnUpStep(event.pile)] if old.pile.count else []
    match setting.box.cards[old.top].kind:
        case CardKind.BOOK:
            steps.append(ProduceBookStep(seat))
        case CardKind.GUEST:
            steps.append(WelcomeGuestStep(seat))
        case _:
            steps.append(TakeSectionStep(seat))
    return finish_step(state, *steps)
