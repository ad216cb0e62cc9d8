"""The peers at a network table: their status, and what a player at this terminal can do about them."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, Protocol

from rules.engine.secrecy import Seat

MAX_TALK = 200
"""Most characters of a chat line."""


class Role(Enum):
    """The role of this terminal at the table."""

    HOST = "host"
    """The table closes with it."""
    GUEST = "guest"
    SPECTATOR = "spectator"


class Presence(Enum):
    """Who plays a seat, and whether they are connected."""

    HOST = "host"
    """At the host's own terminal."""
    ONLINE = "there"
    AWAY = "away"
    BOT = "bot"


class ChatLine(NamedTuple):
    """A chat line. Name and text are sanitized."""

    number: int
    """Counted from 1 since the table was opened here."""
    seat: Seat | None
    """None for a spectator."""
    name: str
    text: str


class Pointer(NamedTuple):
    """A peer pointing at something."""

    number: int
    """As in `ChatLine`."""
    seat: Seat
    kind: str
    """A word of the game's own, e.g. "space"."""
    target: int
    """The number a peer has sent: `GameTexts.target` knows whether it is valid."""


class Stopped(NamedTuple):
    """Why play has stopped here."""

    heading: str
    brief: str
    """One line, with what to do."""
    detail: str
    """In full: what happened, why, and what to do."""


class TableStatus(NamedTuple):
    """The status of peers and connection."""

    role: Role
    presence: tuple[Presence, ...]
    """By seat; empty while unknown."""
    spectators: int = 0
    sent: tuple[Seat, ...] = ()
    """Seats of this terminal whose move is on its way to the host."""
    held: tuple[Seat, ...] = ()
    """Seats of this terminal whose choice is kept until the host's own seats have chosen."""
    missing_entries: int = 0
    """Entries that are still to come from the host."""
    pause: str = ""
    """Why play is paused although connected, a sentence; empty while it is not."""
    problem: str = ""
    """What is wrong with the connection, a sentence; empty while connected."""
    retry_at: float | None = None
    """When it reconnects, by `time.monotonic`."""
    stopped: Stopped | None = None
    can_fetch: bool = False
    """At the host: whether `fetch` can restore what an older copy of its file lacks."""
    bot_continues: bool = False
    """At the host: whether play, stopped by a guest who is away now, continues once a bot plays there."""
    chat: tuple[ChatLine, ...] = ()
    """The last ones, oldest first."""
    pointers: tuple[Pointer, ...] = ()
    """The last ones, oldest first."""
    stand_ins: tuple[Seat, ...] = ()
    """At the host: seats of absent guests that a bot plays meanwhile."""
    transfers: tuple[str, ...] = ()
    """Seats transferred during the match, a sanitized sentence each, oldest first."""
    undos: tuple[int, ...] = ()
    """By seat: its moves taken back since the match was at its farthest point."""
    invite: str = ""
    """At the host: the table code and the commands that join, in full; else empty."""
    blocked: str = ""
    """At the host: who is blocked until `unblock`, in words; empty if nobody is."""
    notices: tuple[str, ...] = ()
    """Notices for the player, a sanitized sentence each, newest last."""
    stand_in_report: str = ""
    """That a bot decided for a seat of this terminal while its guest was away; empty where none did."""
    stand_in_entries: tuple[int, ...] = ()
    """The entries that it decided then, ascending."""
    warning: str = ""
    """Why a move made here was not accepted, in full; empty if all were."""
    leave_warning: str = ""
    """What to know before leaving, besides the usual."""
    return_hint: str = ""
    """How to come back, if not through the saved matches."""
    muted: str = ""
    """Why chat and pointing are off here, a sentence; empty if they are on."""
    audit: str = ""
    """The result of verifying the finished match, a sentence; empty before."""

    @property
    def decided(self) -> tuple[Seat, ...]:
        """Seats of this terminal that have decided, but whose move the match does not hold yet."""
        return (*self.sent, *self.held)


class Peers(Protocol):
    """The others at a table. The table notifies its subscribers of every change."""

    @property
    def status(self) -> TableStatus:
        """The present status."""
        ...

    def say(self, text: str) -> None:
        """Send a chat line to all. Raises ValueError with a sentence."""
        ...

    def point(self, kind: str, target: int) -> None:
        """Point at something for all to see. Raises ValueError with a sentence."""
        ...

    def seat_bot(self, seat: Seat) -> None:
        """Let a bot play for an absent guest (host only). Raises `SaveError` or ValueError."""
        ...

    def unseat_bot(self, seat: Seat) -> None:
        """Wait for the guest again (host only). Raises `SaveError` or ValueError."""
        ...

    def remove_guest(self, seat: Seat) -> None:
        """Remove and block the guest of a seat (host only). Raises ValueError."""
        ...

    def unblock(self) -> None:
        """Unblock everyone (host only). Raises ValueError."""
        ...

    def fetch(self) -> None:
        """Continue from a guest's newer copy of the match (host only). Raises `SaveError` or ValueError."""
        ...

    def change_code(self) -> None:
        """Create a new table code (host only). Raises ValueError."""
        ...
