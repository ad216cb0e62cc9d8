"""`seat`: the app of a guest who joined over SSH, for one table. The host's program starts it, never a player."""

from __future__ import annotations

import os
from argparse import Namespace

from galli_tui.cli.opening import terminal_of
from galli_tui.startup.command_error import CommandError
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.safe_text import NAME_CELLS, sanitize
from net.ssh.table_entrance import NAME_VARIABLE, inherited_sender


def run(args: Namespace) -> int:
    """Show the table that this program was started for."""
    try:
        socket_sender = inherited_sender()
    except OSError:
        raise CommandError(
            "`seat` is started by `galli-tui host --ssh` for its guests; to join a table, use `galli-tui join`",
            Exit.USAGE,
        ) from None
    terminal = terminal_of(args)
    from galli_tui.app import show
    from galli_tui.ssh_guest_app import SshGuestApp

    with socket_sender:
        return show(SshGuestApp(terminal, socket_sender, sanitize(os.environ.get(NAME_VARIABLE, ""), NAME_CELLS)))
