"""Becoming sure of each other before anything is told: both ends of the handshake, bodies in and bodies out.

Versions and rules are compared first; then the table code becomes keys that nobody else can have, by SPAKE2. Frames
are left to `frames`, what may be asked how often to `tries`, and what follows to `channel`.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Collection
from enum import Enum
from hashlib import blake2b
from hmac import compare_digest
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from net.wire.frames import MAX_HANDSHAKE_BODY
from net.wire.table_code import normalize_code
from rules.engine.entropy import derive_entropy
from rules.engine.plain import Plain, PlainError
from saves.format import canonical
from saves.format.canonical import CanonicalError

if TYPE_CHECKING:
    from spake2 import SPAKE2_A, SPAKE2_B

WIRE_VERSION: Final = 1
"""The version of all that is told on the wire."""
TABLE_ID_SIZE: Final = 8
MAX_WAIT: Final = 3600
"""Seconds that a host may ask a guest to wait."""

_NAME: Final = "galli-tui"
_POINT: Final = 33
"""Bytes of a message of SPAKE2: its side, then a point."""
_PRIME: Final = 2**255 - 19
_VERSION: Final = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+!_-]{0,31}")
_KEY: Final = re.compile(r"[a-z0-9][a-z0-9-]{0,31}")

Random: TypeAlias = Callable[[int], bytes]
"""Gives so many random bytes."""
_Step: TypeAlias = Callable[[bytes], list[bytes]]


class HandshakeFailure(Enum):
    """Why a handshake failed. The sentences are in `reasons`."""

    NOT_OURS = "not-ours"
    """The other end does not speak as our programs do."""
    OLDER = "older"
    """The other program's wire version is older than this one's."""
    NEWER = "newer"
    SSH = "ssh"
    """The other end is an SSH server."""
    UNKNOWN_GAME = "unknown-game"
    OTHER_RULES = "other-rules"
    NO_RULES = "no-rules"
    """The files of this program's own rules are not there to be compared."""
    WRONG_CODE = "code"
    MALFORMED = "malformed"
    """Ours, but with something that no handshake has at this point."""
    WAIT = "wait"
    """Too many wrong codes from this address: the host says how long to wait."""
    CLOSED = "closed"
    """Too many wrong codes at the table: it takes nobody new until its host says so."""
    BUSY = "busy"
    """Too many at the door at this moment."""


_TOLD: Final = frozenset(
    {HandshakeFailure.WRONG_CODE, HandshakeFailure.WAIT, HandshakeFailure.CLOSED, HandshakeFailure.BUSY}
)


class HandshakeError(Exception):
    """The handshake is over without a session; the connection is to be ended."""

    def __init__(
        self,
        kind: HandshakeFailure,
        *,
        game: str = "",
        ours: str = "",
        theirs: str = "",
        seconds: int = 0,
        last: bytes = b"",
    ) -> None:
        super().__init__(kind)
        self.kind = kind
        self.game = game
        """Its key, where it matters."""
        self.ours = ours
        """This program's version, where it matters."""
        self.theirs = theirs
        """The other's; clean."""
        self.seconds = seconds
        """How long to wait, for WAIT."""
        self.reply = last
        """A body to send before the connection is ended; empty: none."""


class TableInfo(NamedTuple):
    """What a host says of its table before anything else."""

    version: str
    """Of its program."""
    table_id: bytes
    """8 random bytes, made with the code."""
    game: str
    rules_version: int
    rules_hash: bytes
    """See `fingerprint`."""


class Session(NamedTuple):
    """What a handshake ends with: the same at both ends."""

    guest_key: bytes
    """What the guest seals with; 32 bytes, like all that follow."""
    host_key: bytes
    transcript: bytes
    """Stands for all that was said, and for this connection alone."""
    table: TableInfo
    guest_version: str


RulesCheck: TypeAlias = Callable[[str, int, bytes], None]
"""Whether this program has these rules: game, version, hash. Raises `HandshakeError`; see `fingerprint.knows`."""


class GuestHandshake:
    """The guest's end. It is given bodies until there is a `session`, or an error."""

    def __init__(
        self, code: str, version: str, knows: RulesCheck, random: Random = os.urandom, *, seat: bytes = b""
    ) -> None:
        """Raises `BadCode`. `version` is this program's own.

        With `seat`, the secret that it shares with the host of a match in which it holds a seat, it needs no code.
        """
        self.session: Session | None = None
        self.table: TableInfo | None = None
        """What the host says of its table; proven only with the session."""
        self._seat = seat
        self._code = _seat_code(seat) if seat else normalize_code(code).encode()
        self._version = version
        self._knows = knows
        self._random = random
        self._said: list[bytes] = []
        self._spake: SPAKE2_A | None = None
        self._key = b""
        self._next: _Step | None = self._told

    def start(self) -> list[bytes]:
        """The first body."""
        self._said = [canonical.encode([_NAME, WIRE_VERSION, self._version])]
        return list(self._said)

    def receive(self, body: bytes) -> list[bytes]:
        """What to answer. Raises `HandshakeError`; after that, and after the session, nothing more is expected."""
        step, self._next = self._next, None
        if step is None:
            raise HandshakeError(HandshakeFailure.MALFORMED)
        _heed(body)
        return step(body)

    def _told(self, body: bytes) -> list[bytes]:
        from spake2 import SPAKE2_A

        theirs, rest = _greeting(body, self._version)
        about = _about(theirs, rest)
        try:
            self._knows(about.game, about.rules_version, about.rules_hash)
        except HandshakeError as error:
            raise HandshakeError(error.kind, game=about.game, ours=self._version, theirs=theirs) from None
        self.table = about
        self._said.append(body)
        self._spake = SPAKE2_A(self._code, *_identities(self._said), entropy_f=self._random)
        point = self._spake.start()
        named = ["seat", point, _seat_tag(self._seat, self._said, point)] if self._seat else ["code", point]
        self._said.append(canonical.encode(list[Plain](named)))
        self._next = self._answered
        return [self._said[-1]]

    def _answered(self, body: bytes) -> list[bytes]:
        self._key = _finished(self._spake, _point(body, "B"))
        self._said.append(body)
        self._next = self._confirmed
        return [_confirmation("g", self._key, _transcript(self._said))]

    def _confirmed(self, body: bytes) -> list[bytes]:
        transcript = _transcript(self._said)
        if not _confirms(body, "h", self._key, transcript):
            raise HandshakeError(HandshakeFailure.WRONG_CODE)
        if self.table is not None:
            self.session = _session(self._key, transcript, self.table, self._version)
        return []


class HostHandshake:
    """The host's end. It is given bodies until there is a `session`, or an error."""

    def __init__(
        self,
        code: str,
        about: TableInfo,
        random: Random = os.urandom,
        *,
        seats: Collection[bytes] = (),
        shut: HandshakeFailure | None = None,
        seconds: int = 0,
    ) -> None:
        """Raises `BadCode`.

        `seats` are the secrets shared with those who hold seats and need no code. With `shut` nobody else comes in: it
        is CLOSED, or WAIT for so many `seconds`.
        """
        self.session: Session | None = None
        self.attempted = False
        """Whether the guest has had a guess at the code, however it ended."""
        self._code = normalize_code(code).encode()
        self._about = about
        self._seats = seats
        self._shut = shut
        self._seconds = seconds
        self._random = random
        self._guest_version = ""
        self._said: list[bytes] = []
        self._key = b""
        self._next: _Step | None = self._greeted

    def start(self) -> list[bytes]:
        """Nothing: the guest speaks first."""
        return []

    def receive(self, body: bytes) -> list[bytes]:
        """What to answer. Raises `HandshakeError`; after that, and after the session, nothing more is expected."""
        step, self._next = self._next, None
        if step is None:
            raise HandshakeError(HandshakeFailure.MALFORMED)
        return step(body)

    def _greeted(self, body: bytes) -> list[bytes]:
        version, *rest = self._about
        greeting = canonical.encode([_NAME, WIRE_VERSION, version, *rest])
        try:
            self._guest_version, more = _greeting(body, version)
        except HandshakeError as error:
            known = error.kind in (HandshakeFailure.OLDER, HandshakeFailure.NEWER)
            raise HandshakeError(
                error.kind, ours=error.ours, theirs=error.theirs, last=greeting if known else b""
            ) from None
        if more:
            raise HandshakeError(HandshakeFailure.MALFORMED)
        self._said = [body, greeting]
        self._next = self._guessed
        return [greeting]

    def _guessed(self, body: bytes) -> list[bytes]:
        from spake2 import SPAKE2_B

        point, tag = _guess(body)
        if tag:
            secret = next((one for one in self._seats if compare_digest(_seat_tag(one, self._said, point), tag)), None)
            if secret is None:
                # It may still know the code, if the door is open.
                raise HandshakeError(HandshakeFailure.WRONG_CODE, last=refusal(HandshakeFailure.WRONG_CODE))
            self._code = _seat_code(secret)
        elif self._shut is not None:
            raise HandshakeError(self._shut, seconds=self._seconds, last=refusal(self._shut, self._seconds))
        else:
            self.attempted = True
        spake = SPAKE2_B(self._code, *_identities(self._said), entropy_f=self._random)
        answer = canonical.encode(["code", spake.start()])
        self._key = _finished(spake, point)
        self._said += [body, answer]
        self._next = self._confirmed
        return [answer]

    def _confirmed(self, body: bytes) -> list[bytes]:
        transcript = _transcript(self._said)
        if not _confirms(body, "g", self._key, transcript):
            raise HandshakeError(HandshakeFailure.WRONG_CODE, last=refusal(HandshakeFailure.WRONG_CODE))
        self.session = _session(self._key, transcript, self._about, self._guest_version)
        return [_confirmation("h", self._key, transcript)]


def refusal(kind: HandshakeFailure, seconds: int = 0) -> bytes:
    """What a host says instead of going on: WRONG_CODE, WAIT, CLOSED or BUSY. `seconds` is how long to wait."""
    if kind not in _TOLD:
        raise ValueError(f"{kind} is not told")
    return canonical.encode(["no", kind.value, min(seconds, MAX_WAIT)])


def _read(body: bytes, otherwise: HandshakeFailure = HandshakeFailure.MALFORMED) -> list[Plain]:
    """A list, at any point of the handshake."""
    try:
        value = canonical.decode(body, MAX_HANDSHAKE_BODY)
    except (CanonicalError, PlainError):
        raise HandshakeError(otherwise) from None
    if not isinstance(value, list):
        raise HandshakeError(otherwise)
    return value


def _heed(body: bytes) -> None:
    """Raises what the host says instead of going on, if that is what it says; all else is judged where it belongs."""
    try:
        said = _read(body)
    except HandshakeError:
        return
    match said:
        case ["no", str(why), int(seconds)] if type(seconds) is int and 0 <= seconds <= MAX_WAIT:
            for kind in _TOLD:
                if kind.value == why:
                    raise HandshakeError(kind, seconds=seconds)
        case _:
            pass


def _greeting(body: bytes, ours: str) -> tuple[str, list[Plain]]:
    """The other program's version and what comes after it. Every wire version begins so."""
    match _read(body, HandshakeFailure.NOT_OURS):
        case [str(name), int(wire), str(theirs), *rest] if (
            name == _NAME and type(wire) is int and wire > 0 and _VERSION.fullmatch(theirs)
        ):
            if wire != WIRE_VERSION:
                kind = HandshakeFailure.OLDER if wire < WIRE_VERSION else HandshakeFailure.NEWER
                raise HandshakeError(kind, ours=ours, theirs=theirs)
            return theirs, rest
        case _:
            raise HandshakeError(HandshakeFailure.NOT_OURS)


def _about(version: str, rest: list[Plain]) -> TableInfo:
    match rest:
        case [bytes(table), str(game), int(rules_version), bytes(rules_hash)] if (
            len(table) == TABLE_ID_SIZE
            and _KEY.fullmatch(game)
            and type(rules_version) is int
            and 0 <= rules_version <= 1 << 20
            and len(rules_hash) == 32
        ):
            return TableInfo(version, table, game, rules_version, rules_hash)
        case _:
            raise HandshakeError(HandshakeFailure.MALFORMED)


def _guess(body: bytes) -> tuple[bytes, bytes]:
    """The guest's message of SPAKE2, and by which seat it comes in; empty if by the code."""
    match _read(body):
        case ["seat", bytes(point), bytes(tag)] if len(tag) == 32:
            return _sound(point, "A"), tag
        case _:
            return _point(body, "A"), b""


def _point(body: bytes, side: str) -> bytes:
    """The other's message of SPAKE2."""
    match _read(body):
        case ["code", bytes(point)]:
            return _sound(point, side)
        case _:
            raise HandshakeError(HandshakeFailure.MALFORMED)


def _sound(point: bytes, side: str) -> bytes:
    """A message of SPAKE2, as far as it can be judged by looking at it."""
    # spake2 takes other spellings of the point of order 1 for a proper one.
    proper = len(point) == _POINT and 1 < int.from_bytes(point[1:], "little") % (1 << 255) < _PRIME
    if not proper or point[:1] != side.encode():
        raise HandshakeError(HandshakeFailure.MALFORMED)
    return point


def _seat_code(secret: bytes) -> bytes:
    """What takes the code's place between a host and a guest that holds a seat."""
    return blake2b(digest_size=32, key=secret, person=b"galli seat code").digest()


def _seat_tag(secret: bytes, greetings: list[bytes], point: bytes) -> bytes:
    """What tells the host, and nobody else, who comes: another one each time."""
    return _keyed("galli seat", secret, derive_entropy("galli-tui seat", *greetings, point))


def _finished(spake: SPAKE2_A | SPAKE2_B | None, point: bytes) -> bytes:
    """The shared key, if the other knew the code."""
    if spake is None:
        raise HandshakeError(HandshakeFailure.MALFORMED)
    try:
        return spake.finish(point)
    except Exception:
        # spake2 has many ways to refuse a point, failed assertions among them.
        raise HandshakeError(HandshakeFailure.MALFORMED) from None


def _identities(greetings: list[bytes]) -> tuple[bytes, bytes]:
    """Binds the keys to what was said before the code."""
    return derive_entropy("galli-tui guest", *greetings), derive_entropy("galli-tui host", *greetings)


def _transcript(said: list[bytes]) -> bytes:
    return derive_entropy("galli-tui handshake", *said)


def _keyed(person: str, key: bytes, transcript: bytes) -> bytes:
    return blake2b(transcript, digest_size=32, key=key, person=person.encode()).digest()


def _confirmation(side: str, key: bytes, transcript: bytes) -> bytes:
    return canonical.encode(["confirm", _keyed(f"galli confirm {side}", key, transcript)])


def _confirms(body: bytes, side: str, key: bytes, transcript: bytes) -> bool:
    match _read(body):
        case ["confirm", bytes(told)] if len(told) == 32:
            return compare_digest(told, _keyed(f"galli confirm {side}", key, transcript))
        case _:
            raise HandshakeError(HandshakeFailure.MALFORMED)


def _session(key: bytes, transcript: bytes, about: TableInfo, guest_version: str) -> Session:
    return Session(
        _keyed("galli g2h", key, transcript), _keyed("galli h2g", key, transcript), transcript, about, guest_version
    )
