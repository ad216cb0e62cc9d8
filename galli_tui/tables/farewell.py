"""The line that the shell shows after the app: where the match is, and how to return to it."""

from __future__ import annotations

from galli_tui.startup.own_command import own_command
from galli_tui.tables.peers import Role
from galli_tui.tables.table import Table


def farewell(table: Table, *, plain: bool = False) -> str:
    """Return one line about the match that was on the table last; empty if there is nothing to return to.

    `plain` is for plain mode, to which its command leads back.
    """
    peers, over = table.peers, table.due.over
    role = None if peers is None else peers.status.role
    if role is Role.SPECTATOR or (role is None and not over and not any(player.here for player in table.players)):
        return ""
    match_id = table.match_id
    resume = own_command(f"resume {match_id}", plain=plain)
    if over:
        return f"Saved as {match_id}. View the result with: {resume}"
    if role is None:
        return f"Saved as {match_id}. Resume with: {resume}"
    if role is Role.HOST:
        reopen = own_command(f"host --resume {match_id}", plain=plain)
        return f"Saved as {match_id}. Reopen the table with: {reopen}"
    return f"Your seat in match {match_id} is kept. Return with: {resume}"
