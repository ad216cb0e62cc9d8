"""The board of unfinished tasks: piles, turning up, borrowing (CG-III-0c to CG-III-0f, CG-III-3a to 3a5)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.campus_galli.box import ActionCard, CardKind, Origin, StockTaken
from rules.campus_galli.box_limits import LEFTOVER_PILES
from rules.campus_galli.guests import ProduceBookStep, WelcomeGuestStep
from rules.campus_galli.laying_sections import TakeSectionStep
from rules.campus_galli.pieces import CardNumber, CardSet, PileNumber, Size
from rules.campus_galli.rule_base import (
    ALL_CHOICES,
    CampusChance,
    CampusDecision,
    CampusMove,
    CampusOutcome,
    CampusStep,
    Choices,
)
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import EffectKind, LeftoverPile, State, dice_draws, known, with_seat
from rules.campus_galli.takeable import allows_section, sections_left
from rules.engine.entropy import RandomStream
from rules.engine.kinds import Most, NoneWord
from rules.engine.refusal import Refusal
from rules.engine.secrecy import HIDDEN, NOBODY, Seat, Secret, Zone
from rules.engine.steps import current_step, finish
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


@dataclass(frozen=True, slots=True)
class DealLeftovers(CampusOutcome):
    """The piles on the board of unfinished tasks: their sizes and their cards, unseen by everybody."""

    clause: ClassVar = "CG-III-0c"
    tag: ClassVar = "leftovers"
    counts: Annotated[tuple[Size, ...], Most(LEFTOVER_PILES)]
    piles: Annotated[tuple[Secret[CardSet], ...], Most(LEFTOVER_PILES)]

    def disagreement(self) -> str:
        """Return what is inconsistent among the fields; empty if nothing is."""
        return "" if len(self.counts) == len(self.piles) == LEFTOVER_PILES else "expected four piles"

    @classmethod
    def drawn(cls, game: Setting, state: State, stream: RandomStream) -> DealLeftovers:
        piles = piles_of(game, known(state.box))
        return cls(tuple(map(len, piles)), tuple(Secret(NOBODY, pile) for pile in piles))

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        return None if self.possible(game, state) else Refusal("bad-deal", "CG-III-0c")

    def possible(self, game: Setting, state: State) -> bool:
        if self.disagreement() or min(self.counts) < 0 or sum(self.counts) != left_over(game):
            return False
        right = None if state.box.cards is HIDDEN else piles_of(game, state.box.cards)
        for number, (pile, size) in enumerate(zip(self.piles, self.counts, strict=True)):
            if pile.audience != NOBODY:
                return False
            if pile.value is HIDDEN:
                continue
            if len(pile.value) != size or (right is not None and pile.value != right[number]):
                return False
        return True

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        """Lay out the piles; the top card of each is turned up next."""
        told.append(Told(EffectKind.LEFTOVERS_DEALT, None, self.counts))
        found: list[LeftoverPile] = []
        box, nothing = state.box, Zone.of((), NOBODY)
        for cards, size in zip(self.piles, self.counts, strict=True):
            if size:
                box = box.remove(cards.value, size)
            found.append(LeftoverPile(nothing.add(cards.value, size) if size else nothing))
        steps = [TurnUpStep(pile) for pile, size in enumerate(self.counts) if size]
        return finish(state._replace(box=box, leftovers=tuple(found)), *steps)


@dataclass(frozen=True, slots=True)
class DealLeftoversStep(CampusChance):
    """The dealer lays the leftover cards on the board of unfinished tasks."""

    clause: ClassVar = "CG-III-0c"
    outcome: ClassVar = DealLeftovers
    source: ClassVar = "leftovers"
    tag: ClassVar = "leftovers"


@dataclass(frozen=True, slots=True)
class TurnUpCard(CampusOutcome):
    """The card turned up on a leftover pile (CG-III-0c, CG-III-3a4)."""

    clause: ClassVar = "CG-III-0c"
    tag: ClassVar = "turn-up"
    pile: PileNumber
    card: CardNumber

    @classmethod
    def drawn(cls, game: Setting, state: State, stream: RandomStream) -> TurnUpCard:
        pile = current_step(state, TurnUpStep).pile
        return cls(pile, stream.choice(known(state.leftovers[pile].pile)))

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        pile = current_step(state, TurnUpStep).pile
        good = self.pile == pile and state.leftovers[pile].pile.holds((self.card,), 1)
        return None if good else Refusal("bad-draw", "CG-III-0c", (("card", self.card),))

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        told.append(Told(EffectKind.TURNED_UP, None, (self.card, self.pile)))
        old = state.leftovers[self.pile]
        new = old._replace(pile=old.pile.remove((self.card,), 1), top=self.card)
        return finish(_with_pile(state, self.pile, new))


@dataclass(frozen=True, slots=True)
class TurnUpStep(CampusChance):
    """The dealer turns up a card of a leftover pile."""

    clause: ClassVar = "CG-III-0c"
    outcome: ClassVar = TurnUpCard
    pile: PileNumber

    def counter(self, state: State) -> int:
        return dice_draws(state) + 1 + self.pile

    def name(self) -> str:
        return f"leftover {self.pile + 1}"


def _with_pile(state: State, pile: int, value: LeftoverPile) -> State:
    return state._replace(leftovers=(*state.leftovers[:pile], value, *state.leftovers[pile + 1 :]))


def borrowable(setting: Setting, state: State) -> list[tuple[int, Origin | None]]:
    """Return the piles whose open card can be played, a double-coloured one with its origin (CG-III-3a2, 3a3)."""
    found: list[tuple[int, Origin | None]] = []
    for pile, leftover in enumerate(state.leftovers):
        if leftover.top is None:
            continue
        card = setting.box.cards[leftover.top]
        anywhere = card.kind in (CardKind.BOOK, CardKind.GUEST)
        ways: list[Origin | None] = [*Origin] if card.kind is CardKind.DOUBLE else [None]
        found += [(pile, way) for way in ways if anywhere or allows_section(setting, state, card, way)]
    return found


@dataclass(frozen=True, slots=True)
class Borrow(CampusMove):
    """Borrow the card on a pile, to be played as one's own; a double-coloured one with pouch or hut."""

    clause: ClassVar = "CG-III-3a"
    pile: PileNumber
    origin: Annotated[StockTaken, NoneWord("")] | None = None

    @classmethod
    def options(cls, game: Setting, state: State, seat: Seat, choices: Choices = ALL_CHOICES) -> Iterable[Borrow]:
        return [cls(seat, *choice) for choice in borrowable(game, state)]

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        top = state.leftovers[self.pile].top if 0 <= self.pile < len(state.leftovers) else None
        if top is None:
            return Refusal("nothing-borrowed", "CG-III-3a", (("pile", self.pile),))
        if (game.box.cards[top].kind is CardKind.DOUBLE) is (self.origin is None):
            return Refusal("not-now", "CG-III-3a2")
        if (self.pile, self.origin) in borrowable(game, state):
            return None
        left = sections_left(game, state, game.box.cards[top], self.origin)
        return Refusal("cannot-be-carried-out", "CG-III-3a3", (("pile", self.pile), ("left", left)))

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        """Play the card and turn up the next one of its pile (CG-III-3a4)."""
        seat, old = self.seat, state.leftovers[self.pile]
        if old.top is None:
            raise ValueError("no card lies there")
        told.append(Told(EffectKind.BORROWED, seat, (old.top, self.pile)))
        state = _with_pile(state, self.pile, old._replace(top=None, borrowed=(*old.borrowed, old.top)))
        state = with_seat(state, seat, state.seats[seat]._replace(borrowed=old.top, declared=self.origin))
        steps: list[CampusStep] = [TurnUpStep(self.pile)] if old.pile.count else []
        return finish(state, *steps, effect_step(game.box.cards[old.top], seat))


def effect_step(card: ActionCard, seat: Seat) -> ProduceBookStep | WelcomeGuestStep | TakeSectionStep:
    """Return the step in which a card takes effect that is no card of unfinished tasks."""
    return {CardKind.BOOK: ProduceBookStep, CardKind.GUEST: WelcomeGuestStep}.get(card.kind, TakeSectionStep)(seat)


@dataclass(frozen=True, slots=True)
class BorrowStep(CampusDecision):
    """A seat borrows a card of the board of unfinished tasks."""

    clause: ClassVar = "CG-III-3a"
    question: ClassVar = "borrow a card"
    moves: ClassVar = (Borrow,)
