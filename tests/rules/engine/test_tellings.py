"""Sentences: names of things, forms for the short log, and what concerns no seat."""

from __future__ import annotations

from rules.engine.secrecy import Seat
from rules.engine.tellings import Names, Telling, Told

PLAYERS = ("Ann", "Bob")
NAMES: Names = {
    "card": ("the Fool", "the Sun"),
    "worth": ("+1", "+3"),
    "goods": lambda facts: f"{facts[0]} wood and {facts[1]} stone",
}
SCORES = Telling("scores", "{seat} scores {card:card}: {card:worth}.", "; {card:card} {card:worth}")
BUILDS = Telling("builds", "{seat} builds for {wood:goods}.")
ROLLS = Telling("rolls", "{seat} rolls {pips}.")


def test_a_thing_may_be_named_twice_and_is_one_fact() -> None:
    told = SCORES(Seat(1), card=1)
    assert told == Told("scores", Seat(1), (1,))
    assert SCORES.sentence(told, PLAYERS, NAMES) == "Bob scores the Sun: +3."


def test_a_short_form_stands_where_there_is_one() -> None:
    assert SCORES.sentence(SCORES(Seat(0), card=0), PLAYERS, NAMES, short=True) == "; the Fool +1"
    assert ROLLS.sentence(ROLLS(Seat(0), pips=2), PLAYERS, NAMES, short=True) == "Ann rolls 2."


def test_several_facts_may_have_one_name() -> None:
    assert BUILDS.sentence(Told("builds", Seat(0), (2, 3)), PLAYERS, NAMES) == "Ann builds for 2 wood and 3 stone."


def test_another_player_is_named_by_a_fact() -> None:
    pays = Telling("pays", "{seat} pays {host:seat}.")
    assert pays.sentence(pays(Seat(0), host=1), PLAYERS, NAMES) == "Ann pays Bob."


def test_what_no_seat_does_the_dealer_does() -> None:
    assert ROLLS.sentence(ROLLS(None, pips=2), PLAYERS, NAMES) == "The dealer rolls 2."


def test_a_sentence_without_a_seat_has_its_own_form_where_there_is_one() -> None:
    flips = Telling("flips", "{seat} flips {card:card}.", without_seat="Flipped: {card:card}.")
    assert flips.sentence(flips(Seat(1), card=0), PLAYERS, NAMES) == "Bob flips the Fool."
    assert flips.sentence(flips(card=0), PLAYERS, NAMES) == "Flipped: the Fool."
