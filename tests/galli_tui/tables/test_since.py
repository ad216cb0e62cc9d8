"""What has happened since a seat's last turn: found however long ago that was, in every game."""

from __future__ import annotations

from functools import partial

import pytest

from galli_tui.game_api import undo
from galli_tui.game_api.registry import texts_of
from galli_tui.game_api.undo import undo_reason
from galli_tui.matches.in_memory import InMemoryTable
from galli_tui.screens.table import shown_turn
from galli_tui.screens.table.shown_turn import ShownTurn
from galli_tui.tables.since import events_reaching, last_round, last_turn, turn_end, turn_start
from galli_tui.tables.table import TablePlayer
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import GameBox, Options
from rules.engine.secrecy import PUBLIC, Seat
from rules.registry import game_box
from saves.storage.open_match import TimelineEvent
from tests.sample_game.game import BOX
from tests.sample_game.texts import TEXTS as CANDLES
from tests.support.bd_tables import claiming

TABLES = [
    ("campus-galli", Options(4, "versus", 3)),
    ("campus-galli", Options(1, "solo", 2)),
    ("candles", Options(3, "versus", 1)),
]
A, B, C, D = map(Seat, range(4))


def table_of(box: GameBox, options: Options, *, bots: str = "", here: str = "1234") -> InMemoryTable:
    """Return a table in memory; `bots` and `here` count seats from 1."""
    players = tuple(
        TablePlayer(name, box.meta.colours[number - 1], str(number) in here, "novice" if str(number) in bots else "")
        for number, name in enumerate(("Anna", "Bruno", "Clara", "Dora")[: options.seats], 1)
    )
    return InMemoryTable(box.new(options), players, 1)


def turn_of(table: InMemoryTable, seat: Seat | None) -> ShownTurn:
    turn = ShownTurn(table, CANDLES if table.game.meta.key == "candles" else texts_of(table.game.meta.key))
    turn.show(seat, PUBLIC if seat is None else seat)
    return turn


def no_progress(_: object) -> str:
    return ""


def move_any(table: InMemoryTable, seat: Seat) -> None:
    """Make the first move that the seat may make."""
    table.submit(table.game.legal(table.view(seat), seat)[0])


def test_a_turn_ends_with_the_next_move_of_another_seat() -> None:
    events = claiming("2 claim r2", "1 claim c1", "2 throw 14 no", "dealer fall 4").timeline(A, 40)
    assert last_turn(events, A, no_progress) == 2
    assert last_turn(events, B, no_progress) == 1
    assert last_turn(events[:1], B, no_progress) == 0


def fight(rounds: str = "1111") -> list[TimelineEvent]:
    """Return two claims, a throw and its fall; a digit is the round of the match after each of them."""
    events = claiming("2 claim r2", "1 claim c1", "2 throw 14 no", "dealer fall 4").timeline(A, 40)
    return [it._replace(view=when) for it, when in zip(events, rounds, strict=True)]


def test_a_turn_starts_after_the_last_move_of_another_seat() -> None:
    assert turn_start(fight(), 3, str) == 2
    assert turn_start(fight(), 2, str) == 1
    assert turn_start(fight(), 1, str) == 0


def test_the_last_round_of_a_seat_is_told_from_the_first_event_of_anybody_to_its_end() -> None:
    assert last_round(fight(), A, str) == (0, 4)
    assert last_round(fight(), B, str) == (0, 4)
    assert last_round(fight("1222"), A, str) == (0, 2)
    assert last_round(fight("1222"), B, str) == (2, 4)
    assert last_round(fight("1122"), A, str) == (0, 3)
    assert last_round(fight(), C, str) == (0, 0)


def test_the_outcomes_of_its_last_move_belong_to_a_turn_but_no_other_move_and_no_new_round() -> None:
    assert turn_end(fight(), 3, str) == 4
    assert turn_end(fight(), 2, str) == 2
    assert turn_end(fight("1112"), 3, str) == 3


def test_as_many_events_are_read_as_it_takes() -> None:
    table = claiming("2 claim r2", "1 claim c1", "2 throw 14 no", "dealer fall 4")
    assert len(events_reaching(table, PUBLIC, 1, bool)) == 1
    assert len(events_reaching(table, PUBLIC, 1, lambda events: len(events) > 1)) == 2
    assert len(events_reaching(table, PUBLIC, 1, lambda events: not events)) == 4


@pytest.mark.parametrize(("game", "options"), TABLES)
def test_news_is_all_since_the_last_turn_however_much_that_is(
    monkeypatch: pytest.MonkeyPatch, game: str, options: Options
) -> None:
    monkeypatch.setattr(shown_turn, "EVENTS", 3)
    table, chance = (
        table_of(BOX if game == "candles" else game_box(game), options),
        RandomStream(derive_entropy("news", 1)),
    )
    longest = 0
    while not table.due.over:
        seat = chance.choice(table.due.seats)
        turn, whole = turn_of(table, seat), table.timeline(seat, 10_000)
        since = last_turn(whole, seat, partial(turn.texts.progress, table.game))
        news = turn.events[turn.since :] if turn.since else []
        assert [it.entry for it in news] == [it.entry for it in whole[since:] if since]
        assert turn.before == (whole[since - 1].view if since else None)
        longest = max(longest, len(news))
        table.submit(chance.choice(table.game.legal(table.view(seat), seat)))
    assert longest > 3


def test_each_seat_at_one_keyboard_has_its_own_news_and_nobody_has_any_between_turns() -> None:
    table = claiming("2 claim r2", "1 claim c1", "2 throw 14 no", "dealer fall 4")
    assert (turn_of(table, A).since, turn_of(table, B).since) == (2, 1)
    assert turn_of(table, None).since == 0


def test_the_only_player_here_keeps_the_news_while_others_move() -> None:
    table = claiming("2 claim r2", "1 claim c1", "2 throw 14 no", "dealer fall 4")
    table.players = (table.players[0], table.players[1]._replace(here=False))
    assert turn_of(table, None).reader == A
    assert turn_of(table, None).since == 2


def test_a_spectator_has_no_news() -> None:
    table = claiming("2 claim r2", "1 claim c1", "2 throw 14 no", "dealer fall 4")
    table.players = tuple(it._replace(here=False) for it in table.players)
    assert (turn_of(table, None).reader, turn_of(table, None).since, turn_of(table, None).before) == (None, 0, None)


def test_an_own_move_alone_makes_no_new_turn() -> None:
    table = claiming("2 claim r2", "1 claim c1", "2 throw 14 no", "dealer fall 4")
    before = turn_of(table, A).since
    move_any(table, A)
    assert turn_of(table, A).since == before == 2


def after_bots() -> InMemoryTable:
    """Anna has chosen a card, and so have two of three bots."""
    table = table_of(game_box("campus-galli"), Options(4, "versus", 1), bots="234", here="1")
    for seat in (A, B, C):
        move_any(table, seat)
    return table


def test_the_move_to_undo_is_found_behind_any_number_of_bots_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shown_turn, "EVENTS", 1)
    table = after_bots()

    def can_undo(seat: Seat) -> bool:
        return seat == A

    monkeypatch.setattr(table, "can_undo", can_undo)
    assert turn_of(table, None).seat_to_undo == A


def test_the_reason_against_undo_is_found_behind_any_number_of_bots_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(undo, "_EVENTS", 1)
    table = after_bots()
    assert "too many moves" in undo_reason(table, texts_of("campus-galli"))
    move_any(table, D)
    assert "revealed" in undo_reason(table, texts_of("campus-galli"))
