"""Level I, 2 and 3: drawing, choosing, revealing, declaring, and the order of turns."""

from __future__ import annotations

from collections import Counter

import pytest

from rules.campus_galli.game import CampusGalli
from rules.campus_galli.rounds import ChooseCard, DrawCards, RevealCards
from rules.engine.entropy import derive_entropy
from rules.engine.referee import Due
from rules.engine.secrecy import DEALER, EVERYONE, HIDDEN, PUBLIC, Audience, Seat, Secret, only
from tests.support.play import Play
from tests.support.positions import opening, position, start, table

DEAL = "dealer deal " + " / ".join(
    " ".join(
        card.key
        for card in (*table().setting.box.cards[15 * seat : 15 * seat + 15], table().setting.box.cards[40 + seat])
    )
    for seat in (0, 1)
)
"""The first seat has the cards 0 to 14, the second 15 to 29."""
HANDS = {1: "build-red-1 pray-hall", 2: "master-1 seer-1"}


def card(play: Play, key: str) -> int:
    """The number of a card."""
    return [it.key for it in play.setting.box.cards].index(key)


def chosen(hands: dict[int, str], *choices: str) -> Play:
    """All have chosen; the cards are turned up."""
    play = opening(hands=hands)
    moves = [f"{seat} choose {choice}" for seat, choice in enumerate(choices, start=1)]
    return play.do(*moves, f"dealer reveal {' '.join(choices)}")


def played_through(game: CampusGalli) -> list[Play]:
    """Every moment of a match, in which every seat makes the first move that it can."""
    moments = [start(game)]
    while (play := moments[-1]).due != "nobody":
        due = play.game.due(play.state)
        if due.dealer:
            source, index, _ = play.game.draw(play.state)
            event = play.game.deal(play.state, derive_entropy(source, index))
        else:
            event = play.game.legal(play.state, due.seats[0])[0]
        moments.append(Play(play.game, play.game.apply(play.state, event)))
    return moments


# Drawing


@pytest.mark.rule("CG-I-2a")
def test_every_seat_draws_two_cards_from_its_own_pile() -> None:
    play = opening(hands=HANDS)
    assert play.cards(play.own(1).hand) == "pray-hall build-red-1"
    assert (play.own(1).pile.count, play.own(2).pile.count) == (14, 14)


@pytest.mark.rule("CG-I-2a")
def test_only_the_seat_itself_sees_what_it_draws() -> None:
    play = opening(hands=HANDS)
    assert play.seen_by(Seat(0)).cards(play.seen_by(Seat(0)).own(1).hand) == "pray-hall build-red-1"
    for viewer in (Seat(1), PUBLIC):
        seen = play.seen_by(viewer)
        assert seen.cards(seen.own(1).hand) == "2 unseen"


@pytest.mark.rule("CG-I-2a")
def test_a_draw_is_two_cards_of_the_pile_each_as_likely_as_another() -> None:
    play = start().dealt(until="dealer pile 1")
    drawn: Counter[int] = Counter()
    for i in range(4_000):
        event = play.game.deal(play.state, derive_entropy(i))
        assert isinstance(event, DrawCards)
        assert isinstance(event.cards.value, tuple)
        assert len(event.cards.value) == 2
        drawn.update(event.cards.value)
    assert tuple(sorted(drawn)) == play.own(1).pile.cards
    assert all(400 < count < 600 for count in drawn.values())


def drawing(*cards: int, seat: int = 0, audience: Audience | None = None) -> DrawCards:
    """A draw of these cards."""
    return DrawCards(Seat(seat), Secret(only(Seat(seat)) if audience is None else audience, cards))


@pytest.mark.rule("CG-I-2a")
def test_a_draw_that_is_not_so_is_refused() -> None:
    play = start().do(DEAL).dealt(until="dealer pile 1")
    bad = ("bad-draw", "CG-I-2a")
    assert play.game.refusal(play.state, drawing(0, 1)) is None
    assert play.why_not(drawing(0)) == bad
    assert play.why_not(drawing(0, 1, 2)) == bad
    assert play.why_not(drawing(1, 1)) == bad
    assert play.why_not(drawing(1, 0)) == bad
    assert play.why_not(drawing(0, 15)) == bad
    assert play.why_not(drawing(15, 16, seat=1)) == bad
    assert play.why_not(drawing(0, 1, audience=EVERYONE)) == bad


# Choosing


@pytest.mark.rule("CG-I-2b")
def test_all_seats_choose_at_the_same_time_in_any_order() -> None:
    play = opening(hands=HANDS)
    assert play.game.due(play.state) == Due(seats=(Seat(0), Seat(1)))
    one = play.do("1 choose pray-hall", "2 choose seer-1")
    other = play.do("2 choose seer-1", "1 choose pray-hall")
    assert one == other
    assert one.due == "dealer reveal"


@pytest.mark.rule("CG-I-2b")
def test_the_card_not_chosen_goes_to_next_year() -> None:
    play = opening(hands=HANDS).do("1 choose pray-hall")
    assert play.own(1).chosen.card == card(play, "pray-hall")
    assert play.cards(play.own(1).next_year) == "build-red-1"
    assert play.own(1).hand.count == 0


@pytest.mark.rule("CG-I-2b")
def test_both_cards_lie_face_down_for_the_others() -> None:
    play = opening(hands=HANDS).do("1 choose pray-hall")
    for viewer in (Seat(1), PUBLIC):
        seen = play.seen_by(viewer)
        assert seen.own(1).chosen.card is HIDDEN
        assert seen.cards(seen.own(1).next_year) == "1 unseen"
    assert play.told == []


@pytest.mark.rule("CG-I-2b")
def test_only_a_card_of_the_own_hand_can_be_chosen() -> None:
    play = opening(hands=HANDS)
    assert play.why_not("1 choose master-1") == ("card-not-in-hand", "CG-I-2b")
    assert play.why_not(ChooseCard(Seat(0), Secret(only(Seat(0)), -1))) == ("card-not-in-hand", "CG-I-2b")


@pytest.mark.rule("CG-I-2b")
def test_a_card_cannot_be_chosen_face_up() -> None:
    play = opening(hands=HANDS)
    face_up = ChooseCard(Seat(0), Secret(EVERYONE, card(play, "pray-hall")))
    assert play.why_not(face_up) == ("not-face-down", "CG-I-2b")


@pytest.mark.rule("CG-I-2b", "CG-I-3y")
def test_nobody_chooses_twice() -> None:
    play = opening(hands=HANDS).do("1 choose pray-hall")
    assert play.why_not("1 choose build-red-1") == ("not-your-turn", "CG-I-3y")


# The years


@pytest.mark.rule("CG-I-2c")
def test_when_the_pile_is_used_up_next_years_cards_become_the_pile() -> None:
    before, after = year_change(2)
    assert before.own(1).pile.count == 0
    assert before.own(1).next_year.count == 8
    assert "1 year-changed 8" in after.told
    assert after.own(1).pile.cards == before.own(1).next_year.cards
    assert after.own(1).next_year.count == 0
    assert (before.state.year, after.state.year) == (1, 2)


@pytest.mark.rule("CG-I-2c")
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_year_changes_once_for_every_seat(seats: int) -> None:
    told = [
        line.split()[0] for moment in played_through(table(seats)) for line in moment.told if "year-changed" in line
    ]
    assert sorted(told) == [str(seat) for seat in range(1, seats + 1)]


@pytest.mark.rule("CG-I-2d")
def test_a_pile_too_small_is_drawn_out_and_the_rest_comes_from_the_new_pile() -> None:
    before, after = year_change(3)
    assert before.own(1).pile.count == 1
    assert after.told == ["1 cards-drawn 1", "1 year-changed 5"]
    assert after.due == "dealer pile 1"
    full = after.dealt(until="dealer pile 2")
    assert full.own(1).hand.count == 2
    assert full.own(1).pile.count == 4


@pytest.mark.rule("CG-I-2d")
def test_in_the_second_year_a_remainder_too_small_for_a_full_draw_is_drawn_too() -> None:
    box = table().setting.box
    level = box.levels[0]
    box = box._replace(levels=(level._replace(deal=((5, 5, 5, 5),)), *box.levels[1:]))
    moments = played_through(table(2, box=box))
    sizes = [moment.own(1).hand.count for moment in moments if moment.due == "1 2"]
    assert sizes == [2, 2, 2, 3]


@pytest.mark.rule("CG-I-2b", "CG-I-2d")
def test_of_three_cards_in_hand_two_go_to_next_year() -> None:
    hands = {1: "build-red-1 pray-hall seer-2", 2: "master-1 seer-1 pray-wing"}
    box = table().setting.box
    level = box.levels[0]
    game = table(2, box=box._replace(levels=(level._replace(draw=3), *box.levels[1:])))
    play = opening(game, hands=hands).do("1 choose pray-hall")
    assert play.cards(play.own(1).next_year) == "seer-2 build-red-1"


@pytest.mark.rule("CG-I-2d", "CG-I-0e", "CG-I-5")
@pytest.mark.parametrize(("seats", "rounds"), [(1, 24), (2, 12), (3, 8), (4, 6)])
def test_every_number_of_seats_plays_24_actions(seats: int, rounds: int) -> None:
    end = played_through(table(seats))[-1]
    assert end.state.round == rounds
    assert [len(own.played) for own in end.state.seats] == [rounds] * seats
    assert seats * rounds == 24


@pytest.mark.rule("CG-I-2e")
def test_only_its_seat_knows_a_new_pile() -> None:
    _, after = year_change(2)
    own = after.seen_by(Seat(0))
    assert own.own(1).pile == after.own(1).pile
    for viewer in (Seat(1), PUBLIC):
        seen = after.seen_by(viewer)
        assert seen.cards(seen.own(1).pile) == "8 unseen"


@pytest.mark.rule("CG-I-2e")
def test_what_an_owner_draws_from_its_new_pile_is_chance() -> None:
    _, after = year_change(2)
    pile = after.dealt(until="dealer pile 1")
    drawn = {pile.game.format(pile.game.deal(pile.state, derive_entropy(i))) for i in range(300)}
    assert len(drawn) == 28


def year_change(seats: int) -> tuple[Play, Play]:
    """The moments before and after the first seat's year changes."""
    moments = played_through(table(seats))
    after = next(i for i, moment in enumerate(moments) if any("1 year-changed" in line for line in moment.told))
    return moments[after - 1], moments[after]


# Revealing, declaring, the order of turns


@pytest.mark.rule("CG-I-3")
def test_all_chosen_cards_are_turned_up_together() -> None:
    play = chosen(HANDS, "pray-hall", "seer-1")
    assert play.told == ["1 card-revealed pray-hall", "2 card-revealed seer-1"]
    seen = play.seen_by(PUBLIC)
    assert [seen.own(seat).chosen.card for seat in (1, 2)] == [card(play, "pray-hall"), card(play, "seer-1")]


@pytest.mark.rule("CG-I-3")
def test_the_dealer_turns_up_what_was_chosen_and_nothing_else() -> None:
    play = opening(hands=HANDS).do("1 choose pray-hall", "2 choose seer-1")
    numbers = [card(play, key) for key in ("pray-hall", "seer-1", "master-1")]
    bad = ("bad-reveal", "CG-I-3")
    assert play.why_not(RevealCards((numbers[0], numbers[2]))) == bad
    assert play.why_not(RevealCards((numbers[0],))) == bad
    assert play.why_not(RevealCards((*numbers[:2], numbers[2]))) == bad
    assert play.why_not(RevealCards((numbers[1], numbers[0]))) == bad
    assert play.seen_by(PUBLIC).why_not(RevealCards((numbers[0], numbers[0]))) == bad
    assert play.seen_by(PUBLIC).why_not(RevealCards((numbers[0], 44))) == bad


@pytest.mark.rule("CG-I-3")
@pytest.mark.parametrize(
    ("choices", "order"),
    [(("build-red-1", "seer-1"), (1, 0)), (("pray-hall", "master-1"), (0, 1)), (("pray-hall", "seer-1"), (0, 1))],
)
def test_turns_go_by_the_numbers_of_the_cards_the_lowest_first(
    choices: tuple[str, str], order: tuple[int, ...]
) -> None:
    play = chosen(HANDS, *choices)
    assert play.state.order == order
    assert play.due == str(order[0] + 1)


@pytest.mark.rule("CG-I-3")
def test_with_four_seats_all_four_follow_their_numbers() -> None:
    hands = {1: "angel-1 seer-2", 2: "build-red-1 seer-3", 3: "pray-hall pray-wing", 4: "seer-1 master-1"}
    assert chosen(hands, "angel-1", "build-red-1", "pray-hall", "seer-1").state.order == (2, 3, 1, 0)


DOUBLES = {1: "double-wing-1 seer-2", 2: "double-hall-1 seer-1", 3: "seer-3 pray-hall"}
"""Numbers 24 or 42, 22 or 40, and 39."""


def declaring() -> Play:
    """Two of three seats have a double-coloured card."""
    return chosen(DOUBLES, "double-wing-1", "double-hall-1", "seer-3")


@pytest.mark.rule("CG-I-3x")
def test_seats_with_a_double_coloured_card_declare_in_the_order_of_their_lower_numbers() -> None:
    play = declaring()
    assert play.due == "2"
    assert play.legal(2) == ["2 declare hut", "2 declare pouch"]
    first = play.do("2 declare hut")
    assert first.told == ["2 declared hut"]
    assert first.due == "1"
    assert first.why_not("2 declare pouch") == ("not-your-turn", "CG-I-3y")


@pytest.mark.rule("CG-I-3x")
def test_the_order_of_turns_is_fixed_once_all_have_declared() -> None:
    play = declaring()
    assert play.state.order == ()
    assert play.do("2 declare hut").state.order == ()
    assert len(play.do("2 declare hut", "1 declare hut").state.order) == 3


@pytest.mark.rule("CG-I-3")
@pytest.mark.parametrize(
    ("second", "first", "order"),
    [
        ("pouch", "pouch", (1, 0, 2)),
        ("hut", "pouch", (0, 2, 1)),
        ("pouch", "hut", (1, 2, 0)),
        ("hut", "hut", (2, 1, 0)),
    ],
)
def test_the_lower_number_counts_for_the_pouch_and_the_higher_for_the_hut(
    second: str, first: str, order: tuple[int, ...]
) -> None:
    assert declaring().do(f"2 declare {second}", f"1 declare {first}").state.order == order


@pytest.mark.rule("CG-I-3x")
def test_without_a_double_coloured_card_nobody_declares() -> None:
    assert chosen(HANDS, "pray-hall", "seer-1").state.order == (0, 1)


@pytest.mark.rule("CG-I-3x")
def test_a_declaration_is_forgotten_after_the_round() -> None:
    before = position(turns=["2 double-tower-1 hut"], laying="hut red tower")
    assert [own.declared for own in before.do("2 lay e5 f5 e6 f6").state.seats] == [None, None]


@pytest.mark.rule("CG-I-3x", "CG-I-3a13")
def test_either_may_be_declared_even_what_is_used_up() -> None:
    play = declaring()
    gone = play.setting.shape_sections[0]
    empty = Play(play.game, play.state._replace(hut=play.state.hut & ~gone))
    assert empty.legal(2) == ["2 declare hut", "2 declare pouch"]
    after = empty.do("2 declare hut", "1 declare pouch", "1 take pouch wing", "dealer felt red wing")
    after = after.do("1 lay e5 f5 g5 e6", "3 take pouch tower", "dealer felt red tower", "3 lay h5 i5 h6 i6")
    assert "2 card-spent double-hall-1" in after.told


@pytest.mark.rule("CG-I-3y")
def test_only_the_seat_whose_turn_it_is_may_act() -> None:
    play = chosen(HANDS, "pray-hall", "seer-1")
    assert play.why_not("2 take pouch hall") == ("not-your-turn", "CG-I-3y")


@pytest.mark.rule("CG-I-3y")
def test_a_seat_does_only_what_its_turn_asks_for_now() -> None:
    play = chosen(HANDS, "pray-hall", "seer-1")
    now = ("not-now", "CG-I-3y")
    assert play.why_not("1 lay e5 f5 g5 h5") == now
    assert play.why_not("1 choose pray-hall") == now
    assert play.why_not("1 flip D") == now
    assert play.why_not("1 home beside D") == now
    assert play.why_not("1 declare hut") == now


@pytest.mark.rule("CG-I-3y")
def test_nobody_acts_while_the_dealer_is_due() -> None:
    play = chosen(HANDS, "pray-hall", "seer-1").do("1 take pouch hall")
    assert play.why_not("1 take pouch hall") == ("not-your-turn", "CG-I-3y")
    assert play.legal(1) == []


@pytest.mark.rule("CG-I-3y")
def test_the_dealer_does_only_what_is_due_from_it() -> None:
    play = chosen(HANDS, "pray-hall", "seer-1")
    assert play.why_not("dealer felt red hall") == ("not-now", "CG-I-3y")
    assert play.why_not("dealer task progress-church") == ("not-now", "CG-I-3y")
    assert play.seen_by(DEALER).why_not("dealer reveal pray-hall seer-1") == ("not-now", "CG-I-3y")
