"""What went wrong between two programs, in sentences for people: what happened, what it rests on, what to do next.

They are this program's own words; of the other side's it takes versions and names, which are clean. Sentences of match
files are in `saves.errors`, of single entries in `saves.faults`, of ports to listen on in `listening`.
"""

from __future__ import annotations

import errno
import re
import socket
from enum import Enum
from typing import Final

from net.wire.handshake import HandshakeError, HandshakeFailure
from net.wire.messages import Reason

HOST_LOST: Final = (
    "Without its host this match cannot go on: only the host's file holds what has not been dealt yet. If it comes "
    "back, so does the match; your copy shows all that was played, and `galli-tui verify` checks it."
)
"""For a match whose host's file is lost for good."""


class NetworkFailure(Enum):
    """What keeps programs from reaching each other."""

    REFUSED = "refused"
    UNREACHABLE = "unreachable"
    TIMED_OUT = "timed-out"
    UNKNOWN_NAME = "unknown-name"
    UNKNOWN_INTERFACE = "unknown-interface"
    """What stands after the % of an IPv6 address."""
    BROKEN = "broken"
    """The connection was there, and ended without a word."""
    NO_ANSWER = "no-answer"
    """Something listens there, but a handshake came to no end."""
    FORBIDDEN = "forbidden"
    NO_NETWORK = "no-network"
    NO_MULTICAST = "no-multicast"
    TOO_MANY_OPEN = "too-many-open"
    NO_SSH = "no-ssh"
    """The optional library for it is not installed."""
    OTHER = "other"


def network_failure(error: OSError) -> NetworkFailure:
    """What an error of the operating system comes down to."""
    if isinstance(error, socket.gaierror):
        return NetworkFailure.UNKNOWN_NAME
    if isinstance(error, TimeoutError):
        return NetworkFailure.TIMED_OUT
    code = error.errno
    if code is None and (told := re.search(r"\[Errno (\d+)\]", str(error))):
        # asyncio's word for a host with several addresses, of which each failed.
        code = int(told[1])
    return _ERRNO.get(code or 0, NetworkFailure.OTHER)


def network_text(trouble: NetworkFailure, place: str = "") -> str:
    """What to tell the player. `place` is the address that was meant, as it can be typed."""
    clean = "".join(char if char.isprintable() else "?" for char in place[:80])
    return _NETWORK[trouble].format(place=clean or "the other computer")


def handshake_text(error: HandshakeError) -> str:
    """Why two programs did not become sure of each other, for the player at this one."""
    return _same_version(error) or _HANDSHAKE[error.kind].format(
        game=error.game or "this game",
        ours=error.ours or "another version",
        theirs=error.theirs or "another version",
        wait="a moment" if not error.seconds else "1 second" if error.seconds == 1 else f"{error.seconds} seconds",
    )


def reason_text(reason: Reason) -> str:
    """Why a connection ended, for the player to whom the other side gave this reason."""
    return _TOLD[reason]


def notice_text(reason: Reason, who: str) -> str:
    """Why somebody's connection ended, for everybody else at the table. `who` is a clean name."""
    return _NOTICED[reason].format(who=who)


def _same_version(error: HandshakeError) -> str:
    if error.kind is not HandshakeFailure.OTHER_RULES or not error.ours or error.ours != error.theirs:
        return ""
    return (
        f"Both programs are galli-tui {error.ours}, but their rules of {error.game} are not the same to the byte: the "
        "files of one of them were changed. Install both anew, and join again."
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
    NetworkFailure.REFUSED: "At {place} no table is open: the computer is there, but nothing answers at that port. "
    "Ask the "
    "host whether the table is open, and for its address and port.",
    NetworkFailure.UNREACHABLE: "No way leads from this computer to {place}: see that both are on the same network, "
    "and that "
    "the address is right.",
    NetworkFailure.TIMED_OUT: "No answer comes from {place}: the address may be another one, the computer asleep, or a "
    "firewall in between. Ask the host to look, and to let the port through.",
    NetworkFailure.UNKNOWN_NAME: "No computer by the name in {place} is known here: see how it is spelled, or type its "
    "address in numbers instead.",
    NetworkFailure.UNKNOWN_INTERFACE: "This computer has no network interface by the name after the % in {place}: "
    "type that "
    "of the one that leads there, as the system's network settings show it.",
    NetworkFailure.BROKEN: "The connection to {place} broke off. Nothing that was played is lost; the program tries "
    "to come "
    "back by itself.",
    NetworkFailure.NO_ANSWER: "Something listens at {place}, but it did not answer as a table does: see that address "
    "and "
    "port are those of the table, and try again.",
    NetworkFailure.FORBIDDEN: "A firewall or a rule of this computer does not let this program reach {place}: its "
    "owner can "
    "change that.",
    NetworkFailure.NO_NETWORK: "This computer is on no network that leads to {place}: switch one on, and try again. "
    "People "
    "at this computer can play meanwhile.",
    NetworkFailure.NO_MULTICAST: "On this network tables cannot be found by themselves, because it carries no "
    "multicast: "
    "type `galli-tui join HOST:PORT` with the address that the host's lobby shows.",
    NetworkFailure.TOO_MANY_OPEN: "This program has as many files and connections open as the system allows: close "
    "others of "
    "its windows, or raise the limit (`ulimit -n`), and try again.",
    NetworkFailure.NO_SSH: "Friends cannot come over SSH, because the library for it is not installed: the extra "
    "`ssh` of "
    "galli-tui brings it (`pip install '.[ssh]'` in its environment). Everything else works without.",
    NetworkFailure.OTHER: "The network does not let this program reach {place}: see to the connection, and try again.",
}

_HANDSHAKE: Final = {
    HandshakeFailure.NOT_OURS: "What answers there is no table of galli-tui: see that address and port are right.",
    HandshakeFailure.SSH: "What answers there is an SSH entrance, which `ssh -p PORT HOST` leads to. This program "
    "needs "
    "the port of the table itself: the host's lobby shows both.",
    HandshakeFailure.OLDER: "The other program is galli-tui {theirs}, this one {ours}, and the older cannot follow: "
    "let the "
    "other one be updated, and join again.",
    HandshakeFailure.NEWER: "The other program is galli-tui {theirs}, this one {ours}, and the older cannot follow: "
    "update "
    "this one, and join again.",
    HandshakeFailure.UNKNOWN_GAME: "The table plays {game}, which this program ({ours}) does not have; the host's "
    "({theirs}) "
    "does: update this one, and join again.",
    HandshakeFailure.OTHER_RULES: "The host's program ({theirs}) has other rules of {game} than this one ({ours}), "
    "and a match "
    "needs the same: bring both to one version, and join again.",
    HandshakeFailure.NO_RULES: "This program came without the files of its rules, so they cannot be compared with "
    "others': "
    "install it anew to play over a network.",
    HandshakeFailure.WRONG_CODE: "The table code is not the one of this table: look at it again, letter by letter, "
    "or ask the "
    "host.",
    HandshakeFailure.MALFORMED: "The other program said something that no table says: it may be damaged, or somebody "
    "meddles "
    "with the connection. Try again, and if it happens again, install both anew.",
    HandshakeFailure.WAIT: "Too many wrong table codes came from this address, so the host lets it wait: try again "
    "in {wait}.",
    HandshakeFailure.CLOSED: "So many wrong codes came to this table that it takes nobody new: ask the host to let "
    "newcomers "
    "in again.",
    HandshakeFailure.BUSY: "Too many are at the door of this table just now: try again in a moment.",
}

_TOLD: Final = {
    Reason.LEFT: "The other side has left the table; the match waits, and can be joined again.",
    Reason.CLOSED: "The host has closed the table. The match is safe in the host's file, and goes on when it is "
    "opened again.",
    Reason.OVER: "The match is over and the table closed; your copy of it is complete.",
    Reason.REPLACED: "Your key has come to the table from another window, which has your seats now: go on there, or "
    "join again here.",
    Reason.REMOVED: "The host has sent this program away from the table: ask the host before you join again.",
    Reason.FULL: "The table has no room for more connections: ask the host, or try again when somebody has left.",
    Reason.NO_WATCHING: "This table does not let anybody watch: ask the host to allow it, or for a seat.",
    Reason.NO_SEAT: "The match goes on already, and none of its seats is for you: ask the host for one, or come to "
    "watch instead.",
    Reason.OWN_KEY: "This table is hosted with the very key that this program has, so it is your own: play in the "
    "host's window, or start this one with another folder in GALLI_TUI_HOME to come as somebody else.",
    Reason.LIMIT: "This program sent more than a table takes, and was let go: join again, and go more slowly.",
    Reason.PROTOCOL: "The host did not understand something that this program sent: join again, and if it happens "
    "again, bring both programs to one version.",
    Reason.GARBLED: "What this program sent did not come to the host as it was sent, so the connection was ended: if "
    "it happens again, something on the way is broken or meddles; try another network.",
    Reason.SILENT: "The host heard nothing from this program for too long: see to the connection, and join again.",
    Reason.IDLE: "This program was connected without following the match, so the host let it go: join again, and if it "
    "happens again, bring both programs to one version.",
    Reason.SLOW: "This connection did not take what the host sent quickly enough: see to the connection, and join "
    "again.",
    Reason.FORKED: "Your copy of the match and the host's do not agree, so neither goes on from the other: compare "
    "both files with `galli-tui verify`, and settle it with the host.",
    Reason.DIFFERS: "After the same entries this program sees another public state than the host's, so one of "
    "them follows the rules wrongly: check both files with `galli-tui verify`, bring both programs to one version, and "
    "ask the host.",
    Reason.FAULT: "The host's program met a fault of its own and had to end the connection; what was played is safe: "
    "join again.",
}

_NOTICED: Final = {
    Reason.LEFT: "{who} has left the table and can come back.",
    Reason.CLOSED: "The table is closed to {who}; the match waits in its file.",
    Reason.OVER: "{who} has gone, as the match is over.",
    Reason.REPLACED: "{who} has come again by another connection, which takes the place of the first.",
    Reason.REMOVED: "{who} was sent away from the table.",
    Reason.FULL: "{who} found no room at the table: it has as many connections as it takes.",
    Reason.NO_WATCHING: "{who} wanted to watch, which this table does not allow.",
    Reason.NO_SEAT: "{who} wanted to join, but holds no seat of this match.",
    Reason.OWN_KEY: "{who} came with this program's own key, and a host is no guest of its own table.",
    Reason.LIMIT: "{who} was let go for sending more than a table takes; the table goes on.",
    Reason.PROTOCOL: "{who} was let go for sending something that is none of a guest's messages; the table goes on.",
    Reason.GARBLED: "The connection to {who} ended, as what came over it was changed on the way; a seat is kept.",
    Reason.SILENT: "Nothing was heard of {who} for too long; a seat is kept, and can be given to a bot meanwhile.",
    Reason.IDLE: "{who} was let go for being connected without following the match; a seat is kept.",
    Reason.SLOW: "{who} was let go, because that connection did not take what was sent; a seat is kept.",
    Reason.FORKED: "{who} has a copy of the match that does not agree with this one, and was let go: compare both "
    "files with `galli-tui verify`.",
    Reason.DIFFERS: "{who} was let go, because that program sees another public state than this one.",
    Reason.FAULT: "The connection to {who} ended by a fault of a program; a seat is kept.",
}
