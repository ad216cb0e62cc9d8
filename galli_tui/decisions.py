"""The decisions of a match, read off its course: what people have decided, and what was on the screen as they did."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any

from galli_tui.screens.flow import is_overlooked, shown_to
from rules.bots.review import Decision, open_to_choice
from rules.engine.events import Move
from rules.engine.game import AnyGame, Event
from rules.engine.secrecy import Seat

if TYPE_CHECKING:
    from saves.reading import Reading


def decided(
    game: AnyGame, course: Iterable[tuple[int, Event, Any]], people: Callable[[int], int] = lambda _: 1
) -> list[Decision]:
    """Where there was a choice, by whomever. The course: entries, events, and the states that these were applied to.

    With several `people` at one terminal as of an entry, a decision is seen as their screen showed it, and as a hint
    weighs it. A part of the game begins where a draw says so after somebody has moved.
    """
    found: list[Decision] = []
    part, moved = 1, False
    for entry, event, state in course:
        if isinstance(event, Move):
            moved = True
            view = game.view(state, event.seat)
            if is_overlooked(game, people(entry)):
                view = game.view(state, shown_to(game, view, event.seat))
            found.append(Decision(entry, part, event.seat, view, event))
        elif moved and game.draw(state).rest:
            part, moved = part + 1, False
    return [one for one in found if open_to_choice(game, one)]


def decisions_of(record: Reading, seats: Collection[Seat]) -> list[Decision]:
    """What people decided for these seats, oldest first; what bots decided is left out.

    Of what this program cannot read there is nothing.
    """
    from saves.course import steps_of

    course = [(step.entry, step.event, step.state) for step in steps_of(record.log.course)]
    bots = _bots(record)

    def people(entry: int) -> int:
        return sum(not _of_bot(bots, seat, entry) for seat in seats)

    found = decided(record.game, course, people)
    return [one for one in found if one.seat in seats and not _of_bot(bots, one.seat, one.entry)]


def _bots(record: Reading) -> list[tuple[int, Seat, bool]]:
    """The entries from which on a seat was a bot's, or was not, the first first."""
    begun = [(-1, Seat(seat), player.bot is not None) for seat, player in enumerate(record.header.players)]
    later = [(row.entry, row.given.seat, row.given.bot is not None) for row in record.history if row.given is not None]
    return [*begun, *later]


def _of_bot(given: list[tuple[int, Seat, bool]], seat: Seat, entry: int) -> bool:
    """Whether a bot decided for the seat at this entry."""
    return next((bot for since, whose, bot in reversed(given) if whose == seat and since <= entry), False)
