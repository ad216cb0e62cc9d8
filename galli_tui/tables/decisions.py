"""The decisions of people in a match, each with the view on the screen at that time."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from galli_tui.tables.turn_flow import is_screen_shared, view_when_asked, viewer_for
from rules.bots.review import Decision, has_choice
from rules.engine.events import Event, Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat

if TYPE_CHECKING:
    from saves.log.chain import Seating
    from saves.log.match_log import Log
    from saves.storage.open_match import OpenMatch


def find_decisions(
    game: AnyGame, course: Iterable[tuple[int, Event, Any]], deciders: Callable[[int], Collection[Seat]]
) -> list[Decision]:
    """Return the decisions of people at one terminal that had a choice, each with the view it was made from.

    The course: entries, events, and the states that these were applied to. `deciders`: for whom they decide as of an
    entry; with several seats a decision is seen as their screen showed it, and as a hint weighs it. A part of the game
    begins where a draw says so after a move.
    """
    found: list[Decision] = []
    before: list[tuple[Event, Any]] = []
    part, moved = 1, False
    for entry, event, state in course:
        if isinstance(event, Move):
            moved = True
            seats = deciders(entry)
            if event.seat in seats:
                view = _seen(game, event.seat, state, before, overlooked=is_screen_shared(game, len(seats)))
                found.append(Decision(entry, part, event.seat, view, event))
        elif moved and game.draw(state).opens_round:
            part, moved = part + 1, False
        before.append((event, state))
    return [one for one in found if has_choice(game, one)]


def _seen(game: AnyGame, seat: Seat, state: Any, before: Sequence[tuple[Event, Any]], *, overlooked: bool) -> Any:
    """Return the view the seat had when asked; `before` has earlier events with the states before them."""
    own = game.view(state, seat)
    viewer = viewer_for(game, own, seat) if overlooked else seat
    earlier = ((event, game.view(met, viewer)) for event, met in reversed(before))
    return view_when_asked(game, seat, game.view(state, viewer), earlier)


def match_decisions(record: OpenMatch, seats: Collection[Seat]) -> list[Decision]:
    """Return the decisions of the present holders for these seats, oldest first.

    Leaves out decisions of bots, and those that this program cannot read.
    """
    from saves.log.history import history_steps

    log = record.log
    holders = {log.holders[seat] for seat in seats}
    seatings = _seatings(log)

    def deciders(entry: int) -> list[Seat]:
        seating = next(seating for since, seating in reversed(seatings) if since <= entry)
        return [seat for seat in record.header.seats if seating.holders[seat] in holders and not seating.bots[seat]]

    course = ((step.entry, step.event, step.state) for step in history_steps(log.last_step))
    return [one for one in find_decisions(record.game, course, deciders) if one.seat in seats]


def _seatings(log: Log) -> list[tuple[int, Seating]]:
    """Return every seating of a match with the entry it begins at, oldest first."""
    from saves.format.entries import RekeyBody
    from saves.log.chain import initial_seating
    from saves.log.match_log import links_of
    from saves.log.seat_transfer import transfer_seat

    found = [(-1, initial_seating(log.config.header))]
    for link in links_of(log):
        entry = link.entry
        if isinstance(entry.body, RekeyBody):
            found.append((entry.number, transfer_seat(found[-1][1], entry, entry.body)))
    return found
