"""The keys of the table of Campus Galli."""

from __future__ import annotations

from galli_tui.style.actions import Action, register

SCOPE = "campus-galli"
_GROUP = "Campus Galli"
# Where the footer is short of room, the arrows go first: the prompts name them. Enter and Tab stay, for the mouse.
register(
    Action(
        "campus-galli.move",
        ("up", "down", "left", "right"),
        "move",
        "Move the section, the cursor or the choice.",
        _GROUP,
        foot=17,
        each_key=True,
        shown="left up down right",
    ),
    Action("campus-galli.rotate", ("r",), "rotate", "Rotate the section clockwise.", _GROUP, foot=2),
    Action("campus-galli.flip", ("f",), "flip", "Flip the section.", _GROUP, foot=3),
    Action("campus-galli.next", ("tab",), "next", "Go to the next legal choice, by points now.", _GROUP, foot=12),
    Action("campus-galli.previous", ("shift+tab",), "previous", "Go to the previous legal choice.", _GROUP),
    Action(
        "campus-galli.enter",
        ("enter", "space"),
        "ok",
        "Confirm the move shown.",
        _GROUP,
        foot=11,
        always=True,
    ),
    Action(
        "campus-galli.number",
        ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0"),
        "choose",
        "Select by number, one or two digits; Enter confirms.",
        _GROUP,
        foot=6,
        each_key=True,
        shown="1-9",
    ),
    Action("campus-galli.inspect", ("i",), "look", "Look around the plan and tasks; again to return.", _GROUP, foot=13),
    Action(
        "campus-galli.point",
        ("p",),
        "point",
        "Point at the space looked at, or a task's number.",
        _GROUP,
        foot=14,
    ),
    Action("campus-galli.boards", ("b",), "boards", "Show the planning boards of all players.", _GROUP, foot=42),
)
