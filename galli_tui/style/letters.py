"""What each letter means, the same on every screen: the law that the default keys of all actions follow.

A capital is a host's rare act. A letter that opens a screen closes it as well, and `q` also goes back, since it leaves
anything. The only exemption from the law is a question, which `n` answers with no and `y` with yes.
"""

from __future__ import annotations

from typing import Final, NamedTuple


class Letter(NamedTuple):
    """The one meaning of a letter."""

    meaning: str
    actions: frozenset[str]
    """The names of the actions that it may run; with a scope where the name alone says too little."""


def _letter(meaning: str, *actions: str) -> Letter:
    return Letter(meaning, frozenset(actions))


LETTERS: Final = {
    "a": _letter("review a match", "review"),
    "b": _letter("boards of all players", "boards", "boards.back"),
    "c": _letter("check a match", "verify"),
    "d": _letter("describe in words", "describe", "position.back"),
    "e": _letter("edit: an address, a name, a setup", "address", "name", "change"),
    "f": _letter("flip", "flip"),
    "g": _letter("go on", "resume-last", "ssh-guest.table"),
    "h": _letter("hint", "hint"),
    "i": _letter("inspect, read the details", "inspect", "details", "details.back"),
    "j": _letter("join a table", "join-table"),
    "k": _letter("key to the signs, the legend", "legend", "legend.back"),
    "l": _letter("log, list of moments", "log", "log.back", "moments.back"),
    "m": _letter("saved matches", "saved-games"),
    "n": _letter("new match, rematch, next new thing", "new-game", "again", "skip", "what-if"),
    "o": _letter("open a table, invite", "host-table", "host", "invite"),
    "p": _letter("point", "point"),
    "q": _letter("leave, go back, quit", "leave", "leaving.yes", "back", "close"),
    "r": _letter("rotate", "rotate"),
    "s": _letter("scores", "scores"),
    "t": _letter("chat", "talk"),
    "u": _letter("undo", "undo", "back-to-lobby"),
    "v": _letter("view a match, replay", "view", "replay", "replay.back"),
    "w": _letter("watch", "watch"),
    "x": _letter("remove, delete, stand up", "remove", "remove-guest", "delete", "stand-up", "keys.reset"),
    "z": _letter("pause what plays by itself", "hold"),
    "y": _letter("yes, ready", "ready"),
    "B": _letter("bot for an absent guest", "fill-seat"),
    "C": _letter("chat on or off", "chat"),
    "F": _letter("fetch missing moves", "fetch"),
    "N": _letter("new table code", "change-code"),
    "U": _letter("unblock guests", "unblock"),
    "W": _letter("spectators on or off", "watching"),
}
"""By letter. An action of one of these names has this letter or no letter at all."""

ANSWERS: Final = frozenset({"dialog.yes", "dialog.no", "leaving.yes", "leaving.no"})
"""The actions that answer a question."""
