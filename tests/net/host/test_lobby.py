"""Seats before a match: who may sit where, by which name and colour, who is ready, and what keeps it from beginning."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from net.host.lobby import LobbyError, LobbyState, SeatAssignment
from net.wire.message_codec import decode_host_message, encode_host_message
from net.wire.messages import MAX_SPECTATORS, Lobby, SeatKind
from rules.engine.game import Options
from rules.engine.secrecy import Seat
from saves.format.header import MAX_NAME
from saves.format.identity import Identity, PublicKeys
from tests.sample_game.game import META
from tests.support.sample_match import GUEST_KEYS, STRANGER_KEYS, options

ONE, TWO, THREE = Seat(0), Seat(1), Seat(2)
BRUNO, CLARA = GUEST_KEYS.public, STRANGER_KEYS.public
COMPONENTS = bytes(range(32))


def book(seats: int = 3) -> LobbyState:
    """All seats open."""
    return LobbyState(META, options(seats), COMPONENTS)


def saved(*kinds: SeatKind, held: tuple[PublicKeys | None, ...] = (None, BRUNO, None)) -> LobbyState:
    """A saved match of Anna, Bruno and Clara; each guest's seat is held by its key."""
    places = [
        SeatAssignment(
            kind,
            name,
            colour,
            "novice" if kind is SeatKind.BOT else None,
            held[number] if kind is SeatKind.GUEST else None,
        )
        for number, (kind, name, colour) in enumerate(
            zip(kinds, ("Anna", "Bruno", "Clara"), ("red", "blue", "green"), strict=True)
        )
    ]
    return LobbyState(META, options(3), COMPONENTS, places, held)


def told(lobby: LobbyState, keys: PublicKeys | None = None, *, online: tuple[PublicKeys, ...] = ()) -> Lobby:
    """What this guest is told, as it arrives."""
    message = lobby.lobby_for(keys, online, spectators=MAX_SPECTATORS, may_watch=True, may_chat=False)
    assert decode_host_message(encode_host_message(message)) == message
    return message


def names(lobby: LobbyState) -> list[str]:
    return [place.name for place in lobby.assignments]


def colours(lobby: LobbyState) -> list[str]:
    return [place.colour for place in lobby.assignments]


# Sitting down


def test_at_first_all_seats_are_open_and_each_has_a_colour() -> None:
    lobby = book()
    assert [place.kind for place in lobby.assignments] == [SeatKind.OPEN] * 3
    assert colours(lobby) == list(META.colours)


def test_a_guest_takes_a_seat_with_name_and_colour() -> None:
    lobby = book()
    lobby.take_seat(BRUNO, TWO, "Bruno", "blue")
    assert lobby.assignments[1] == SeatAssignment(SeatKind.GUEST, "Bruno", "blue", None, BRUNO)
    assert lobby.seats_of(BRUNO) == (TWO,)


def test_a_guest_may_take_several_seats() -> None:
    lobby = book()
    lobby.take_seat(BRUNO, ONE, "Bruno", "")
    lobby.take_seat(BRUNO, THREE, "Brother", "")
    assert lobby.seats_of(BRUNO) == (ONE, THREE)


def test_a_taken_seat_is_refused() -> None:
    lobby = book()
    lobby.take_seat(BRUNO, ONE, "Bruno", "")
    before = lobby.assignments
    with pytest.raises(LobbyError, match="Seat 1 is taken"):
        lobby.take_seat(CLARA, ONE, "Clara", "")
    assert lobby.assignments == before


@pytest.mark.parametrize("kind", [SeatKind.HERE, SeatKind.BOT])
def test_a_seat_of_the_hosts_is_refused(kind: SeatKind) -> None:
    lobby = book()
    if kind is SeatKind.HERE:
        lobby.seat_here(ONE)
    else:
        lobby.seat_bot(ONE, "novice")
    with pytest.raises(LobbyError, match="taken"):
        lobby.take_seat(CLARA, ONE, "Clara", "")


def test_an_unknown_seat_is_refused() -> None:
    with pytest.raises(LobbyError, match="no seat 3"):
        book(2).take_seat(BRUNO, THREE, "Bruno", "")


def test_an_unknown_colour_is_refused() -> None:
    lobby = book()
    with pytest.raises(LobbyError, match="colour"):
        lobby.take_seat(BRUNO, ONE, "Bruno", "mauve")
    assert lobby.assignments == book().assignments


def test_a_taken_colour_gives_way_to_the_next_that_is_free() -> None:
    lobby = book()
    lobby.take_seat(BRUNO, ONE, "Bruno", "blue")
    lobby.take_seat(CLARA, TWO, "Clara", "blue")
    assert lobby.assignments[1].colour not in ("", "blue")


def test_an_open_seat_gives_its_colour_away() -> None:
    lobby = book(2)
    lobby.take_seat(BRUNO, ONE, "Bruno", META.colours[1])
    assert colours(lobby) == [META.colours[1], META.colours[0]]


def test_a_new_name_keeps_the_colour() -> None:
    lobby = book()
    lobby.take_seat(BRUNO, ONE, "Bruno", "blue")
    lobby.take_seat(BRUNO, ONE, "Brunhild", "")
    assert lobby.assignments[0][1:3] == ("Brunhild", "blue")


def test_a_taken_name_gets_a_number_whatever_its_capitals() -> None:
    lobby = book()
    lobby.take_seat(BRUNO, ONE, "Anna", "")
    lobby.take_seat(CLARA, TWO, "ANNA", "")
    lobby.take_seat(CLARA, THREE, "Anna", "")
    assert names(lobby) == ["Anna", "ANNA 2", "Anna 3"]


def test_a_long_name_that_is_taken_stays_within_its_length() -> None:
    lobby = book()
    lobby.take_seat(BRUNO, ONE, "A" * MAX_NAME, "")
    lobby.take_seat(CLARA, TWO, "A" * MAX_NAME, "")
    assert names(lobby)[1] == "A" * (MAX_NAME - 2) + " 2"


def test_an_invisible_name_becomes_that_of_the_seat() -> None:
    lobby = book()
    lobby.take_seat(BRUNO, TWO, "\x1b\u200b", "")
    assert names(lobby)[1] == "Seat 2"


def test_leaving_opens_the_seat() -> None:
    lobby = book()
    lobby.take_seat(BRUNO, ONE, "Bruno", "")
    lobby.leave_seat(BRUNO, ONE)
    assert lobby.assignments[0].kind is SeatKind.OPEN
    assert lobby.assignments[0].name == ""


def test_only_its_holder_leaves_a_seat() -> None:
    lobby = book()
    lobby.take_seat(BRUNO, ONE, "Bruno", "")
    with pytest.raises(LobbyError, match="not yours"):
        lobby.leave_seat(CLARA, ONE)


# Being ready


def test_a_match_begins_once_no_seat_is_open_and_all_guests_are_ready() -> None:
    lobby = book(2)
    lobby.seat_here(ONE, "Anna")
    assert len(lobby.obstacles()) == 1
    lobby.take_seat(BRUNO, TWO, "Bruno", "")
    assert lobby.obstacles() == ["Bruno is not ready."]
    lobby.ready(BRUNO)
    assert lobby.obstacles() == []


def test_a_start_that_is_not_ready_names_the_obstacles() -> None:
    lobby = book(2)
    lobby.take_seat(BRUNO, TWO, "Bruno", "")
    with pytest.raises(LobbyError, match=r"Seat 1 is open.*Bruno is not ready"):
        lobby.match_setup()


def test_taking_another_seat_clears_ready() -> None:
    lobby = book(2)
    lobby.take_seat(BRUNO, ONE, "Bruno", "")
    lobby.ready(BRUNO)
    lobby.take_seat(BRUNO, TWO, "Brother", "")
    assert not any(place.ready for place in lobby.assignments)


def test_a_new_name_keeps_ready() -> None:
    lobby = book(2)
    lobby.take_seat(BRUNO, ONE, "Bruno", "")
    lobby.ready(BRUNO)
    lobby.take_seat(BRUNO, ONE, "Brunhild", "")
    assert lobby.assignments[0].ready


def test_new_options_clear_ready() -> None:
    lobby = book(2)
    lobby.take_seat(BRUNO, ONE, "Bruno", "")
    lobby.ready(BRUNO)
    lobby.set_options(options(3))
    assert [(place.kind, place.ready) for place in lobby.assignments] == [
        (SeatKind.GUEST, False),
        (SeatKind.OPEN, False),
        (SeatKind.OPEN, False),
    ]


def test_reducing_seats_removes_their_guests() -> None:
    lobby = book(3)
    lobby.take_seat(BRUNO, THREE, "Bruno", "")
    lobby.set_options(options(2))
    assert lobby.seats_of(BRUNO) == ()
    assert len(lobby.assignments) == 2


@pytest.mark.parametrize(
    "wrong",
    [
        Options(4, "versus", 1),
        Options(1, "versus", 1),
        Options(2, "solo", 1),
        Options(2, "versus", 2),
        Options(2, "versus", 1, ("open-hands",)),
    ],
)
def test_options_that_the_game_does_not_offer_are_refused(wrong: Options) -> None:
    lobby = book(2)
    with pytest.raises(LobbyError):
        lobby.set_options(wrong)
    assert lobby.options == options(2)
    assert len(lobby.assignments) == 2


def test_guests_are_numbered_by_their_lowest_seats() -> None:
    lobby = book(3)
    lobby.take_seat(CLARA, ONE, "Clara", "")
    lobby.seat_bot(TWO, "novice")
    lobby.take_seat(CLARA, THREE, "Clara's brother", "")
    lobby.ready(CLARA)
    settled = lobby.match_setup()
    assert (settled.clients, settled.holders) == ((CLARA,), (1, 0, 1))
    assert [place.bot for place in settled.assignments] == [None, "novice", None]


def test_a_table_may_have_bots_and_guests_alone() -> None:
    lobby = book(2)
    lobby.seat_bot(ONE, "novice")
    lobby.take_seat(BRUNO, TWO, "Bruno", "")
    lobby.ready(BRUNO)
    assert lobby.match_setup().holders == (0, 1)


# What the host settles


def test_two_bots_have_two_names() -> None:
    lobby = book(2)
    lobby.seat_bot(ONE, "novice")
    lobby.seat_bot(TWO, "novice")
    assert names(lobby) == ["Novice", "Novice 2"]


def test_people_at_a_seat_do_not_keep_the_name_of_the_bot_before_them() -> None:
    lobby = book(2)
    lobby.seat_bot(ONE, "novice")
    lobby.seat_here(ONE)
    assert names(lobby)[0] == "Seat 1"


def test_the_host_opens_a_guests_seat() -> None:
    lobby = book(2)
    lobby.take_seat(BRUNO, ONE, "Bruno", "")
    lobby.open_seat(ONE)
    assert lobby.seats_of(BRUNO) == ()


def test_the_host_gives_a_seat_to_a_guest_who_must_then_agree() -> None:
    lobby = book(2)
    lobby.take_seat(BRUNO, ONE, "Bruno", "")
    lobby.ready(BRUNO)
    lobby.give_seat(TWO, BRUNO, "Brother")
    assert lobby.seats_of(BRUNO) == (ONE, TWO)
    assert not lobby.assignments[0].ready


@pytest.mark.parametrize("seat", [Seat(-1), Seat(2)])
def test_the_host_cannot_assign_an_unknown_seat(seat: Seat) -> None:
    for settle in (LobbyState.seat_here, LobbyState.open_seat):
        with pytest.raises(LobbyError, match="no seat"):
            settle(book(2), seat)


# What each is told


def test_each_guest_is_told_which_seats_are_its_own() -> None:
    lobby = book(3)
    lobby.take_seat(BRUNO, ONE, "Bruno", "")
    lobby.take_seat(CLARA, TWO, "Clara", "")
    assert [seat.yours for seat in told(lobby, BRUNO).seats] == [True, False, False]
    assert [seat.yours for seat in told(lobby, CLARA).seats] == [False, True, False]
    assert not any(seat.yours for seat in told(lobby).seats)


def test_everyone_is_told_who_is_online() -> None:
    lobby = book(3)
    lobby.seat_here(ONE, "Anna")
    lobby.take_seat(BRUNO, TWO, "Bruno", "")
    assert [seat.online for seat in told(lobby, online=(BRUNO,)).seats] == [True, True, False]
    assert [seat.online for seat in told(lobby).seats] == [True, False, False]


# A saved match


def test_a_reopened_seat_returns_to_its_online_guest() -> None:
    lobby = saved(SeatKind.HERE, SeatKind.GUEST, SeatKind.HERE)
    lobby.seat_here(TWO)
    lobby.open_seat(TWO, [CLARA])
    assert (lobby.seats_of(BRUNO), lobby.assignments[1].kind) == ((), SeatKind.OPEN)
    lobby.open_seat(TWO, [CLARA, BRUNO])
    assert lobby.seats_of(BRUNO) == (TWO,)
    lobby.seat_bot(TWO, "novice")
    lobby.open_seat(THREE, [BRUNO])
    assert lobby.assignments[1].kind is SeatKind.BOT


def test_in_a_new_match_an_open_seat_belongs_to_its_first_taker() -> None:
    lobby = book(2)
    lobby.take_seat(BRUNO, ONE, "Bruno", "")
    lobby.open_seat(ONE, [BRUNO])
    assert lobby.seats_of(BRUNO) == ()


def test_in_a_saved_match_names_and_colours_are_fixed() -> None:
    lobby = saved(SeatKind.HERE, SeatKind.GUEST, SeatKind.HERE)
    lobby.open_seat(THREE)
    lobby.take_seat(CLARA, THREE, "Mallory", "red")
    lobby.seat_bot(ONE, "novice", "Robot")
    assert names(lobby) == ["Anna", "Bruno", "Clara"]
    assert colours(lobby) == ["red", "blue", "green"]


def test_a_saved_match_continues_without_consent() -> None:
    lobby = saved(SeatKind.HERE, SeatKind.GUEST, SeatKind.HERE)
    assert lobby.obstacles() == []
    assert told(lobby).resumed


def test_taking_a_seat_in_a_saved_match_is_consent() -> None:
    lobby = saved(SeatKind.HERE, SeatKind.GUEST, SeatKind.OPEN)
    lobby.take_seat(CLARA, THREE, "Clara", "")
    assert lobby.obstacles() == []
    lobby.unready(CLARA)
    assert lobby.match_setup().assignments[2].keys == CLARA


def test_a_key_that_holds_a_seat_of_a_saved_match_gets_just_that_one() -> None:
    lobby = saved(SeatKind.HERE, SeatKind.GUEST, SeatKind.OPEN)
    with pytest.raises(LobbyError, match="you have another seat"):
        lobby.take_seat(BRUNO, THREE, "Bruno", "")


@pytest.mark.parametrize("kind", [SeatKind.OPEN, SeatKind.BOT])
def test_a_guest_returning_to_a_saved_match_has_its_seat_at_once(kind: SeatKind) -> None:
    lobby = saved(SeatKind.HERE, kind, SeatKind.HERE)
    lobby.restore_seats(CLARA)
    assert lobby.assignments[1].kind is kind
    lobby.restore_seats(BRUNO)
    assert (lobby.assignments[1].kind, lobby.assignments[1].keys, lobby.obstacles()) == (SeatKind.GUEST, BRUNO, [])


def test_a_returning_guest_does_not_displace_the_present_holder() -> None:
    lobby = saved(SeatKind.HERE, SeatKind.HERE, SeatKind.HERE)
    lobby.restore_seats(BRUNO)
    assert lobby.assignments[1].kind is SeatKind.HERE


def test_only_the_host_gives_away_seats_of_a_saved_match() -> None:
    lobby = saved(SeatKind.HERE, SeatKind.GUEST, SeatKind.HERE)
    with pytest.raises(LobbyError, match="only the host"):
        lobby.leave_seat(BRUNO, TWO)


def test_the_options_of_a_saved_match_are_fixed() -> None:
    with pytest.raises(LobbyError):
        saved(SeatKind.HERE, SeatKind.GUEST, SeatKind.HERE).set_options(options(2))


# Whatever is asked for

GUESTS = [Identity(bytes([number]) * 32).public for number in range(5, 9)]
WORDS = st.one_of(st.sampled_from(["", "Anna", "anna", "Anna 2", "A" * 24]), st.text(max_size=24))


@given(
    deeds=st.lists(
        st.tuples(
            st.sampled_from(("sit", "rise", "ready", "here", "bot", "open", "give", "options")),
            st.sampled_from(GUESTS),
            st.integers(-1, 3),
            WORDS,
            st.sampled_from(("", "mauve", *META.colours)),
        ),
        max_size=30,
    )
)
def test_names_and_colours_stay_distinct(
    deeds: list[tuple[str, PublicKeys, int, str, str]],
) -> None:
    lobby = book(3)
    for deed, keys, number, name, colour in deeds:
        seat = Seat(number)
        try:
            match deed:
                case "sit":
                    lobby.take_seat(keys, seat, name, colour)
                case "rise":
                    lobby.leave_seat(keys, seat)
                case "ready":
                    lobby.ready(keys)
                case "here":
                    lobby.seat_here(seat, name, colour)
                case "bot":
                    lobby.seat_bot(seat, "novice", name, colour)
                case "open":
                    lobby.open_seat(seat)
                case "give":
                    lobby.give_seat(seat, keys, name, colour)
                case _:
                    lobby.set_options(options(2 + number % 2))
        except LobbyError:
            pass
        sitting = [place.name.casefold() for place in lobby.assignments if place.kind is not SeatKind.OPEN]
        assert all(sitting)
        assert len(set(sitting)) == len(sitting)
        assert len(set(colours(lobby))) == len(lobby.assignments) == lobby.options.seats
        assert set(colours(lobby)) <= set(META.colours)
        assert all((place.keys is not None) == (place.kind is SeatKind.GUEST) for place in lobby.assignments)
        assert all((place.bot is not None) == (place.kind is SeatKind.BOT) for place in lobby.assignments)
        told(lobby, keys)


def test_the_lobby_names_the_components() -> None:
    assert told(book()).components == COMPONENTS
    assert told(saved(SeatKind.HERE, SeatKind.GUEST, SeatKind.HERE)).components == COMPONENTS


@pytest.mark.parametrize(
    ("wanted", "kept"),
    [
        ("Anna\uffff", "Anna 2"),
        ("ANNA", "ANNA 2"),
        ("\uff21\uff4e\uff4e\uff41", "\uff21\uff4e\uff4e\uff41 2"),
        ("A n n a", "A n n a 2"),
        ("\U0001f600\U0001f600", "Seat 2"),
        ("\u0301", "Seat 2"),
    ],
)
def test_lookalike_and_invisible_names_are_refused(wanted: str, kept: str) -> None:
    lobby = book()
    lobby.seat_here(ONE, "Anna")
    lobby.seat_here(TWO, wanted)
    assert lobby.assignments[TWO].name == kept


def test_a_name_that_is_numbered_still_fits_its_cells() -> None:
    lobby = book()
    for seat in (ONE, TWO):
        lobby.seat_here(seat, "\u4fee" * 20)
    assert [place.name for place in lobby.assignments[:2]] == ["\u4fee" * 12, "\u4fee" * 11 + " 2"]
