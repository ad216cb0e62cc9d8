"""Pauses: the dealer can wait before a new part of the game, so that the last move can still be taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from rules.campus_galli.state import EffectKind
from rules.engine.entropy import RandomStream, derive_entropy
from rules.engine.game import Options
from rules.engine.refusal import Refused
from rules.engine.secrecy import Seat
from saves.format.header import Player, seeded
from saves.storage.match import Match
from saves.storage.verify import verify_file
from tests.sample_game.registered import boxes
from tests.sample_game.rules import ChooseCandle, LightWindow
from tests.support.sample_match import HOST_KEYS, begin, play, resume

A, B = Seat(0), Seat(1)
SEED_OF_A_SPENT_CARD = 3


def to_the_last_window(match: Match) -> LightWindow:
    """Play up to the last move of the first round; return that move without making it."""
    for seat in (A, B):
        move = match.game.legal(match.state, seat)[0]
        assert isinstance(move, ChooseCandle)
        match.submit(move, pause=True)
    match.submit(LightWindow(match.due.seats[0], 0), pause=True)
    return LightWindow(match.due.seats[0], 1)


def test_the_dealer_waits_before_a_new_part_until_resumed(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        last = to_the_last_window(match)
        assert not match.paused
        match.submit(last, pause=True)
        assert match.paused
        assert match.due.dealer
        events = match.resume_play()
        assert events
        assert not match.paused
        assert match.due.seats == (A, B)


def test_the_move_before_a_pause_can_be_undone_until_play_resumes(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        last = to_the_last_window(match)
        before = match.state
        match.submit(last, pause=True)
        assert match.can_take_back(last.seat)
        match.take_back(last.seat)
        assert match.state == before
        match.submit(last, pause=True)
        match.resume_play()
        assert not match.can_take_back(last.seat)


def test_a_pause_does_not_change_the_deal(tmp_path: Path) -> None:
    with begin(tmp_path / "rested") as rested, begin(tmp_path / "straight") as straight:
        rested.submit(to_the_last_window(rested), pause=True)
        rested.resume_play()
        straight.submit(to_the_last_window(straight))
        assert rested.state == straight.state


def test_a_paused_match_makes_no_move_and_is_valid(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        match.submit(to_the_last_window(match), pause=True)
        with pytest.raises(Refused):
            match.submit(LightWindow(A, 2))
    report = verify_file(match.path, boxes=boxes)
    assert report.problem is None


def test_a_match_saved_during_a_pause_pauses_again_or_continues(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        match.submit(to_the_last_window(match), pause=True)
    with resume(match.path, rest=True) as again:
        assert again.paused
        assert isinstance(last := again.events[-1], LightWindow)
        assert again.can_take_back(last.seat)
    with resume(match.path) as again:
        assert not again.paused
        assert again.due.seats == (A, B)
        assert play(again).over


def test_a_card_that_is_spent_alone_can_be_undone_as_well(tmp_path: Path) -> None:
    own = [Player("Anna", "red")]
    with Match.create(
        tmp_path, "campus-galli", Options(1, "solo", 1), own, seeded(SEED_OF_A_SPENT_CARD), identity=HOST_KEYS, now=1
    ) as match:
        stream = RandomStream(derive_entropy("spent"))
        while not any(told.key is EffectKind.CARD_SPENT for told in match.state.told):
            if match.paused:
                match.resume_play()
            match.submit(stream.choice(match.game.legal(match.state, match.due.seats[0])), pause=True)
        assert match.paused
        match.take_back(A)
        assert match.due.seats == (A,)


def test_a_read_only_match_does_not_pause(tmp_path: Path) -> None:
    with begin(tmp_path) as match:
        match.submit(to_the_last_window(match), pause=True)
    with resume(match.path, read_only=True) as looked:
        assert not looked.paused
