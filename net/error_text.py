"""Sentences for players about failures between two programs: what happened, why, and what to do next.

They are this program's own; from the other side they take only versions and names, which are safe to show. Sentences
about match files are in `saves.errors`, about single entries in `saves.faults`, about ports to listen on in
`net.discovery.listening_sockets`.
"""

from __future__ import annotations

import errno
import re
import socket
from enum import Enum
from typing import Final

from net.wire.handshake_error import HandshakeError, HandshakeFailure
from net.wire.messages import Reason

HOST_LOST: Final = (
    "This match cannot continue without its host: only the host's file holds what has not been dealt yet. It continues "
    "when the host comes back. Your copy shows everything played so far."
)
"""For a match whose host's file is lost for good."""


class NetworkFailure(Enum):
    """Why one program cannot reach another."""

    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed-out"
    UNKNOWN_NAME = "unknown-name"
    UNKNOWN_INTERFACE = "unknown-interface"
    """The name after the % of an IPv6 address."""
    BROKEN = "broken"
    """The connection was lost without a reason."""
    NO_ANSWER = "no-answer"
    """Something listens there, but did not complete a handshake."""
    FORBIDDEN = "forbidden"
    NO_NETWORK = "no-network"
    NO_MULTICAST = "no-multicast"
    TOO_MANY_OPEN = "too-many-open"
    NO_SSH = "no-ssh"
    """The optional library for SSH is not installed."""
    OTHER = "other"


def network_failure(error: OSError) -> NetworkFailure:
    """Return the kind of an error of the operating system."""
    if isinstance(error, socket.gaierror):
        return NetworkFailure.UNKNOWN_NAME
    if isinstance(error, TimeoutError):
        return NetworkFailure.TIMED_OUT
    code = error.errno
    if code is None and (number := re.search(r"\[Errno (\d+)\]", str(error))):
        # asyncio raises one error without a number for a host with several addresses that all failed.
        code = int(number[1])
    return _ERRNO.get(code or 0, NetworkFailure.OTHER)


def network_text(failure: NetworkFailure, place: str = "") -> str:
    """Return the sentence for a player. `place` is the address, as it can be typed."""
    clean = "".join(char if char.isprintable() else "?" for char in place[:80])
    return _NETWORK[failure].format(place=clean or "the other computer")


def handshake_text(error: HandshakeError) -> str:
    """Return the sentence about a failed handshake, for the player at this program."""
    return _same_version(error) or _HANDSHAKE[error.kind].format(
        game=error.game or "this game",
        ours=error.ours or "another version",
        theirs=error.theirs or "another version",
        wait="a moment" if not error.seconds else "1 second" if error.seconds == 1 else f"{error.seconds} seconds",
    )


def reason_text(reason: Reason) -> str:
    """Return the sentence about a closed connection, for the player who was sent this reason."""
    return _TO_PEER[reason]


def notice_text(reason: Reason, who: str) -> str:
    """Return the sentence about a closed connection for the others at the table. `who` must be safe to show."""
    return _TO_OTHERS[reason].format(who=who)


def _same_version(error: HandshakeError) -> str:
    if error.kind is not HandshakeFailure.OTHER_RULES or not error.ours or error.ours != error.theirs:
        return ""
    return (
        f"Both programs are galli-tui {error.ours}, but different builds of it: their rules of {error.game} "
        "are not the same. Install the same one on both computers and join again."
    )


_ERRNO: Final = {
    errno.ECONNREFUSED: NetworkFailure.REFUSED,
    errno.ENETUNREACH: NetworkFailure.UNREACHABLE,
    errno.EHOSTUNREACH: NetworkFailure.UNREACHABLE,
    errno.EHOSTDOWN: NetworkFailure.UNREACHABLE,
    errno.EADDRNOTAVAIL: NetworkFailure.UNREACHABLE,
    errno.ETIMEDOUT: NetworkFailure.TIMED_OUT,
    errno.ECONNRESET: NetworkFailure.BROKEN,
    errno.ECONNABORTED: NetworkFailure.BROKEN,
    errno.EPIPE: NetworkFailure.BROKEN,
    errno.ENOTCONN: NetworkFailure.BROKEN,
    errno.EACCES: NetworkFailure.FORBIDDEN,
    errno.EPERM: NetworkFailure.FORBIDDEN,
    errno.ENETDOWN: NetworkFailure.NO_NETWORK,
    errno.EAFNOSUPPORT: NetworkFailure.NO_NETWORK,
    errno.EPROTONOSUPPORT: NetworkFailure.NO_NETWORK,
    errno.ENODEV: NetworkFailure.NO_MULTICAST,
    errno.EMFILE: NetworkFailure.TOO_MANY_OPEN,
    errno.ENFILE: NetworkFailure.TOO_MANY_OPEN,
}

_NETWORK: Final = {
    NetworkFailure.REFUSED: "No table is open at {place}: the computer answers, but not at that port. Ask the host "
    "whether the table is open, and for its address and port.",
    NetworkFailure.UNREACHABLE: "This computer has no route to {place}: check that both are on the same network and "
    "that the address is right.",
    NetworkFailure.TIMED_OUT: "No answer from {place}: the address may be wrong, the computer asleep, or a firewall in "
    "the way. Ask the host to check the address and to open the port.",
    NetworkFailure.UNKNOWN_NAME: "Cannot find a computer named {place}. Check the spelling or enter its IP address.",
    NetworkFailure.UNKNOWN_INTERFACE: "This computer has no network interface with the name after the % in {place}: "
    "use the name that the system's network settings show.",
    NetworkFailure.BROKEN: "The connection to {place} was lost. Every move is saved; the program reconnects "
    "automatically.",
    NetworkFailure.NO_ANSWER: "Something answers at {place}, but it is not a table of galli-tui: check the address "
    "and port, and try again.",
    NetworkFailure.FORBIDDEN: "A firewall or another setting of this computer blocks the connection to {place}: "
    "ask the computer's owner to allow it.",
    NetworkFailure.NO_NETWORK: "This computer has no network connection to {place}: connect it and try again. You can "
    "still play at this computer.",
    NetworkFailure.NO_MULTICAST: "Tables cannot be found automatically on this network, because it does not support "
    "multicast: type `galli-tui join HOST:PORT` with the address in the host's lobby.",
    NetworkFailure.TOO_MANY_OPEN: "This program has as many files and connections open as the system allows: close "
    "some of its windows, or raise the limit (`ulimit -n`), and try again.",
    NetworkFailure.NO_SSH: "Friends cannot join over SSH, because the library for it is not installed: install the "
    "extra `ssh` of galli-tui (`pip install '.[ssh]'` in its environment). Everything else works without it.",
    NetworkFailure.OTHER: "Cannot connect to {place}: check the network and try again.",
}

_HANDSHAKE: Final = {
    HandshakeFailure.NOT_OURS: "The program at that address is not a table of galli-tui: check the address and port.",
    HandshakeFailure.SSH: "That is the SSH port, for `ssh -p PORT HOST`. This program needs the port of the table; "
    "the host's lobby shows both.",
    HandshakeFailure.OLDER: "The other program is galli-tui {theirs}, this one {ours}, and they are not compatible: "
    "update the other one and join again.",
    HandshakeFailure.NEWER: "The other program is galli-tui {theirs}, this one {ours}, and they are not compatible: "
    "update this one and join again.",
    HandshakeFailure.UNKNOWN_GAME: "This table plays {game}, which this version ({ours}) does not have; the host has "
    "{theirs}: update this program and join again.",
    HandshakeFailure.OTHER_RULES: "The host's version ({theirs}) has different rules of {game} than this one ({ours}): "
    "install the same version on both computers and join again.",
    HandshakeFailure.NO_RULES: "The files of this program's rules are missing, so they cannot be compared with the "
    "host's: reinstall it to play over a network.",
    HandshakeFailure.WRONG_CODE: "This is not the code of this table: check it letter by letter, or ask the host.",
    HandshakeFailure.MALFORMED: "The other program sent invalid data: it may be damaged, or something interferes with "
    "the connection. Try again; if it happens again, reinstall both programs.",
    HandshakeFailure.WAIT: "Too many wrong table codes came from this address: try again in {wait}.",
    HandshakeFailure.CLOSED: "This table is closed to new guests after too many wrong codes: ask the host to unblock "
    "them.",
    HandshakeFailure.BUSY: "Too many programs are connecting to this table: try again in a moment.",
}

_TO_PEER: Final = {
    Reason.LEFT: "The other side has left the table. The match is saved, and you can join it again.",
    Reason.CLOSED: "The host has closed the table. The match is saved in the host's file and continues when the host "
    "opens it again.",
    Reason.OVER: "The match is over and the table is closed; your copy is complete.",
    Reason.REPLACED: "You have joined this table in another window, which has your seats now: continue there, or join "
    "again here.",
    Reason.REMOVED: "The host has removed you from the table: ask the host before you join again.",
    Reason.FULL: "This table has no room for more connections: try again when someone has left.",
    Reason.NO_WATCHING: "This table does not allow spectators: ask the host to allow them, or for a seat.",
    Reason.NO_SEAT: "The match has started without a seat for you: ask the host for one, or watch instead.",
    Reason.OWN_KEY: "This table is yours: host and guest use the same identity. Play in the host's window, or join "
    "with another folder: GALLI_TUI_HOME=/tmp/guest galli-tui join.",
    Reason.LIMIT: "This program sent too much at once and was disconnected: join again.",
    Reason.PROTOCOL: "The host did not understand this program: join again; if it happens again, install the same "
    "version on both computers.",
    Reason.GARBLED: "Data was corrupted on its way to the host, so the connection was closed: join again; if it "
    "happens again, try another network.",
    Reason.SILENT: "The host heard nothing from this program for too long: check the connection and join again.",
    Reason.IDLE: "The host disconnected this program because it did not follow the match: join again; if it happens "
    "again, install the same version on both computers.",
    Reason.SLOW: "This connection is too slow for the match: check it and join again.",
    Reason.FORKED: "Your copy of the match differs from the host's, so you cannot continue together: check both files "
    "with `galli-tui verify`, and talk to the host.",
    Reason.DIFFERS: "After the same moves this program shows a different position than the host's, so one of them "
    "applies the rules wrongly: check both files with `galli-tui verify`, and install the same version on both "
    "computers.",
    Reason.FAULT: "The host's program had an internal error and closed the connection. Every move is saved: join "
    "again.",
}

_TO_OTHERS: Final = {
    Reason.LEFT: "{who} has left the table and can come back.",
    Reason.CLOSED: "The table was closed for {who}; the match is saved.",
    Reason.OVER: "{who} has left; the match is over.",
    Reason.REPLACED: "{who} has joined in another window.",
    Reason.REMOVED: "{who} was removed from the table.",
    Reason.FULL: "{who} could not join: the table has no room for more connections.",
    Reason.NO_WATCHING: "{who} could not watch: spectators are not allowed.",
    Reason.NO_SEAT: "{who} could not join: the match has started without a seat for them.",
    Reason.OWN_KEY: "{who} tried to join with this program's own key.",
    Reason.LIMIT: "{who} was disconnected for sending too much at once.",
    Reason.PROTOCOL: "{who} was disconnected for sending an invalid message.",
    Reason.GARBLED: "{who} was disconnected because data was corrupted on its way; their seat is kept.",
    Reason.SILENT: "{who} has not answered for too long; their seat is kept.",
    Reason.IDLE: "{who} was disconnected for not following the match; their seat is kept.",
    Reason.SLOW: "{who} was disconnected because the connection was too slow; their seat is kept.",
    Reason.FORKED: "{who} was disconnected: that copy of the match differs from this one. Check both files with "
    "`galli-tui verify`.",
    Reason.DIFFERS: "{who} was disconnected: that program shows a different position than this one.",
    Reason.FAULT: "{who} was disconnected by an internal error; their seat is kept.",
}
