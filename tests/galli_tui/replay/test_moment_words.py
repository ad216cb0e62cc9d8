"""A moment in words."""

from __future__ import annotations

import re

import pytest

from galli_tui.game_api.registry import texts_of
from galli_tui.replay.moment_words import brief_when, deed_words, score_steps, viewer_words, when_words, within
from galli_tui.replay.timeline import OPENING, Timeline
from galli_tui.tables.seat_names import seat_name
from rules.engine.events import Move
from rules.engine.secrecy import DEALER, PUBLIC, Seat, Viewer
from tests.support.replays import GAMES, replayed

PLAYED = [key for key in GAMES if key != "candles"]


@pytest.mark.parametrize("key", PLAYED)
def test_every_moment_says_what_happened(key: str) -> None:
    timeline = Timeline(replayed(key))
    texts = texts_of(timeline.game.meta.key)
    for number in range(len(timeline.moments)):
        for line in deed_words(timeline, texts, number, PUBLIC):
            assert line.endswith((".", "½", "!")), line
            assert "?" not in line
            assert "HIDDEN" not in line


@pytest.mark.parametrize("key", PLAYED)
def test_every_move_names_its_player_also_where_only_what_follows_is_told(key: str) -> None:
    timeline = Timeline(replayed(key))
    texts, moved = texts_of(timeline.game.meta.key), 0
    for number in range(1, len(timeline.moments)):
        event = timeline.events(number, DEALER)[-1].event
        if isinstance(event, Move):
            told = deed_words(timeline, texts, number, DEALER)
            assert any(seat_name(timeline.table, event.seat) in line for line in told), told
            moved += 1
    assert moved > 10


@pytest.mark.parametrize("key", PLAYED)
def test_a_move_is_a_sentence_about_its_player(key: str) -> None:
    timeline = Timeline(replayed(key))
    texts = texts_of(timeline.game.meta.key)
    for number in range(1, len(timeline.moments)):
        event = timeline.events(number, DEALER)[-1].event
        if isinstance(event, Move):
            name = seat_name(timeline.table, event.seat)
            told = [line for viewer in (DEALER, PUBLIC) for line in deed_words(timeline, texts, number, viewer)]
            assert not any(line.startswith(f"{name}: ") or "your " in line for line in told), told


@pytest.mark.parametrize("key", PLAYED)
@pytest.mark.parametrize("viewer", [DEALER, PUBLIC, Seat(0)])
def test_every_draw_says_what_is_drawn(key: str, viewer: Viewer) -> None:
    timeline = Timeline(replayed(key))
    texts = texts_of(timeline.game.meta.key)
    told = [line for number in range(1, timeline.last + 1) for line in deed_words(timeline, texts, number, viewer)]
    assert not [line for line in told if line.endswith("draws.")]


def test_cards_drawn_are_named_to_those_who_may_know_them() -> None:
    timeline = Timeline(replayed("campus-1"))
    texts = texts_of("campus-galli")

    def told(viewer: Viewer) -> list[str]:
        every = (deed_words(timeline, texts, number, viewer) for number in range(1, timeline.last + 1))
        return [lines[0] for lines in every if re.search(r" draws \d", lines[0])]

    assert set(told(PUBLIC)) == {"Anna draws 2 cards, hidden.", "Bruno draws 2 cards, hidden."}
    assert all(re.fullmatch(r"(Anna|Bruno) draws 2 cards: \d+.*, .+; \d+.*, .+\.", line) for line in told(DEALER))
    own = [line for line in told(Seat(0)) if line.endswith("hidden.")]
    assert all(line.startswith("Bruno ") for line in own)
    assert 0 < len(own) < len(told(Seat(0)))


@pytest.mark.parametrize(
    ("key", "sentences"),
    [
        ("campus-3", ["Anna ends the turn."]),
        ("duel", ["Bruno (Waleran) ends the turn.", "Anna (Philip) lets it lie."]),
        ("ora", ["Clara ends the turn.", "Bruno leaves the prior at home."]),
    ],
)
def test_moves_without_an_effect_are_told_as_well(key: str, sentences: list[str]) -> None:
    timeline = Timeline(replayed(key))
    texts = texts_of(timeline.game.meta.key)
    told = {line for number in range(1, timeline.last + 1) for line in deed_words(timeline, texts, number, DEALER)}
    assert told >= set(sentences)


@pytest.mark.parametrize("key", PLAYED)
def test_the_steps_of_the_score_add_up_to_the_final_score(key: str) -> None:
    timeline = Timeline(replayed(key))
    texts = texts_of(timeline.game.meta.key)
    start, end = timeline.sheet(OPENING), timeline.sheet(timeline.last)
    steps = [step for number in range(len(timeline.moments)) for step in score_steps(timeline, texts, number)]
    assert all(step.points if timeline.game.meta.adds_up else step.count for step in steps)
    if end.team is not None and start.team is not None:
        assert sum(step.points for step in steps) == end.team - start.team
    else:
        for seat, points in enumerate(end.seats):
            assert sum(step.points for step in steps if step.seat == seat) == points - start.seats[seat]


def test_a_choice_face_down_is_told_to_its_seat_only() -> None:
    table = replayed("campus-3", part=0.5)
    timeline, texts = Timeline(table), texts_of("campus-galli")
    number = next(it.number for it in timeline.moments if it.seat == 1)
    own, others = (deed_words(timeline, texts, number, Seat(seat)) for seat in (1, 0))
    assert others == ["Bruno chooses a card."] == deed_words(timeline, texts, number, PUBLIC)
    assert own[0].startswith("Bruno chooses 62, build")


@pytest.mark.parametrize("key", ["campus-1", "campus-3"])
def test_what_comes_before_the_first_round_is_the_setup(key: str) -> None:
    timeline = Timeline(replayed(key))
    first = next(it.number for it in timeline.moments if it.periods[-1].number == 1)
    assert {when_words(timeline, number) for number in range(first)} == {"setup"}
    assert when_words(timeline, first) == "year 1, round 1"
    assert texts_of("campus-galli").progress(timeline.game, timeline.view(OPENING, PUBLIC)) == "setup"


def test_moments_and_viewers_have_names() -> None:
    table = replayed("duel")
    timeline = Timeline(table)
    assert when_words(timeline, OPENING) == "passage 1, round 1"
    assert when_words(timeline, timeline.last) == "passage 4, round 12"
    assert [viewer_words(table, viewer) for viewer in (DEALER, Seat(0), PUBLIC)] == [
        "all open",
        "Anna (Philip)",
        "public",
    ]


@pytest.mark.parametrize("key", PLAYED)
def test_a_brief_moment_is_the_last_period_alone_and_never_comes_back(key: str) -> None:
    timeline = Timeline(replayed(key))
    whole: dict[str, str] = {}
    for number in range(len(timeline.moments)):
        when = when_words(timeline, number)
        brief = brief_when(timeline, number)
        assert when.endswith(brief)
        assert "," not in brief
        if brief != "setup":
            assert whole.setdefault(brief, when).split(", ")[-1] == brief


@pytest.mark.parametrize(
    ("sentence", "room", "told"),
    [
        ("Anna makes a contract with Clara for the Cloister Courtyard.", 40, "Anna makes a contract with Clara."),
        ("Bruno takes a task (red): it brings 2 points.", 30, "Bruno takes a task."),
        ('Bruno takes "long hours: no yellow" for 2 tiles.', 40, 'Bruno takes "long hours: no yellow".'),
        ('Bruno takes the task "long hours: no yellow".', 30, 'Bruno takes the task "long hours: no yellow".'),
    ],
)
def test_a_sentence_too_long_loses_whole_parts_and_stays_true(sentence: str, room: int, told: str) -> None:
    assert within([sentence], room) == told
