"""How a game was set up last is proposed again; what cannot be read, or is not offered any more, counts as nothing."""

from __future__ import annotations

import json

import pytest

from galli_tui.game_api.last_game import again_words, games_by_use
from galli_tui.game_api.last_setup import (
    first_setup,
    last_setup,
    proposed_setup,
    remember_setup,
    setup_words,
    setups_after,
    usual_seats,
)
from galli_tui.lessons.reader import load_lesson
from galli_tui.tables.match_store import NAMES, Setup
from rules.engine.game import Options
from rules.registry import game_box, game_meta, games
from saves.format.header_fields import Player
from saves.storage.settings import MOST_BYTES, load_settings, save_setting
from tests.support.straws_game import straws

with_straws = pytest.mark.usefixtures(straws.__name__)

SETUP = Setup(
    "straws",
    Options(3, "versus", 2, ("open-hands",)),
    (Player("Anna", "blue"), Player("Brüno", "red", "abbot"), Player("Cara", "green", "novice")),
    seed=7,
)
KEPT = {
    "mode": "versus",
    "level": 2,
    "variants": ["open-hands"],
    "seats": [["Anna", "blue", None], ["Bruno", "red", "abbot"]],
}


@pytest.mark.parametrize(
    ("game", "lesson", "words"),
    [
        (
            "ora-et-labora",
            "first-settlement",
            ["Ora et Labora, against the brother, France", "Ora et Labora, solo, France"],
        ),
        ("campus-galli", "level-1", ["Campus Galli I, with the brother", "Campus Galli I, solo"]),
        ("campus-galli", "level-3", ["Campus Galli III, solo", "Campus Galli III, with the brother"]),
        ("builders-duel", "first-round", ["Builders' Duel, against the brother"]),
    ],
)
def test_after_a_lesson_a_match_like_it_is_proposed_and_one_solo_or_with_a_bot(
    game: str, lesson: str, words: list[str]
) -> None:
    setups = setups_after(game, load_lesson(game, lesson).options, "Eva")
    assert [setup_words(setup) for setup in setups] == words
    for setup in setups:
        assert [bool(seat.bot) for seat in setup.seats] == [bool(number) for number in range(setup.options.seats)]


@with_straws
def test_a_setup_is_remembered_without_its_seed() -> None:
    remember_setup(SETUP)
    assert last_setup("straws") == last_setup() == SETUP._replace(seed=None)
    assert again_words() == setup_words(SETUP) == "Straws II, against 2 bots, open hands"


@pytest.mark.parametrize("name", ["", "Eva", "ratpert", "Notker"])
@pytest.mark.parametrize("game", games())
def test_no_bot_has_the_name_that_is_proposed_to_a_person_or_that_the_player_has(game: str, name: str) -> None:
    meta = game_meta(game)
    for seats in {most for _, most in meta.modes.values()}:
        own, *others = (seat.name.casefold() for seat in usual_seats(meta, seats, name))
        assert own == (name or NAMES[0]).casefold()
        assert not {own, NAMES[0].casefold()} & {*others}


def test_each_game_has_its_own() -> None:
    duel = first_setup(game_box("builders-duel").meta, "Eva")
    remember_setup(duel)
    solo = Setup("campus-galli", Options(1, "solo", 3), (Player("Anna", "red"),))
    remember_setup(solo)
    assert last_setup() == solo
    assert last_setup("builders-duel") == duel


def test_own_components_are_not_remembered() -> None:
    remember_setup(SETUP._replace(components=[1]))
    assert last_setup() is None
    assert load_settings() == {}


@with_straws
@pytest.mark.parametrize(
    "change",
    [
        {"mode": "coop-of-old"},
        {"mode": 3},
        {"level": 9},
        {"level": "2"},
        {"variants": ["shut-hands"]},
        {"variants": 5},
        {"seats": []},
        {"seats": [["Anna", "blue", None]]},
        {"seats": [["Anna", "blue", None], ["anna", "red", None]]},
        {"seats": [["Anna", "blue", None], ["Bruno", "blue", None]]},
        {"seats": [["Anna", "blue", None], ["Bruno", "mauve", None]]},
        {"seats": [["Anna", "blue", None], ["Bruno", "red", "pope"]]},
        {"seats": [["Anna", "blue", None], ["\u202e", "red", None]]},
        {"seats": [["Anna", "blue", None], ["B" * 25, "red", None]]},
        {"seats": [["Anna", "blue"], ["Bruno", "red"]]},
        {"seats": None},
    ],
    ids=str,
)
def test_a_bad_setup_counts_as_nothing(change: dict[str, object]) -> None:
    save_setting("setup straws", json.dumps(KEPT))
    assert last_setup("straws") is not None
    save_setting("setup straws", json.dumps(KEPT | change))
    assert last_setup("straws") is None
    assert proposed_setup("Eva", "straws").seats[0] == Player("Eva", "red")


@with_straws
@pytest.mark.parametrize("kept", ["", "{", "[]", "7", "null", "[" * 3000])
def test_a_damaged_setup_counts_as_nothing(kept: str) -> None:
    save_setting("setup straws", kept or " ")
    assert last_setup("straws") is None


def test_a_game_that_has_gone_counts_as_nothing() -> None:
    save_setting("game", "chess")
    save_setting("setup chess", json.dumps(KEPT))
    assert last_setup() is None
    assert games_by_use() == games()


def test_control_characters_never_reach_the_menu() -> None:
    save_setting("again", "Straws\x1b[2J\u202e" + "x" * 300)
    assert "\x1b" not in again_words()
    assert len(again_words()) == 51


def test_the_file_stays_small() -> None:
    save_setting("theme", "day")
    save_setting("again", "x" * MOST_BYTES)
    assert load_settings() == {"theme": "day"}


@pytest.mark.parametrize("game", games())
def test_a_first_match_has_one_person_and_can_begin(game: str) -> None:
    meta = game_meta(game)
    setup = first_setup(meta, "Ratpert")
    meta.check_options(setup.options)
    assert [seat.bot is None for seat in setup.seats] == [True] + [False] * (setup.options.seats - 1)
    assert setup.seats[0].name == "Ratpert"
    assert len({seat.name for seat in setup.seats}) == len({seat.colour for seat in setup.seats}) == len(setup.seats)
    assert setup.options.level == meta.levels[0]
    assert setup.options.mode == "solo" or "solo" not in meta.modes


@pytest.mark.parametrize("game", games())
def test_the_form_proposes_one_person_and_bots(game: str) -> None:
    setup = proposed_setup("", game)
    assert [seat.bot for seat in setup.seats] == [None, *["brother"] * (len(setup.seats) - 1)]
    assert len(setup.seats) > 1


@with_straws
def test_a_network_match_is_not_proposed_for_one_seat() -> None:
    remember_setup(Setup("straws", Options(1, "solo", 1), (Player("Anna", "red"),)))
    assert proposed_setup("", "straws").options.seats == 1
    assert proposed_setup("", "straws", least_seats=2).options.seats == 2


def test_a_long_description_loses_whole_parts_in_the_menu() -> None:
    options = Options(4, "versus", 1, ("ireland", "one-quarry", "short-game"))
    people = Player("Anna", "red"), Player("Bruno", "green"), Player("Cara", "blue")
    setup = Setup("ora-et-labora", options, (*people, Player("Dora", "white", "brother")))
    assert setup_words(setup).endswith(", one quarry")
    remember_setup(setup)
    assert again_words() == "Ora et Labora, 4 seats, against the brother…"
