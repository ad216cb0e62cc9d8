"""What is played is told in the words that the game declares, and only what can differ."""

from __future__ import annotations

import pytest

from galli_tui.game_api.match_words import (
    full_title,
    leveled_title,
    match_title,
    mode_of,
    seat_range,
    short_way,
    way_words,
)
from rules.engine.game import Options
from rules.registry import game_meta

CAMPUS, DUEL = "campus-galli", "builders-duel"


@pytest.mark.parametrize(
    ("game", "options", "words"),
    [
        (CAMPUS, Options(1, "solo", 1), "Campus Galli I, solo"),
        (CAMPUS, Options(2, "coop", 2), "Campus Galli II, 2 seats, co-op"),
        (CAMPUS, Options(4, "versus", 3, ("open-hands",)), "Campus Galli III, 4 seats, versus, open hands"),
        (DUEL, Options(2, "versus", 1), "Builders' Duel"),
        (DUEL, Options(2, "versus", 1, ("calm-seals",)), "Builders' Duel, calm seals"),
        ("chess\x1b[31m", Options(2, "teams", 4, ("blitz",)), "chess, 2 seats, teams, blitz"),
    ],
)
def test_a_match_is_named_by_its_game_and_options(game: str, options: Options, words: str) -> None:
    assert full_title(game, options) == words


def test_a_list_has_room_for_few_words() -> None:
    assert short_way(CAMPUS, Options(3, "coop", 1, ("open-hands",))) == "co-op 3"
    assert short_way(CAMPUS, Options(1, "solo", 1)) == "solo"
    assert short_way(DUEL, Options(2, "versus", 1)) == ""
    assert short_way(DUEL, Options(2, "versus", 1, ("calm-seals",))) == "calm seals"


def test_an_advert_has_a_level_and_a_mode() -> None:
    assert (leveled_title(CAMPUS, 2), mode_of(CAMPUS, "coop")) == ("Campus Galli II", "co-op")
    assert (leveled_title(DUEL, 1), mode_of(DUEL, "versus")) == ("Builders' Duel", "")


def test_title_and_mode_have_short_forms() -> None:
    options = Options(2, "coop", 2)
    assert (match_title(CAMPUS, options), way_words(CAMPUS, options)) == ("Campus Galli II", "2 seats, co-op")


def test_the_seats_of_a_mode_are_described() -> None:
    assert seat_range(game_meta(CAMPUS), "solo") == "1 seat"
    assert seat_range(game_meta(CAMPUS), "versus") == "2 to 4 seats"
    assert seat_range(game_meta(DUEL), "versus") == "2 seats"
