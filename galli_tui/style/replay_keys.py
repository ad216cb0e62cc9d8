"""The keys of a replay and of its list of moments."""

from __future__ import annotations

from galli_tui.style.actions import Action, register

REPLAY, MOMENTS, WHAT_IF = "replay", "moments", "what-if"
"""The scopes of a replay, of its list and of the form for a new match."""
_GROUP = "Replay"

register(
    Action(
        "replay.step",
        ("left", "right"),
        "step",
        "Go one moment back or forth.",
        _GROUP,
        foot=2,
        each_key=True,
        shown="left right",
    ),
    Action(
        "replay.play",
        ("space",),
        "play",
        "Play the match by itself, or pause.",
        _GROUP,
        foot=1,
        phrases=("plays the match", "pauses"),
    ),
    Action(
        "replay.speed",
        ("1", "2", "3"),
        "speed",
        "Play slowly, at a walking pace or fast.",
        _GROUP,
        foot=10,
        each_key=True,
        shown="1-3",
    ),
    Action(
        "replay.turn",
        ("up", "down"),
        "turn",
        "Go to the turn before or after.",
        _GROUP,
        foot=3,
        each_key=True,
        shown="up down",
    ),
    Action(
        "replay.round",
        ("pageup", "pagedown"),
        "round",
        "Go to the round before or after.",
        _GROUP,
        foot=11,
        each_key=True,
        shown="pgup/dn",
    ),
    Action(
        "replay.part",
        ("left_square_bracket", "right_square_bracket"),
        "year",
        "Go to the longer part before or after, e.g. year.",
        _GROUP,
        foot=13,
        each_key=True,
        shown="[ ]",
    ),
    Action(
        "replay.decision",
        ("comma", "full_stop"),
        "decision",
        "Go to the decision before or after.",
        _GROUP,
        foot=14,
        each_key=True,
        shown=", .",
    ),
    Action("replay.ends", ("home", "end"), "ends", "Go to the beginning or the end.", _GROUP, each_key=True),
    Action(
        "replay.flip",
        ("f",),
        "other move",
        "Show the better move, or the board as it was.",
        _GROUP,
        foot=5,
        phrases=("shows the better move", "shows the board as it was"),
    ),
    Action(
        "replay.details",
        ("i",),
        "more text",
        "Scroll a text that is longer than its room.",
        _GROUP,
        foot=2,
        phrases=("scrolls the text",),
    ),
    Action("replay.log", ("l",), "list", "List all moments, and go to one.", _GROUP, foot=6),
    Action("replay.review", ("a",), "review", "Grade the decisions, and say why.", _GROUP, foot=7),
    Action("replay.viewer", ("tab",), "view", "Show a seat's view, the public one, or all open.", _GROUP, foot=9),
    Action(
        "replay.what-if",
        ("n",),
        "what if",
        "Play on from here, or decide a graded move again.",
        _GROUP,
        foot=8,
        phrases=("plays on from here", "plays on", "lets you decide again"),
    ),
    Action("replay.describe", ("d",), "in words", "Describe the position in words, for reading.", _GROUP, foot=12),
    Action("replay.back", ("escape", "v", "q"), "back", "Close the replay.", _GROUP, foot=4, opener="table.replay"),
)
register(
    Action("moments.details", ("i",), "more text", "Show what the grades mean, or less text.", _GROUP, foot=9),
    Action("moments.back", ("escape", "l", "q"), "back", "Close the list.", _GROUP, foot=8, opener="replay.log"),
    Action("what-if.done", ("ctrl+s", "f5"), "play", "Play a new match from this moment on.", _GROUP, foot=1),
)
