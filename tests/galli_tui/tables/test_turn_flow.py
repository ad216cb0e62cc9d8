"""Who acts next at a terminal, whose eyes the screen is for, and when the others must look away."""

from __future__ import annotations

from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.tables.turn_flow import Turn, next_turn
from rules.engine.secrecy import HIDDEN, PUBLIC, Seat, Secret, only
from tests.support.straws_game import Choose, Point, straws_table

ANNA, BRUNO = Seat(0), Seat(1)


def choose(table: InMemoryTable, seat: Seat) -> None:
    hand = table.view(seat).hands[seat].cards
    assert hand is not HIDDEN
    table.submit(Choose(seat, Secret(only(seat), hand[0])))


def both_chose(table: InMemoryTable) -> InMemoryTable:
    choose(table, ANNA)
    choose(table, BRUNO)
    return table


def test_a_choice_face_down_is_private_and_pointing_is_not() -> None:
    table = straws_table("Anna", "Bruno")
    assert table.game.is_private(table.view(ANNA), ANNA)
    pointing = both_chose(table)
    assert not pointing.game.is_private(pointing.view(ANNA), ANNA)


def test_before_a_private_decision_the_screen_is_handed_over() -> None:
    assert next_turn(straws_table("Anna", "Bruno"), None) == Turn(ANNA, ANNA, handover=True)


def test_a_seat_already_in_view_decides_without_a_handover() -> None:
    assert next_turn(straws_table("Anna", "Bruno"), ANNA) == Turn(ANNA, ANNA, handover=False)


def test_a_seat_that_has_chosen_hands_over_to_the_next() -> None:
    table = straws_table("Anna", "Bruno")
    choose(table, ANNA)
    assert next_turn(table, ANNA) == Turn(BRUNO, BRUNO, handover=True)


def test_in_a_simultaneous_choice_the_seat_in_view_is_first() -> None:
    assert next_turn(straws_table("Anna", "Bruno"), BRUNO) == Turn(BRUNO, BRUNO, handover=False)


def test_a_public_decision_shows_the_public_view_without_a_handover() -> None:
    assert next_turn(both_chose(straws_table("Anna", "Bruno")), None) == Turn(ANNA, PUBLIC, handover=False)


def test_a_terminal_with_one_person_has_no_handover() -> None:
    assert next_turn(straws_table("Anna", mode="solo"), None) == Turn(ANNA, ANNA, handover=False)


def test_with_one_seat_here_the_others_are_elsewhere() -> None:
    table = straws_table("Anna", "Bruno", here=[False, True])
    assert next_turn(table, None) == Turn(BRUNO, BRUNO, handover=False)


def test_while_others_decide_a_seat_alone_here_keeps_its_own_view() -> None:
    table = straws_table("Anna", "Bruno", here=[False, True])
    choose(table, BRUNO)
    assert next_turn(table, None) == Turn(None, BRUNO, handover=False)


def test_open_hands_need_no_handover() -> None:
    table = straws_table("Anna", "Bruno", variants=("open-hands",))
    assert next_turn(table, None) == Turn(ANNA, ANNA, handover=False)


def test_a_spectator_sees_the_public_view() -> None:
    table = straws_table("Anna", "Bruno", here=[False, False])
    assert next_turn(table, None) == Turn(None, PUBLIC, handover=False)


def test_after_the_end_everyone_sees_the_public_view() -> None:
    table = straws_table("Anna", "Bruno")
    for _ in range(2):
        both_chose(table)
        table.submit(Point(ANNA, 1))
        table.submit(Point(BRUNO, 2))
    assert next_turn(table, None) == Turn(None, PUBLIC, handover=False)
