"""What the rules pass over without asking is told in plain words, once, beside the plan."""

from __future__ import annotations

from galli_tui.games.campus_galli.log_lines import log_lines
from saves.storage.open_match import TimelineEvent
from tests.support.play import Play
from tests.support.positions import filling, opening, position, table
from tests.support.table_positions import context


def told(play: Play, *lines: str) -> list[str]:
    """What is told of these events and of all that the dealer does after each."""
    first = play.event(lines[0])
    found = [TimelineEvent(0, first, play.state._replace(told=()))]
    for number, text in enumerate(lines, 1):
        play = play.do(text)
        found.append(TimelineEvent(number, play.event(text), play.state))
    return [log_line.text for log_line in log_lines(context(play), found)]


def test_seats_without_a_special_action_are_named_before_the_next_round() -> None:
    play = position(table(3, level=2), turns=["1 angel-1", "2 angel-2", "3 angel-3"], special="1 2 3", tiles=POOR)
    lines = told(play, "1 pass")
    assert lines == ["Anna passes.", "Bruno and Clara can't take a special action.", "Round 2 begins."]


POOR = {1: "RRRGBY", 2: "R", 3: "B"}


def test_a_beggar_is_not_named_among_seats_without_a_special_action() -> None:
    play = position(
        table(2, level=2), turns=["1 angel-1", "2 angel-2"], special="1 2", tiles={1: "RRRGBY", 2: "R"}, begging=[2]
    )
    assert told(play, "1 pass") == ["Anna passes.", "Round 2 begins."]


def test_a_seat_that_begs_unasked_is_said_to_be_unable_to_play() -> None:
    play = opening(table(2, level=2), hands={1: "book-hortulus pray-hall seer-1", 2: "book-troper pray-wing seer-2"})
    state = play.state
    bare = (0, 0, 0, 0)
    poor = state._replace(seats=(state.seats[0], state.seats[1]._replace(tiles=bare)))
    play = Play(play.game, poor).do("1 choose book-hortulus", "2 choose book-troper")
    lines = told(play, "dealer reveal book-hortulus book-troper")
    assert "Bruno can't play card 6 and begs." in lines
    assert not any("Anna" in it and "begs" in it for it in lines)


def test_a_seat_that_chooses_to_beg_is_said_to_do_so() -> None:
    play = position(table(2, level=2), turns=["1 book-hortulus ?", "2 angel-2"], tiles={1: "G"})
    assert told(play, "1 beg")[0] == "Anna begs instead of playing card 12."


def test_a_guest_on_parchment_is_said_to_be_visiting() -> None:
    play = position(table(2, level=2), turns=["1 guest-salomo ?", "2 angel-2"], tiles={1: "Y"})
    lines = told(play, "1 play")
    assert any("Anna welcomes Salomo" in it for it in lines)
    assert "Salomo only visits: G is parchment." in lines


def test_a_guest_without_a_monk_left_is_said_to_be_visiting() -> None:
    play = position(
        table(2, level=2, monks=1), turns=["1 guest-reginbert ?", "2 angel-2"], tiles={1: "Y"}, beside=["1 A guest"]
    )
    assert "Reginbert only visits: Anna has no monk left." in told(play, "1 play")


def test_a_guest_who_moves_in_is_not_said_to_be_visiting() -> None:
    play = position(table(2, level=2), turns=["1 guest-reginbert ?", "2 angel-2"], tiles={1: "Y"})
    lines = told(play, "1 play")
    assert not any("visits" in it for it in lines)
    assert any("moves in beside B +1" in it for it in lines)


def test_cards_that_take_effect_at_once_and_touch_nobody_say_so() -> None:
    play = filling(table(2, level=2), board=["progress-church", "red-beside-blue"])
    assert "Nobody has more than 7 tiles." in told(play, "dealer task dues-1")
    assert "Nobody has a book to score again." in told(play, "dealer task study-day-1")
    assert "Nobody has a guest to score again." in told(play, "dealer task feast-day-1")


def test_a_study_day_that_touches_someone_says_nothing_more() -> None:
    play = filling(table(2, level=2), board=["progress-church"], books={1: "book-troper"})
    assert told(play, "dealer task study-day-1") == ["New task: study day."]


def test_dice_that_cannot_be_paid_say_so_before_what_is_lost() -> None:
    play = filling(table(2, level=3), board=["progress-church"], books={1: "book-troper"}, tiles={1: "G"})
    lines = told(play, "dealer task fire-1", "dealer dice red")
    assert lines == [
        "Event: fire in the libraries.",
        "Anna rolls: red.",
        "Anna can't pay.",
        "Anna loses the Troper.",
    ]


def test_dice_that_can_be_paid_say_nothing_more() -> None:
    play = filling(table(2, level=3), board=["progress-church"], books={1: "book-troper"}, tiles={1: "R"})
    assert "Anna can't pay." not in told(play, "dealer task fire-1", "dealer dice red")
    assert "Anna can't pay." not in told(play, "dealer task fire-1", "dealer dice white")


def test_a_collapse_that_nobody_can_pay_says_so() -> None:
    laid = ["1 hut red hall c4 c5 c6 c7", "1 hut red tower d5 d6 e5 e6", "1 hut green hall f5 g5 h5 i5"]
    play = filling(table(2, level=3), board=["progress-cloister"], laid=laid, tiles={1: "R", 2: "R"})
    lines = told(play, "dealer task collapse-1", "dealer dice green green green")
    assert "Nobody can pay." in lines
    assert any("falls" in it for it in lines)


def test_new_arrivals_that_nobody_can_pay_say_so() -> None:
    play = filling(table(2, level=3), board=["progress-church"], beside=["1 A guest", "1 E"], wood="AE", tiles={1: "R"})
    assert "Nobody can pay for a new arrival." in told(play, "dealer task arrivals-south")


def test_a_building_flipped_by_paying_names_its_player_once() -> None:
    play = position(table(2, level=2), turns=["1 angel-1", "2 angel-2"], special="1 2", tiles={1: "RRY"}, wood="AB")
    line = told(play, "1 expand C")[0]
    assert line.count("Anna") == 1
    assert "the bakery and almshouse (C) is flipped to wood; builder +1" in line


def test_a_building_that_a_task_flips_says_what_that_is_worth_to_the_team() -> None:
    play = filling(table(2, mode="coop"), board=["red-beside-blue"])
    after = play.do("dealer task progress-abbot")
    before, now = (it.game.sheet(it.state).team for it in (play, after))
    assert before is not None
    assert now == before + 6, "in half points"
    assert told(play, "dealer task progress-abbot") == [
        "New task: build on the abbot's house (I); the abbot's house (I) is flipped to wood: team +3"
    ]


def test_a_single_player_is_no_team() -> None:
    play = filling(table(1, mode="solo"), board=["red-beside-blue"])
    assert told(play, "dealer task progress-abbot")[0].endswith("is flipped to wood: score +3")


def test_in_versus_a_flip_names_no_points_of_a_team() -> None:
    play = filling(table(2, mode="versus"), board=["red-beside-blue"])
    assert told(play, "dealer task progress-abbot")[0].endswith("is flipped to wood")
