"""The keys of the kit's board and pages."""

from __future__ import annotations

from galli_tui.style.actions import Action, register

SCOPE, BOARDS, DETAILS = "kit", "boards", "details"
"""The scopes of the board of menus, of the boards of all players, and of the page of details."""
_GROUP = "At the table"
register(
    Action(
        "kit.move",
        ("up", "down", "left", "right"),
        "move",
        "Move through the choices.",
        _GROUP,
        foot=1,
        each_key=True,
        shown="up down",
    ),
    Action("kit.next", ("tab",), "next", "Go to the next choice.", _GROUP, foot=11),
    Action("kit.previous", ("shift+tab",), "previous", "Go to the previous choice.", _GROUP),
    Action(
        "kit.enter", ("enter", "space"), "ok", "Make the chosen move, or open its page.", _GROUP, foot=5, always=True
    ),
    Action(
        "kit.number",
        ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0"),
        "choose",
        "Choose the item of that number, from 10 on by two digits; Enter makes its move. › opens its page at once.",
        _GROUP,
        foot=6,
        each_key=True,
        shown="1-9",
    ),
    Action("kit.boards", ("b",), "boards", "Look at the boards of all players and other tables.", _GROUP, foot=42),
    Action("kit.details", ("i",), "details", "Read the cards and everything else that lies open.", _GROUP, foot=12),
)
register(
    Action("boards.back", ("escape", "b", "q"), "back", "Close the boards.", "Boards", foot=9, opener=".boards"),
    Action("boards.next", ("right", "tab"), "next board", "Next board.", "Boards", foot=1),
    Action("boards.previous", ("left", "shift+tab"), "previous board", "Previous board.", "Boards", foot=2),
    Action(
        "boards.scroll",
        ("up", "down", "pageup", "pagedown", "home", "end"),
        "scroll",
        "Scroll the boards.",
        "Boards",
        foot=3,
        each_key=True,
        shown="up down",
    ),
)
register(
    Action("details.back", ("escape", "q", "i"), "back", "Go back to the table.", _GROUP, foot=9, opener="kit.details"),
)
