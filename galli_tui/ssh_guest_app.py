"""The app of a guest who joined over SSH: one table, the rules, and the way out.

It runs on the host's computer, so it opens no screen that could read or write anything else there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from galli_tui.app import GalliApp
from galli_tui.matches.network.ssh_guest import SshGuestNetwork
from galli_tui.screens.start.ssh_guest_menu import SshGuestMenuScreen
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.peers import Role

if TYPE_CHECKING:
    from textual.screen import Screen

    from galli_tui.settings.schema import KeyMap, Value
    from galli_tui.tables.match_store import Setup
    from galli_tui.tables.table import Table
    from galli_tui.terminal.capabilities import Terminal
    from net.ssh.socket_handoff import SocketSender


class SshGuestApp(GalliApp):
    """An app with `SshGuestMenuScreen` at the bottom of the stack of screens in place of the menu."""

    def __init__(self, terminal: Terminal, socket_sender: SocketSender, name: str) -> None:
        """Create the app; `name` is a proposal for the guest's name, already sanitized."""
        super().__init__(terminal, network=SshGuestNetwork(socket_sender, self._disconnect))
        self._name = name

    def get_default_screen(self) -> Screen[None]:
        return SshGuestMenuScreen(self._name)

    @property
    def farewell(self) -> str:
        table = self.last_table
        if table is None or table.peers is None or table.due.over or table.peers.status.role is not Role.GUEST:
            return ""
        return "Your seat is kept. Come back with the same ssh command."

    def change_setting(self, key: str, value: Value | KeyMap) -> str:
        """Change a setting until the guest leaves; the settings of this computer are the host's."""
        self.apply_setting(key, value)
        return ""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return False if action == "settings" else super().check_action(action, parameters)

    def set_up(self, setup: Setup | None = None, *, networked: bool = False) -> None:
        """Go back to the first screen: there is no other match here."""
        self.leave_table()

    def start_match(self, setup: Setup, *, repeat: bool = True) -> None:
        """Go back to the first screen: there is no other match here."""
        self.leave_table()

    def play_again(self, table: Table) -> None:
        """Go back to the first screen: only the host opens the next match."""
        self.leave_table()

    def set_up_again(self, table: Table) -> None:
        """Go back to the first screen: only the host opens the next match."""
        self.leave_table()

    def _disconnect(self) -> None:
        self.exit_with_error("Too many wrong table codes: ask the host for the code and connect again.", Exit.NETWORK)
