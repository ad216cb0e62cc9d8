"""Any event that Campus Galli could be told, sensible or not, as a Hypothesis strategy."""

from __future__ import annotations

from hypothesis import strategies as st

from rules.campus_galli.box import Origin
from rules.campus_galli.events import (
    CampusEvent,
    ChooseCard,
    DealPiles,
    Declare,
    DrawCards,
    DrawSection,
    FlipBuilding,
    LaySection,
    RevealCards,
    RevealTask,
    SendBuilderHome,
    TakeFromHut,
    TakeFromPouch,
)
from rules.campus_galli.game import CampusGalli
from rules.engine.secrecy import HIDDEN, NOBODY, HiddenType, Seat, Secret, only


def events(game: CampusGalli) -> st.SearchStrategy[CampusEvent]:
    """Every kind of event, with numbers that the box has and secrets shown to whom they belong, open or hidden."""
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
        st.builds(TakeFromHut, seat, _sections(game, Origin.HUT)),
        st.builds(TakeFromPouch, seat, shape),
        st.builds(LaySection, seat, _below(len(setting.layout.placements))),
        st.builds(FlipBuilding, seat, st.none() | building),
        st.builds(SendBuilderHome, seat, section, st.none()),
        st.builds(SendBuilderHome, seat, st.none(), building),
        piles.map(lambda value: DealPiles(tuple(value))),
        st.builds(RevealTask, _below(len(box.tasks))),
        st.builds(draw, seat, cards | hidden),
        st.lists(card, min_size=seats, max_size=seats).map(lambda value: RevealCards(tuple(value))),
        st.builds(DrawSection, _sections(game, Origin.POUCH)),
    )


def _choose(seat: Seat, card: int | HiddenType) -> ChooseCard:
    return ChooseCard(seat, Secret(only(seat), card))


def _below(count: int) -> st.SearchStrategy[int]:
    return st.integers(0, count - 1)


def _sections(game: CampusGalli, origin: Origin) -> st.SearchStrategy[int]:
    sections = enumerate(game.setting.box.sections)
    return st.sampled_from([number for number, section in sections if section.origin is origin])
