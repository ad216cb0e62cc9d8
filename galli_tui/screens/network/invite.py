"""The host's dialog with the table code and addresses, for a new code and for unblocking guests."""

from __future__ import annotations

from typing import ClassVar

from galli_tui.screens.dialogs import Notice, Question
from galli_tui.style.actions import bindings
from galli_tui.style.key_names import KEY
from galli_tui.tables.peers import Peers


def code_question() -> Question:
    """Return the question whether to create a new table code."""
    return Question(
        "Create a new table code?",
        "The old code stops working. Everyone here stays, and guests who have a seat return to it without a code. "
        "All others, including spectators, need the new code.",
        "new code",
        "keep the old one",
        careful=True,
    )


class InviteNotice(Notice):
    """A notice in which the host can change the code and unblock guests."""

    SCOPES: ClassVar[tuple[str, ...]] = ("invite", "notice", "list")
    BINDINGS = bindings("invite", "notice")

    def __init__(self, peers: Peers) -> None:
        status = peers.status
        again = f"\n\n{status.blocked} Press {KEY:invite.unblock} to unblock." if status.blocked else ""
        super().__init__("Invite players", f"{status.invite}{again}")
        self._peers = peers

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return bool(self._peers.status.blocked) if action == "unblock" else super().check_action(action, parameters)

    def action_unblock(self) -> None:
        self._peers.unblock()
        self.dismiss(True)  # noqa: FBT003

    def action_change_code(self) -> None:
        def answered(yes: bool | None) -> None:
            if yes:
                self._peers.change_code()
                self.app.pop_screen()
                self.app.push_screen(InviteNotice(self._peers))

        self.app.push_screen(code_question(), answered)
