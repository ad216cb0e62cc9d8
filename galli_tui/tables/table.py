"""The one interface between the screens and a match of any kind: hot seat, bots, network, replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from galli_tui.tables.peers import Peers
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.referee import Due
from rules.engine.secrecy import Seat, Viewer

if TYPE_CHECKING:
    from galli_tui.bots.advice import Advice
    from galli_tui.bots.watch_pace import WatchPace
    from galli_tui.tables.review_store import ReviewStore
    from rules.bots.review import Decision
    from saves.storage.open_match import TimelineEvent


class TablePlayer(NamedTuple):
    """The player on a seat. The name is sanitized and at most 24 characters long."""

    name: str
    colour: str
    """One of the game's `Meta.colours`."""
    here: bool
    """Whether people at this terminal decide for the seat."""
    bot: str = ""
    """The name of the bot that decides for it; empty for people."""


class Table(Protocol):
    """A match in play. Screens read it through `view` and decide through `submit`."""

    game: AnyGame

    @property
    def notices(self) -> tuple[str, ...]:
        """Notices for the player, a sanitized sentence each; new ones are appended."""
        ...

    @property
    def marks(self) -> tuple[str, ...]:
        """What sets the match apart, in a few words each: "practice", "daily deal of 2026-11-25"."""
        ...

    @property
    def is_what_if(self) -> bool:
        """Whether the match began at a moment of another one."""
        ...

    @property
    def players(self) -> tuple[TablePlayer, ...]:
        """By seat. A seat may change hands during the match."""
        ...

    @property
    def peers(self) -> Peers | None:
        """The peers at other terminals; None at a table of this terminal alone."""
        ...

    @property
    def watched(self) -> WatchPace | None:
        """The pace of a match of bots alone; None where people play."""
        ...

    @property
    def match_id(self) -> str:
        """The match's short id, for titles and messages."""
        ...

    @property
    def due(self) -> Due:
        """Who must act now, and whether the match is over."""
        ...

    def view(self, viewer: Viewer) -> Any:
        """Return the present state as the viewer may know it."""
        ...

    @property
    def own_seats(self) -> tuple[Seat, ...]:
        """The seats of people whose hidden cards this terminal may show while the match runs."""
        ...

    def timeline(self, viewer: Viewer, most: int) -> list[TimelineEvent]:
        """Return the last `most` events, oldest first, as the viewer may know them."""
        ...

    def submit(self, move: Move) -> None:
        """Make a move, durable on return. Raises `Refused` or `saves.errors.SaveError`; then nothing has changed.

        At a network table `peers.status.decided` names its seat until the match holds the move.
        """
        ...

    @property
    def paused(self) -> bool:
        """Whether the match waits for `resume_play` before a new part of the game begins."""
        ...

    def resume_play(self) -> None:
        """Begin the next part of the game. Raises `saves.errors.SaveError`; then nothing has changed."""
        ...

    @property
    def thinking(self) -> Seat | None:
        """The seat for which a bot of this terminal is thinking, if any."""
        ...

    def hurry(self) -> None:
        """Make that bot move now, and show bots' moves without a pause until a person must decide."""
        ...

    @property
    def advice(self) -> Advice | str:
        """The source of hints for people at this terminal; or why there are none, a sentence."""
        ...

    def decisions(self) -> list[Decision]:
        """Return the decisions of people that this terminal may know in full, oldest first.

        Empty before the match is over, and at a table without hints.
        """
        ...

    @property
    def review_store(self) -> ReviewStore | None:
        """Where the review of the match is stored once it is over; None for a match that is not saved."""
        ...

    def can_undo(self, seat: Seat) -> bool:
        """Return whether the seat's last move revealed nothing and only bots have moved since."""
        ...

    def undo(self, seat: Seat) -> tuple[Seat, ...]:
        """Undo the seat's last move and what bots have done since; they decide again.

        Return the seats whose moves were undone, the last move first. Raises `SaveError` or ValueError if it cannot
        be undone.
        """
        ...

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Call `changed` after every change, on the app's thread. Return a function that unsubscribes."""
        ...

    def close(self) -> None:
        """Close the match, which can be resumed."""
        ...
