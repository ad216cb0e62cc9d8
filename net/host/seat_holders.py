"""The seats of a hosted match: who plays, holds or has lent each of them at a point of the log."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeAlias

from net.host.lobby import LobbyState, MatchSetup, SeatAssignment
from net.sync.rules_hash import components_hash
from net.wire.messages import Attendance, SeatKind
from rules.engine.secrecy import Seat
from saves.errors import SaveError
from saves.format.entries import RekeyBody
from saves.format.header import HOST, components_of
from saves.format.identity import PublicKeys
from saves.log.match_log import Log, links_of
from saves.storage.match import Match

MatchMaker: TypeAlias = Callable[[MatchSetup], Match]
"""Creates a match in a new file. Raises `SaveError` or ValueError."""


def seat_kind(log: Log, seat: Seat) -> SeatKind:
    """Return who plays a seat."""
    if log.holders[seat] != HOST:
        return SeatKind.GUEST
    return SeatKind.HERE if log.bots[seat] is None else SeatKind.BOT


def seat_guest(log: Log, seat: Seat) -> PublicKeys | None:
    """Return the guest that holds a seat; None for a seat of the host."""
    holder = log.holders[seat]
    return None if holder == HOST else log.clients[holder]


def seat_attendance(log: Log, seat: Seat, online: Collection[PublicKeys]) -> Attendance:
    """Return whether a seat's player is present, given the guests that are connected."""
    match seat_kind(log, seat):
        case SeatKind.HERE:
            return Attendance.HERE
        case SeatKind.BOT:
            return Attendance.BOT
        case _:
            return Attendance.ONLINE if seat_guest(log, seat) in online else Attendance.AWAY


def seat_assignments(log: Log) -> tuple[SeatAssignment, ...]:
    """Return the assignment of every seat."""
    return tuple(
        SeatAssignment(seat_kind(log, seat), player.name, player.colour, log.bots[seat], seat_guest(log, seat))
        for seat, player in zip(log.config.header.seats, log.config.header.players, strict=True)
    )


def saved_lobby(match: Match) -> LobbyState:
    """Return the lobby in which a saved match waits to be continued."""
    log = match.log
    assignments = seat_assignments(log)
    borrowed = borrowed_seats(log)
    owners = tuple(
        borrowed.get(Seat(number)) if seat.kind is SeatKind.BOT else seat.keys
        for number, seat in enumerate(assignments)
    )
    components = components_hash(components_of(match.header))
    return LobbyState(
        match.game.meta, match.header.options, components, assignments, owners, seats_fixed=not match.begun
    )


def borrowed_seats(log: Log) -> dict[Seat, PublicKeys]:
    """Return the seats that the host has taken over from guests, each with the guest that held it last."""
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


def return_seats(match: Match, keys: PublicKeys) -> list[str]:
    """Return to a guest the seats that a bot has played for it.

    The result has a sentence for each seat for which this could not be saved.
    """
    log, failures = match.log, list[str]()
    for seat, owner in borrowed_seats(log).items():
        if owner == keys and seat_kind(log, seat) is SeatKind.BOT:
            try:
                match.rekey(seat, owner)
            except SaveError as error:
                failures.append(f"Seat {seat + 1} could not be returned to its guest. {error}")
    return failures
