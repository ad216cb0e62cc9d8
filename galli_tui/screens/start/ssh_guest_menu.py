"""The first screen of a friend who has come over SSH: to the table, to the rules, or out."""

from __future__ import annotations

from typing import ClassVar

from galli_tui.screens.network.join_form import JoinFormScreen
from galli_tui.screens.start.landing import LandingScreen
from galli_tui.style.actions import bindings
from galli_tui.tables.network import FoundTable, JoinRequest
from net.ssh.table_entrance import saved_code
from saves.errors import SaveError
from saves.storage.paths import home

_TABLE = FoundTable("ssh", ("table",), "its table", "over SSH", "This host", seats=0, vacant=0, may_watch=True)
"""What there is to come to. The address is never asked: the way is the host's own."""


class SshGuestMenuScreen(LandingScreen):
    """It asks for the code at once; and it is what a friend comes back to from the table."""

    SCOPES: ClassVar[tuple[str, ...]] = ("ssh-guest", "landing", "list")
    BINDINGS = bindings("ssh-guest", "landing")
    ENTRIES = (("table", "To the table"), ("rules", "Rules and help"), ("leave", "Leave"))
    FIRST = "Press q to end the connection."
    NEXT = "Enter goes to the table. A seat that you take there is kept for your SSH key."

    def __init__(self, name: str) -> None:
        """`name` is what the friend may want to be called; clean."""
        super().__init__()
        self._name = name

    @property
    def networked(self) -> bool:
        return True

    def on_mount(self) -> None:
        self.call_after_refresh(self.action_table)

    def action_table(self) -> None:
        if self.in_front:
            code = _code()
            call = JoinRequest(_TABLE.addresses, code, name=self._name)
            self.app.push_screen(JoinFormScreen(call, _TABLE, at_once=bool(code)))


def _code() -> str:
    """The code that this key has shown before; empty where it has to be typed."""
    try:
        return saved_code(home())
    except SaveError:
        return ""
