"""What the host's machine asks of the match that it hosts. `saves.storage.match` keeps it in a file."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from pathlib import Path
from typing import Any, Protocol, TypeAlias

from net.host.lobby import Place, Settled
from net.wire.messages import Attendance, SeatKind
from rules.engine.events import Move
from rules.engine.game import AnyGame
from rules.engine.secrecy import Seat
from saves.errors import SaveError
from saves.faults import InvalidEntry
from saves.format.entries import RekeyBody
from saves.format.header import HOST, Header
from saves.format.identity import PublicKeys
from saves.log.fold import Log, links_of


class Book(Protocol):
    """A match that is open for play. What returns is durable; what raises `SaveError` has not happened."""

    @property
    def header(self) -> Header:
        """The match's."""
        ...

    @property
    def game(self) -> AnyGame:
        """The match's."""
        ...

    @property
    def log(self) -> Log:
        """As far as it is durable."""
        ...

    def raw_entries(self, since: int = 0) -> tuple[bytes, ...]:
        """The entries from this number on."""
        ...

    def submit(self, move: Move) -> Any:
        """Makes a move of a seat that is played here. Raises `Refused` or `SaveError`."""
        ...

    def can_take_back(self, seat: Seat) -> bool:
        """Whether the seat's last move, and all that followed, revealed nothing."""
        ...

    def take_back(self, seat: Seat) -> None:
        """Takes back the last move of a seat that is played here. Raises `SaveError`."""
        ...

    def abandon(self) -> None:
        """Ends the match before its time. Raises `SaveError`."""
        ...

    def enter(self, submission: bytes) -> Any:
        """Enters what a guest has signed. Raises `InvalidEntry` or `SaveError`."""
        ...

    def with_later(self, first: int, entries: Sequence[bytes]) -> tuple[Log, InvalidEntry | None]:
        """Return the log with these entries in place of its own from this number on, verified, and what is wrong."""
        ...

    def restore(self, log: Log) -> Path | None:
        """Go on from a later log; return where own entries that it lacks are kept. Raises `SaveError`."""
        ...

    def rekey(self, seat: Seat, keys: PublicKeys | None, bot: str | None = None) -> Any:
        """Gives a seat to a guest; without keys, to people or a bot here. Raises `SaveError`."""
        ...

    @property
    def begun(self) -> bool:
        """Whether the match has its start in the log."""
        ...

    def discard(self) -> None:
        """Lets go of a match that never began, of which nothing is kept."""
        ...

    def close(self) -> None:
        """Lets go of the file."""
        ...


MatchMaker: TypeAlias = Callable[[Settled], Book]
"""Begins the match that was settled, in a new file. Raises `SaveError` or ValueError."""


def kind_of(log: Log, seat: Seat) -> SeatKind:
    """Who plays the seat at this point of the log."""
    if log.holders[seat] != HOST:
        return SeatKind.GUEST
    return SeatKind.HERE if log.bots[seat] is None else SeatKind.BOT


def guest_of(log: Log, seat: Seat) -> PublicKeys | None:
    """The guest that holds the seat at this point of the log."""
    holder = log.holders[seat]
    return None if holder == HOST else log.clients[holder]


def attendance(log: Log, seat: Seat, online: Collection[PublicKeys]) -> Attendance:
    """Whether somebody is there for the seat, if these guests are connected."""
    match kind_of(log, seat):
        case SeatKind.HERE:
            return Attendance.HERE
        case SeatKind.BOT:
            return Attendance.BOT
        case _:
            return Attendance.ONLINE if guest_of(log, seat) in online else Attendance.AWAY


def places_of(log: Log) -> tuple[Place, ...]:
    """The seats at this point of the log."""
    return tuple(
        Place(kind_of(log, seat), player.name, player.colour, log.bots[seat], guest_of(log, seat))
        for seat, player in zip(log.config.header.seats, log.config.header.players, strict=True)
    )


def hand_back(book: Book, keys: PublicKeys) -> list[str]:
    """Gives a guest the seats that a bot has played for it. A sentence for each that could not be given back."""
    log, troubles = book.log, list[str]()
    for seat, owner in lent(log).items():
        if owner == keys and kind_of(log, seat) is SeatKind.BOT:
            try:
                book.rekey(seat, owner)
            except SaveError as error:
                troubles.append(f"Seat {seat + 1} could not be given back to its guest. {error}")
    return troubles


def lent(log: Log) -> dict[Seat, PublicKeys]:
    """The seats that the host has taken from guests and still holds, each with the guest that held it last."""
    header = log.config.header
    last = {
        seat: header.clients[holder]
        for seat, holder in zip(header.seats, header.holders, strict=True)
        if holder != HOST
    }
    for link in links_of(log):
        body = link.entry.body
        if isinstance(body, RekeyBody) and body.keys != header.clients[HOST]:
            last[body.seat] = body.keys
    return {seat: keys for seat, keys in last.items() if log.holders[seat] == HOST}
