"""The names of seats as screens show them: the player, and the role in a game with fixed sides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from galli_tui.terminal.safe_text import sanitize
from rules.engine.secrecy import Seat

if TYPE_CHECKING:
    from galli_tui.tables.table import Table

SHORT_NAME = 12
"""The cells of a name in a line that would be cut with the whole name."""


def seat_names(table: Table) -> tuple[str, ...]:
    """Return the name of every seat with its role, e.g. "Anna (Philip)"."""
    return tuple(seat_name(table, Seat(seat)) for seat, _ in enumerate(table.players))


def seat_name(table: Table, seat: Seat) -> str:
    """Return a player's name with the role of the seat; the name alone if there is none, or if they are the same."""
    name, role = sanitize(table.players[seat].name), seat_role(table, seat)
    return f"{name} ({role})" if role and role.casefold() != name.casefold() else name


def seat_role(table: Table, seat: Seat) -> str:
    """Return the role that the game gives a seat, e.g. "Philip"; empty in a game without fixed sides."""
    roles = table.game.meta.roles
    return roles[seat].name if roles else ""
