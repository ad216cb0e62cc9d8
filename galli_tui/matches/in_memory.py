"""A table of any game that saves nothing: for tests, screenshots and benchmarks."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from galli_tui.bots.advice import Advice
from galli_tui.tables.decisions import find_decisions
from galli_tui.tables.peers import Peers
from galli_tui.tables.table import TablePlayer
from galli_tui.tables.turn_flow import local_seats
from rules.bots.review import Decision
from rules.engine.entropy import derive_entropy
from rules.engine.events import Event, Move
from rules.engine.game import PRACTICE, AnyGame
from rules.engine.referee import Due
from rules.engine.secrecy import DEALER, Seat, Viewer, redact
from saves.storage.open_match import TimelineEvent


class InMemoryTable:
    """A match in memory. All randomness comes from `seed`, so the same moves give the same match."""

    peers: Peers | None = None
    """The peers to show, if any."""
    watched = None
    """Always None: its bots, if it shows any, do not play."""
    thinking: Seat | None = None
    """The bot to show as thinking."""
    advice: Advice | str = "No hints at this table."
    """The source of hints, or why there is none."""
    is_what_if = False
    """Always False: it begins with the first move."""
    review_store = None
    """Always None: nothing is saved."""

    def __init__(
        self,
        game: AnyGame,
        players: tuple[TablePlayer, ...],
        seed: int = 0,
        match_id: str = "memory",
        *,
        rests: bool = False,
    ) -> None:
        self.game = game
        self.players = players
        self.match_id = match_id
        self.notices: tuple[str, ...] = ()
        self._seed = seed
        self._rests = rests
        self._events: list[Event] = []
        self._states: list[Any] = [game.initial()]
        self._changed: list[Callable[[], None]] = []
        self._let_dealer_act()

    @property
    def marks(self) -> tuple[str, ...]:
        return (PRACTICE,) if self.game.options.practice else ()

    @property
    def due(self) -> Due:
        return self.game.due(self._states[-1])

    def view(self, viewer: Viewer) -> Any:
        return self.game.view(self._states[-1], viewer)

    @property
    def own_seats(self) -> tuple[Seat, ...]:
        return local_seats(self)

    def timeline(self, viewer: Viewer, most: int) -> list[TimelineEvent]:
        first = max(0, len(self._events) - most)
        return [
            TimelineEvent(
                number, redact(self._events[number], viewer), self.game.view(self._states[number + 1], viewer)
            )
            for number in range(first, len(self._events))
        ]

    def submit(self, move: Move) -> None:
        self._append(move)
        if not self.paused:
            self._let_dealer_act()
        self._notify()

    @property
    def paused(self) -> bool:
        if not (self._rests and self.due.dealer and self._events and self.game.draw(self._states[-1]).opens_round):
            return False
        last = next((event for event in reversed(self._events) if isinstance(event, Move)), None)
        return last is not None and self.can_undo(last.seat)

    def resume_play(self) -> None:
        self._let_dealer_act()
        self._notify()

    def hurry(self) -> None:
        """Do nothing: there are no bots."""

    def decisions(self) -> list[Decision]:
        if not self.due.over or isinstance(self.advice, str):
            return []
        # The last state comes after the last event.
        course = zip(range(len(self._events)), self._events, self._states, strict=False)
        return find_decisions(self.game, course, lambda _: local_seats(self))

    def can_undo(self, seat: Seat) -> bool:
        return self._last_move_of(seat) is not None

    def undo(self, seat: Seat) -> tuple[Seat, ...]:
        number = self._last_move_of(seat)
        if number is None:
            raise ValueError("there is nothing to undo")
        undone = tuple(event.seat for event in reversed(self._events[number:]) if isinstance(event, Move))
        del self._events[number:]
        del self._states[number + 1 :]
        self._notify()
        return undone

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        self._changed.append(changed)

        def end() -> None:
            if changed in self._changed:
                self._changed.remove(changed)

        return end

    def close(self) -> None:
        self._changed.clear()

    def _append(self, event: Event) -> None:
        state = self.game.apply(self._states[-1], event)
        self._events.append(event)
        self._states.append(state)

    def _let_dealer_act(self) -> None:
        while self.due.dealer:
            state = self._states[-1]
            draw = self.game.draw(state)
            self._append(
                self.game.deal(self.game.view(state, DEALER), derive_entropy(self._seed, draw.source, draw.index))
            )

    def _last_move_of(self, seat: Seat) -> int | None:
        """Return the number of the seat's move if it is the last one and nothing was revealed since; else None."""
        if self.due.over:
            return None
        for number in range(len(self._events) - 1, -1, -1):
            event = self._events[number]
            if self.game.reveals(self._states[number], event):
                return None
            if isinstance(event, Move):
                return number if event.seat == seat else None
        return None

    def _notify(self) -> None:
        for changed in tuple(self._changed):
            changed()
