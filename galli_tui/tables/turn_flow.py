"""Whose turn it is at this terminal, whose view the screen shows, and whether a handover comes first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple

from galli_tui.tables.table import Table
from rules.engine.events import Event, Move
from rules.engine.game import AnyGame
from rules.engine.referee import Referee
from rules.engine.secrecy import PUBLIC, Seat, Viewer, secret_fields

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent


class Turn(NamedTuple):
    """What this terminal shows next."""

    seat: Seat | None
    """The seat to move at this terminal, if any."""
    viewer: Viewer
    """The viewer whose view may be on the screen."""
    handover: bool
    """Whether the screen must be handed over to the seat before its view is shown."""


def local_seats(table: Table) -> tuple[Seat, ...]:
    """Return the seats that this terminal decides for."""
    return tuple(Seat(number) for number, player in enumerate(table.players) if player.here)


def seats_to_move(table: Table) -> list[Seat]:
    """Return the seats of this terminal that must decide now; none at a stopped table."""
    here = local_seats(table)
    due = [seat for seat in table.due.seats if seat in here]
    if table.peers is None:
        return due
    status = table.peers.status
    return [] if status.stopped is not None else [seat for seat in due if seat not in status.decided]


def is_screen_shared(game: AnyGame, people: int) -> bool:
    """Return whether people who may not know a hand share the screen; `people` are at this terminal."""
    return people > 1 and not any(value.opens_hands for _, value in game.meta.chosen(game.options))


def viewer_for(game: AnyGame, view: Any, seat: Seat) -> Viewer:
    """Return the viewer for a shared screen while the seat decides: its own view only for a private decision."""
    return seat if game.is_private(view, seat) else PUBLIC


def next_turn(table: Table, alone: Seat | None) -> Turn:
    """Return what to show; `alone` is the seat the screen was handed over to, if any."""
    here = local_seats(table)
    due = seats_to_move(table)
    if not due:
        return Turn(None, here[0] if len(here) == 1 else PUBLIC, handover=False)
    seat = alone if alone is not None and alone in due else due[0]
    if not is_screen_shared(table.game, len(here)):
        return Turn(seat, seat, handover=False)
    viewer = viewer_for(table.game, table.view(seat), seat)
    return Turn(seat, viewer, handover=viewer == seat != alone)


def view_when_asked(game: Referee[Any], seat: Seat, view: Any, earlier: Iterable[tuple[Event, Any]]) -> Any:
    """Return the view in which the seat was first asked its present decision.

    It leaves out what others have chosen face down since, so hints do not depend on when they are asked for.
    `earlier` has the events so far, newest first, each with the view before it.
    """
    legal = game.legal(view, seat)
    for event, before in earlier:
        if face_down_chooser(event) in (None, seat) or game.legal(before, seat) != legal:
            break
        view = before
    return view


def with_views_before(timeline: Sequence[TimelineEvent]) -> Iterator[tuple[Event, Any]]:
    """Yield the events, newest first, each with the view before it; leaves out the oldest, whose view is unknown."""
    return ((later.event, earlier.view) for later, earlier in pairwise(reversed(timeline)))


def face_down_chooser(event: Event) -> Seat | None:
    """Return the seat of a move that carries a secret, such as a card chosen face down; else None."""
    return event.seat if isinstance(event, Move) and secret_fields(type(event)) else None


def face_down_moves(timeline: Sequence[TimelineEvent]) -> list[TimelineEvent]:
    """Return the moves at the end of the timeline that carry a secret, on which no decision can depend yet."""
    return list(takewhile(lambda one: face_down_chooser(one.event) is not None, reversed(timeline)))[::-1]


def face_down_choosers(timeline: Sequence[TimelineEvent]) -> frozenset[Seat]:
    """Return the seats whose choices are face down on the table."""
    return frozenset(seat for one in face_down_moves(timeline) if (seat := face_down_chooser(one.event)) is not None)


def question_entry(timeline: Sequence[TimelineEvent], seat: Seat) -> int:
    """Return the entry after which the seat's present decision arose; -1 for the beginning of the timeline.

    It stays the same while only others choose face down.
    """
    since = len(timeline)
    for timeline_event in reversed(face_down_moves(timeline)):
        if face_down_chooser(timeline_event.event) == seat:
            break
        since -= 1
    return timeline[since - 1].entry if since else -1
