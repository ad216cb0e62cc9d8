"""One letter means one thing on every screen, in every game, and one thing has one letter."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest

import galli_tui
from galli_tui.style.actions import Action, registered
from galli_tui.style.letters import ANSWERS, LETTERS


def every_action() -> Iterator[Action]:
    for module in pkgutil.walk_packages(galli_tui.__path__, "galli_tui."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    yield from registered()


ACTIONS = tuple(every_action())


def letters_of(one: Action) -> list[str]:
    return [key for key in one.keys if len(key) == 1 and key.isalpha()]


def letters_for(one: Action) -> set[str]:
    return {letter for letter, it in LETTERS.items() if it.actions & {one.id, one.id.partition(".")[2]}}


def test_the_actions_of_screens_and_games_are_all_here() -> None:
    assert {"app", "table", "menu", "kit", "boards", "campus-galli", "host-lobby"} <= {one.scope for one in ACTIONS}


@pytest.mark.parametrize("one", ACTIONS, ids=lambda one: one.id)
def test_a_letter_means_the_same_everywhere(one: Action) -> None:
    for letter in letters_of(one):
        assert letter in letters_for(one) or (one.id in ANSWERS and letter in "yn"), (
            f"{letter} means: {LETTERS[letter].meaning}"
        )


@pytest.mark.parametrize("one", ACTIONS, ids=lambda one: one.id)
def test_the_same_thing_has_the_same_letter_everywhere(one: Action) -> None:
    own = letters_for(one)
    if one.id not in ANSWERS and own and letters_of(one):
        assert set(letters_of(one)) <= own


def test_every_letter_says_what_it_means() -> None:
    for letter, it in LETTERS.items():
        assert len(letter) == 1
        assert letter.isalpha()
        assert it.meaning
        assert it.actions


def test_the_names_of_two_letters_differ() -> None:
    names = [name for it in LETTERS.values() for name in it.actions]
    assert len(names) == len(set(names))


def test_a_question_is_answered_by_y_and_n() -> None:
    assert {one.id for one in ACTIONS if {"y", "n"} & set(one.keys) and one.scope in ("dialog", "leaving")} == ANSWERS
