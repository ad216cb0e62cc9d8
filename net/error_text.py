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
    "Without its host this match cannot continue: only the host's file holds what has not been dealt yet. If the host "
    "comes back, so does the match. Your copy shows all that was played, and `galli-tui verify` checks it."
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
        f"Both programs are galli-tui {error.ours}, but their rules of {error.game} are not the same to the byte: the "
        "files of one of them were changed. Reinstall both and join again."
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
    NetworkFailure.REFUSED: "No table is open at {place}: the computer is there, but nothing answers at that port. "
    "Ask the host whether the table is open, and for its address and port.",
    NetworkFailure.UNREACHABLE: "This computer has no route to {place}: check that both are on the same network and "
    "that the address is right.",
    NetworkFailure.TIMED_OUT: "No answer from {place}: the address may be wrong, the computer asleep, or a firewall in "
    "between. Ask the host to check, and to let the port through.",
    NetworkFailure.UNKNOWN_NAME: "The name in {place} is unknown here: check the spelling, or type the numeric address "
    "instead.",
    NetworkFailure.UNKNOWN_INTERFACE: "This computer has no network interface with the name after the % in {place}: "
    "type the one that leads there, as the system's network settings show it.",
    NetworkFailure.BROKEN: "The connection to {place} was lost. Nothing that was played is lost; the program "
    "reconnects by itself.",
    NetworkFailure.NO_ANSWER: "Something listens at {place}, but it does not answer as a table does: check that "
    "address and port are those of the table, and try again.",
    NetworkFailure.FORBIDDEN: "A firewall or another setting of this computer keeps this program from reaching "
    "{place}: the computer's owner can change that.",
    NetworkFailure.NO_NETWORK: "This computer is on no network that leads to {place}: connect it to one and try again. "
    "You can still play at this computer.",
    NetworkFailure.NO_MULTICAST: "Tables cannot be found automatically on this network, because it does not carry "
    "multicast: type `galli-tui join HOST:PORT` with the address that the host's lobby shows.",
    NetworkFailure.TOO_MANY_OPEN: "This program has as many files and connections open as the system allows: close "
    "some of its windows, or raise the limit (`ulimit -n`), and try again.",
    NetworkFailure.NO_SSH: "Friends cannot join over SSH, because the library for it is not installed: install the "
    "extra `ssh` of galli-tui (`pip install '.[ssh]'` in its environment). Everything else works without it.",
    NetworkFailure.OTHER: "The network keeps this program from reaching {place}: check the connection and try again.",
}

_HANDSHAKE: Final = {
    HandshakeFailure.NOT_OURS: "What answers there is not a table of galli-tui: check the address and port.",
    HandshakeFailure.SSH: "What answers there is an SSH entrance, for `ssh -p PORT HOST`. This program needs the port "
    "of the table itself: the host's lobby shows both.",
    HandshakeFailure.OLDER: "The other program is galli-tui {theirs}, this one {ours}, and they are not compatible: "
    "update the other one and join again.",
    HandshakeFailure.NEWER: "The other program is galli-tui {theirs}, this one {ours}, and they are not compatible: "
    "update this one and join again.",
    HandshakeFailure.UNKNOWN_GAME: "The table plays {game}, which this program ({ours}) does not have, but the host's "
    "({theirs}) does: update this one and join again.",
    HandshakeFailure.OTHER_RULES: "The host's program ({theirs}) has other rules of {game} than this one ({ours}), and "
    "a match needs the same: bring both to the same version and join again.",
    HandshakeFailure.NO_RULES: "The files of this program's rules are missing, so they cannot be compared with the "
    "host's: reinstall it to play over a network.",
    HandshakeFailure.WRONG_CODE: "This is not the code of this table: check it letter by letter, or ask the host.",
    HandshakeFailure.MALFORMED: "The other program sent something that no table sends: it may be damaged, or something "
    "interferes with the connection. Try again; if it happens again, reinstall both programs.",
    HandshakeFailure.WAIT: "Too many wrong table codes came from this address: try again in {wait}.",
    HandshakeFailure.CLOSED: "The table takes no newcomers, because of too many wrong codes: ask the host to let "
    "newcomers in again.",
    HandshakeFailure.BUSY: "Too many programs are connecting to this table just now: try again in a moment.",
}

_TO_PEER: Final = {
    Reason.LEFT: "The other side has left the table. The match waits, and you can join it again.",
    Reason.CLOSED: "The host has closed the table. The match is saved in the host's file, and goes on when the host "
    "opens it again.",
    Reason.OVER: "The match is over and the table closed; your copy of it is complete.",
    Reason.REPLACED: "Another window with your key has joined the table and has your seats now: go on there, or join "
    "again here.",
    Reason.REMOVED: "The host has removed you from the table: ask the host before you join again.",
    Reason.FULL: "The table has no room for more connections: ask the host, or try again when another one has left.",
    Reason.NO_WATCHING: "This table does not allow spectators: ask the host to allow them, or for a seat.",
    Reason.NO_SEAT: "The match has started, and none of its seats is for you: ask the host for one, or watch instead.",
    Reason.OWN_KEY: "This table is hosted with this program's own key, so it is your own: play in the host's window, "
    "or start this program with another folder in GALLI_TUI_HOME to join as a different player.",
    Reason.LIMIT: "This program sent more than a table accepts and was disconnected: join again, and go more slowly.",
    Reason.PROTOCOL: "The host did not understand something that this program sent: join again; if it happens again, "
    "bring both programs to the same version.",
    Reason.GARBLED: "Data from this program was changed on its way to the host, so the connection was closed: if it "
    "happens again, something on the way is broken or interferes; try another network.",
    Reason.SILENT: "The host heard nothing from this program for too long: check the connection and join again.",
    Reason.IDLE: "This program was connected without following the match, so the host disconnected it: join again; if "
    "it happens again, bring both programs to the same version.",
    Reason.SLOW: "This connection was too slow for what the host sent: check it and join again.",
    Reason.FORKED: "Your copy of the match and the host's do not agree, so neither can continue from the other: "
    "compare both files with `galli-tui verify`, and settle it with the host.",
    Reason.DIFFERS: "After the same entries this program has another public state than the host's, so one of them "
    "applies the rules wrongly: check both files with `galli-tui verify`, bring both programs to the same version, and "
    "ask the host.",
    Reason.FAULT: "The host's program had an internal error and closed the connection. What was played is safe: join "
    "again.",
}

_TO_OTHERS: Final = {
    Reason.LEFT: "{who} has left the table and can come back.",
    Reason.CLOSED: "The table is closed to {who}; the match is saved in its file.",
    Reason.OVER: "{who} has left, as the match is over.",
    Reason.REPLACED: "{who} has connected again, which replaces the first connection.",
    Reason.REMOVED: "{who} was removed from the table.",
    Reason.FULL: "{who} found no room at the table: it has as many connections as it takes.",
    Reason.NO_WATCHING: "{who} wanted to watch, which this table does not allow.",
    Reason.NO_SEAT: "{who} wanted to join, but holds no seat of this match.",
    Reason.OWN_KEY: "{who} came with this program's own key, and a host cannot be a guest at its own table.",
    Reason.LIMIT: "{who} was disconnected for sending more than a table accepts; the table goes on.",
    Reason.PROTOCOL: "{who} was disconnected for sending an invalid message; the table goes on.",
    Reason.GARBLED: "The connection to {who} was closed, as its data was changed on the way; a seat is kept.",
    Reason.SILENT: "Nothing was heard from {who} for too long; a seat is kept, and a bot can play it meanwhile.",
    Reason.IDLE: "{who} was disconnected for not following the match; a seat is kept.",
    Reason.SLOW: "{who} was disconnected, as the connection was too slow; a seat is kept.",
    Reason.FORKED: "{who} has a copy of the match that does not agree with this one, and was disconnected: compare "
    "both files with `galli-tui verify`.",
    Reason.DIFFERS: "{who} was disconnected, because that program has another public state than this one.",
    Reason.FAULT: "The connection to {who} was closed by an internal error of a program; a seat is kept.",
}
