"""The line that the shell shows after the app: where the match is, and how to return to it."""

from __future__ import annotations

from galli_tui.startup.own_command import own_command
from galli_tui.tables.peers import Role
from galli_tui.tables.table import Table


def farewell(table: Table) -> str:
    """Return one line about the match that was on the table last; empty if there is nothing to return to."""
    match_id, over = table.match_id, table.due.over
    if table.peers is not None:
        return _network_farewell(table.peers.status.role, match_id, over=over)
    if over:
        return f"Saved as {match_id}. View the result with: {own_command(f'resume {match_id}')}"
    if any(player.here for player in table.players):
        return f"Saved as {match_id}. Resume with: {own_command(f'resume {match_id}')}"
    return ""


def _network_farewell(role: Role, match_id: str, *, over: bool) -> str:
    if role is Role.SPECTATOR:
        return ""
    if over:
        return f"Saved as {match_id}. View the result with: {own_command(f'resume {match_id}')}"
    if role is Role.HOST:
        return f"Saved as {match_id}. Reopen the table with: {own_command(f'host --resume {match_id}')}"
    return f"Your seat in match {match_id} is kept. Return with: {own_command(f'resume {match_id}')}"
