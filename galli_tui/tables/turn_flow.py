"""Who acts next at this terminal, whose eyes the screen is for, and whether the others must look away first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import Any, NamedTuple

from galli_tui.tables.table import Happening, Table
from rules.engine.events import Move
from rules.engine.game import AnyGame, Event
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


def asked_here(table: Table) -> list[Seat]:
    """The seats that this terminal is asked for now: due, not decided yet, at a table that goes on."""
    here = local_seats(table)
    due = [seat for seat in table.due.seats if seat in here]
    if table.company is None:
        return due
    standing = table.company.standing
    return [] if standing.halt is not None else [seat for seat in due if seat not in standing.busy]


def is_private(game: AnyGame, view: Any, seat: Seat) -> bool:
    """Whether what the seat must decide now, by its own view, carries a secret, as a card chosen face down does."""
    kinds = {type(move) for move in game.legal(view, seat)}
    return any(secret_fields(kind) for kind in kinds)


def is_overlooked(game: AnyGame, people: int) -> bool:
    """Whether what is on the screen is seen by some who may not know it, with so many people at one terminal."""
    return people > 1 and OPEN_HANDS not in game.options.variants


def shown_to(game: AnyGame, view: Any, seat: Seat) -> Viewer:
    """Whose view is on a screen that others see, while the seat decides: its own only where it has to be alone."""
    return seat if is_private(game, view, seat) else PUBLIC


def next_turn(table: Table, alone: Seat | None) -> Turn:
    """What to show, given the seat that is known to be alone before the screen (None after anything public)."""
    here = local_seats(table)
    due = asked_here(table)
    if not due:
        return Turn(None, here[0] if len(here) == 1 else PUBLIC, handover=False)
    seat = alone if alone is not None and alone in due else due[0]
    if not is_overlooked(table.game, len(here)):
        return Turn(seat, seat, handover=False)
    viewer = shown_to(table.game, table.view(seat), seat)
    return Turn(seat, viewer, handover=viewer == seat != alone)


def as_asked(game: AnyGame, seat: Seat, view: Any, earlier: Iterable[tuple[Event, Any]]) -> Any:
    """What was to be seen when the seat was asked what it is asked in this view.

    What others have chosen face down since is left out: nothing rests on it, and a decision is weighed alike however
    late it is asked about. `earlier`: what happened before, the last first, each with the view right before it.
    """
    legal = game.legal(view, seat)
    for event, before in earlier:
        if chosen_by(event) in (None, seat) or game.legal(before, seat) != legal:
            break
        view = before
    return view


def before_each(happenings: Sequence[Happening]) -> Iterator[tuple[Event, Any]]:
    """What happened, the last first, each with the view right before it; of the first of all that is not known."""
    return ((later.event, earlier.view) for later, earlier in pairwise(reversed(happenings)))


def chosen_by(event: Event) -> Seat | None:
    """Whose move it is, where it carries a secret, as a card chosen face down does; else None."""
    return event.seat if isinstance(event, Move) and secret_fields(type(event)) else None


def closed_choices(happenings: Sequence[Happening]) -> list[Happening]:
    """The moves at the end of what happened that carry a secret: nobody else's decision can rest on them yet."""
    return list(takewhile(lambda one: chosen_by(one.event) is not None, reversed(happenings)))[::-1]


def have_chosen(happenings: Sequence[Happening]) -> frozenset[Seat]:
    """The seats whose choices lie closed on the table."""
    return frozenset(seat for one in closed_choices(happenings) if (seat := chosen_by(one.event)) is not None)


def asked_since(happenings: Sequence[Happening], seat: Seat) -> int:
    """The number of the happening that the seat's present question rests on; -1 for the beginning of what is known.

    It stays the same while only others choose face down, and so does the question.
    """
    since = len(happenings)
    for happening in reversed(closed_choices(happenings)):
        if chosen_by(happening.event) == seat:
            break
        since -= 1
    return happenings[since - 1].number if since else -1
