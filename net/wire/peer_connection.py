"""One connection from its first byte to its last: frames, handshake, channel, and who the other side is.

The same at both ends. What messages mean, and where connections come from, is left to the owner.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from typing import Final, Protocol, TypeAlias, cast

from net.wire.channel import Channel, ChannelError, Side
from net.wire.frames import MAX_GUEST_BODY, MAX_HANDSHAKE_BODY, MAX_HOST_BODY, FrameError, FrameReader, frame
from net.wire.handshake_error import HandshakeError, HandshakeFailure
from net.wire.key_exchange import Session
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
"""Seconds from the first byte until both hellos are verified."""
CLOSE_TIMEOUT: Final = 3.0
"""Seconds in which the last bytes must be sent."""
MAX_UNSENT: Final = 8 << 20
"""Bytes that may wait to be sent."""
TIME_SLICE: Final = 0.01
"""Seconds of work on received bytes, after which the rest of the program gets its turn."""
MAX_SLICES_IN_A_ROW: Final = 100
"""Slices without a pause in between: a second of catching up."""
MAX_PAUSE: Final = 0.05
"""Seconds. After those slices a connection pauses for as long as it has worked, at most this long."""
_SSH: Final = b"SSH-"
"""The first bytes of an SSH server."""


class Handshake(Protocol):
    """One end of a handshake; see `net.wire.handshake`."""

    @property
    def session(self) -> Session | None:
        """The result; None until the handshake is done."""
        ...

    def start(self) -> list[bytes]:
        """Return the first bodies."""
        ...

    def receive(self, body: bytes) -> list[bytes]:
        """Return the reply to a body. Raises `HandshakeError`. Called in a thread, as it may take 10 ms."""
        ...


HandshakeFactory: TypeAlias = Callable[["PeerConnection", str], Handshake | None]
"""A function that returns the handshake for a connection and the other side's address; None closes it silently."""


class ConnectionOwner(Protocol):
    """The owner of a connection, which handles what happens on it."""

    def established(self, link: PeerConnection, hello: Hello) -> None:
        """Handle a new channel: the other side has proven its key."""
        ...

    def message_received(self, link: PeerConnection, raw: bytes) -> None:
        """Handle the bytes of a message after the hello."""
        ...

    def connection_ended(self, link: PeerConnection) -> None:
        """Handle the end, which is the last call; see `failure` and `established` of the connection."""
        ...


class PeerConnection(asyncio.Protocol):
    """A connection, driven by an asyncio transport."""

    def __init__(
        self, owner: ConnectionOwner, make_handshake: HandshakeFactory, side: Side, identity: Identity, role: PeerRole
    ) -> None:
        """Prepare a connection. `make_handshake` is called once the socket is open."""
        self.failure: HandshakeError | Reason | None = None
        """Why it ended, if this side knows; None if the other side was lost without a reason."""
        self.established = False
        """Whether the other side has proven its key."""
        self.dropped = False
        """Whether this side has closed it; what arrives later is ignored."""
        self.closed = asyncio.Event()
        """Set once the socket is closed."""
        self._owner = owner
        self._make_handshake = make_handshake
        self._handshake: Handshake | None = None
        self._side = side
        self._identity = identity
        self._role = role
        self._reader = FrameReader(MAX_HANDSHAKE_BODY)
        self._channel: Channel | None = None
        self._step: asyncio.Task[None] | None = None
        """The handshake's current step, which runs in a thread."""
        self._timer: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport | None = None
        self._clock = asyncio.get_running_loop().time
        self._slices = 0
        """Slices in a row that did not finish the received bytes, with no pause as long as `MAX_PAUSE`."""
        self._worked_until = 0.0
        self._paused = False
        """Whether received bytes wait for their next slice; nothing more is read meanwhile."""
        self._end_reported = False
        """Whether the owner knows that it has ended."""

    # Called by asyncio

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Start the handshake."""
        self._transport = cast("asyncio.Transport", transport)
        name: object = transport.get_extra_info("peername")
        remote = str(cast("tuple[object, ...]", name)[0]) if isinstance(name, tuple) and name else ""
        self._handshake = self._make_handshake(self, remote)
        if self._handshake is None:
            self.dropped = self._end_reported = True
            self._transport.abort()
            return
        self._timer = asyncio.get_running_loop().call_later(HANDSHAKE_TIMEOUT, self._time_out)
        self._write(self._handshake.start())

    def data_received(self, data: bytes) -> None:
        """Process received bytes, for one time slice."""
        if self.dropped:
            return
        clock = self._clock
        began = clock()
        if began - self._worked_until >= MAX_PAUSE:
            self._slices = 0
        try:
            bodies = self._reader.feed(data)
            # The bodies after one that the handshake still works on have to wait.
            while self._step is None and not self.dropped and (body := next(bodies, None)) is not None:
                self._handle_body(body)
                if clock() - began >= TIME_SLICE:
                    self._pause(clock() - began)
                    break
        except MessageError:
            self._fail(Reason.PROTOCOL)
        except (FrameError, ChannelError):
            if self._channel is None and data.startswith(_SSH):
                self.failure = self.failure or HandshakeError(HandshakeFailure.SSH)
            self._fail(Reason.GARBLED)
        self._worked_until = clock()

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002
        """Report the end to the owner."""
        self.dropped = True
        if self._timer is not None:
            self._timer.cancel()
        if self._step is not None:
            self._step.cancel()
        self._report_end()
        self.closed.set()

    # Called by its owner

    @property
    def table_id(self) -> bytes:
        """The id of the table, once the handshake is done; empty before."""
        session = None if self._handshake is None else self._handshake.session
        return b"" if session is None else session.table.table_id

    def send(self, raw: bytes) -> None:
        """Send a message, once there is a channel. Closes the connection if too much is unsent."""
        if self._channel is None or self._transport is None or self.dropped:
            return
        self._transport.write(frame(self._channel.seal(raw)))
        if self._transport.get_write_buffer_size() > MAX_UNSENT:
            self._fail(Reason.SLOW)

    def drop(self, reason: Reason) -> None:
        """Send the reason, if there is a channel, and close the connection."""
        if self.dropped:
            return
        self.failure = self.failure or reason
        if self._channel is not None and self._transport is not None:
            bye = Bye(reason)
            raw = encode_guest_message(bye) if self._side is Side.GUEST else encode_host_message(bye)
            self._transport.write(frame(self._channel.seal(raw)))
        self.close()

    def close(self) -> None:
        """Close the connection without a reason. What is queued is still sent."""
        if self.dropped or self._transport is None:
            return
        self.dropped = True
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(CLOSE_TIMEOUT, self._transport.abort)
        self._transport.close()
        # Not at once, as the caller may be in the middle of something.
        loop.call_soon(self._report_end)

    def _report_end(self) -> None:
        if not self._end_reported:
            self._end_reported = True
            self._owner.connection_ended(self)

    def _fail(self, reason: Reason) -> None:
        """Close the connection because the other side broke a limit or the protocol; after the handshake, say so."""
        if self._channel is None:
            self.failure = self.failure or HandshakeError(HandshakeFailure.MALFORMED)
        self.drop(reason)

    def _time_out(self) -> None:
        self.failure = Reason.SILENT
        self.close()

    def _pause(self, spent: float) -> None:
        """Keep received bytes for later, so that a flood leaves time for the keyboard and for other connections."""
        if self._step is None and not self.dropped and self._transport is not None:
            self._paused = True
            self._slices += 1
            self._transport.pause_reading()
            pause = 0.0 if self._slices <= MAX_SLICES_IN_A_ROW else min(spent, MAX_PAUSE)
            asyncio.get_running_loop().call_later(pause, self._resume)

    def _resume(self) -> None:
        """Process the input kept during a pause, then read on."""
        self._paused = False
        self._worked_until = self._clock()
        self.data_received(b"")
        if self._step is None and not self._paused and self._transport is not None:
            self._transport.resume_reading()

    def _handle_body(self, body: bytes) -> None:
        if self._channel is None:
            if self._handshake is not None and self._transport is not None:
                self._transport.pause_reading()
                self._step = asyncio.get_running_loop().create_task(self._advance(self._handshake, body))
        elif self.established:
            self._owner.message_received(self, self._channel.open(body))
        else:
            self._handle_hello(self._channel, self._channel.open(body))

    async def _advance(self, handshake: Handshake, body: bytes) -> None:
        """Run one step of the handshake."""
        try:
            replies = await asyncio.to_thread(handshake.receive, body)
        except HandshakeError as error:
            self.failure = error
            self._write([error.reply] if error.reply else [])
            self.close()
            return
        if self.dropped:
            return
        self._write(replies)
        if handshake.session is not None:
            self._open_channel(handshake.session)
        self._step = None
        if self._transport is not None:
            self._transport.resume_reading()
        self.data_received(b"")

    def _open_channel(self, session: Session) -> None:
        """Open the channel and send this side's hello."""
        guest = self._side is Side.GUEST
        self._channel = Channel(session, self._side)
        self._reader.max_body = MAX_HOST_BODY if guest else MAX_GUEST_BODY
        hello = self._channel.hello(self._identity, self._role)
        self.send(encode_guest_message(hello) if guest else encode_host_message(hello))

    def _handle_hello(self, channel: Channel, raw: bytes) -> None:
        """Verify the other side's first message."""
        hello = decode_host_message(raw) if self._side is Side.GUEST else decode_guest_message(raw)
        if not isinstance(hello, Hello):
            raise MessageError("the first message must be a hello")
        channel.verify_hello(hello)
        self.established = True
        if self._timer is not None:
            self._timer.cancel()
        self._owner.established(self, hello)

    def _write(self, bodies: Iterable[bytes]) -> None:
        if self._transport is not None:
            for body in bodies:
                self._transport.write(frame(body))
