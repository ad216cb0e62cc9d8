"""Who else is at a table, at other terminals: what screens may know of them, and what a player here may do about it.

A table of this terminal alone has no company. Where the company comes from, whoever makes the table says.
"""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple, Protocol

from rules.engine.secrecy import Seat

MAX_TALK = 200
"""Characters of one line of talk."""


class Role(Enum):
    """What this terminal is to the table."""

    HOST = "host"
    """The table stands and falls with it."""
    GUEST = "guest"
    SPECTATOR = "spectator"


class Presence(Enum):
    """Whether somebody is there for a seat."""

    HOST = "host"
    """At the host's own terminal."""
    ONLINE = "there"
    AWAY = "away"
    BOT = "bot"


class ChatLine(NamedTuple):
    """A line of talk. Name and text are clean."""

    number: int
    """Counts from 1 as long as the table stands open here."""
    seat: Seat | None
    """None for a spectator."""
    name: str
    text: str


class Pointer(NamedTuple):
    """Somebody points at something."""

    number: int
    """As a remark's."""
    seat: Seat
    kind: str
    """A word of the game's own, e.g. "space"."""
    target: int
    """Whatever number a peer has sent: the game's face knows whether it stands for anything."""


class Stopped(NamedTuple):
    """Why nothing more is played here."""

    heading: str
    brief: str
    """For one line, with what can be done."""
    detail: str
    """In full: what happened, what it rests on, what can be done."""


class TableStatus(NamedTuple):
    """How the table stands, apart from the game."""

    role: Role
    presence: tuple[Presence, ...]
    """By seat; empty as long as nothing is known."""
    spectators: int = 0
    sent: tuple[Seat, ...] = ()
    """Seats of this terminal whose move is on its way to the host."""
    held: tuple[Seat, ...] = ()
    """Seats of this terminal whose choice waits here until the host's own seats have chosen."""
    missing_entries: int = 0
    """So many entries the others have already, which are still to come."""
    pause: str = ""
    """Why nobody plays although the connection stands, a sentence; empty while the match goes on."""
    problem: str = ""
    """What is wrong with the connection, a sentence; empty while it stands."""
    retry_at: float | None = None
    """When it is tried again, by `time.monotonic`."""
    stopped: Stopped | None = None
    can_fetch: bool = False
    """At the host's: whether `fetch` brings what an older copy of its file lacks."""
    chat: tuple[ChatLine, ...] = ()
    """The last ones, oldest first."""
    pointers: tuple[Pointer, ...] = ()
    """The last ones, oldest first."""
    stand_ins: tuple[Seat, ...] = ()
    """At the host's: seats of absent guests that a bot plays meanwhile."""
    transfers: tuple[str, ...] = ()
    """Seats that were given away during the match and to whom, a clean sentence each, oldest first."""
    invite: str = ""
    """At the host's: the table code and what friends type to come, in full; empty elsewhere."""
    blocked: str = ""
    """At the host's: who is kept out, whom `let_in` would let in again, a sentence or two; empty where nobody is."""
    notices: tuple[str, ...] = ()
    """What the player should know, a clean sentence each, newest last."""
    stand_in_report: str = ""
    """That a bot decided for a seat of this terminal while its guest was away; empty where none did."""
    stand_in_entries: tuple[int, ...] = ()
    """The numbers of the happenings that it decided then, rising."""
    warning: str = ""
    """What became of a move made here that does not stand, in full; empty where nothing did."""
    leave_warning: str = ""
    """What is to be known before leaving, besides the usual."""
    return_hint: str = ""
    """What is kept here and how one comes back, where that is not by the saved matches."""
    muted: str = ""
    """Why nothing can be said or pointed at from here, a sentence; empty if it can."""
    audit: str = ""
    """What the check of the whole record found once the match was over, a sentence; empty before."""

    @property
    def decided(self) -> tuple[Seat, ...]:
        """Seats of this terminal that have decided, though the match does not hold it yet: they are not asked again."""
        return (*self.sent, *self.held)


class Peers(Protocol):
    """The others at a table. After every change the table calls whoever subscribed to it."""

    @property
    def status(self) -> TableStatus:
        """How the table stands now."""
        ...

    def say(self, text: str) -> None:
        """Says something to all. Raises ValueError with a sentence if that cannot be."""
        ...

    def point(self, kind: str, target: int) -> None:
        """Points at something for all to see. Raises ValueError with a sentence if that cannot be."""
        ...

    def seat_bot(self, seat: Seat) -> None:
        """At the host's: a bot plays for an absent guest until it is back. Raises `SaveError` or ValueError."""
        ...

    def unseat_bot(self, seat: Seat) -> None:
        """At the host's: the guest is waited for again. Raises `SaveError` or ValueError."""
        ...

    def remove_guest(self, seat: Seat) -> None:
        """At the host's: the seat's guest goes, and stays out until `let_in`. Raises ValueError if that cannot be."""
        ...

    def unblock(self) -> None:
        """At the host's: nobody is kept out any more, until there is a new reason. Raises ValueError."""
        ...

    def fetch(self) -> None:
        """At the host's: goes on from a guest's later copy of the match. Raises `SaveError` or ValueError."""
        ...

    def change_code(self) -> None:
        """At the host's: makes another table code. Raises ValueError."""
        ...
