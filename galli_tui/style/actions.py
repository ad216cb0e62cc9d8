"""The one registry of what a player can do: it feeds key bindings, command palette, footer, help and mouse.

An action belongs to a scope, and a screen lists its scopes. Games register their own actions in scopes of their own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from textual.binding import Binding, BindingType


@dataclass(frozen=True, slots=True)
class Action:
    """One thing a player can do. Whether it is possible at the moment, the screen's `check_action` says."""

    id: str
    """Scope and name, e.g. "table.take-back"; runs `action_take_back` of the screen (scope "app": of the app)."""
    keys: tuple[str, ...]
    """Textual's names of the keys; the first is the one that is shown."""
    label: str
    """One or two words for the footer."""
    help: str
    """One sentence for the help and the palette."""
    group: str
    """The heading it stands under in the help."""
    foot: int = 0
    """Its rank in the footer, lowest first; 0 keeps it out."""
    each_key: bool = False
    """Whether the method gets the name of the key pressed, as for arrows; such actions are not in the palette."""
    shown: str = ""
    """How the keys are written where the first alone would mislead, e.g. "up down" for both arrows."""

    @property
    def scope(self) -> str:
        """Where it is valid: the part of the id before the dot."""
        return self.id.partition(".")[0]

    @property
    def method(self) -> str:
        """The name of Textual's action: the part of the id after the dot."""
        return self.id.partition(".")[2].replace("-", "_")

    @property
    def command(self) -> str:
        """What Textual runs for a click or from the palette."""
        namespace = "app" if self.scope == "app" else "screen"
        return f"{namespace}.{self.method}"


_REGISTRY: dict[str, Action] = {}


def register(*actions: Action) -> None:
    """Adds actions. Raises ValueError for an id that is taken by another, or a key that is taken in its scope."""
    for action in actions:
        if _REGISTRY.get(action.id, action) != action:
            raise ValueError(f"action {action.id} is registered twice")
        taken = {key: other for other in in_scopes(action.scope) for key in other.keys if other.id != action.id}
        for key in action.keys:
            if key in taken:
                raise ValueError(f"key {key} means {taken[key].id} already, so it cannot mean {action.id}")
        _REGISTRY[action.id] = action


def in_scopes(*scopes: str) -> list[Action]:
    """The actions of these scopes: by scope in the order given, then as registered."""
    return [action for scope in scopes for action in _REGISTRY.values() if action.scope == scope]


def action(action_id: str) -> Action:
    """The action of an id. Raises KeyError."""
    return _REGISTRY[action_id]


def known(action_id: str | None) -> Action | None:
    """The action of a binding's id; None for a binding that is not ours."""
    return _REGISTRY.get(action_id or "")


def bindings(*scopes: str) -> list[BindingType]:
    """The keys of these scopes, for a screen's `BINDINGS`. The id of a binding is its action's."""
    return [binding for action in in_scopes(*scopes) for binding in _bindings(action)]


def _bindings(action: Action) -> Iterable[Binding]:
    for key in action.keys:
        call = f"{action.method}('{key}')" if action.each_key else action.method
        yield Binding(key, call, action.label, show=action.foot > 0, tooltip=action.help, id=action.id)


_ANYWHERE = "Anywhere"
_LISTS = "Lists and forms"
_TABLE = "At the table"
_NETWORK = "Tables on the network"

register(
    Action("app.help", ("f1",), "help", "Shows the keys of this screen and the rulebook.", _ANYWHERE, foot=90),
    Action("app.commands", ("ctrl+p",), "more", "Lists every command by name, to search in.", _ANYWHERE, foot=91),
    Action("app.light", ("f2",), "day or night", "Changes between parchment and lamp black.", _ANYWHERE),
    Action("app.quit-program", ("ctrl+q", "ctrl+c"), "quit", "Ends the program. Every move is saved.", _ANYWHERE),
)
register(
    Action(
        "list.move",
        ("up", "down", "k", "j", "pageup", "pagedown", "home", "end"),
        "choose",
        "Moves in a list, home, end and page keys further.",
        _LISTS,
        each_key=True,
        shown="up down",
    ),
    Action("list.choose", ("enter",), "open", "Opens what is under the cursor, as does a double click.", _LISTS),
)
register(
    Action("menu.new-game", ("n",), "new match", "Sets up a new match.", "Menu", foot=1),
    Action("menu.host-table", ("h",), "host", "Sets up a match for several terminals.", "Menu", foot=2),
    Action("menu.join-table", ("t",), "join", "Finds the tables that are open on the network.", "Menu", foot=3),
    Action("menu.saved-games", ("s",), "saved", "Lists the saved matches: resume, look, verify.", "Menu", foot=4),
    Action("menu.resume-last", ("r",), "resume", "Goes on with the match that was played last.", "Menu", foot=5),
    Action("menu.leave", ("q",), "quit", "Ends the program.", "Menu", foot=6),
)
register(Action("front.back", ("escape",), "back", "Says how to leave: there is no step to go back.", _ANYWHERE))
register(
    Action("friend.table", ("t",), "table", "Goes to the table that you have come for.", _NETWORK, foot=1),
    Action("friend.leave", ("q",), "leave", "Ends the connection. Your seat stays yours.", _NETWORK, foot=9),
)
register(
    Action(
        "form.row",
        ("up", "down", "enter"),
        "line",
        "Goes a line up or down; on the last, enter is done.",
        _LISTS,
        foot=2,
        each_key=True,
        shown="up down",
    ),
    Action("form.back", ("escape",), "back", "Goes back and leaves everything as it was.", _LISTS, foot=9),
    Action(
        "form.field",
        ("tab", "shift+tab"),
        "next",
        "Goes to the next field; with shift, a field back.",
        _LISTS,
        foot=4,
        each_key=True,
    ),
)
register(
    Action("setup.begin", ("ctrl+s", "f5"), "begin", "Begins the match as it is set up.", _LISTS, foot=1),
    Action(
        "setup.other-seed", ("f6",), "other seed", "Draws a seed, for a deal that can be played again.", _LISTS, foot=5
    ),
)
register(
    Action("sitting.done", ("ctrl+s", "f5"), "done", "Takes name and colour as they stand.", _NETWORK, foot=1),
    Action("call.go", ("ctrl+s", "f5"), "join", "Sets out for the table.", _NETWORK, foot=1),
)
register(
    Action("join.watch", ("w",), "watch", "Comes to the table under the cursor to watch.", _NETWORK, foot=2),
    Action("join.address", ("a",), "address", "Asks for the address of a table to type.", _NETWORK, foot=3),
    Action("join.back", ("escape", "q"), "back", "Goes back to the menu.", _NETWORK, foot=9),
)
register(
    Action("hosting.begin", ("ctrl+s", "f5"), "begin", "Begins the match, or says what is missing.", _NETWORK, foot=1),
    Action(
        "hosting.turn",
        ("left", "right"),
        "who",
        "Gives the seat to guests, to somebody here, or to a bot.",
        _NETWORK,
        foot=2,
        each_key=True,
        shown="left right",
    ),
    Action(
        "hosting.name", ("n",), "name", "Gives a seat here its name and colour; enter does so too.", _NETWORK, foot=3
    ),
    Action(
        "hosting.remove",
        ("x", "delete"),
        "send away",
        "Sends the guest of the seat away, after asking.",
        _NETWORK,
        foot=4,
    ),
    Action("hosting.talk", ("t",), "talk", "Says something to all who are here.", _NETWORK, foot=6),
    Action("hosting.chat", ("c",), "chat", "Lets people talk at the table, or not.", _NETWORK, foot=8),
    Action("hosting.watching", ("w",), "watching", "Lets others watch, or not.", _NETWORK, foot=9),
    Action(
        "hosting.lobby-again",
        ("b",),
        "give up",
        "Gives a beginning up that a guest has left, to begin anew.",
        _NETWORK,
        foot=1,
    ),
    Action(
        "hosting.let-in",
        ("l",),
        "let in",
        "Lets in newcomers, and guests sent away, again.",
        _NETWORK,
        foot=5,
    ),
    Action("hosting.change-code", ("r",), "new code", "Makes another table code, after asking.", _NETWORK),
    Action(
        "hosting.fetch",
        ("f",),
        "fetch",
        "Fetches from a guest what an older copy lacks.",
        _NETWORK,
        foot=1,
    ),
    Action(
        "hosting.back",
        ("escape", "q"),
        "close",
        "Closes the table, after asking.",
        _NETWORK,
        foot=7,
    ),
)
register(
    Action(
        "visiting.ready", ("r",), "ready", "Says that the match may begin, or that it may not yet.", _NETWORK, foot=1
    ),
    Action("visiting.name", ("n",), "name", "Changes your name and colour; enter does so too.", _NETWORK, foot=2),
    Action("visiting.rise", ("u",), "stand up", "Gives the seat back.", _NETWORK, foot=3),
    Action("visiting.talk", ("t",), "talk", "Says something to all who are here.", _NETWORK, foot=4),
    Action(
        "visiting.back",
        ("escape", "q"),
        "leave",
        "Leaves the table; asks first if you have a seat.",
        _NETWORK,
        foot=9,
    ),
)
register(
    Action(
        "choice.turn",
        ("left", "right", "space"),
        "change",
        "Changes a choice.",
        _LISTS,
        foot=3,
        each_key=True,
        shown="left right",
    ),
)
register(
    Action("saved.back", ("escape", "q"), "back", "Goes back to the menu.", _LISTS, foot=9),
    Action("saved.verify", ("v",), "verify", "Checks every signature, deal and rule of the match.", _LISTS, foot=2),
    Action("saved.look", ("o",), "look only", "Opens the sound part of a match to look at.", _LISTS, foot=3),
    Action("saved.host", ("h",), "host", "Opens the match to the network, for guests in its seats.", _LISTS, foot=5),
    Action("saved.delete", ("d", "delete"), "delete", "Deletes the match, after asking.", _LISTS, foot=4),
)
register(
    Action("handover.ready", ("enter",), "ready", "Shows the table to the player who is named.", "Handover", foot=1),
    Action("handover.take-back", ("u",), "take back", "Takes back the choice made just now.", "Handover", foot=2),
    Action("handover.leave", ("escape", "q"), "leave", "Asks whether to leave the table.", "Handover", foot=9),
)
register(
    Action("sheet.back", ("escape", "enter"), "back to the table", "Closes the score sheet.", "Score sheet", foot=1),
    Action("sheet.again", ("n",), "play again", "Sets up the next match with the same table.", "Score sheet", foot=2),
    Action(
        "sheet.analysis", ("a",), "analysis", "Lists the decisions that cost the most points.", "Score sheet", foot=3
    ),
    Action(
        "sheet.leave", ("q",), "menu", "Goes to the menu, after asking while the match goes on.", "Score sheet", foot=4
    ),
)
register(
    Action(
        "analysis.turn",
        ("left", "right", "space"),
        "other move",
        "Shows on the board what was decided, or what the abbot would have done.",
        "Analysis",
        foot=2,
        shown="left right",
    ),
    Action("analysis.back", ("escape", "q"), "back", "Goes back to the score sheet.", "Analysis", foot=1),
)
register(
    Action("help.back", ("escape", "f1", "q"), "back", "Closes the help.", "Help", foot=9),
    Action(
        "help.search", ("slash",), "search", "Searches all pages of the help for words or a clause.", "Help", foot=2
    ),
    Action(
        "help.next-part",
        ("tab",),
        "next page",
        "Goes from page to page, the rulebook last.",
        "Help",
        foot=1,
    ),
)
register(
    Action("log.back", ("escape", "l", "q"), "back", "Closes the log.", "Log", foot=1),
)
register(
    Action("talk.back", ("escape",), "back", "Goes back to the table.", "Talk", foot=1),
)
register(
    Action("dialog.yes", ("y",), "yes", "Does what is asked.", "Questions", foot=1),
    Action("dialog.no", ("n", "escape"), "no", "Leaves everything as it is.", "Questions", foot=2),
)
register(
    Action("leaving.yes", ("q", "y"), "leave", "Leaves the table.", "Questions", foot=1),
    Action("leaving.no", ("escape", "n"), "stay", "Stays at the table.", "Questions", foot=2),
)
register(
    Action("notice.close", ("escape", "q"), "close", "Closes what was to be read.", "Questions", foot=1),
    Action("way-in.let-in", ("l",), "let in", "Keeps nobody out of the table any more.", "Questions", foot=2),
    Action("way-in.change-code", ("r",), "new code", "Makes another table code, after asking.", "Questions", foot=3),
    Action("palette.close", ("escape",), "close", "Closes the list of commands.", "Commands", foot=1),
    Action("small.leave", ("q",), "leave", "Ends the program. Every move is already saved.", "Small window"),
)
register(
    Action("table.back", ("escape",), "back", "Goes back one step, or asks whether to leave.", _TABLE, foot=40),
    Action(
        "table.go-on",
        ("enter", "space"),
        "go on",
        "Goes on to the next round, or hurries the bot.",
        _TABLE,
        foot=1,
    ),
    Action("table.take-back", ("u",), "take back", "Takes back the last move, if it revealed nothing.", _TABLE, foot=7),
    Action(
        "table.hint",
        ("h",),
        "hint",
        "Shows what the abbot would do; h again closes it.",
        _TABLE,
        foot=10,
    ),
    Action("table.why", ("question_mark",), "why", "Opens the rulebook at the reason's clause.", _TABLE),
    Action("table.sheet", ("s",), "score", "Shows the score sheet as it stands.", _TABLE, foot=43),
    Action("table.chronicle", ("l",), "log", "Shows all that has happened.", _TABLE, foot=44),
    Action("table.talk", ("t",), "talk", "Says something to all at other terminals.", _TABLE, foot=9),
    Action(
        "table.absent",
        ("a",),
        "away",
        "As the host: a bot plays for an absent guest, or not.",
        _TABLE,
        foot=8,
    ),
    Action(
        "table.send-away",
        ("x",),
        "send away",
        "As the host: a guest who is there has to go.",
        _TABLE,
    ),
    Action(
        "table.fetch",
        ("f",),
        "fetch",
        "As the host: fetches what an older copy lacks.",
        _TABLE,
        foot=2,
    ),
    Action("table.way-in", ("w",), "way in", "As the host: table code, addresses, and letting in.", _TABLE, foot=42),
    Action("table.leave", ("q",), "leave", "Leaves the table for the menu, after asking.", _TABLE, foot=45),
)
