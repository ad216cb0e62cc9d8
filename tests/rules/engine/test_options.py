"""A game declares its options; headers store them as a level and house variants, as they always have."""

from __future__ import annotations

import pytest

from rules.engine.game import Meta, OptionError, Options
from rules.engine.options import Option, OptionValue, level_option, switch_option

LEVELS = level_option(("Short", "A few rounds."), ("Long", "Many rounds."))
HANDS = switch_option("open-hands", "Hands", "hidden", "open", "Hidden or open hands.", least_seats=2)
COUNTRY = Option(
    "country",
    "Country",
    (OptionValue("france", "France"), OptionValue("ireland", "Ireland", "irish", "Ireland")),
    modes=("versus",),
)
META = Meta("tiny", "Tiny", 1, {"solo": (1, 1), "versus": (2, 4)}, ("red", "blue"), (LEVELS, HANDS, COUNTRY))


def test_a_level_has_its_number_its_numeral_and_its_title() -> None:
    assert LEVELS.is_level
    assert [(it.key, it.stored, it.mark, it.label) for it in LEVELS.values] == [
        ("1", 1, "I", "I “Short”"),
        ("2", 2, "II", "II “Long”"),
    ]
    assert META.levels == (1, 2)


def test_a_switch_stores_a_variant_when_it_is_on() -> None:
    assert HANDS.switch == "open-hands"
    assert [(it.key, it.stored, it.mark) for it in HANDS.values] == [
        ("hidden", "", ""),
        ("open", "open-hands", "open hands"),
    ]
    assert not LEVELS.switch
    assert META.variants == ("irish", "open-hands")


def test_the_key_of_a_switch_is_its_label_without_blanks() -> None:
    assert HANDS.key == "hands"
    assert switch_option("long", "For two", "normal", "long", "How long.").key == "for-two"


def test_without_a_choice_of_levels_there_is_level_1() -> None:
    assert META._replace(choices=(HANDS,)).levels == (1,)
    assert META._replace(choices=(HANDS,)).options_with(2, "versus") == Options(2, "versus", 1)


def test_values_become_the_options_of_a_header_and_are_found_in_them_again() -> None:
    values = {"level": LEVELS.values[1], "hands": HANDS.values[1], "country": COUNTRY.values[1]}
    options = META.options_with(3, "versus", values)
    assert options == Options(3, "versus", 2, ("irish", "open-hands"))
    assert {option.key: value for option, value in META.chosen(options)} == values
    assert META.options_with(3, "versus") == Options(3, "versus", 1)


def test_an_option_counts_only_in_its_modes_and_with_enough_seats() -> None:
    assert META.choices_for("solo", 1) == (LEVELS,)
    assert META.choices_for("versus", 2) == (LEVELS, HANDS, COUNTRY)


def test_an_option_may_count_only_up_to_a_number_of_seats() -> None:
    for_two = switch_option("long", "Length", "normal", "long", "For two.", least_seats=2, most_seats=2)
    meta = META._replace(choices=(for_two,))
    assert [meta.choices_for("versus", seats) for seats in (2, 3, 4)] == [(for_two,), (), ()]
    given = {"length": for_two.values[1]}
    assert meta.options_with(2, "versus", given) == Options(2, "versus", 1, ("long",))
    assert meta.options_with(3, "versus", given) == Options(3, "versus", 1)


def test_a_match_that_was_saved_with_an_option_without_effect_is_accepted() -> None:
    META.check_options(Options(1, "solo", 1, ("irish", "open-hands")))


def test_modes_for_the_most_seats_come_first() -> None:
    assert META.ordered_modes == ("versus", "solo")


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (Options(5, "versus", 1), "'versus' with 5 seats is not available; choose from solo 1, versus 2 to 4"),
        (Options(2, "coop", 1), "'coop' with 2 seats is not available"),
        (Options(2, "versus", 3), "level 3 is not available; choose from 1, 2"),
        (Options(2, "versus", 1, ("loud",)), "house variants of Tiny, each once: 'irish', 'open-hands'"),
        (Options(2, "versus", 1, ("irish", "irish")), "house variants of Tiny"),
    ],
)
def test_what_is_not_offered_is_refused(options: Options, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        META.check_options(options)


def test_what_is_offered_is_accepted() -> None:
    META.check_options(Options(4, "versus", 2, ("irish", "open-hands")))
