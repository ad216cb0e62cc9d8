"""The question before a table is left, which `esc` and `q` lead to alike."""

from __future__ import annotations

from typing import Any, ClassVar

from galli_tui.screens.dialogs import Question
from galli_tui.screens.table.waiting_text import leaving_words
from galli_tui.screens.table_base import OfTable
from galli_tui.style.actions import bindings
from galli_tui.tables.peers import Role


class LeaveQuestion(Question):
    """A question that `q`, which asked for it, answers with yes."""

    NEXT = "Enter takes the answer under the cursor; q again leaves, esc stays."
    SCOPES: ClassVar[tuple[str, ...]] = ("leaving", "list")
    BINDINGS = bindings("leaving")


def ask_to_leave(screen: OfTable[Any]) -> None:
    """Ask whether to leave the screen's table for the menu. What ends it for others is not the first answer."""
    company = screen.table.company
    standing = None if company is None else company.standing

    def answered(yes: bool | None) -> None:
        if yes:
            screen.house.leave_table()

    question, told = leaving_words(standing)
    ends_for_others = standing is not None and standing.role is Role.HOST
    answer = "close it" if ends_for_others else "leave"
    screen.house.push_screen(LeaveQuestion(question, told, answer, careful=ends_for_others), answered)
