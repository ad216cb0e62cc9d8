"""The timeline of a match: its moments, ways through it, views and secrets."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from galli_tui.replay.moment_table import MomentTable
from galli_tui.replay.timeline import OPENING, Stride, Timeline, viewers_of
from rules.engine.events import Move
from rules.engine.secrecy import DEALER, PUBLIC, Seat, Viewer, redact, secret_fields
from saves.errors import NotNow
from tests.support.replays import GAMES, replayed

EVERY = pytest.mark.parametrize("key", list(GAMES))
OPEN = "duel", "ora"
"""In these games nothing but the draws to come is secret."""


def states(timeline: Timeline) -> list[Any]:
    """Return the full state at every moment."""
    game, found = timeline.game, [timeline.game.initial()]
    for event in timeline.events(timeline.last, DEALER):
        found.append(game.apply(found[-1], event.event))
    return found


@EVERY
def test_there_is_a_moment_for_the_opening_and_for_each_event(key: str) -> None:
    table = replayed(key)
    timeline = Timeline(table)
    events = table.timeline(DEALER, table.game.bound)
    assert len(timeline.moments) == len(events) + 1
    assert [it.number for it in timeline.moments] == list(range(len(events) + 1))
    assert timeline.event(OPENING, DEALER) is None
    for moment, it in zip(timeline.moments[1:], events, strict=True):
        assert timeline.event(moment.number, DEALER) == it.event
        assert timeline.at_entry(it.entry) == moment.number
        assert moment.seat == (it.event.seat if isinstance(it.event, Move) else None)


@EVERY
def test_a_seat_sees_at_each_moment_what_it_could_know_then(key: str) -> None:
    timeline = Timeline(replayed(key))
    viewers: list[Viewer] = [PUBLIC, DEALER, *timeline.game.options.seats * [Seat(0)]]
    for number, state in enumerate(states(timeline)):
        for viewer in (*viewers, *map(Seat, range(timeline.game.options.seats))):
            assert timeline.view(number, viewer) == timeline.game.view(state, viewer)
            event = timeline.event(number, viewer)
            assert event is None or event == redact(timeline.event(number, DEALER), viewer)


@EVERY
def test_secrets_stay_hidden_from_the_views_that_a_running_match_offers(key: str) -> None:
    table = replayed(key, part=0.6, here="1")
    timeline = Timeline(table)
    assert viewers_of(table) == (Seat(0), PUBLIC)
    hidden = 0
    for number, state in enumerate(states(timeline)):
        for viewer in viewers_of(table):
            hidden += timeline.view(number, viewer) != state
    assert hidden or key in OPEN


def test_people_who_share_the_screen_see_what_is_public_and_what_it_shows_anyway() -> None:
    table = replayed("campus-3", part=0.5, here="12")
    assert viewers_of(table) == (PUBLIC,)
    assert viewers_of(table, Seat(1)) == (Seat(1), PUBLIC)
    assert viewers_of(table, Seat(2)) == (PUBLIC,)


def test_spectators_see_what_is_public() -> None:
    assert viewers_of(replayed("campus-3", part=0.5, here="")) == (PUBLIC,)


@EVERY
def test_all_is_open_once_the_match_is_over(key: str) -> None:
    table = replayed(key, here="")
    seats = [Seat(number) for number in range(len(table.players))]
    assert viewers_of(table) == (DEALER, *seats, PUBLIC)
    timeline = Timeline(table)
    chosen = [timeline.event(it.number, DEALER) for it in timeline.moments if it.decided]
    assert any(secret_fields(type(event)) for event in chosen) is (key not in OPEN)


@EVERY
@pytest.mark.parametrize("stride", list(Stride))
def test_every_stride_leads_from_the_opening_to_the_end_and_back(key: str, stride: Stride) -> None:
    timeline = Timeline(replayed(key))
    forward, number = [OPENING], OPENING
    while number < timeline.last:
        assert timeline.next(number, stride) > number
        number = timeline.next(number, stride)
        forward.append(number)
    backward = [number]
    while number > OPENING:
        assert timeline.previous(number, stride) < number
        number = timeline.previous(number, stride)
        backward.append(number)
    assert backward[::-1] == forward


@EVERY
def test_strides_begin_where_they_say(key: str) -> None:
    timeline = Timeline(replayed(key))
    moments = timeline.moments
    for moment in moments[:-1]:
        after = moments[timeline.next(moment.number, Stride.DECISION)]
        assert after.decided or after.number == timeline.last
        assert not any(it.decided for it in moments[moment.number + 1 : after.number])
        later = moments[timeline.next(moment.number, Stride.ROUND)]
        assert later.periods != moment.periods or later.number == timeline.last
        assert all(it.periods == moment.periods for it in moments[moment.number : later.number])
    for one, next_one in pairwise(moments):
        assert next_one.turn - one.turn in (0, 1)
        if one.decided and next_one.decided:
            same = (one.seat, one.periods) == (next_one.seat, next_one.periods)
            assert (next_one.turn == one.turn) is same


def test_the_periods_have_the_names_of_the_game() -> None:
    names = {key: Timeline(replayed(key)).period_names for key in GAMES}
    assert names["campus-1"] == names["campus-3"] == ("year", "round")
    assert names["duel"] == ("passage", "round")
    assert names["candles"] == ("round",)


@EVERY
def test_periods_only_go_up(key: str) -> None:
    timeline = Timeline(replayed(key))
    numbers = [[period.number for period in moment.periods] for moment in timeline.moments]
    assert numbers == sorted(numbers)
    assert len(timeline.period_starts()) == len({tuple(it) for it in numbers})


@EVERY
def test_the_curve_ends_at_the_final_score(key: str) -> None:
    timeline = Timeline(replayed(key))
    sheet = timeline.sheet(timeline.last)
    assert len(timeline.curve) == len(timeline.moments)
    if key == "duel":
        materials = {line.seat: line.count for line in sheet.lines if line.key == "materials"}
        assert timeline.curve[-1] == (materials[Seat(0)], materials[Seat(1)])
        assert max(timeline.curve[-1]) > 3
    else:
        assert timeline.curve[-1] == (sheet.seats if sheet.team is None else (sheet.team,))


@EVERY
def test_the_table_of_a_moment_is_that_of_the_match_then(key: str) -> None:
    table = replayed(key)
    timeline = Timeline(table)
    number = timeline.last // 2
    then, before = MomentTable(timeline, number), replayed(key, part=number / timeline.last)
    assert then.view(PUBLIC) == before.view(PUBLIC)
    assert then.due == before.due
    assert [it.event for it in then.timeline(PUBLIC, 5)] == [it.event for it in before.timeline(PUBLIC, 5)]
    assert not any(player.here for player in then.players)
    with pytest.raises(NotNow):
        then.submit(next(it.event for it in table.timeline(DEALER, 999) if isinstance(it.event, Move)))
