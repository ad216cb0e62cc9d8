"""Chance and the unseen: what 32 bytes of entropy deal, what a viewer sees, and worlds that fit a view."""

from __future__ import annotations

from rules.campus_galli.events import (
    CampusOutcome,
    DealPiles,
    DrawCards,
    DrawSection,
    DrawTile,
    RevealCards,
    RevealTask,
)
from rules.campus_galli.geometry import spaces_of
from rules.campus_galli.rounds import cards_due
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import (
    PILE_DRAWS,
    POUCH_DRAWS,
    TASK_DRAWS,
    DealPilesStep,
    DrawCardsStep,
    DrawSectionStep,
    DrawTileStep,
    FillBoardStep,
    RevealCardsStep,
    SeatState,
    State,
)
from rules.engine.entropy import Stream
from rules.engine.game import Draw
from rules.engine.secrecy import HIDDEN, NOBODY, Secret, Slot, Viewer, Zone


def draw(state: State) -> Draw:
    """The named source and index of the draw that is due. Raises ValueError when none is."""
    step = state.agenda[-1] if state.agenda else None
    match step:
        case DealPilesStep():
            return Draw("deal", 0)
        case DrawTileStep():
            return Draw("tile", step.seat)
        case FillBoardStep():
            return Draw("tasks", state.draws[TASK_DRAWS], rest=True)
        case DrawCardsStep():
            return Draw(f"pile {step.seat + 1}", state.draws[PILE_DRAWS + step.seat], rest=True)
        case DrawSectionStep():
            return Draw("pouch", state.draws[POUCH_DRAWS])
        case RevealCardsStep():
            return Draw("reveal", state.round)
        case _:
            raise ValueError("no draw is due")


def deal(setting: Setting, state: State, entropy: bytes) -> CampusOutcome:
    """The outcome that the entropy stands for. Raises ValueError when none is due or the state hides what it needs."""
    stream = Stream(entropy)
    step = state.agenda[-1] if state.agenda else None
    match step:
        case FillBoardStep():
            return RevealTask(stream.choice(_known(state.deck)))
        case DrawCardsStep():
            pile = _known(state.seats[step.seat].pile)
            cards = tuple(sorted(stream.sample(pile, cards_due(setting, state, step))))
            return DrawCards(step.seat, Secret(setting.hand_audience(step.seat), cards))
        case DrawSectionStep():
            return DrawSection(stream.choice(list(spaces_of(state.pouch & setting.shape_sections[step.shape]))))
        case RevealCardsStep():
            return RevealCards(tuple(_chosen(seat) for seat in state.seats))
        case DealPilesStep():
            return _deal_piles(setting, stream)
        case DrawTileStep():
            left = [colour for colour, number in enumerate(state.tiles) for _ in range(number)]
            return DrawTile(step.seat, stream.choice(left))
        case _:
            raise ValueError("no draw is due")


def _deal_piles(setting: Setting, stream: Stream) -> DealPiles:
    seats = len(setting.seats)
    angels = stream.sample(setting.angels, seats)
    hands = [[angel] for angel in angels]
    for level, deal in enumerate(setting.deal_of_levels, 1):
        cards = stream.sample(setting.cards_of_level(level), deal * seats)
        for seat, hand in enumerate(hands):
            hand.extend(cards[seat * deal : (seat + 1) * deal])
    return DealPiles(tuple(Secret(NOBODY, tuple(sorted(hand))) for hand in hands))


def _known(zone: Zone) -> tuple[int, ...]:
    if zone.cards is HIDDEN:
        raise ValueError("this view does not show what is to be drawn from")
    return zone.cards


def _chosen(seat: SeatState) -> int:
    card = seat.chosen.card
    if card is HIDDEN or card is None:
        raise ValueError("this view does not show what was chosen")
    return card


def view(state: State, viewer: Viewer) -> State:
    """The state as the viewer may know it."""
    return state._replace(
        deck=state.deck.view(viewer),
        box=state.box.view(viewer),
        seats=tuple(
            seat._replace(
                pile=seat.pile.view(viewer),
                hand=seat.hand.view(viewer),
                chosen=seat.chosen.view(viewer),
                next_year=seat.next_year.view(viewer),
            )
            for seat in state.seats
        ),
    )


def imagine(setting: Setting, view: State, entropy: bytes) -> State:
    """A full state that fits the view: unseen cards fall to the unseen places at random, as they were dealt.

    That is one angel to each seat, and so many cards of each level.
    """
    stream = Stream(entropy)
    if view.box.cards is not HIDDEN and not any(_hidden_count(seat) for seat in view.seats):
        return view
    seen = _seen(view.box) | {card for seat in view.seats for card in _seen_of(seat)}
    unseen = [card for card in setting.cards if card not in seen]
    angels = _shuffled(stream, [card for card in unseen if card in setting.angels])
    others = [
        _shuffled(stream, [card for card in setting.cards_of_level(level) if card not in seen])
        for level in range(1, len(setting.deal_of_levels) + 1)
    ]
    seats: list[SeatState] = []
    for seat in view.seats:
        own = _seen_of(seat)
        cards: list[int] = []
        if _hidden_count(seat):
            cards += [] if own & set(setting.angels) else [angels.pop()]
            for level, deal in enumerate(setting.deal_of_levels, 1):
                missing = deal - len(own.intersection(setting.cards_of_level(level)))
                cards += [others[level - 1].pop() for _ in range(missing)]
        seats.append(_filled(seat, _shuffled(stream, cards)))
    left = [card for cards in others for card in cards]
    box = view.box if view.box.cards is not HIDDEN else Zone.of([*angels, *left], view.box.seen)
    return view._replace(seats=tuple(seats), box=box)


def _shuffled(stream: Stream, cards: list[int]) -> list[int]:
    return stream.sample(cards, len(cards))


def _zones(seat: SeatState) -> tuple[Zone, Zone, Zone]:
    return seat.pile, seat.hand, seat.next_year


def _seen(zone: Zone) -> set[int]:
    return set() if zone.cards is HIDDEN else set(zone.cards)


def _seen_of(seat: SeatState) -> set[int]:
    seen = {*seat.played, *seat.books, *seat.guests}.union(*map(_seen, _zones(seat)))
    return seen | {seat.chosen.card} if isinstance(seat.chosen.card, int) else seen


def _hidden_count(seat: SeatState) -> int:
    return sum(zone.count for zone in _zones(seat) if zone.cards is HIDDEN) + (seat.chosen.card is HIDDEN)


def _filled(seat: SeatState, cards: list[int]) -> SeatState:
    """The seat with its hidden places filled from `cards`, which it uses up."""

    def fill(zone: Zone) -> Zone:
        if zone.cards is not HIDDEN:
            return zone
        return Zone.of([cards.pop() for _ in range(zone.count)], zone.seen)

    chosen = Slot(cards.pop(), seat.chosen.seen) if seat.chosen.card is HIDDEN else seat.chosen
    return seat._replace(pile=fill(seat.pile), hand=fill(seat.hand), next_year=fill(seat.next_year), chosen=chosen)
