"""The first screen of an SSH guest: table, rules, or disconnect."""

from __future__ import annotations

from typing import ClassVar

from galli_tui.screens.network.join_form import JoinFormScreen
from galli_tui.screens.start.landing import LandingScreen
from galli_tui.style.actions import bindings
from galli_tui.tables.network import FoundTable, JoinRequest
from net.ssh.table_entrance import saved_code
from saves.errors import SaveError
from saves.storage.paths import home

_TABLE = FoundTable("ssh", ("table",), "the table", "over SSH", "This host", seats=0, vacant=0, may_watch=True)
"""The host's table. Its address is never used: the host's program connects the guest."""


class SshGuestMenuScreen(LandingScreen):
    """A menu that asks for the code immediately; leaving the table returns to it."""

    SCOPES: ClassVar[tuple[str, ...]] = ("ssh-guest", "landing", "list")
    BINDINGS = bindings("ssh-guest", "landing")
    ENTRIES = (("table", "To the table"), ("rules", "Rules and help"), ("leave", "Leave"))
    FIRST = "Press {key:ssh-guest.leave} to disconnect."
    NEXT = "Enter goes to the table. Your SSH key keeps the seat you take there."

    def __init__(self, name: str) -> None:
        """Create the menu; `name`, cleaned, is suggested for the seat."""
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
    """Return the code that this SSH key used before; empty if it has to be typed."""
    try:
        return saved_code(home())
    except SaveError:
        return ""
