"""The handshake that both ends make before anything else: bodies in, bodies out, and a `Session` at the end.

Versions and rules are compared first; then SPAKE2 turns the table code into keys that only these two ends have. Frames
are left to `frames`, limits on attempts to `net.limits.code_attempts`, and what follows to `channel`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection
from hmac import compare_digest
from typing import TYPE_CHECKING, TypeAlias

from net.wire.handshake_codec import (
    TableInfo,
    decode_confirmation,
    decode_greeting,
    decode_guest_spake2,
    decode_host_spake2,
    decode_table_info,
    encode_confirmation,
    encode_guest_greeting,
    encode_host_greeting,
    encode_refusal,
    encode_seat_spake2,
    encode_spake2,
    raise_if_refusal,
)
from net.wire.handshake_error import HandshakeError, HandshakeFailure
from net.wire.key_exchange import (
    Session,
    confirmation,
    derive_session,
    find_seat,
    finish_spake2,
    seat_password,
    seat_tag,
    spake2_identities,
    transcript_hash,
)
from net.wire.table_code import normalize_code

if TYPE_CHECKING:
    from spake2 import SPAKE2_A

Random: TypeAlias = Callable[[int], bytes]
"""A function that returns this number of random bytes."""
RulesCheck: TypeAlias = Callable[[str, int, bytes], None]
"""A check that this program has these rules: game, version, hash. Raises `HandshakeError`."""
_Step: TypeAlias = Callable[[bytes], list[bytes]]


class GuestHandshake:
    """The guest's end. It takes bodies until it has a `session` or raises an error."""

    def __init__(
        self, code: str, version: str, check_rules: RulesCheck, random: Random = os.urandom, *, seat: bytes = b""
    ) -> None:
        """Prepare a handshake by the code, or by a seat. Raises `BadCode`.

        `version` is this program's own. `seat` is the secret that a guest shares with the host of a match in which it
        holds a seat; with it the code is not needed.
        """
        self.session: Session | None = None
        self.table: TableInfo | None = None
        """The host's description of its table; proven only once there is a session."""
        self._seat = seat
        self._password = seat_password(seat) if seat else normalize_code(code).encode()
        self._version = version
        self._check_rules = check_rules
        self._random = random
        self._bodies: list[bytes] = []
        self._spake: SPAKE2_A | None = None
        self._key = b""
        self._next: _Step | None = self._receive_greeting

    def start(self) -> list[bytes]:
        """Return the first body."""
        self._bodies = [encode_guest_greeting(self._version)]
        return list(self._bodies)

    def receive(self, body: bytes) -> list[bytes]:
        """Return the reply to a body. Raises `HandshakeError`; after that, and after the session, always."""
        step, self._next = self._next, None
        if step is None:
            raise HandshakeError(HandshakeFailure.MALFORMED)
        raise_if_refusal(body)
        return step(body)

    def _receive_greeting(self, body: bytes) -> list[bytes]:
        from spake2 import SPAKE2_A

        theirs, rest = decode_greeting(body, self._version)
        table = decode_table_info(theirs, rest)
        try:
            self._check_rules(table.game, table.rules_version, table.rules_hash)
        except HandshakeError as error:
            raise HandshakeError(error.kind, game=table.game, ours=self._version, theirs=theirs) from None
        self.table = table
        self._bodies.append(body)
        self._spake = SPAKE2_A(self._password, *spake2_identities(self._bodies), entropy_f=self._random)
        message = self._spake.start()
        if self._seat:
            reply = encode_seat_spake2(message, seat_tag(self._seat, self._bodies, message))
        else:
            reply = encode_spake2(message)
        self._bodies.append(reply)
        self._next = self._receive_spake2
        return [reply]

    def _receive_spake2(self, body: bytes) -> list[bytes]:
        self._key = finish_spake2(self._spake, decode_host_spake2(body))
        self._bodies.append(body)
        self._next = self._receive_confirmation
        return [encode_confirmation(confirmation("g", self._key, transcript_hash(self._bodies)))]

    def _receive_confirmation(self, body: bytes) -> list[bytes]:
        transcript = transcript_hash(self._bodies)
        if not compare_digest(decode_confirmation(body), confirmation("h", self._key, transcript)):
            raise HandshakeError(HandshakeFailure.WRONG_CODE)
        if self.table is not None:
            self.session = derive_session(self._key, transcript, self.table, self._version)
        return []


class HostHandshake:
    """The host's end. It takes bodies until it has a `session` or raises an error."""

    def __init__(
        self,
        code: str,
        table: TableInfo,
        random: Random = os.urandom,
        *,
        seats: Collection[bytes] = (),
        shut: HandshakeFailure | None = None,
        seconds: int = 0,
    ) -> None:
        """Prepare a handshake. Raises `BadCode`.

        `seats` are the secrets shared with holders of seats, who need no code. `shut` is why nobody else may come in:
        CLOSED, or WAIT for this number of `seconds`.
        """
        self.session: Session | None = None
        self.attempted = False
        """Whether the guest has used up an attempt at the code, whatever came of it."""
        self._password = normalize_code(code).encode()
        self._table = table
        self._seats = seats
        self._shut = shut
        self._seconds = seconds
        self._random = random
        self._guest_version = ""
        self._bodies: list[bytes] = []
        self._key = b""
        self._next: _Step | None = self._receive_greeting

    def start(self) -> list[bytes]:
        """Return nothing: the guest speaks first."""
        return []

    def receive(self, body: bytes) -> list[bytes]:
        """Return the reply to a body. Raises `HandshakeError`; after that, and after the session, always."""
        step, self._next = self._next, None
        if step is None:
            raise HandshakeError(HandshakeFailure.MALFORMED)
        return step(body)

    def _receive_greeting(self, body: bytes) -> list[bytes]:
        greeting = encode_host_greeting(self._table)
        try:
            self._guest_version, rest = decode_greeting(body, self._table.version)
        except HandshakeError as error:
            ours = error.kind in (HandshakeFailure.OLDER, HandshakeFailure.NEWER)
            reply = greeting if ours else b""
            raise HandshakeError(error.kind, ours=error.ours, theirs=error.theirs, reply=reply) from None
        if rest:
            raise HandshakeError(HandshakeFailure.MALFORMED)
        self._bodies = [body, greeting]
        self._next = self._receive_spake2
        return [greeting]

    def _receive_spake2(self, body: bytes) -> list[bytes]:
        from spake2 import SPAKE2_B

        message, tag = decode_guest_spake2(body)
        if tag:
            secret = find_seat(self._seats, self._bodies, message, tag)
            if secret is None:
                # The guest may still come by the code, if newcomers are let in.
                raise _refused(HandshakeFailure.WRONG_CODE)
            self._password = seat_password(secret)
        elif self._shut is not None:
            raise _refused(self._shut, self._seconds)
        else:
            self.attempted = True
        spake = SPAKE2_B(self._password, *spake2_identities(self._bodies), entropy_f=self._random)
        reply = encode_spake2(spake.start())
        self._key = finish_spake2(spake, message)
        self._bodies += [body, reply]
        self._next = self._receive_confirmation
        return [reply]

    def _receive_confirmation(self, body: bytes) -> list[bytes]:
        transcript = transcript_hash(self._bodies)
        if not compare_digest(decode_confirmation(body), confirmation("g", self._key, transcript)):
            raise _refused(HandshakeFailure.WRONG_CODE)
        self.session = derive_session(self._key, transcript, self._table, self._guest_version)
        return [encode_confirmation(confirmation("h", self._key, transcript))]


class RefusingHandshake:
    """A host's end that refuses every guest, with the reason."""

    session: Session | None = None

    def __init__(self, kind: HandshakeFailure, seconds: int = 0) -> None:
        self._kind = kind
        self._seconds = seconds

    def start(self) -> list[bytes]:
        """Return nothing: bytes sent to a guest that is still sending get lost when the connection closes."""
        return []

    def receive(self, body: bytes) -> list[bytes]:  # noqa: ARG002
        """Raise the `HandshakeError` that tells the guest why."""
        raise _refused(self._kind, self._seconds)


def _refused(kind: HandshakeFailure, seconds: int = 0) -> HandshakeError:
    return HandshakeError(kind, seconds=seconds, reply=encode_refusal(kind, seconds))
