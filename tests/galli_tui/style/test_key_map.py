"""The player's own keys: which map can be used, what is refused with which words, and that every screen is known."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from random import Random
from typing import Any

import pytest
from textual.dom import DOMNode
from textual.widgets import Input

import galli_tui
from galli_tui.game_api.own_keys import checked
from galli_tui.game_api.registry import board_scopes
from galli_tui.screens.base import GalliScreen
from galli_tui.screens.table.board import TableBoard
from galli_tui.settings.schema import KeyMap
from galli_tui.style.actions import defaults
from galli_tui.style.key_map import EDITING, FIXED
from galli_tui.style.key_names import character_of, key_from, key_name
from galli_tui.style.key_screens import TITLES, live_together, scope_title


def everything() -> None:
    for module in pkgutil.walk_packages(galli_tui.__path__, "galli_tui."):
        if not module.name.endswith("__main__"):
            import_module(module.name)


def below(kind: type[DOMNode]) -> Iterator[type[DOMNode]]:
    for one in kind.__subclasses__():
        if one.__module__.startswith("galli_tui."):
            yield one
        yield from below(one)


everything()
SCREENS: list[type[GalliScreen[Any]]] = [
    one for one in below(GalliScreen) if issubclass(one, GalliScreen) and one.SCOPES
]
TOGETHER = live_together(board_scopes().values())


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: screen.__name__)
def test_the_scopes_of_every_screen_are_known_to_be_live_together(screen: type[GalliScreen[Any]]) -> None:
    assert any({"app", *screen.SCOPES} <= scopes for scopes in TOGETHER)


def test_the_boards_of_all_games_are_live_with_the_table_and_its_lessons() -> None:
    boards = {scope for board in below(TableBoard) if issubclass(board, TableBoard) for scope in board.SCOPES}
    assert boards == set(board_scopes().values())
    for board in boards:
        assert frozenset({"app", "table", "lesson", board}) in TOGETHER


def test_every_scope_is_live_somewhere_and_has_a_name_of_its_own() -> None:
    scopes = {one.scope for one in defaults().values()}
    assert scopes <= set[str]().union(*TOGETHER)
    assert set(TITLES) <= scopes
    assert len({scope_title(scope) for scope in scopes}) == len(scopes)


@pytest.mark.parametrize("widget", [*below(DOMNode)], ids=lambda widget: widget.__name__)
def test_no_widget_binds_two_actions_to_one_key(widget: type[DOMNode]) -> None:
    """Textual's keymap takes a key away from all actions of a widget when one of them gets another key."""
    owners: dict[str, set[str]] = {}
    for binding in widget.__dict__.get("BINDINGS", ()):
        owners.setdefault(binding.key, set()).add(binding.id or "")
    assert all(len(ids) == 1 for ids in owners.values())


def test_the_default_keys_need_no_change() -> None:
    wanted = {one.id: one.keys for one in defaults().values() if not one.each_key}
    assert checked(wanted) == ({}, ())


def test_the_keys_of_text_fields_are_all_known() -> None:
    own = {key for binding in Input.BINDINGS for key in str(getattr(binding, "key", "")).split(",")}
    assert {key for key in own if key_from(key)} - FIXED <= EDITING


@pytest.mark.parametrize(
    ("wanted", "keys"),
    [
        ({"table.undo": ("y",)}, {"table.undo": ("y",)}),
        ({"table.undo": ("F7", "ctrl+z")}, {"table.undo": ("f7", "ctrl+z")}),
        ({"table.undo": ("?",), "table.why": ("u",)}, {"table.undo": ("question_mark",), "table.why": ("u",)}),
        ({"table.undo": ("h",), "table.hint": ("u",)}, {"table.undo": ("h",), "table.hint": ("u",)}),
        ({"table.continue": ("c",)}, {"table.continue": ("c", "enter")}),
        ({"table.log": ("l",)}, {}),
        ({"app.help": ("f11",)}, {"app.help": ("f11",)}),
        ({"menu.saved-games": ("u",)}, {"menu.saved-games": ("u",)}),
    ],
)
def test_keys_that_are_free_on_every_screen_of_the_action_are_taken(
    wanted: KeyMap, keys: dict[str, tuple[str, ...]]
) -> None:
    assert checked(wanted) == (keys, ())


@pytest.mark.parametrize(
    ("action", "key", "reason"),
    [
        ("table.undo", "h", "h is the key of “hint” (table.hint, At the table)"),
        ("table.undo", "r", "r is the key of “rotate” (campus-galli.rotate, Campus Galli)"),
        ("table.undo", "n", "n is the key of “skip” (lesson.skip, During a lesson)"),
        ("table.undo", "3", "3 is the key of “choose” (campus-galli.number, Campus Galli)"),
        ("campus-galli.flip", "u", "u is the key of “undo” (table.undo, At the table)"),
        ("table.undo", "F2", "F2 is the key of “theme” (app.theme, Everywhere)"),
        ("app.help", "F4", "F4 is the key of “learn” (menu.learn, Menu)"),
        ("menu.leave", "n", "n is the key of “new match” (menu.new-game, Menu)"),
        ("menu.leave", "5", "5 is the key of “choose” (list.number, Lists)"),
        ("table.undo", "Enter", "Enter keeps its meaning everywhere"),
        ("table.undo", "ctrl+m", "many terminals cannot tell Ctrl+M from Enter"),
        ("table.undo", "f55", "“f55” is no key (the nearest is f5)"),
        ("table.undo", "xyzzyx", "“xyzzyx” is no key"),
        ("tabel.undo", "y", "there is no such action (the nearest is table.undo)"),
        ("nothing", "y", "there is no such action"),
        ("replay.step", "y", "the keys of “step” cannot be changed"),
        ("setup.start", "g", "g would be typed into the text field"),
        ("app.theme", "t", "t would be typed into the text field"),
        ("setup.start", "ctrl+w", "Ctrl+W edits the text field"),
    ],
)
def test_what_cannot_be_used_is_refused_with_its_reason(action: str, key: str, reason: str) -> None:
    assert checked({action: (key,)}) == ({}, ((action, reason),))


def test_of_two_changes_that_clash_the_later_one_is_refused() -> None:
    found = checked({"table.undo": ("y",), "table.hint": ("y",)})
    assert found.keys == {"table.undo": ("y",)}
    assert found.problems == (("table.hint", "y is the key of “undo” (table.undo, At the table)"),)


def test_a_refused_change_gives_its_key_back() -> None:
    found = checked({"table.hint": ("u",), "table.undo": ("r",)})
    assert found.keys == {}
    assert [one.action_id for one in found.problems] == ["table.undo", "table.hint"]


@pytest.mark.parametrize("seed", range(40))
def test_whatever_is_asked_for_no_two_live_actions_get_one_key(seed: int) -> None:
    chance = Random(seed)
    ids, keys = [*defaults(), "nothing"], [*"abchlnoquyzLZ19?", "f1", "f11", "ctrl+s", "enter", "tab", "f99"]
    wanted = {one: tuple(chance.sample(keys, chance.randint(1, 2))) for one in chance.sample(ids, 30)}
    found = checked(wanted)
    assert {problem.action_id for problem in found.problems} <= wanted.keys()
    assert not {problem.action_id for problem in found.problems} & found.keys.keys()
    for scopes in TOGETHER:
        owners: dict[str, list[str]] = {}
        for one in defaults().values():
            for key in found.keys.get(one.id, one.keys) if one.scope in scopes else ():
                owners.setdefault(key, []).append(one.id)
        for key, sharing in owners.items():
            changed = [one for one in sharing if key not in defaults()[one].keys]
            assert not changed or len(sharing) == 1, (key, sharing)


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("u", "u"),
        ("U", "U"),
        ("ä", "ä"),
        ("?", "question_mark"),
        ("[", "left_square_bracket"),
        ("§", "section_sign"),
        (" ", "space"),
        ("Ctrl+S", "ctrl+s"),
        ("^s", "ctrl+s"),
        ("Shift+u", "U"),
        ("F12", "f12"),
        ("Esc", "escape"),
        ("PgUp", "pageup"),
        ("del", "delete"),
        ("full_stop", "full_stop"),
        ("ctrl-s", None),
        ("return", "enter"),
        ("<any>", None),
        ("f25", None),
    ],
)
def test_keys_are_read_as_people_write_them(text: str, key: str | None) -> None:
    assert key_from(text) == key


@pytest.mark.parametrize("key", ["u", "ctrl+s", "f5", "question_mark", "section_sign", "space", "quotation_mark"])
def test_a_key_is_read_as_it_is_written(key: str) -> None:
    assert key_from(key_name(key)) == key


def test_keys_that_write_are_told_from_those_that_do_not() -> None:
    assert [character_of(key) for key in ("u", "question_mark", "space", "§")] == ["u", "?", " ", "§"]
    assert not any(character_of(key) for key in ("ctrl+s", "f5", "escape", "tab", "delete", "backspace", "enter"))


@pytest.mark.parametrize(
    ("wanted", "log"),
    [
        ({"table.log": ("y",)}, ("escape", "y", "q")),
        ({"table.log": ("y", "f11")}, ("escape", "y", "f11", "q")),
        ({"table.log": ("y",), "log.back": ("x",)}, ("x", "escape")),
        ({"table.log": ("y",), "log.back": ("l", "q")}, ("l", "q", "escape")),
    ],
)
def test_the_key_that_opens_a_screen_closes_it_too_unless_that_has_keys_of_its_own(
    wanted: KeyMap, log: tuple[str, ...]
) -> None:
    found = checked(wanted)
    assert not found.problems
    assert found.keys["log.back"] == log


def test_the_boards_of_all_players_close_with_the_keys_of_the_games_that_open_them() -> None:
    found = checked({"campus-galli.boards": ("y",)}).keys["boards.back"]
    assert sorted(found) == ["b", "escape", "q", "y"], "another game still opens its boards with b"
    assert checked({"campus-galli.boards": ("y",), "kit.boards": ("y",)}).keys["boards.back"] == ("escape", "y", "q")


def test_a_screen_that_has_another_use_for_the_key_that_opens_it_is_closed_as_before() -> None:
    bracket = {"table.replay": ("left_square_bracket",)}
    assert checked(bracket) == (bracket, ())
    assert checked({"table.replay": ("y",)}).keys["replay.back"] == ("escape", "y", "q")


def test_what_closes_a_screen_names_an_action_that_opens_it() -> None:
    every = defaults()
    followers = [one for one in every.values() if one.opener]
    assert {"log.back", "legend.back", "help.go-on", "leaving.yes"} <= {one.id for one in followers}
    for one in followers:
        openers = [it for it in every.values() if it.id == one.opener or it.id.endswith(one.opener)]
        assert openers, one.id
        assert all(set(one.keys) & set(it.keys) for it in openers), one.id
