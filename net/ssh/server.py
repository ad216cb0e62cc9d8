"""The SSH protocol of the entrance: any public key logs in, and gets a terminal with one program.

Everything else that SSH offers is refused. The program and the limits are left to `entrance`, which imports this module
only when it opens, because importing asyncssh is slow.
"""

from __future__ import annotations

import asyncio
import logging
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Final, Protocol

import asyncssh
from asyncssh.constants import DISC_BY_APPLICATION, DISC_NO_MORE_AUTH_METHODS_AVAILABLE
from asyncssh.packet import SSHPacket

from net.limits.bandwidth import Backpressure
from net.ssh.pty_program import RESET_SEQUENCE, PtyProgram, TerminalSize, clamp_size

if TYPE_CHECKING:
    import socket

    Key = asyncssh.SSHKey

KEY_EXCHANGE_TIMEOUT: Final = 20.0
"""Seconds for the key exchange."""
LOGIN_TIMEOUT: Final = 150.0
"""Seconds to log in; the player may have to compare a fingerprint."""
REQUEST_TIMEOUT: Final = 10.0
"""Seconds from the login to the request for a terminal."""
MAX_OFFERED_KEYS: Final = 20
"""Keys or signatures that one connection may try."""
CLOSE_TIMEOUT: Final = 5.0
"""Seconds to close the connection after the program has ended."""
KEEPALIVE_INTERVAL: Final = 10
"""Seconds of silence until the client is asked for a sign of life; three without an answer end the connection."""
WINDOW: Final = 1 << 13
"""Bytes that a client may send before the program has read them."""
INPUT_BURST: Final = 1 << 13
"""Bytes of input that a client may send at once."""
INPUT_RATE: Final = 1 << 11
"""Bytes per second after that. Fast typing takes a few hundred, moving the mouse 2,000."""
MAX_ENVIRONMENT: Final = 32
"""Bytes of the one environment variable that is accepted from a client."""
REFUSED_EXIT_CODE: Final = 2
"""The exit code for a request of anything but a terminal."""

NO_SHELL: Final = "This is a game table, not a shell: it runs no commands. Connect again without a command to play."
NOTHING_ELSE: Final = "This is a game table and nothing else. Connect again without -N."
NO_TERMINAL: Final = "The game needs a terminal: connect with `ssh -t`."

_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9+._-]{0,63}")
_COLOURS: Final = (b"truecolor", b"24bit")

logging.getLogger("asyncssh").addHandler(logging.NullHandler())  # Its warnings would be printed across the screen.


class SshClientOwner(Protocol):
    """The entrance's side of one connection.

    A protocol, because `entrance` imports this module only when it opens.
    """

    def logged_in(self, key: bytes) -> None:
        """Record that the client has proven this key, in SSH's encoding."""
        ...

    async def run_program(self, terminal: SshTerminal) -> int:
        """Run the client's program on its terminal and return the exit code. Raises `SshRefusal`."""
        ...


class SshRefusal(Exception):
    """The client gets no program. The text is a sentence for its player."""


class SshTerminal:
    """A client's terminal, and the flow between it and its program."""

    def __init__(
        self, channel: asyncssh.SSHServerChannel[bytes], user: str, term: str, size: TerminalSize, flow: Backpressure
    ) -> None:
        self._channel = channel
        self._program: PtyProgram | None = None
        self._full = False
        """Whether the client's SSH window is full."""
        self._stalled = False
        """Whether the client's connection accepts no bytes, which asyncssh does not notice."""
        self._input_left, self._input_counted_at = float(INPUT_BURST), 0.0
        """The input that may be sent at once, negative after too much; and when that was computed."""
        self._pause: asyncio.TimerHandle | None = None
        """Ends the pause after too much input."""
        flow.stalled, flow.resumed = self._stall, self._resume
        self.user = user
        """The user name given at login."""
        self.term = term
        """Its TERM; empty if it is invalid."""
        self.size = size
        self.gone = False
        """Whether the client has gone."""

    @property
    def colour_term(self) -> str:
        """Its COLORTERM, if that stands for all colours; otherwise empty."""
        found = self._channel.get_environment_bytes().get(b"COLORTERM", b"")
        return found.decode() if found in _COLOURS else ""

    def write(self, data: bytes) -> None:
        """Send output of the program to the client."""
        if not (self.gone or self._channel.is_closing()):
            self._channel.write(data)  # pyright: ignore[reportUnknownMemberType]

    def reset(self) -> None:
        """Undo the terminal modes that a killed program has left behind."""
        self.write(RESET_SEQUENCE + b"\x1b[0 q\r\n")

    def input_drained(self) -> None:
        """Accept input again, now that the program has read what it was sent."""
        self._update_input()

    def attach(self, program: PtyProgram) -> None:
        """Connect the terminal to its program, which was started with `write` and `input_drained`."""
        self._program = program
        self._update_output()
        program.resize(self.size)
        if self.gone:
            program.hang_up()

    def typed(self, data: bytes) -> None:
        """Pass input of the client to the program; ignored before there is one."""
        if self._program is None:
            return
        self._program.write(data)
        loop = asyncio.get_running_loop()
        gained = (loop.time() - self._input_counted_at) * INPUT_RATE
        self._input_left, self._input_counted_at = min(INPUT_BURST, self._input_left + gained) - len(data), loop.time()
        if self._input_left < 0 and self._pause is None:
            self._pause = loop.call_later(-self._input_left / INPUT_RATE, self._end_pause)
        self._update_input()

    def _end_pause(self) -> None:
        self._pause = None
        self._update_input()

    def _update_input(self) -> None:
        """Read the client's input, or let it wait."""
        if self.gone or self._program is None:
            return
        if self._pause is not None or self._program.input_full:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()

    def resized(self, size: TerminalSize) -> None:
        """Pass on a new size of the client's window."""
        self.size = size
        if self._program is not None:
            self._program.resize(size)

    def output_full(self) -> None:
        """Stop the program's output, as the client's SSH window is full."""
        self._full = True
        self._update_output()

    def output_drained(self) -> None:
        """Continue the program's output."""
        self._full = False
        self._update_output()

    def _stall(self) -> None:
        self._stalled = True
        self._update_output()

    def _resume(self) -> None:
        self._stalled = False
        self._update_output()

    def _update_output(self) -> None:
        if self._program is not None:
            if self._full or self._stalled:
                self._program.pause()
            else:
                self._program.resume()

    def hang_up(self) -> None:
        """Close the terminal of the program, as the client has gone."""
        self.gone = True
        if self._pause is not None:
            self._pause.cancel()
        if self._program is not None:
            self._program.hang_up()


async def serve(near: socket.socket, flow: Backpressure, key: Key, caller: SshClientOwner) -> None:
    """Speak SSH on a socket until either side ends. No error leaves this function, whatever the other side sends."""
    server = _Server(caller, flow)
    try:
        connection = await asyncssh.run_server(
            near,
            server_factory=lambda: server,
            server_host_keys=[key],
            server_version="galli-tui",
            encoding=None,
            line_editor=False,
            gss_host=None,
            x509_trusted_certs=None,
            host_based_auth=False,
            kbdint_auth=False,
            password_auth=False,
            agent_forwarding=False,
            x11_forwarding=False,
            # Each of these would let a client spend the host's time or memory at little cost.
            kex_algs="-diffie-hellman-*",
            compression_algs=None,
            window=WINDOW,
            login_timeout=LOGIN_TIMEOUT,
            keepalive_interval=KEEPALIVE_INTERVAL,
            tcp_keepalive=False,
        )
    except Exception:  # Besides its own errors, asyncssh raises any that parsing garbage has caused.
        return
    try:
        await server.served(connection)
    finally:
        connection.abort()
        await connection.wait_closed()


class _Server(asyncssh.SSHServer):
    """One connection."""

    def __init__(self, caller: SshClientOwner, flow: Backpressure) -> None:
        self._caller = caller
        self._flow = flow
        self._connection: asyncssh.SSHServerConnection | None = None
        self._user = ""
        self._keys_offered = 0
        self._last_key = b""
        self._session: _Session | None = None
        self._requested = asyncio.Event()
        self._key_exchange_timer: asyncio.TimerHandle | None = None

    async def served(self, connection: asyncssh.SSHServerConnection) -> None:
        """Serve the session of a connection, and return when both have ended."""
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT):
                await self._requested.wait()
        except TimeoutError:
            connection.disconnect(DISC_BY_APPLICATION, NOTHING_ELSE)
        if self._session is not None:
            await self._session.run(self._caller)
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE_TIMEOUT):
                if self._session is not None:
                    await self._session.closed()
                connection.close()
                await connection.wait_closed()

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self._key_exchange_timer = asyncio.get_running_loop().call_later(
            KEY_EXCHANGE_TIMEOUT, self._check_key_exchange, conn
        )

    def _check_key_exchange(self, connection: asyncssh.SSHServerConnection) -> None:
        """Abort a connection that has not finished the key exchange, so its player is not comparing a fingerprint."""
        if connection.get_extra_info("send_cipher") is None:
            connection.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._key_exchange_timer is not None:
            self._key_exchange_timer.cancel()
        self._requested.set()

    def begin_auth(self, username: str) -> bool:
        self._user = username
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: Key) -> bool:
        """Accept any key. asyncssh asks before it has checked the signature, and perhaps for several keys."""
        self._keys_offered += 1
        if self._keys_offered > MAX_OFFERED_KEYS:
            raise asyncssh.DisconnectError(DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "too many keys; name one with ssh -i")
        self._last_key = key.public_data
        return True

    def auth_completed(self) -> None:
        """Report the key that was validated last, whose signature has just been verified."""
        self._caller.logged_in(self._last_key)

    def session_requested(self) -> tuple[_Channel, _Session] | bool:
        if self._session is not None or self._connection is None:
            return False
        self._session = _Session(self._user, self._requested, self._flow)
        return _Channel(self._connection), self._session


class _Channel(asyncssh.SSHServerChannel[bytes]):
    """A channel that accepts a single short environment variable; asyncssh itself would accept any number."""

    def __init__(self, connection: asyncssh.SSHServerConnection) -> None:
        super().__init__(
            connection,
            asyncio.get_running_loop(),
            allow_pty=True,
            line_editor=False,
            line_echo=False,
            line_history=0,
            max_line_length=0,
            encoding=None,
            errors="strict",
            window=WINDOW,
            max_pktsize=WINDOW // 2,
        )

    def _process_env_request(self, packet: SSHPacket) -> bool:
        name, value = packet.get_string(), packet.get_string()
        packet.check_end()
        if name != b"COLORTERM" or len(value) > MAX_ENVIRONMENT:
            return False
        self._env[name] = value
        return True


class _Session(asyncssh.SSHServerSession[bytes]):
    """The requests of one client, and the events of its terminal."""

    def __init__(self, user: str, requested: asyncio.Event, flow: Backpressure) -> None:
        self._user = user
        self._requested = requested
        self._flow = flow
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._terminal: SshTerminal | None = None
        self._term = ""
        self._size: TerminalSize | None = None
        self._command = False
        self._started = False

    async def run(self, caller: SshClientOwner) -> None:
        """Run the client's program, or tell the client why there is none."""
        channel = self._channel
        if channel is None or not self._started:
            return
        if self._command or self._terminal is None:
            self._refuse(channel, NO_SHELL if self._command else NO_TERMINAL)
            return
        try:
            code = await caller.run_program(self._terminal)
        except SshRefusal as refusal:
            self._refuse(channel, str(refusal))
            return
        if not channel.is_closing():
            channel.exit(code)

    async def closed(self) -> None:
        """Wait until the client has received all output."""
        if self._channel is not None:
            await self._channel.wait_closed()

    def _refuse(self, channel: asyncssh.SSHServerChannel[bytes], sentence: str) -> None:
        if not channel.is_closing():
            channel.write_stderr(f"{sentence}\r\n".encode())
            channel.exit(REFUSED_EXIT_CODE)

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        self._channel = chan

    def connection_lost(self, exc: Exception | None) -> None:
        if self._terminal is not None:
            self._terminal.hang_up()
        self._requested.set()

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: object) -> bool:
        self._term = term_type if _TERM.fullmatch(term_type) else ""
        self._size = clamp_size(term_size[0], term_size[1])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        self._size = clamp_size(width, height)
        if self._terminal is not None:
            self._terminal.resized(self._size)

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        """Accept the request, to answer it with a sentence."""
        self._command = True
        return True

    def session_started(self) -> None:
        self._started = True
        if self._channel is not None and self._size is not None and not self._command:
            self._terminal = SshTerminal(self._channel, self._user, self._term, self._size, self._flow)
        self._requested.set()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._terminal is not None:
            self._terminal.typed(data)

    def eof_received(self) -> bool:
        """Treat the end of input as the end of the session, but keep the channel for a last message."""
        if self._terminal is not None:
            self._terminal.hang_up()
        return True

    def pause_writing(self) -> None:
        if self._terminal is not None:
            self._terminal.output_full()

    def resume_writing(self) -> None:
        if self._terminal is not None:
            self._terminal.output_drained()
