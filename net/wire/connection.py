"""One connection, from its first byte to its last: frames, the handshake, the channel, and who the other side is.

Whoever stands behind it is told when it stands, what it hears, and that it has ended. It is the same at both ends, and
knows neither what messages mean nor where connections come from.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final, Protocol, TypeAlias, cast

from net.wire.channel import Channel, ChannelError, Side
from net.wire.frames import MAX_GUEST_BODY, MAX_HANDSHAKE_BODY, MAX_HOST_BODY, FrameError, FrameReader, frame
from net.wire.handshake import HandshakeError, HandshakeFailure, Session, refusal
from net.wire.message_codec import (
    MessageError,
    decode_guest_message,
    decode_host_message,
    encode_guest_message,
    encode_host_message,
)
from net.wire.messages import Bye, Hello, PeerRole, Reason
from saves.format.identity import Identity

HANDSHAKE_TIMEOUT: Final = 10.0
"""Seconds from the first byte until the channel stands."""
CLOSE_TIMEOUT: Final = 3.0
"""Seconds that the last bytes have to leave."""
MAX_UNSENT: Final = 8 << 20
"""Bytes that may wait to be sent."""
TIME_SLICE: Final = 0.01
"""Seconds of work on what has come, after which all else that the program does has its turn."""
MAX_SLICES_IN_A_ROW: Final = 100
"""Turns in a row after which it goes on as soon as all else has had its turn: a second of catching up."""
MAX_PAUSE: Final = 0.05
"""Seconds. After that a connection rests as long as it has worked, but no longer than this."""
_SSH: Final = b"SSH-"
"""So an SSH server begins."""


class Handshake(Protocol):
    """One end of a handshake: see `net.wire.handshake`."""

    @property
    def session(self) -> Session | None:
        """None until it is done."""
        ...

    def start(self) -> list[bytes]:
        """The first bodies."""
        ...

    def receive(self, body: bytes) -> list[bytes]:
        """What to answer. Raises `HandshakeError`. Called in a thread, as it may take a hundredth of a second."""
        ...


class RefusingHandshake:
    """In place of a host's handshake: whoever speaks is told why it may not come in now."""

    session: Session | None = None

    def __init__(self, kind: HandshakeFailure, seconds: int = 0) -> None:
        self._kind = kind
        self._seconds = seconds

    def start(self) -> list[bytes]:
        """Nothing: what is sent to somebody who is still speaking gets lost."""
        return []

    def receive(self, body: bytes) -> list[bytes]:  # noqa: ARG002
        """Raises `HandshakeError`."""
        raise HandshakeError(self._kind, seconds=self._seconds, last=refusal(self._kind, self._seconds))


HandshakeFactory: TypeAlias = Callable[["PeerConnection", str], Handshake | None]
"""What a connection begins with; None: it is ended without a word."""


class ConnectionOwner(Protocol):
    """Who stands behind a connection."""

    def established(self, link: PeerConnection, who: Hello) -> None:
        """The channel stands, and the other side has proven its key."""
        ...

    def message_received(self, link: PeerConnection, raw: bytes) -> None:
        """A message after that, in bytes."""
        ...

    def connection_ended(self, link: PeerConnection) -> None:
        """The last call. Why, `link.failure` says, and `link.stood` how far it came."""
        ...


class PeerConnection(asyncio.Protocol):
    """A connection as asyncio's streams drive it."""

    def __init__(
        self, owner: ConnectionOwner, begin: HandshakeFactory, side: Side, identity: Identity, wish: PeerRole
    ) -> None:
        """`begin` is asked for the handshake, by the numeric address of the other side, when the socket is open."""
        self.failure: HandshakeError | Reason | None = None
        """Why it ended, as far as this side knows; None where the other side was lost without a word."""
        self.established = False
        """Whether the other side has proven its key."""
        self.dropped = False
        """Whether this side has ended it: nothing is heard from then on."""
        self.closed = asyncio.Event()
        """Set when the socket is."""
        self._owner = owner
        self._begin = begin
        self._handshake: Handshake | None = None
        self._side = side
        self._identity = identity
        self._wish = wish
        self._reader = FrameReader(MAX_HANDSHAKE_BODY)
        self._channel: Channel | None = None
        self._step: asyncio.Task[None] | None = None
        """The handshake's present step, which is worked out in a thread."""
        self._timer: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport | None = None
        self._clock = asyncio.get_running_loop().time
        self._turns = 0
        """Turns in a row that did not suffice for what had come, without a pause as long as the longest rest."""
        self._worked_until = 0.0
        self._resting = False
        """Whether what has come waits a moment; then nothing more is read."""
        self._told = False
        """Whether its owner knows that it has ended."""

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The socket is open."""
        self._transport = cast("asyncio.Transport", transport)
        name: object = transport.get_extra_info("peername")
        remote = str(cast("tuple[object, ...]", name)[0]) if isinstance(name, tuple) and name else ""
        self._handshake = self._begin(self, remote)
        if self._handshake is None:
            self.dropped = self._told = True
            self._transport.abort()
            return
        self._timer = asyncio.get_running_loop().call_later(HANDSHAKE_TIMEOUT, self._late)
        self._write(self._handshake.start())

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        if self.dropped:
            return
        clock = self._clock
        began = clock()
        if began - self._worked_until >= MAX_PAUSE:
            self._turns = 0
        try:
            bodies = self._reader.feed(data)
            # A body that is being worked on goes before all that came with it.
            while self._step is None and not self.dropped and (body := next(bodies, None)) is not None:
                self._take(body)
                if clock() - began >= TIME_SLICE:
                    self._rest(clock() - began)
                    break
        except MessageError:
            self._break(Reason.PROTOCOL)
        except (FrameError, ChannelError):
            if self._channel is None and data.startswith(_SSH):
                self.failure = self.failure or HandshakeError(HandshakeFailure.SSH)
            self._break(Reason.GARBLED)
        self._worked_until = clock()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """The socket is closed."""
        self.dropped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._step is not None:
            self._step.cancel()
        self._end()
        self.closed.set()

    # What its owner calls

    @property
    def table_id(self) -> bytes:
        """The id of the table, once both sides are sure of each other."""
        session = None if self._handshake is None else self._handshake.session
        return b"" if session is None else session.table.table_id

    def send(self, raw: bytes) -> None:
        """Sends a message, once the channel stands. Ends the connection where too much is waiting."""
        if self._channel is None or self._transport is None or self.dropped:
            return
        self._transport.write(frame(self._channel.seal(raw)))
        if self._transport.get_write_buffer_size() > MAX_UNSENT:
            self._break(Reason.SLOW)

    def drop(self, reason: Reason) -> None:
        """Says why, if the channel stands, and ends the connection."""
        if self.dropped:
            return
        self.failure = self.failure or reason
        if self._channel is not None and self._transport is not None:
            bye = Bye(reason)
            raw = encode_guest_message(bye) if self._side is Side.GUEST else encode_host_message(bye)
            self._transport.write(frame(self._channel.seal(raw)))
        self.close()

    def close(self) -> None:
        """Ends the connection, without a word of its own. What was sent before still leaves."""
        if self.dropped or self._transport is None:
            return
        self.dropped = True
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(CLOSE_TIMEOUT, self._transport.abort)
        self._transport.close()
        # Later, as whoever ends a connection may be in the middle of something.
        loop.call_soon(self._end)

    # Inside

    def _end(self) -> None:
        if not self._told:
            self._told = True
            self._owner.connection_ended(self)

    def _break(self, reason: Reason) -> None:
        """The other side has broken a limit or the protocol. After the handshake it is told so."""
        if self._channel is None:
            self.failure = self.failure or HandshakeError(HandshakeFailure.MALFORMED)
        self.drop(reason)

    def _late(self) -> None:
        self.failure = Reason.SILENT
        self.close()

    def _rest(self, spent: float) -> None:
        """Keeps what has come for later, so that a flood leaves time for keys and for all others."""
        if self._step is None and not self.dropped and self._transport is not None:
            self._resting = True
            self._turns += 1
            self._transport.pause_reading()
            rest = 0.0 if self._turns <= MAX_SLICES_IN_A_ROW else min(spent, MAX_PAUSE)
            asyncio.get_running_loop().call_later(rest, self._go_on)

    def _go_on(self) -> None:
        """Works on what was kept, and then reads on."""
        self._resting = False
        self._worked_until = self._clock()
        self.data_received(b"")
        if self._step is None and not self._resting and self._transport is not None:
            self._transport.resume_reading()

    def _take(self, body: bytes) -> None:
        if self._channel is None:
            if self._handshake is not None and self._transport is not None:
                self._transport.pause_reading()
                self._step = asyncio.get_running_loop().create_task(self._work(self._handshake, body))
        elif self.established:
            self._owner.message_received(self, self._channel.open(body))
        else:
            self._meet(self._channel, self._channel.open(body))

    async def _work(self, handshake: Handshake, body: bytes) -> None:
        """One step of the handshake."""
        try:
            answers = await asyncio.to_thread(handshake.receive, body)
        except HandshakeError as error:
            self.failure = error
            self._write([error.reply] if error.reply else [])
            self.close()
            return
        if self.dropped:
            return
        self._write(answers)
        if handshake.session is not None:
            self._open(handshake.session)
        self._step = None
        if self._transport is not None:
            self._transport.resume_reading()
        self.data_received(b"")

    def _open(self, session: Session) -> None:
        """Both sides have the keys."""
        guest = self._side is Side.GUEST
        self._channel = Channel(session, self._side)
        self._reader.max_body = MAX_HOST_BODY if guest else MAX_GUEST_BODY
        who = self._channel.hello(self._identity, self._wish)
        self.send(encode_guest_message(who) if guest else encode_host_message(who))

    def _meet(self, channel: Channel, raw: bytes) -> None:
        """The other side's first message."""
        who = decode_host_message(raw) if self._side is Side.GUEST else decode_guest_message(raw)
        if not isinstance(who, Hello):
            raise MessageError("the first message says who it is")
        channel.verify_hello(who)
        self.established = True
        if self._timer is not None:
            self._timer.cancel()
        self._owner.established(self, who)

    def _write(self, bodies: Iterable[bytes]) -> None:
        if self._transport is not None:
            for body in bodies:
                self._transport.write(frame(body))
