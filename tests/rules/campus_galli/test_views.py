"""Views at level I: what viewers know, the states sampled from a view, and which events reveal something."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest

from rules.bots import bot_named
from rules.campus_galli.dealing import DealPiles
from rules.campus_galli.game import CampusGalli
from rules.campus_galli.laying_sections import DrawSection
from rules.campus_galli.rounds import DrawCards, RevealCards, RevealTask
from rules.campus_galli.state import State
from rules.engine.entropy import derive_entropy
from rules.engine.referee import Draw
from rules.engine.secrecy import DEALER, HIDDEN, PUBLIC, Seat
from rules.simulate import play
from tests.support.play import Play
from tests.support.positions import opening, position, start, table

HANDS = {1: "build-red-1 pray-hall", 2: "master-1 angel-2"}


def all_along(game: CampusGalli) -> Iterator[Play]:
    """Every moment of a random match."""
    state: State = game.initial()
    yield Play(game, state)
    for event in play(game, [bot_named("novice")] * game.options.seats, 5).events:
        state = game.apply(state, event)
        yield Play(game, state)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_everyone_reads_the_same_score_off_the_table_at_every_moment(seats: int) -> None:
    for moment in all_along(table(seats)):
        sheet = moment.game.sheet(moment.state)
        for viewer in (*moment.setting.seats, PUBLIC):
            assert moment.game.sheet(moment.seen_by(viewer).state) == sheet


def test_each_draw_has_a_source_and_a_number_of_its_own() -> None:
    sources = Counter[str]()
    seen: set[Draw] = set()
    for moment in all_along(table(2)):
        if moment.game.due(moment.state).dealer:
            draw = moment.game.draw(moment.state)
            assert draw not in seen
            assert draw.source in ("deal", "reveal") or draw.index == sources[draw.source]
            seen.add(draw)
            sources[draw.source] += 1
    assert set(sources) == {"deal", "tasks", "pile 1", "pile 2", "pouch", "reveal"}


# Worlds


def test_a_determinization_deals_unseen_cards_evenly_and_one_angel_to_each_seat() -> None:
    seen = opening(hands=HANDS).seen_by(Seat(0))
    hands: Counter[int] = Counter()
    for i in range(2_000):
        world = seen.game.sample_state(seen.state, derive_entropy(i))
        hand, pile = world.seats[1].hand.cards, world.seats[1].pile.cards
        assert hand is not HIDDEN
        assert pile is not HIDDEN
        assert sum(card in seen.setting.angels for card in hand + pile) == 1
        hands.update(hand)
    known = {card for card in range(44) if seen.setting.box.cards[card].key in HANDS[1].split()}
    angels = sum(hands.pop(angel) for angel in seen.setting.angels)
    assert set(hands) == set(range(40)) - known
    # Two of sixteen cards are in hand. The angel is one of the sixteen, the others are spread over 38.
    assert 200 < angels < 300
    assert all(70 < count < 130 for count in hands.values())


def test_a_world_of_the_dealers_view_is_the_state_itself() -> None:
    play = opening(hands=HANDS)
    assert play.game.sample_state(play.seen_by(DEALER).state, bytes(32)) == play.state


def test_a_determinization_keeps_what_the_viewer_knows() -> None:
    play = opening(hands=HANDS).do("1 choose pray-hall")
    world = play.game.sample_state(play.seen_by(Seat(0)).state, derive_entropy("world"))
    assert world.seats[0].hand == play.state.seats[0].hand
    assert world.seats[0].chosen == play.state.seats[0].chosen
    assert world.seats[0].next_year == play.state.seats[0].next_year
    assert world.seats[0].pile != play.state.seats[0].pile


def test_the_dealer_cannot_deal_from_what_a_view_hides() -> None:
    drawing = start().dealt(until="dealer pile 1").seen_by(PUBLIC)
    with pytest.raises(ValueError, match="does not show what is to be drawn from"):
        drawing.game.deal(drawing.state, bytes(32))
    chosen = opening(hands=HANDS).do("1 choose pray-hall", "2 choose master-1").seen_by(PUBLIC)
    with pytest.raises(ValueError, match="does not show what was chosen"):
        chosen.game.deal(chosen.state, bytes(32))


# Takebacks rest on this


def test_no_move_reveals_a_secret_to_others() -> None:
    moves = [
        moment.game.reveals(moment.state, move)
        for moment in all_along(table(2))
        for seat in moment.setting.seats
        for move in moment.game.legal(moment.state, seat)[:3]
    ]
    assert len(moves) > 100
    assert not any(moves)


def test_every_outcome_reveals_something_to_a_seat() -> None:
    kinds: set[type[object]] = set()
    for moment in all_along(table(2)):
        if moment.game.due(moment.state).dealer:
            event = moment.game.deal(moment.state, bytes(32))
            assert moment.game.reveals(moment.state, event)
            kinds.add(type(event))
    assert kinds == {DealPiles, RevealTask, DrawCards, RevealCards, DrawSection}


def test_a_lone_seat_learns_nothing_from_its_own_choice() -> None:
    play = opening(hands={1: HANDS[1]}).do("1 choose pray-hall")
    assert play.due == "dealer reveal"
    assert not play.game.reveals(play.state, play.game.deal(play.state, bytes(32)))


@pytest.mark.rule("CG-I-4")
def test_after_the_round_a_played_card_is_no_secret_and_the_place_for_the_next_one_is() -> None:
    after = position(turns=["2 build-red-1"], laying="hut red tower").do("2 lay e5 f5 e6 f6")
    hands = {1: "pray-hall pray-wing", 2: "seer-1 seer-2"}
    assert [own.chosen.seen for own in after.state.seats] == [
        own.chosen.seen for own in opening(hands=hands).state.seats
    ]
