"""What has happened since a seat's last turn, however much that is."""

from __future__ import annotations

from collections.abc import Callable, Container, Sequence
from typing import TYPE_CHECKING, Any

from rules.engine.events import Move
from rules.engine.secrecy import Seat, Viewer

if TYPE_CHECKING:
    from galli_tui.tables.table import Table
    from saves.storage.open_match import TimelineEvent


def last_turn(timeline_events: Sequence[TimelineEvent], seat: Seat, progress: Callable[[Any], str]) -> int:
    """Return the number of events up to the seat's last move of an earlier turn; 0 for none.

    A turn is over when another seat has moved, or when the progress of the match has changed, as a new round does.
    """
    now = progress(timeline_events[-1].view) if timeline_events else ""
    others = False
    for number in range(len(timeline_events), 0, -1):
        event = timeline_events[number - 1].event
        if not isinstance(event, Move):
            continue
        if event.seat == seat and (others or progress(timeline_events[max(0, number - 2)].view) != now):
            return number
        others |= event.seat != seat
    return 0


def turn_start(
    timeline_events: Sequence[TimelineEvent], last: int, progress: Callable[[Any], str], *, spans_round: bool = False
) -> int:
    """Return the index of the first event of the turn whose last move is the last of the first `last` events.

    Before it, another seat moved, or the progress of the match was another. A turn that spans the round begins with
    the first move of the seat in it.
    """

    def when(index: int) -> str:
        return progress(timeline_events[max(0, index - 1)].view)

    first = last - 1
    seat, now = getattr(timeline_events[first].event, "seat", None), when(first)
    for index in range(last - 2, -1, -1):
        event = timeline_events[index].event
        own = isinstance(event, Move) and event.seat == seat
        if when(index) != now or (isinstance(event, Move) and not own and not spans_round):
            break
        if own or not spans_round:
            first = index
    return first


def turn_end(timeline_events: Sequence[TimelineEvent], last: int, progress: Callable[[Any], str]) -> int:
    """Return the number of events up to the outcomes of the turn's last move: before the next move, or a new round.

    The move is the last of the first `last` events.
    """
    now = progress(timeline_events[max(0, last - 2)].view)
    for number, it in enumerate(timeline_events[last:], last):
        if isinstance(it.event, Move) or progress(it.view) != now:
            return number
    return len(timeline_events)


def has_moved(timeline_events: Sequence[TimelineEvent], seats: Container[Seat]) -> bool:
    """Return whether one of the seats has made a move."""
    return any(isinstance(it.event, Move) and it.event.seat in seats for it in timeline_events)


def events_reaching(
    table: Table, viewer: Viewer, least: int, reached: Callable[[Sequence[TimelineEvent]], bool]
) -> list[TimelineEvent]:
    """Return the last events, oldest first: at least `least`, and more until they have reached something, or all."""
    most = least
    while True:
        found = table.timeline(viewer, most)
        if len(found) < most or reached(found):
            return found
        most *= 2
