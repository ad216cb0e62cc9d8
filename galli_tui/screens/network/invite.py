"""At the host's table: what friends type to come, and letting in again who is kept out."""

from __future__ import annotations

from typing import ClassVar

from galli_tui.screens.dialogs import Notice, Question
from galli_tui.style.actions import bindings
from galli_tui.tables.peers import Peers


def code_question() -> Question:
    """Whether the table is to have another code."""
    return Question(
        "Make a new table code?",
        "The old code opens nothing any more. Everybody who is here stays, and guests who hold a seat come back to it "
        "without a code. Others, spectators too, need the new one.",
        "new code",
        "keep it",
        careful=True,
    )


class InviteNotice(Notice):
    """A notice at which the host may change the code, and let in again who is kept out."""

    SCOPES: ClassVar[tuple[str, ...]] = ("invite", "notice", "list")
    BINDINGS = bindings("invite", "notice")

    def __init__(self, peers: Peers) -> None:
        status = peers.status
        again = f"\n\n{status.blocked} l lets in again." if status.blocked else ""
        super().__init__("How others come to this table", f"{status.invite}{again}")
        self._company = peers

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self._company.status.blocked) if action == "let_in" else super().check_action(action, parameters)

    def action_let_in(self) -> None:
        self._company.unblock()
        self.dismiss(True)  # noqa: FBT003

    def action_change_code(self) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                self._company.change_code()
                self.app.pop_screen()
                self.app.push_screen(InviteNotice(self._company))

        self.app.push_screen(code_question(), answered)
