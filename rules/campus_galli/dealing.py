"""Before the first round: the opening state and what is dealt (CG-I-0a to CG-I-0d, CG-II-0d to CG-II-0f)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from rules.campus_galli.box_limits import LEFTOVER_PILES
from rules.campus_galli.leftovers import DealLeftoversStep
from rules.campus_galli.pieces import CardSet, ColourNumber
from rules.campus_galli.rule_base import CampusChance, CampusOutcome
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import PILE_DRAWS, EffectKind, SeatState, State, with_seat
from rules.campus_galli.tiles import NO_TILES, ONE_EACH, minus, plus, tile
from rules.engine.entropy import RandomStream
from rules.engine.grid import Mask
from rules.engine.kinds import PerSeat
from rules.engine.referee import Draw
from rules.engine.refusal import Refusal
from rules.engine.secrecy import EVERYONE, HIDDEN, NOBODY, Seat, Secret, Slot, Zone, only
from rules.engine.steps import current_step, finish
from rules.engine.tellings import Told


def opening(setting: Setting) -> State:
    """Return the state before the piles are dealt (CG-I-0a to CG-I-0d)."""
    nothing = Zone.of((), NOBODY)
    seats = tuple(
        SeatState(
            pile=nothing,
            hand=Zone.of((), setting.hand_audience(seat)),
            chosen=Slot(None, only(seat)),
            next_year=Zone.of((), only(seat)),
            played=(),
            tasks=(),
            supply=setting.monks,
            year=1,
            declared=None,
            tiles=ONE_EACH if setting.tiles else NO_TILES,
        )
        for seat in setting.seats
    )
    fifth = [DrawTileStep(seat) for seat in reversed(setting.seats)] if setting.tiles else []
    left = setting.box.counts.tiles - len(seats)
    return State(
        agenda=(DealPilesStep(), *fifth),
        round=0,
        open=sum(1 << building for building in setting.level.open_at_start),
        hut=setting.hut_at_start,
        pouch=setting.pouch_at_start,
        laid=(),
        beside=(),
        lazy=(),
        board=(None,) * setting.board_size,
        deck=Zone.of(setting.tasks, EVERYONE),
        aside=(),
        box=Zone.of(setting.cards, EVERYONE),
        seats=seats,
        order=(),
        draws=(0,) * (PILE_DRAWS + len(seats) + (1 + LEFTOVER_PILES if setting.dangers else 0)),
        covered=Mask(0),
        told=(),
        tiles=(left, left, left, left) if setting.tiles else NO_TILES,
    )


@dataclass(frozen=True, slots=True)
class DrawTile(CampusOutcome):
    """A seat's random fifth tile (CG-II-0d, CG-II-0e)."""

    clause: ClassVar = "CG-II-0d"
    tag: ClassVar = "tile"
    seat: Seat
    colour: ColourNumber

    @classmethod
    def drawn(cls, game: Setting, state: State, stream: RandomStream) -> DrawTile:
        left = [colour for colour, number in enumerate(state.tiles) for _ in range(number)]
        return cls(current_step(state, DrawTileStep).seat, stream.choice(left))

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        right = self.seat == current_step(state, DrawTileStep).seat and 0 <= self.colour < len(state.tiles)
        there = right and state.tiles[self.colour]
        return None if there else Refusal("bad-draw", "CG-II-0d", (("colour", self.colour),))

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        own, drawn = state.seats[self.seat], tile(self.colour)
        told.append(Told(EffectKind.TILES_RECEIVED, self.seat, drawn))
        state = state._replace(tiles=minus(state.tiles, drawn))
        return finish(with_seat(state, self.seat, own._replace(tiles=plus(own.tiles, drawn))))


@dataclass(frozen=True, slots=True)
class DrawTileStep(CampusChance):
    """The dealer draws a seat's fifth tile."""

    clause: ClassVar = "CG-II-0d"
    outcome: ClassVar = DrawTile
    tag: ClassVar = "tile"
    seat: Seat

    def draw(self, state: State) -> Draw:
        return Draw("tile", self.seat)


@dataclass(frozen=True, slots=True)
class DealPiles(CampusOutcome):
    """The cards of each seat's first pile, unseen by everybody; the rest stays hidden as well."""

    clause: ClassVar = "CG-I-0d"
    tag: ClassVar = "deal"
    piles: Annotated[tuple[Secret[CardSet], ...], PerSeat()]

    @classmethod
    def drawn(cls, game: Setting, state: State, stream: RandomStream) -> DealPiles:
        seats = len(game.seats)
        hands = [[angel] for angel in stream.sample(game.angels, seats)]
        for level, deal in enumerate(game.deal_of_levels, 1):
            cards = stream.sample(game.cards_of_level(level), deal * seats)
            for seat, hand in enumerate(hands):
                hand.extend(cards[seat * deal : (seat + 1) * deal])
        return cls(tuple(Secret(NOBODY, tuple(sorted(hand))) for hand in hands))

    def refusal(self, game: Setting, state: State) -> Refusal | None:
        return None if self.possible(game, state) else Refusal("bad-deal", "CG-I-0d")

    def possible(self, game: Setting, state: State) -> bool:
        known = [pile.value for pile in self.piles if pile.value is not HIDDEN]
        dealt = {card for pile in known for card in pile}
        return (
            len(self.piles) == len(game.seats)
            and all(pile.audience == NOBODY for pile in self.piles)
            and all(_is_pile(game, pile) for pile in known)
            and len(dealt) == sum(map(len, known))
            and dealt <= set(game.cards)
        )

    def carry_out(self, game: Setting, state: State, told: list[Told]) -> State:
        count = game.deal + 1
        told.append(Told(EffectKind.PILES_DEALT, None, (count,)))
        seats: list[SeatState] = []
        box = state.box._replace(seen=NOBODY)
        for seat, pile in zip(state.seats, self.piles, strict=True):
            box = box.remove(pile.value, count)
            seats.append(seat._replace(pile=seat.pile.add(pile.value, count)))
        state = state._replace(seats=tuple(seats), box=box)
        return finish(state, DealLeftoversStep()) if game.dangers else finish(state)


def _is_pile(setting: Setting, pile: tuple[int, ...]) -> bool:
    """Return whether these cards, ascending, are as many of each level as are dealt, and one angel."""
    cards = set(pile)
    return (
        tuple(sorted(cards)) == pile
        and len(cards) == setting.deal + 1
        and len(cards.intersection(setting.angels)) == 1
        and all(
            len(cards.intersection(setting.cards_of_level(level))) == deal
            for level, deal in enumerate(setting.deal_of_levels, 1)
        )
    )


@dataclass(frozen=True, slots=True)
class DealPilesStep(CampusChance):
    """The dealer deals every seat its pile."""

    clause: ClassVar = "CG-I-0d"
    outcome: ClassVar = DealPiles
    source: ClassVar = "deal"
    tag: ClassVar = "deal"
