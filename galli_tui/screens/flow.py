"""Who acts next at this terminal, whose eyes the screen is for, and whether the others must look away first."""

from __future__ import annotations

from typing import NamedTuple

from galli_tui.table import Table
from rules.engine.secrecy import PUBLIC, Seat, Viewer, secret_fields

OPEN_HANDS = "open-hands"
"""The house variant in which nobody needs to look away."""


class Turn(NamedTuple):
    """What this terminal shows next."""

    seat: Seat | None
    """Who decides here; None when nobody here does."""
    viewer: Viewer
    """Whose view may be on the screen."""
    handover: bool
    """Whether the seat must be alone before its view is shown."""


def local_seats(table: Table) -> tuple[Seat, ...]:
    """The seats that this terminal decides for."""
    return tuple(Seat(number) for number, player in enumerate(table.players) if player.here)


def is_private(table: Table, seat: Seat) -> bool:
    """Whether what the seat must decide now carries a secret, as a card chosen face down does."""
    kinds = {type(move) for move in table.game.legal(table.view(seat), seat)}
    return any(secret_fields(kind) for kind in kinds)


def next_turn(table: Table, alone: Seat | None) -> Turn:
    """What to show, given the seat that is known to be alone before the screen (None after anything public)."""
    here = local_seats(table)
    due = [seat for seat in table.due.seats if seat in here]
    if not due:
        return Turn(None, here[0] if len(here) == 1 else PUBLIC, handover=False)
    seat = alone if alone is not None and alone in due else due[0]
    if len(here) == 1 or OPEN_HANDS in table.game.options.variants:
        return Turn(seat, seat, handover=False)
    if is_private(table, seat):
        return Turn(seat, seat, handover=alone != seat)
    return Turn(seat, PUBLIC, handover=False)
