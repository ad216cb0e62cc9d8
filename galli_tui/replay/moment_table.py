"""A match at one moment as a read-only table, for everything that shows a table: words, score sheet, pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from galli_tui.replay.timeline import Timeline
from galli_tui.tables.table import TablePlayer
from rules.bots.review import Decision
from rules.engine.events import Move
from rules.engine.referee import Due
from rules.engine.secrecy import PUBLIC, Seat, Viewer
from saves.errors import NotNow

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent

_PAST: Final = "This is a replay: nothing can be changed here."


class MomentTable:
    """The table of a match as it was at a moment. Implements `galli_tui.tables.table.Table`; nobody plays here."""

    peers = None
    watched = None
    notices: tuple[str, ...] = ()
    own_seats: tuple[Seat, ...] = ()
    paused = False
    thinking: Seat | None = None
    advice = "No hints in a replay."
    review_store = None

    def __init__(self, timeline: Timeline, number: int) -> None:
        self.game = timeline.game
        self.match_id = timeline.table.match_id
        self._timeline, self._number = timeline, number

    @property
    def marks(self) -> tuple[str, ...]:
        return self._timeline.table.marks

    @property
    def is_what_if(self) -> bool:
        return self._timeline.table.is_what_if

    @property
    def players(self) -> tuple[TablePlayer, ...]:
        return tuple(player._replace(here=False) for player in self._timeline.table.players)

    @property
    def due(self) -> Due:
        return self.game.due(self.view(PUBLIC))

    def view(self, viewer: Viewer) -> Any:
        return self._timeline.view(self._number, viewer)

    def timeline(self, viewer: Viewer, most: int) -> list[TimelineEvent]:
        events = self._timeline.events(self._number, viewer)
        return list(events[-most:]) if most > 0 else []

    def submit(self, move: Move) -> None:
        raise NotNow(_PAST)

    def resume_play(self) -> None:
        """Do nothing: a replay does not go on by itself."""

    def hurry(self) -> None:
        """Do nothing: no bot thinks here."""

    def decisions(self) -> list[Decision]:
        return []

    def can_undo(self, seat: Seat) -> bool:
        return False

    def undo(self, seat: Seat) -> tuple[Seat, ...]:
        raise ValueError(_PAST)

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        return lambda: None

    def close(self) -> None:
        """Do nothing: the match belongs to another table."""
