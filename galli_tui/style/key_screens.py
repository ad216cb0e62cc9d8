"""Which actions can be live at the same time: the scopes of each screen, and their names for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from galli_tui.style import replay_keys
from galli_tui.style.actions import defaults

TITLES: Final = {
    "app": "Everywhere",
    "table": "At the table",
    "kit": "Choices at the table",
    "boards": "Boards of all players",
    "details": "Details at the table",
    "lesson": "During a lesson",
    "scores": "Score sheet",
    "legend": "Legend",
    "position": "Position in words",
    "log": "Log",
    "move-prompt": "Typed move",
    "chat": "Chat",
    "handover": "Handover",
    "menu": "Menu",
    "welcome": "Welcome",
    "landing": "First screen",
    "setup": "New match",
    "saved": "Saved matches",
    "match-file": "Match to a file, or from one",
    "statistics": "Statistics",
    "settings": "Settings",
    "lessons": "Lessons",
    "keys": "Keys",
    "new-key": "A new key",
    "help": "Help",
    "palette": "List of commands",
    "join": "Find a table",
    "join-form": "Join a table",
    "seat-form": "Take a seat",
    "host-lobby": "Lobby, as host",
    "guest-lobby": "Lobby, as guest",
    "invite": "Invite",
    "ssh-guest": "Guest over SSH",
    replay_keys.REPLAY: "Replay",
    replay_keys.MOMENTS: "List of moments",
    replay_keys.WHAT_IF: "New match from a moment",
    "dialog": "Questions",
    "leaving": "Question before leaving",
    "notice": "Messages",
    "too-small": "Small window",
    "list": "Lists",
    "columns": "Lists in two columns",
    "form": "Forms",
    "spinner": "Values in forms",
}
"""What a scope is called, in the order of the list of keys."""

_SCREENS: Final = (
    ("menu", "landing", "list", "columns"),
    ("welcome", "list"),
    ("ssh-guest", "landing", "list"),
    ("setup", "form", "spinner"),
    ("saved", "list"),
    ("match-file", "form"),
    ("statistics", "list"),
    ("keys", "list"),
    ("new-key",),
    ("settings", "spinner"),
    ("lessons", "list"),
    ("join", "list"),
    ("join-form", "form", "spinner"),
    ("seat-form", "form", "spinner"),
    ("host-lobby", "list"),
    ("guest-lobby", "list"),
    ("invite", "notice", "list"),
    ("boards",),
    ("details",),
    ("legend",),
    ("position", "list"),
    ("log", "list"),
    ("move-prompt",),
    ("chat",),
    ("handover",),
    ("scores",),
    (replay_keys.REPLAY,),
    (replay_keys.MOMENTS, "list"),
    (replay_keys.WHAT_IF, "form", "spinner"),
    ("help", "list"),
    ("palette", "list"),
    ("dialog", "list"),
    ("leaving", "list"),
    ("notice", "list"),
    ("too-small",),
)
TYPING: Final = frozenset(
    {"app", "welcome", "form", "spinner", "setup", "join-form", "seat-form", "move-prompt", "chat", "palette"}
    | {replay_keys.WHAT_IF, "match-file", "settings"}
)
"""The scopes whose actions must work while a text field has the keyboard."""


def live_together(boards: Iterable[str]) -> tuple[frozenset[str], ...]:
    """Return the scopes of each screen, given the scopes of the games' boards."""
    tables = (frozenset({"app", "lesson", "table", board}) for board in dict.fromkeys(boards))
    return (*(frozenset({"app", *scopes}) for scopes in _SCREENS), *tables)


def ordered_scopes() -> list[str]:
    """Return all scopes as the list of keys shows them: the boards of games stand behind the kit's."""
    scopes = [*TITLES]
    place = scopes.index("kit") + 1
    return [
        *scopes[:place],
        *dict.fromkeys(it.scope for it in defaults().values() if it.scope not in TITLES),
        *scopes[place:],
    ]


def scope_title(scope: str) -> str:
    """Return what a scope is called; that of a game's board is called as its group."""
    group = next((it.group for it in defaults().values() if it.scope == scope), scope)
    return TITLES.get(scope, group)
