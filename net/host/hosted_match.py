"""What the host's machine asks of the match that it hosts. `saves.storage.match` keeps it in a file."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from net.host.lobby import MatchSetup, SeatAssignment
from net.wire.messages import Attendance, SeatKind
from rules.engine.secrecy import Seat
from saves.errors import SaveError
from saves.format.entries import RekeyBody
from saves.format.header import HOST
from saves.format.identity import PublicKeys
from saves.log.log import Log, links_of
from saves.storage.match import Match

MatchMaker: TypeAlias = Callable[[MatchSetup], Match]
"""Begins the match that was settled, in a new file. Raises `SaveError` or ValueError."""


def seat_kind(log: Log, seat: Seat) -> SeatKind:
    """Who plays the seat at this point of the log."""
    if log.holders[seat] != HOST:
        return SeatKind.GUEST
    return SeatKind.HERE if log.bots[seat] is None else SeatKind.BOT


def seat_guest(log: Log, seat: Seat) -> PublicKeys | None:
    """The guest that holds the seat at this point of the log."""
    holder = log.holders[seat]
    return None if holder == HOST else log.clients[holder]


def seat_attendance(log: Log, seat: Seat, online: Collection[PublicKeys]) -> Attendance:
    """Whether somebody is there for the seat, if these guests are connected."""
    match seat_kind(log, seat):
        case SeatKind.HERE:
            return Attendance.HERE
        case SeatKind.BOT:
            return Attendance.BOT
        case _:
            return Attendance.ONLINE if seat_guest(log, seat) in online else Attendance.AWAY


def seat_assignments(log: Log) -> tuple[SeatAssignment, ...]:
    """The seats at this point of the log."""
    return tuple(
        SeatAssignment(seat_kind(log, seat), player.name, player.colour, log.bots[seat], seat_guest(log, seat))
        for seat, player in zip(log.config.header.seats, log.config.header.players, strict=True)
    )


def return_seats(match: Match, keys: PublicKeys) -> list[str]:
    """Gives a guest the seats that a bot has played for it. A sentence for each that could not be given back."""
    log, troubles = match.log, list[str]()
    for seat, owner in borrowed_seats(log).items():
        if owner == keys and seat_kind(log, seat) is SeatKind.BOT:
            try:
                match.rekey(seat, owner)
            except SaveError as error:
                troubles.append(f"Seat {seat + 1} could not be given back to its guest. {error}")
    return troubles


def borrowed_seats(log: Log) -> dict[Seat, PublicKeys]:
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
