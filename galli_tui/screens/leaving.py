"""The question before a table is left, which `esc` and `q` lead to alike."""

from __future__ import annotations

from typing import Any, ClassVar

from galli_tui.screens.dialogs import Question
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import bindings
from galli_tui.tables.peers import Role, TableStatus

_LEAVING = {
    Role.HOST: (
        "Close the table?",
        "It closes for all. Every move is saved; from the saved matches it can be opened to its guests again.",
    ),
    Role.GUEST: (
        "Leave the table?",
        "Your seat is kept for you. Every move is saved, and you can come back from the saved matches.",
    ),
    Role.SPECTATOR: ("Stop watching?", "What you have seen is kept among the saved matches."),
}


class LeaveQuestion(Question):
    """A question that `q`, which asked for it, answers with yes."""

    NEXT = "Enter takes the answer under the cursor; q again leaves, esc stays."
    SCOPES: ClassVar[tuple[str, ...]] = ("leaving", "list")
    BINDINGS = bindings("leaving")


def ask_to_leave(screen: TableScreenBase[Any]) -> None:
    """Ask whether to leave the screen's table for the menu. What ends it for others is not the first answer."""
    peers = screen.table.peers
    status = None if peers is None else peers.status

    def answered(yes: bool | None) -> None:
        if yes:
            screen.app.leave_table()

    question, told = leaving_words(status)
    ends_for_others = status is not None and status.role is Role.HOST
    answer = "close it" if ends_for_others else "leave"
    screen.app.push_screen(LeaveQuestion(question, told, answer, careful=ends_for_others), answered)


def leaving_words(status: TableStatus | None) -> tuple[str, str]:
    """The question before a table is left, and what comes of leaving."""
    if status is None:
        return "Leave the table?", "Every move is saved; the match waits among the saved matches."
    question, told = _LEAVING[status.role]
    if status.return_hint:
        return question, status.return_hint
    return question, f"{told}\n\n{status.leave_warning}" if status.leave_warning else told
