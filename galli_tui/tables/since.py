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


def turn_start(timeline_events: Sequence[TimelineEvent], last: int, progress: Callable[[Any], str]) -> int:
    """Return the index of the first event of the turn whose last move is the last of the first `last` events.

    Before it, another seat moved, or the progress of the match was another.
    """
    seat, now = getattr(timeline_events[last - 1].event, "seat", None), _before(timeline_events, last - 1, progress)
    for index in range(last - 2, -1, -1):
        event = timeline_events[index].event
        others = isinstance(event, Move) and event.seat != seat
        if others or _before(timeline_events, index, progress) != now:
            return index + 1
    return 0


def last_round(timeline_events: Sequence[TimelineEvent], seat: Seat, progress: Callable[[Any], str]) -> tuple[int, int]:
    """Return the first event, and the one after the last, of the last round in which the seat has moved; 0, 0 for none.

    The progress of the match is the same before all of them.
    """
    for own in range(len(timeline_events) - 1, -1, -1):
        event = timeline_events[own].event
        if isinstance(event, Move) and event.seat == seat:
            rounds = [_before(timeline_events, index, progress) for index in range(len(timeline_events))]
            first = next((it + 1 for it in range(own, -1, -1) if rounds[it] != rounds[own]), 0)
            end = next((it for it in range(own, len(rounds)) if rounds[it] != rounds[own]), len(rounds))
            return first, end
    return 0, 0


def _before(timeline_events: Sequence[TimelineEvent], index: int, progress: Callable[[Any], str]) -> str:
    """Return the progress of the match before an event."""
    return progress(timeline_events[max(0, index - 1)].view)


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
