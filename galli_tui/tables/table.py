"""The one interface between the screens and a match, whoever plays: hot seat, bots, network, replay."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from galli_tui.bots.advice import Advice
from galli_tui.tables.peers import Peers
from rules.bots.review import Decision
from rules.engine.events import Move
from rules.engine.game import AnyGame, Due
from rules.engine.secrecy import Seat, Viewer

if TYPE_CHECKING:
    from saves.storage.open_match import TimelineEvent


class TablePlayer(NamedTuple):
    """Who sits on a seat. The name is cleaned: no control characters, at most 24 characters."""

    name: str
    colour: str
    """One of the game's `Meta.colours`."""
    here: bool
    """Whether people at this terminal decide for the seat."""
    bot: str = ""
    """The name of the bot that decides for it; empty for people."""


class Table(Protocol):
    """A match in play. Everything shown goes through `view`; everything decided goes through `submit`."""

    game: AnyGame

    @property
    def notices(self) -> tuple[str, ...]:
        """What the player should know about the match, a clean sentence each; more may come behind them."""
        ...

    @property
    def players(self) -> tuple[TablePlayer, ...]:
        """By seat. A seat may change hands during the match."""
        ...

    @property
    def peers(self) -> Peers | None:
        """Who else is at the table, at other terminals; None at a table of this terminal alone."""
        ...

    @property
    def match_id(self) -> str:
        """The match's short id, for titles and messages."""
        ...

    @property
    def due(self) -> Due:
        """Who must act now; `over` when the match has ended."""
        ...

    def view(self, viewer: Viewer) -> Any:
        """The present state as the viewer may know it."""
        ...

    def timeline(self, viewer: Viewer, most: int) -> list[TimelineEvent]:
        """The last events, oldest first, as the viewer may know them."""
        ...

    def submit(self, move: Move) -> None:
        """Makes a move, durable on return. Raises `Refused` or `saves.errors.SaveError`; then nothing happened.

        In company it may be on its way by then: `company.standing` names its seat until the match holds the move.
        """
        ...

    @property
    def paused(self) -> bool:
        """Whether what comes next waits for `go_on`: a new part of the game begins, and there may be much to see."""
        ...

    def resume_play(self) -> None:
        """Begins the next part of the game. Raises `saves.errors.SaveError`; then nothing happened."""
        ...

    @property
    def thinking(self) -> Seat | None:
        """The seat for which a bot of this terminal is deciding; None while none is."""
        ...

    def hurry(self) -> None:
        """That bot decides at once, and what bots do next is shown without a pause until people are asked."""
        ...

    @property
    def advice(self) -> Advice | str:
        """The abbot, for people at this terminal; or why it is not to be asked at this table, a sentence."""
        ...

    def decisions(self) -> list[Decision]:
        """What people have decided of which this terminal may know all, oldest first; none before the match is over.

        There are none either where nothing may be asked of the abbot.
        """
        ...

    def can_undo(self, seat: Seat) -> bool:
        """Whether the seat's last move revealed nothing and only bots, who decide again then, have moved since."""
        ...

    def undo(self, seat: Seat) -> None:
        """Takes it back. Raises `SaveError` or `ValueError` when it cannot be."""
        ...

    def subscribe(self, changed: Callable[[], None]) -> Callable[[], None]:
        """Calls `changed` after every change, on the app's thread; returns what ends the subscription."""
        ...

    def close(self) -> None:
        """Lets go of the match; it can be resumed."""
        ...
