"""Why a handshake fails. The sentences for it are in `net.error_text`."""

from __future__ import annotations

from enum import Enum


class HandshakeFailure(Enum):
    """The reason for which a handshake failed."""

    NOT_OURS = "not-ours"
    """The other end does not speak this protocol."""
    OLDER = "older"
    """The other program's wire version is older than this one's."""
    NEWER = "newer"
    SSH = "ssh"
    """The other end is an SSH server."""
    UNKNOWN_GAME = "unknown-game"
    OTHER_RULES = "other-rules"
    NO_RULES = "no-rules"
    """The files of this program's own rules are missing, so they cannot be compared."""
    WRONG_CODE = "code"
    MALFORMED = "malformed"
    """The other end speaks this protocol, but sent something that has no place at this point."""
    WAIT = "wait"
    """Too many wrong codes from this address; the host says how long to wait."""
    CLOSED = "closed"
    """Too many wrong codes at the table; it takes no newcomers until its host reopens it."""
    BUSY = "busy"
    """Too many handshakes at once."""


class HandshakeError(Exception):
    """The handshake ended without a session; the connection must be closed."""

    def __init__(
        self,
        kind: HandshakeFailure,
        *,
        game: str = "",
        ours: str = "",
        theirs: str = "",
        seconds: int = 0,
        reply: bytes = b"",
    ) -> None:
        super().__init__(kind)
        self.kind = kind
        self.game = game
        """The game's key, where it matters."""
        self.ours = ours
        """This program's version, where it matters."""
        self.theirs = theirs
        """The other program's version; safe to show."""
        self.seconds = seconds
        """How long to wait, for WAIT."""
        self.reply = reply
        """A body to send before the connection is closed; empty for none."""
