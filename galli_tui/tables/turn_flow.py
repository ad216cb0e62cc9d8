"""Who acts next at this terminal, whose eyes the screen is for, and whether the others must look away first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from galli_tui.tables.table import Table
from rules.engine.events import Move
from rules.engine.game import AnyGame, Event
from rules.engine.secrecy import PUBLIC, Seat, Viewer, secret_fields

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent

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


def seats_to_move(table: Table) -> list[Seat]:
    """The seats that this terminal is asked for now: due, not decided yet, at a table that goes on."""
    here = local_seats(table)
    due = [seat for seat in table.due.seats if seat in here]
    if table.peers is None:
        return due
    status = table.peers.status
    return [] if status.stopped is not None else [seat for seat in due if seat not in status.decided]


def is_private(game: AnyGame, view: Any, seat: Seat) -> bool:
    """Whether what the seat must decide now, by its own view, carries a secret, as a card chosen face down does."""
    kinds = {type(move) for move in game.legal(view, seat)}
    return any(secret_fields(kind) for kind in kinds)


def is_screen_shared(game: AnyGame, people: int) -> bool:
    """Whether what is on the screen is seen by some who may not know it, with so many people at one terminal."""
    return people > 1 and OPEN_HANDS not in game.options.variants


def viewer_for(game: AnyGame, view: Any, seat: Seat) -> Viewer:
    """Whose view is on a screen that others see, while the seat decides: its own only where it has to be alone."""
    return seat if is_private(game, view, seat) else PUBLIC


def next_turn(table: Table, alone: Seat | None) -> Turn:
    """What to show, given the seat that is known to be alone before the screen (None after anything public)."""
    here = local_seats(table)
    due = seats_to_move(table)
    if not due:
        return Turn(None, here[0] if len(here) == 1 else PUBLIC, handover=False)
    seat = alone if alone is not None and alone in due else due[0]
    if not is_screen_shared(table.game, len(here)):
        return Turn(seat, seat, handover=False)
    viewer = viewer_for(table.game, table.view(seat), seat)
    return Turn(seat, viewer, handover=viewer == seat != alone)


def view_when_asked(game: AnyGame, seat: Seat, view: Any, earlier: Iterable[tuple[Event, Any]]) -> Any:
    """What was to be seen when the seat was asked what it is asked in this view.

    What others have chosen face down since is left out: nothing rests on it, and a decision is weighed alike however
    late it is asked about. `earlier`: what happened before, the last first, each with the view right before it.
    """
    legal = game.legal(view, seat)
    for event, before in earlier:
        if face_down_chooser(event) in (None, seat) or game.legal(before, seat) != legal:
            break
        view = before
    return view


def with_views_before(happenings: Sequence[TimelineEvent]) -> Iterator[tuple[Event, Any]]:
    """What happened, the last first, each with the view right before it; of the first of all that is not known."""
    return ((later.event, earlier.view) for later, earlier in pairwise(reversed(happenings)))


def face_down_chooser(event: Event) -> Seat | None:
    """Whose move it is, where it carries a secret, as a card chosen face down does; else None."""
    return event.seat if isinstance(event, Move) and secret_fields(type(event)) else None


def face_down_moves(happenings: Sequence[TimelineEvent]) -> list[TimelineEvent]:
    """The moves at the end of what happened that carry a secret: nobody else's decision can rest on them yet."""
    return list(takewhile(lambda one: face_down_chooser(one.event) is not None, reversed(happenings)))[::-1]


def face_down_choosers(happenings: Sequence[TimelineEvent]) -> frozenset[Seat]:
    """The seats whose choices lie closed on the table."""
    return frozenset(seat for one in face_down_moves(happenings) if (seat := face_down_chooser(one.event)) is not None)


def question_entry(happenings: Sequence[TimelineEvent], seat: Seat) -> int:
    """The number of the happening that the seat's present question rests on; -1 for the beginning of what is known.

    It stays the same while only others choose face down, and so does the question.
    """
    since = len(happenings)
    for happening in reversed(face_down_moves(happenings)):
        if face_down_chooser(happening.event) == seat:
            break
        since -= 1
    return happenings[since - 1].entry if since else -1
