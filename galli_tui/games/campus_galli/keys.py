"""The keys of the table of Campus Galli, and what each needs of the decision that is being entered."""

from __future__ import annotations

from galli_tui.games.campus_galli.move_entry.base import Arrow, InputKind
from galli_tui.style.actions import Action, action, register

_GROUP = "Campus Galli"
register(
    Action(
        "campus-galli.move",
        ("up", "down", "left", "right"),
        "move",
        "Moves the section, the cursor or the choice.",
        _GROUP,
        foot=1,
        each_key=True,
        shown="left up down right",
    ),
    Action("campus-galli.turn", ("r",), "turn", "Turns the section a quarter to the right.", _GROUP, foot=2),
    Action("campus-galli.mirror", ("m",), "mirror", "Mirrors the section.", _GROUP, foot=3),
    Action("campus-galli.next", ("tab",), "next", "Goes to the next legal choice, the best first.", _GROUP, foot=11),
    Action("campus-galli.previous", ("shift+tab",), "previous", "Goes to the legal choice before.", _GROUP),
    Action(
        "campus-galli.enter",
        ("enter", "space"),
        "ok",
        "Confirms the move that is shown.",
        _GROUP,
        foot=5,
    ),
    Action(
        "campus-galli.number",
        ("1", "2", "3", "4", "5", "6", "7", "8", "9"),
        "choose",
        "Selects the choice of that number; enter confirms it.",
        _GROUP,
        foot=6,
        each_key=True,
        shown="1-9",
    ),
    Action("campus-galli.look", ("i",), "look", "Looks at plan and tasks; again to play on.", _GROUP, foot=12),
    Action(
        "campus-galli.point",
        ("p",),
        "point",
        "Points at a space while looking; a number at a task.",
        _GROUP,
        foot=13,
    ),
    Action("campus-galli.boards", ("b",), "boards", "Shows the planning boards of all seats.", _GROUP, foot=42),
)

ARROWS = {"up": Arrow.UP, "down": Arrow.DOWN, "left": Arrow.LEFT, "right": Arrow.RIGHT}
REQUIRED_INPUTS = {
    "move": InputKind.ARROWS,
    "turn": InputKind.ROTATE,
    "mirror": InputKind.ROTATE,
    "next": InputKind.JUMP,
    "previous": InputKind.JUMP,
    "enter": InputKind.ENTER,
    "number": InputKind.NUMBERS,
}
"""What each action needs the decision to know of."""
DECIDING_KEYS = frozenset({*action("campus-galli.enter").keys, *action("campus-galli.number").keys})
"""The keys that decide something."""
