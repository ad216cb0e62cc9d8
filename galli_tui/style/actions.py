"""The actions of all screens, with their default keys; the registry beside them is offered here too."""

from __future__ import annotations

from galli_tui.style.action_registry import (
    Action,
    action,
    bindings,
    change_keys,
    defaults,
    in_scopes,
    known,
    register,
    registered,
)

__all__ = ["Action", "action", "bindings", "change_keys", "defaults", "in_scopes", "known", "register", "registered"]

_ANYWHERE = "Anywhere"
_LISTS = "Lists and forms"
_TABLE = "At the table"
_LESSON = "Lessons"
_NETWORK = "Tables on the network"

register(
    Action("app.help", ("f1",), "help", "Show how to play, signs, keys and the rulebook.", _ANYWHERE, foot=90),
    Action("app.commands", ("ctrl+p",), "more", "Search all commands by name.", _ANYWHERE, foot=91),
    Action("app.theme", ("f2",), "theme", "Go to the next theme.", _ANYWHERE),
    Action("app.settings", ("f9",), "settings", "Change your name, theme, signs, bell and keys.", _ANYWHERE),
    Action("app.quit-program", ("ctrl+q", "ctrl+c"), "quit", "Quit the program. Every move is saved.", _ANYWHERE),
)
register(
    Action(
        "list.move",
        ("up", "down", "pageup", "pagedown", "home", "end"),
        "choose",
        "Move in a list; page keys, Home and End go further.",
        _LISTS,
        each_key=True,
        shown="up down",
    ),
    Action(
        "list.number",
        ("1", "2", "3", "4", "5", "6", "7", "8", "9"),
        "choose",
        "Select the line of that number; in a menu, open it.",
        _LISTS,
        each_key=True,
        shown="1-9",
    ),
    Action("list.choose", ("enter",), "open", "Open the selected line, as a double click does.", _LISTS),
)
register(
    Action("menu.new-game", ("n",), "new match", "Set up a new match.", "Menu", foot=1),
    Action("menu.host-table", ("o",), "host", "Set up a match on the network.", "Menu", foot=2),
    Action("menu.join-table", ("j",), "join", "Find open tables on the network.", "Menu", foot=3),
    Action("menu.saved-games", ("m",), "saved", "List the saved matches: resume, view, verify.", "Menu", foot=4),
    Action("menu.resume-last", ("g",), "resume", "Resume the match played last.", "Menu", foot=5),
    Action("menu.leave", ("q",), "quit", "Quit the program.", "Menu", foot=6),
    Action("menu.statistics", ("f8",), "statistics", "Show your results as plots and in words.", "Menu"),
    Action("menu.learn", ("f4",), "learn", "Learn a game in played lessons.", "Menu", foot=1),
    Action(
        "menu.pick",
        ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0"),
        "choose",
        "Choose the entry with this digit.",
        "Menu",
        each_key=True,
        shown="1 2 3",
    ),
    Action(
        "columns.cross",
        ("left", "right"),
        "column",
        "Go to the other column.",
        _LISTS,
        each_key=True,
        shown="left right",
    ),
)
register(Action("welcome.back", ("escape",), "skip", "Skip the name, or go to the menu.", "Menu", foot=9))
register(Action("landing.back", ("escape",), "back", "Show how to quit.", _ANYWHERE))
register(
    Action("ssh-guest.table", ("g",), "table", "Go to the table.", _NETWORK, foot=1),
    Action("ssh-guest.leave", ("q",), "leave", "Disconnect. You keep your seat.", _NETWORK, foot=9),
)
register(
    Action(
        "form.row",
        ("up", "down", "enter"),
        "move",
        "Move one line; Enter on the last line confirms.",
        _LISTS,
        foot=2,
        each_key=True,
        shown="up down",
    ),
    Action("form.back", ("escape",), "back", "Go back without changes.", _LISTS, foot=9),
    Action(
        "form.field",
        ("tab", "shift+tab"),
        "next",
        "Go to the next field, with Shift to the previous.",
        _LISTS,
        foot=4,
        each_key=True,
    ),
)
register(
    Action("setup.start", ("ctrl+s", "f5"), "start", "Start the match.", _LISTS, foot=1),
    Action("setup.learn", ("f4",), "learn", "Learn the game in a played lesson.", _LISTS),
    Action("setup.other-seed", ("f6",), "new seed", "Draw a new seed; equal seeds give equal deals.", _LISTS, foot=5),
)
register(
    Action("seat-form.done", ("ctrl+s", "f5"), "done", "Confirm name and colour.", _NETWORK, foot=1),
    Action("join-form.connect", ("ctrl+s", "f5"), "join", "Connect.", _NETWORK, foot=1),
)
register(
    Action("join.watch", ("w",), "watch", "Watch the selected table.", _NETWORK, foot=2),
    Action("join.address", ("e",), "address", "Type the address of a table.", _NETWORK, foot=3),
    Action("join.back", ("escape", "q"), "back", "Go back to the menu.", _NETWORK, foot=9),
)
register(
    Action(
        "host-lobby.start", ("ctrl+s", "f5"), "start", "Start the match, or show what is missing.", _NETWORK, foot=1
    ),
    Action(
        "host-lobby.turn",
        ("left", "right"),
        "player",
        "Choose who has the seat: guest, player or bot.",
        _NETWORK,
        foot=2,
        each_key=True,
        shown="left right",
    ),
    Action("host-lobby.name", ("e",), "name", "Name the player of a local seat; Enter does too.", _NETWORK, foot=3),
    Action(
        "host-lobby.remove",
        ("x", "delete"),
        "remove",
        "Remove the guest from the seat, after asking.",
        _NETWORK,
        foot=4,
    ),
    Action("host-lobby.talk", ("t",), "chat", "Send a message to everyone in the lobby.", _NETWORK, foot=6),
    Action("host-lobby.chat", ("C",), "chat on/off", "Allow or forbid chat at the table.", _NETWORK, foot=8),
    Action("host-lobby.watching", ("W",), "spectators", "Allow or forbid spectators.", _NETWORK, foot=9),
    Action(
        "host-lobby.back-to-lobby",
        ("u",),
        "cancel",
        "Cancel this start so that you can set it up again.",
        _NETWORK,
        foot=1,
    ),
    Action(
        "host-lobby.unblock",
        ("U",),
        "unblock",
        "Unblock new guests and removed guests.",
        _NETWORK,
        foot=5,
    ),
    Action("host-lobby.change-code", ("N",), "new code", "Create a new table code, after asking.", _NETWORK),
    Action(
        "host-lobby.fetch",
        ("F",),
        "fetch",
        "Fetch the missing moves from a guest.",
        _NETWORK,
        foot=1,
    ),
    Action(
        "host-lobby.back",
        ("escape", "q"),
        "close",
        "Close the table, after asking.",
        _NETWORK,
        foot=7,
    ),
)
register(
    Action("guest-lobby.ready", ("y",), "ready", "Mark yourself ready, or not ready.", _NETWORK, foot=1),
    Action("guest-lobby.name", ("e",), "name", "Change your name and colour; Enter does too.", _NETWORK, foot=2),
    Action("guest-lobby.stand-up", ("x",), "stand up", "Give up your seat.", _NETWORK, foot=3),
    Action("guest-lobby.talk", ("t",), "chat", "Send a message to everyone in the lobby.", _NETWORK, foot=4),
    Action(
        "guest-lobby.back",
        ("escape", "q"),
        "leave",
        "Leave the table, after asking.",
        _NETWORK,
        foot=9,
    ),
)
register(
    Action(
        "spinner.turn",
        ("left", "right", "space"),
        "change",
        "Change the value.",
        _LISTS,
        foot=3,
        each_key=True,
        shown="left right",
    ),
)
register(
    Action("keys.back", ("escape", "q"), "back", "Go back.", "Keys", foot=9),
    Action("keys.reset", ("x", "delete"), "default", "Give the selected action its default key back.", "Keys", foot=2),
    Action(
        "keys.reset-all", ("f7",), "all default", "Give all actions their default keys, after asking.", "Keys", foot=3
    ),
    Action(
        "keys.group",
        ("left", "right"),
        "group",
        "Go to the group before or after.",
        "Keys",
        foot=4,
        each_key=True,
        shown="left right",
    ),
    Action("new-key.back", ("escape",), "cancel", "Keep the key as it is.", "Keys", foot=1),
)
register(
    Action(
        "settings.back",
        ("escape", "q", "f9"),
        "back",
        "Go back; every change is saved.",
        "Settings",
        foot=9,
        opener="app.settings",
    ),
    Action(
        "settings.row",
        ("up", "down", "home", "end", "tab", "shift+tab"),
        "choose",
        "Go to another setting.",
        "Settings",
        foot=2,
        each_key=True,
        shown="up down",
    ),
    Action("settings.next", ("enter",), "next value", "Go to the next value, or open what the row names.", "Settings"),
)
register(Action("statistics.back", ("escape", "q"), "back", "Go back to the menu.", _LISTS, foot=9))
register(
    Action("saved.back", ("escape", "q"), "back", "Go back to the menu.", _LISTS, foot=9),
    Action("saved.verify", ("c",), "verify", "Check every signature, deal and rule of the match.", _LISTS, foot=2),
    Action("saved.view", ("v",), "replay", "Go through a match, moment by moment.", _LISTS, foot=3),
    Action("saved.host", ("o",), "host", "Host the match on the network.", _LISTS, foot=5),
    Action("saved.delete", ("x", "delete"), "delete", "Delete the match, after asking.", _LISTS, foot=4),
    Action("saved.import", ("ctrl+o",), "import", "Add a match that someone has exported to a file.", _LISTS, foot=6),
    Action("saved.export", ("ctrl+e",), "export", "Write a finished match to a file for others.", _LISTS, foot=7),
    Action("match-file.done", ("ctrl+s", "f5"), "done", "Import or export the match.", _LISTS, foot=1),
)
register(
    Action("handover.ready", ("enter",), "ready", "Show the table to the named player.", "Handover", foot=1),
    Action("handover.undo", ("u",), "undo", "Undo the choice just made.", "Handover", foot=2),
    Action("handover.leave", ("escape", "q"), "leave", "Leave the table, after asking.", "Handover", foot=9),
)
register(
    Action("scores.back", ("escape", "enter"), "back", "Close the score sheet.", "Score sheet", foot=1),
    Action("scores.again", ("n",), "rematch", "Play again at once: same players, new deal.", "Score sheet", foot=2),
    Action("scores.change", ("e",), "change", "Change players or options, then play again.", "Score sheet", foot=4),
    Action(
        "scores.review",
        ("a",),
        "review",
        "Grade your decisions, and say why.",
        "Score sheet",
        foot=3,
    ),
    Action("scores.replay", ("v",), "replay", "Go through the match moment by moment.", "Score sheet", foot=6),
    Action("scores.leave", ("q",), "menu", "Leave the table; asks first during a match.", "Score sheet", foot=5),
)
register(
    Action("help.back", ("escape", "q"), "back", "Close the help.", "Help", foot=9),
    Action("help.go-on", ("f1",), "all pages", "Go on to all pages, or close them.", "Help", foot=3, opener="app.help"),
    Action("help.learn", ("f4",), "learn", "Learn the game in played lessons.", "Help", foot=4),
    Action("help.other-game", ("f6",), "other game", "Show another game's help.", "Help", foot=5),
    Action("help.search", ("slash",), "search", "Search all help pages for words or a clause.", "Help", foot=2),
    Action(
        "help.next-part",
        ("tab",),
        "next page",
        "Go to the next page; the rulebook comes last.",
        "Help",
        foot=1,
    ),
)
register(
    Action("log.back", ("escape", "l", "q"), "back", "Close the log.", "Log", foot=1, opener="table.log"),
)
register(
    Action(
        "legend.back",
        ("escape", "k", "q"),
        "back",
        "Close the legend; so does any other key.",
        "Legend",
        foot=1,
        opener="table.legend",
    ),
)
register(
    Action(
        "position.back",
        ("escape", "d", "q"),
        "back",
        "Close the description.",
        "Position in words",
        foot=1,
        opener="table.describe",
    ),
)
register(
    Action(
        "move-prompt.complete", ("tab",), "complete", "Complete the word as far as it is clear.", "Typed move", foot=2
    ),
    Action("move-prompt.why", ("question_mark",), "why", "Open the rulebook at the refusal's clause.", "Typed move"),
    Action("move-prompt.back", ("escape",), "close", "Close the line without a move.", "Typed move", foot=3),
)
register(
    Action("chat.back", ("escape",), "back", "Close the chat.", "Chat", foot=1),
)
register(
    Action("dialog.yes", ("y",), "yes", "Confirm.", "Dialogs", foot=1),
    Action("dialog.no", ("n", "escape"), "no", "Cancel.", "Dialogs", foot=2),
)
register(
    Action("leaving.yes", ("q", "y"), "leave", "Leave the table.", "Dialogs", foot=1, opener="table.leave"),
    Action("leaving.no", ("escape", "n"), "stay", "Stay at the table.", "Dialogs", foot=2),
)
register(
    Action("notice.close", ("escape", "q"), "close", "Close the message.", "Dialogs", foot=1),
    Action("invite.unblock", ("U",), "unblock", "Unblock new guests and removed guests.", "Dialogs", foot=2),
    Action("invite.change-code", ("N",), "new code", "Create a new table code, after asking.", "Dialogs", foot=3),
    Action("palette.close", ("escape",), "close", "Close the command list.", "Commands", foot=1),
    Action("too-small.leave", ("q",), "quit", "Quit the program. Every move is saved.", "Small window"),
)
register(
    Action("table.back", ("escape",), "back", "Go back one step, or leave after asking.", _TABLE, foot=40, always=True),
    Action(
        "table.continue",
        ("enter", "space"),
        "continue",
        "Start the next round, or let the bot play now.",
        _TABLE,
        foot=1,
    ),
    Action("table.hold", ("z",), "pause", "Watching bots: pause, or go on.", _TABLE, foot=2),
    Action("table.faster", ("plus",), "faster", "Watching bots: make them play faster.", _TABLE, foot=3),
    Action("table.slower", ("minus",), "slower", "Watching bots: make them play slower.", _TABLE, foot=4),
    Action(
        "table.undo",
        ("u",),
        "undo",
        "Close the page just opened, or undo the last move.",
        _TABLE,
        foot=7,
        steady=True,
    ),
    Action(
        "table.hint",
        ("h",),
        "hint",
        "Show suggested moves; the same key closes them.",
        _TABLE,
        foot=10,
        steady=True,
    ),
    Action("table.why", ("question_mark",), "why", "Open the rulebook at the last refusal's clause.", _TABLE),
    Action("table.scores", ("s",), "scores", "Show the current score sheet.", _TABLE, foot=16),
    Action("table.replay", ("v",), "replay", "Go through the match so far, moment by moment.", _TABLE, foot=47),
    Action("table.review", ("a",), "review", "After the match: grade your decisions, and say why.", _TABLE, foot=17),
    Action("table.log", ("l",), "log", "Show the log of the match.", _TABLE, foot=44),
    Action("table.legend", ("k",), "signs", "Show what the signs on the table mean.", _TABLE, foot=47),
    Action("table.describe", ("d",), "in words", "Describe the position in words, for reading.", _TABLE, foot=46),
    Action("table.type-move", ("colon",), "type", "Type a move in the game's notation.", _TABLE, foot=43),
    Action("table.talk", ("t",), "chat", "Send a message to everyone at the table.", _TABLE, foot=9),
    Action(
        "table.fill-seat",
        ("B",),
        "bot",
        "Host: let a bot play for an absent guest, or not.",
        _TABLE,
        foot=8,
    ),
    Action(
        "table.remove-guest",
        ("x",),
        "remove",
        "Host: remove a guest from the table.",
        _TABLE,
    ),
    Action(
        "table.fetch",
        ("F",),
        "fetch",
        "Host: fetch the missing moves from a guest.",
        _TABLE,
        foot=2,
    ),
    Action("table.invite", ("o",), "invite", "Host: show table code, addresses, blocked guests.", _TABLE, foot=42),
    Action("table.leave", ("q",), "leave", "Leave the table, after asking.", _TABLE, foot=45, always=True),
)
register(
    Action("lessons.back", ("escape", "q"), "back", "Go back to the menu.", _LESSON, foot=9),
    Action("lesson.go-on", ("enter", "space"), "go on", "Go on to the next step of the lesson.", _LESSON, foot=1),
    Action("lesson.step-back", ("backspace",), "step back", "Go back to the step before.", _LESSON, foot=16),
    Action("lesson.skip", ("n",), "skip", "Skip this step: the lesson makes the move.", _LESSON, foot=8, steady=True),
)
