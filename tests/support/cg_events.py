"""A Hypothesis strategy for events of Campus Galli, plausible or not."""

from __future__ import annotations

from functools import cache

from hypothesis import strategies as st

from rules.campus_galli.box import Origin
from rules.campus_galli.box_limits import LEFTOVER_PILES
from rules.campus_galli.dangers import RollDice
from rules.campus_galli.dealing import DealPiles, DrawTile
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.gaps import SendBuilderHome
from rules.campus_galli.guests import ScoreAgain
from rules.campus_galli.laying_sections import DrawSection, FlipBuilding, LaySection, TakeFromHut, TakeFromPouch
from rules.campus_galli.leftovers import Borrow, DealLeftovers, TurnUpCard
from rules.campus_galli.losses import Decline, LoseBook, LoseGuest, Settle
from rules.campus_galli.rounds import ChooseCard, DrawCards, RevealCards, RevealTask
from rules.campus_galli.rule_base import CampusEvent
from rules.campus_galli.setting import Setting
from rules.campus_galli.special_actions import BuyFromHut, BuyFromPouch, Expand, Lift, Pass, PayTask
from rules.campus_galli.tile_transfers import PayTiles, ReceiveTiles, SwapTiles
from rules.campus_galli.tile_turns import ClaimTask, EndTurn
from rules.campus_galli.turn_order import Beg, Declare, PlayCard
from rules.engine.secrecy import HIDDEN, NOBODY, HiddenType, Seat, Secret, only


@cache
def events(game: CampusGalli) -> st.SearchStrategy[CampusEvent]:
    """Return a strategy for every kind of event, with valid numbers and audiences, secrets open or hidden."""
    setting = game.setting
    box, seats = setting.box, len(setting.seats)
    seat = st.sampled_from(setting.seats)
    card, section = _below(len(box.cards)), _below(len(box.sections))
    building, shape = _below(len(box.plan.buildings)), _below(len(box.shapes))
    cards = st.sets(card, min_size=1, max_size=6).map(lambda numbers: tuple(sorted(numbers)))

    def draw(who: Seat, value: tuple[int, ...] | HiddenType) -> DrawCards:
        return DrawCards(who, Secret(setting.hand_audience(who), value))

    hidden: st.SearchStrategy[HiddenType] = st.just(HIDDEN)
    piles = st.lists((cards | hidden).map(lambda value: Secret(NOBODY, value)), min_size=seats, max_size=seats)
    return st.one_of(
        st.builds(_choose, seat, card | hidden),
        st.builds(Declare, seat, st.sampled_from(Origin)),
        st.builds(TakeFromHut, seat, _sections(setting, Origin.HUT)),
        st.builds(TakeFromPouch, seat, shape),
        st.builds(LaySection, seat, _below(len(setting.layout.placements))),
        st.builds(FlipBuilding, seat, st.none() | building),
        st.builds(SendBuilderHome, seat, section, st.none()),
        st.builds(SendBuilderHome, seat, st.none(), building),
        piles.map(lambda value: DealPiles(tuple(value))),
        st.builds(RevealTask, _below(len(box.tasks))),
        st.builds(draw, seat, cards | hidden),
        st.lists(card, min_size=seats, max_size=seats).map(lambda value: RevealCards(tuple(value))),
        st.builds(DrawSection, _sections(setting, Origin.POUCH)),
        *(_with_tiles(setting, cards) if setting.tiles else ()),
    )


def _with_tiles(
    setting: Setting, cards: st.SearchStrategy[tuple[int, ...]]
) -> tuple[st.SearchStrategy[CampusEvent], ...]:
    """Return strategies for the kinds of event that levels II and III add."""
    box = setting.box
    seat, colour, place, pile = st.sampled_from(setting.seats), _below(4), _below(setting.board_size), _below(4)
    card, section, building = _below(len(box.cards)), _below(len(box.sections)), _below(len(box.plan.buildings))
    tiles = st.tuples(*[st.integers(0, 20)] * 4)
    hidden: st.SearchStrategy[HiddenType] = st.just(HIDDEN)
    secret = (cards | hidden).map(lambda value: Secret(NOBODY, value))
    again = st.sets(card, max_size=4).flatmap(
        lambda chosen: st.tuples(
            st.just(tuple(sorted(chosen))), st.tuples(*[st.none() | colour for _ in range(len(chosen))])
        )
    )
    return (
        *(st.builds(kind, seat) for kind in (PlayCard, Beg, EndTurn, Pass, Decline)),
        *(st.builds(kind, seat, tiles) for kind in (PayTiles, ReceiveTiles)),
        st.builds(ClaimTask, seat, place),
        st.builds(PayTask, seat, place, st.none() | tiles),
        *(st.builds(kind, seat, building, st.none() | tiles) for kind in (Expand, Settle)),
        st.builds(LoseGuest, seat, building),
        st.builds(SwapTiles, seat, tiles, colour),
        st.builds(_again, seat, again),
        st.builds(BuyFromHut, seat, _sections(setting, Origin.HUT), tiles),
        st.builds(BuyFromPouch, seat, _below(len(box.shapes)), tiles),
        st.builds(SendBuilderHome, seat, st.none(), building, st.just(value=True)),
        st.builds(Borrow, seat, pile, st.none() | st.sampled_from(Origin)),
        st.builds(Lift, seat, place, section),
        st.builds(LoseBook, seat, card),
        st.builds(DrawTile, seat, colour),
        st.builds(TurnUpCard, pile, card),
        st.lists(_below(6), min_size=1, max_size=3).map(lambda faces: RollDice(tuple(faces))),
        st.builds(
            DealLeftovers,
            st.tuples(*[_below(len(box.cards) + 1)] * LEFTOVER_PILES),
            st.tuples(*[secret] * LEFTOVER_PILES),
        ),
    )


def _again(seat: Seat, chosen: tuple[tuple[int, ...], tuple[int | None, ...]]) -> ScoreAgain:
    return ScoreAgain(seat, *chosen)


def _choose(seat: Seat, card: int | HiddenType) -> ChooseCard:
    return ChooseCard(seat, Secret(only(seat), card))


def _below(count: int) -> st.SearchStrategy[int]:
    return st.integers(0, count - 1)


def _sections(setting: Setting, origin: Origin) -> st.SearchStrategy[int]:
    sections = enumerate(setting.box.sections)
    return st.sampled_from([number for number, section in sections if section.origin is origin])
