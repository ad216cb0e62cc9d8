"""The question before a player leaves a table with Esc or q."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from galli_tui.screens.dialogs import Question
from galli_tui.screens.table_base import TableScreenBase
from galli_tui.style.actions import bindings
from galli_tui.tables.peers import Role, TableStatus

if TYPE_CHECKING:
    from collections.abc import Callable

    from galli_tui.app_base import AppBase

_WHAT_IF = "Leave the what-if?", "Back to the replay. The what-if stays in the saved matches."
_LEAVING = {
    Role.HOST: (
        "Close the table?",
        "It closes for everyone. Every move is saved, and you can host the match again from the saved matches.",
    ),
    Role.GUEST: (
        "Leave the table?",
        "Your seat is kept. Every move is saved, and you can return from the saved matches.",
    ),
    Role.SPECTATOR: ("Stop watching?", "Your copy of the match stays in the saved matches."),
}


class LeaveQuestion(Question):
    """A question that `q`, the key that opens it, answers with yes."""

    NEXT = "Click an answer, or press Enter for the selected one; {key:leaving.yes} leaves, Esc stays."
    SCOPES: ClassVar[tuple[str, ...]] = ("leaving", "list")
    BINDINGS = bindings("leaving")


def ask_to_leave(screen: TableScreenBase[Any]) -> None:
    """Ask whether to leave the screen's table for the menu, or for the replay in which its what-if was started.

    The question to a host, who closes the table for all, does not take `q` for yes.
    """
    peers = screen.table.peers
    status = None if peers is None else peers.status
    question, consequences = _WHAT_IF if screen.app.leaves_to_replay else leaving_words(status)

    def leave() -> None:
        screen.app.leave_table()

    def answered(yes: bool | None) -> None:
        if yes:
            leave()

    if status is not None and status.role is Role.HOST:
        screen.app.push_screen(Question(question, consequences, "close", careful=True), answered)
    else:
        has_warning = status is not None and bool(status.leave_warning)
        leave_after_question(screen.app, question, consequences, leave, always=has_warning)


def leave_after_question(
    app: AppBase, question: str, consequences: str, leave: Callable[[], None], *, always: bool = False
) -> None:
    """Ask whether to leave, and do; leave at once if the player wants no questions, unless they are asked `always`.

    The question starts on "stay".
    """

    def answered(yes: bool | None) -> None:
        if yes:
            leave()

    if app.settings.confirm or always:
        app.push_screen(LeaveQuestion(question, consequences, "leave", careful=True), answered)
    else:
        leave()


def leaving_words(status: TableStatus | None) -> tuple[str, str]:
    """Return the question before leaving a table, and the consequences of leaving."""
    if status is None:
        return "Leave the table?", "Every move is saved; you can resume from the saved matches."
    question, consequences = _LEAVING[status.role]
    if status.return_hint:
        return question, status.return_hint
    return question, f"{consequences}\n\n{status.leave_warning}" if status.leave_warning else consequences
