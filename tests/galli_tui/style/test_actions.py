"""One registry says what can be done: every action in it exists, has a key of its own, and explains itself."""

from __future__ import annotations

import pytest
from textual.dom import DOMNode

from galli_tui.app import GalliApp
from galli_tui.games.campus_galli.board import CampusBoard
from galli_tui.games.kit.boards_screen import BoardsScreen
from galli_tui.screens.command_palette import CommandScreen
from galli_tui.screens.dialogs import Notice, Question
from galli_tui.screens.leaving import LeaveQuestion
from galli_tui.screens.start.help import HelpScreen
from galli_tui.screens.start.match_files import ImportScreen
from galli_tui.screens.start.menu import MenuScreen
from galli_tui.screens.start.saved import SavedScreen
from galli_tui.screens.start.setup import SetupScreen
from galli_tui.screens.table.handover import HandoverScreen
from galli_tui.screens.table.log import LogScreen
from galli_tui.screens.table.move_prompt import MovePrompt
from galli_tui.screens.table.position import PositionScreen
from galli_tui.screens.table.scores import ScoreSheetScreen
from galli_tui.screens.table.table import TableScreen
from galli_tui.screens.too_small import TooSmallScreen
from galli_tui.style.actions import Action, action, bindings, in_scopes, register
from galli_tui.style.key_names import key_name
from galli_tui.widgets.option_list import OptionList
from galli_tui.widgets.spinner import Spinner

OWNERS: dict[str, type[DOMNode]] = {
    "app": GalliApp,
    "boards": BoardsScreen,
    "campus-galli": CampusBoard,
    "spinner": Spinner,
    "dialog": Question,
    "form": SetupScreen,
    "handover": HandoverScreen,
    "help": HelpScreen,
    "leaving": LeaveQuestion,
    "list": OptionList,
    "log": LogScreen,
    "menu": MenuScreen,
    "move-prompt": MovePrompt,
    "notice": Notice,
    "palette": CommandScreen,
    "position": PositionScreen,
    "saved": SavedScreen,
    "match-file": ImportScreen,
    "scores": ScoreSheetScreen,
    "too-small": TooSmallScreen,
    "table": TableScreen,
}
"""Who carries out the actions of each scope."""

ALL = in_scopes(*OWNERS)
ON_THE_NETWORK = (
    "chat",
    "host-lobby",
    "invite",
    "join",
    "join-form",
    "landing",
    "seat-form",
    "ssh-guest",
    "guest-lobby",
)


@pytest.mark.parametrize("one", ALL, ids=lambda one: one.id)
def test_every_action_is_carried_out_by_the_owner_of_its_scope(one: Action) -> None:
    assert callable(getattr(OWNERS[one.scope], f"action_{one.method}", None))


@pytest.mark.parametrize("scope", OWNERS)
def test_every_scope_is_bound_by_its_owner(scope: str) -> None:
    bound = {binding.id for binding in OWNERS[scope].BINDINGS if not isinstance(binding, tuple)}
    assert {one.id for one in in_scopes(scope)} <= bound


@pytest.mark.parametrize(
    "one", [*ALL, *in_scopes("replay", "moments", "what-if", "setup", *ON_THE_NETWORK)], ids=lambda one: one.id
)
def test_every_action_explains_itself_in_one_sentence_that_fits_the_help(one: Action) -> None:
    assert one.help[0].isupper()
    assert one.help.endswith(".")
    keys = [one.shown] if one.shown else one.keys
    column = max(HelpScreen.KEY_COLUMN, len(", ".join(key_name(key, ascii_only=True) for key in keys)))
    border, cursor, scrollbar = 2, 2, 1
    assert len(one.help) <= 80 - border - cursor - scrollbar - column
    palette, label, key = 74 - 2 - cursor - scrollbar, len("light or dark  "), len("  ") + len(key_name(one.keys[0]))
    assert one.each_key or len(one.help) <= palette - label - key
    assert one.label


def test_no_screen_hides_a_key_of_the_app() -> None:
    everywhere = {key for one in in_scopes("app") for key in one.keys}
    for one in ALL:
        if one.scope not in ("app", "help"):
            assert not everywhere & set(one.keys), one.id


def test_an_id_is_registered_once() -> None:
    with pytest.raises(ValueError, match="registered twice"):
        register(Action("menu.leave", ("x",), "x", "X.", "X"))
    assert action("menu.leave").keys == ("q",)


def test_a_key_cannot_mean_two_things_in_one_scope() -> None:
    with pytest.raises(ValueError, match=r"key n means menu\.new-game already"):
        register(Action("menu.other", ("n",), "x", "X.", "X"))
    assert "menu.other" not in {one.id for one in in_scopes("menu")}


def test_registering_the_same_action_again_changes_nothing() -> None:
    before = in_scopes("menu")
    register(action("menu.leave"))
    assert in_scopes("menu") == before


def test_each_key_of_an_action_can_be_told_apart() -> None:
    calls = [binding.action for binding in bindings("spinner") if not isinstance(binding, tuple)]
    assert calls == ["turn('left')", "turn('right')", "turn('space')"]


@pytest.mark.parametrize(
    ("keys", "shown", "shown_in_ascii"),
    [
        ("escape", "esc", "esc"),
        ("ctrl+p", "^p", "^p"),
        ("f1", "F1", "F1"),
        ("f", "f", "f"),
        ("question_mark", "?", "?"),
        ("up down", "↑↓", "arrows"),
        ("left", "←", "arrows"),
        ("1 2", "1 2", "1 2"),
    ],
)
def test_keys_are_written_for_people(keys: str, shown: str, shown_in_ascii: str) -> None:
    assert key_name(keys) == shown
    assert key_name(keys, ascii_only=True) == shown_in_ascii
