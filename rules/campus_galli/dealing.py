"""Dealing from entropy, and views of a state."""

from __future__ import annotations

from rules.campus_galli.events import (
    CampusOutcome,
    DealLeftovers,
    DealPiles,
    DrawCards,
    DrawSection,
    DrawTile,
    RevealCards,
    RevealTask,
    RollDice,
    TurnUpCard,
)
from rules.campus_galli.geometry import spaces_of
from rules.campus_galli.leftovers import piles_of, turn_up_draws
from rules.campus_galli.rounds import cards_due
from rules.campus_galli.setting import Setting
from rules.campus_galli.state import PILE_DRAWS, POUCH_DRAWS, TASK_DRAWS, SeatState, State, dice_draws
from rules.campus_galli.steps import (
    DealLeftoversStep,
    DealPilesStep,
    DrawCardsStep,
    DrawSectionStep,
    DrawTileStep,
    FillBoardStep,
    RevealCardsStep,
    RollStep,
    TurnUpStep,
)
from rules.engine.entropy import RandomStream
from rules.engine.referee import Draw
from rules.engine.secrecy import HIDDEN, NOBODY, Secret, Viewer, Zone


def draw(state: State) -> Draw:
    """Return the source and index of the draw that is due. Raises ValueError if none is."""
    step = state.agenda[-1] if state.agenda else None
    match step:
        case DealPilesStep():
            return Draw("deal", 0)
        case DrawTileStep():
            return Draw("tile", step.seat)
        case DealLeftoversStep():
            return Draw("leftovers", 0)
        case TurnUpStep():
            return Draw(f"leftover {step.pile + 1}", state.draws[turn_up_draws(state, step.pile)])
        case RollStep():
            return Draw("dice", state.draws[dice_draws(state)])
        case FillBoardStep():
            return Draw("tasks", state.draws[TASK_DRAWS], opens_round=True)
        case DrawCardsStep():
            return Draw(f"pile {step.seat + 1}", state.draws[PILE_DRAWS + step.seat], opens_round=True)
        case DrawSectionStep():
            return Draw("pouch", state.draws[POUCH_DRAWS])
        case RevealCardsStep():
            return Draw("reveal", state.round)
        case _:
            raise ValueError("no draw is due")


def deal(setting: Setting, state: State, entropy: bytes) -> CampusOutcome:
    """Return the outcome for the entropy. Raises ValueError if none is due or the state hides what it needs."""
    stream = RandomStream(entropy)
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
        case DealLeftoversStep():
            piles = piles_of(setting, _known(state.box))
            return DealLeftovers(tuple(map(len, piles)), tuple(Secret(NOBODY, pile) for pile in piles))
        case TurnUpStep():
            return TurnUpCard(step.pile, stream.choice(_known(state.leftovers[step.pile].pile)))
        case RollStep():
            return RollDice(tuple(stream.choice(setting.box.counts.die) for _ in range(step.dice)))
        case _:
            raise ValueError("no draw is due")


def _deal_piles(setting: Setting, stream: RandomStream) -> DealPiles:
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
    """Return the state as the viewer may know it."""
    return state._replace(
        deck=state.deck.view(viewer),
        box=state.box.view(viewer),
        leftovers=tuple(leftover._replace(pile=leftover.pile.view(viewer)) for leftover in state.leftovers),
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
