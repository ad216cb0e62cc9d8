"""SSH as this house speaks it: any public key logs in, and there is one thing to have, a terminal with a program in it.

Everything else that SSH offers is refused here. Which program, and who gets room, is left to `ssh`. Imports asyncssh,
which takes its time, so it is itself imported when an entrance opens.
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
"""Seconds to agree on keys for the connection."""
LOGIN_TIMEOUT: Final = 150.0
"""Seconds to log in; somebody may be comparing a fingerprint meanwhile."""
REQUEST_TIMEOUT: Final = 10.0
"""Seconds after that to ask for the terminal."""
MAX_OFFERED_KEYS: Final = 20
"""Keys that one connection may offer, or signatures that it may try."""
CLOSE_TIMEOUT: Final = 5.0
"""Seconds to close the connection once the program has ended."""
KEEPALIVE_INTERVAL: Final = 10
"""Seconds without a word after which the client is asked whether it is there; it ends with the third unanswered one."""
WINDOW: Final = 1 << 13
"""Bytes that a client may have on their way to the program."""
INPUT_BURST: Final = 1 << 13
"""Bytes that a client may type at once."""
INPUT_RATE: Final = 1 << 11
"""Bytes a second after that: a fast typist has a few hundred, a mouse that is moved about has 2,000."""
MAX_ENVIRONMENT: Final = 32
"""Bytes of the one variable that is taken from a client."""
REFUSED_EXIT_CODE: Final = 2
"""The exit code of whoever asked for something else than the terminal."""

NO_SHELL: Final = "This is a game table, not a shell: it runs no commands. Leave the command away, and you are at it."
NOTHING_ELSE: Final = "There is a game table here and nothing else: come without -N."
NO_TERMINAL: Final = "The game needs a terminal for its keys and its screen: ask for one, with `ssh -t`."

_TERM: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9+._-]{0,63}")
_COLOURS: Final = (b"truecolor", b"24bit")

logging.getLogger("asyncssh").addHandler(logging.NullHandler())  # Or its warnings would be written across the game.


class SshCaller(Protocol):
    """What an entrance makes of one connection. Nothing here is awaited but `sit` and `closed`."""

    def logged_in(self, key: bytes) -> None:
        """The caller has shown that it has this key, given in SSH's own bytes."""
        ...

    async def run_program(self, terminal: SshTerminal) -> int:
        """Runs the caller's program on the terminal and returns its exit code; raises `Refusal`."""
        ...


class SshRefusal(Exception):
    """The caller gets no program. The text is one sentence for it."""


class SshTerminal:
    """A caller's terminal: what it is, and where a program's bytes go."""

    def __init__(
        self, channel: asyncssh.SSHServerChannel[bytes], user: str, term: str, size: TerminalSize, flow: Backpressure
    ) -> None:
        self._channel = channel
        self._program: PtyProgram | None = None
        self._full = False
        """Whether asyncssh holds all that the caller said it would take."""
        self._stalled = False
        """Whether the caller's connection takes nothing; asyncssh does not mind that."""
        self._left, self._since = float(INPUT_BURST), 0.0
        """What may be typed at once now, less than nothing if it was too much; and when that was reckoned."""
        self._pause: asyncio.TimerHandle | None = None
        """Ends the pause that typing too much brings."""
        flow.stalled, flow.resumed = self._stall, self._flow
        self.user = user
        """The name that the caller gave to log in."""
        self.term = term
        """Its TERM; empty if what it says is none."""
        self.size = size
        self.gone = False
        """Whether nobody is there any more."""

    @property
    def colour_term(self) -> str:
        """Its COLORTERM, if that says that it knows all colours."""
        found = self._channel.get_environment_bytes().get(b"COLORTERM", b"")
        return found.decode() if found in _COLOURS else ""

    def write(self, data: bytes) -> None:
        """What the program writes."""
        if not (self.gone or self._channel.is_closing()):
            self._channel.write(data)  # pyright: ignore[reportUnknownMemberType]

    def reset(self) -> None:
        """Takes back what a killed program has asked of the terminal."""
        self.write(RESET_SEQUENCE + b"\x1b[0 q\r\n")

    def input_drained(self) -> None:
        """The program has caught up."""
        self._mind_the_typing()

    def attach(self, program: PtyProgram) -> None:
        """Joins the terminal to the program, which has been started with its methods."""
        self._program = program
        self._mind_the_flow()
        program.resize(self.size)
        if self.gone:
            program.hang_up()

    def typed(self, data: bytes) -> None:
        """What the caller types. Before there is a program, nobody reads it."""
        if self._program is None:
            return
        self._program.write(data)
        loop = asyncio.get_running_loop()
        gained = (loop.time() - self._since) * INPUT_RATE
        self._left, self._since = min(INPUT_BURST, self._left + gained) - len(data), loop.time()
        if self._left < 0 and self._pause is None:
            self._pause = loop.call_later(-self._left / INPUT_RATE, self._end_pause)
        self._mind_the_typing()

    def _end_pause(self) -> None:
        self._pause = None
        self._mind_the_typing()

    def _mind_the_typing(self) -> None:
        """Take what the caller types, or let it wait there."""
        if self.gone or self._program is None:
            return
        if self._pause is not None or self._program.input_full:
            self._channel.pause_reading()
        else:
            self._channel.resume_reading()

    def resized(self, size: TerminalSize) -> None:
        """The caller's window has another size."""
        self.size = size
        if self._program is not None:
            self._program.resize(size)

    def output_full(self) -> None:
        """The caller does not say that it would take more."""
        self._full = True
        self._mind_the_flow()

    def output_drained(self) -> None:
        """The caller takes more again."""
        self._full = False
        self._mind_the_flow()

    def _stall(self) -> None:
        self._stalled = True
        self._mind_the_flow()

    def _flow(self) -> None:
        self._stalled = False
        self._mind_the_flow()

    def _mind_the_flow(self) -> None:
        if self._program is not None:
            if self._full or self._stalled:
                self._program.pause()
            else:
                self._program.resume()

    def hang_up(self) -> None:
        """The caller has gone."""
        self.gone = True
        if self._pause is not None:
            self._pause.cancel()
        if self._program is not None:
            self._program.hang_up()


async def serve(near: socket.socket, flow: Backpressure, key: Key, caller: SshCaller) -> None:
    """Speaks SSH on a socket until either side ends; whatever the other side does, without an error."""
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
            # Each of these would let a caller spend the host's time or memory at little cost of its own.
            kex_algs="-diffie-hellman-*",
            compression_algs=None,
            window=WINDOW,
            login_timeout=LOGIN_TIMEOUT,
            keepalive_interval=KEEPALIVE_INTERVAL,
            tcp_keepalive=False,
        )
    except Exception:  # Besides errors of its own, asyncssh hands on whatever reading garbage has raised.
        return
    try:
        await server.served(connection)
    finally:
        connection.abort()
        await connection.wait_closed()


class _Server(asyncssh.SSHServer):
    """One connection."""

    def __init__(self, caller: SshCaller, flow: Backpressure) -> None:
        self._caller = caller
        self._flow = flow
        self._connection: asyncssh.SSHServerConnection | None = None
        self._user = ""
        self._offers = 0
        self._offered = b""
        self._session: _Session | None = None
        self._asked = asyncio.Event()
        self._speaking: asyncio.TimerHandle | None = None

    async def served(self, connection: asyncssh.SSHServerConnection) -> None:
        """Returns when the caller's program and its connection have ended."""
        try:
            async with asyncio.timeout(REQUEST_TIMEOUT):
                await self._asked.wait()
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
        self._speaking = asyncio.get_running_loop().call_later(KEY_EXCHANGE_TIMEOUT, self._must_speak, conn)

    def _must_speak(self, connection: asyncssh.SSHServerConnection) -> None:
        """Whoever has not come as far as being asked about a fingerprint by now is not comparing it."""
        if connection.get_extra_info("send_cipher") is None:
            connection.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._speaking is not None:
            self._speaking.cancel()
        self._asked.set()

    def begin_auth(self, username: str) -> bool:
        self._user = username
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: Key) -> bool:
        """Any key will do. asyncssh asks before it checks that the caller has it, and perhaps for several in turn."""
        self._offers += 1
        if self._offers > MAX_OFFERED_KEYS:
            raise asyncssh.DisconnectError(DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "too many keys; name one with ssh -i")
        self._offered = key.public_data
        return True

    def auth_completed(self) -> None:
        """The key asked for last is the one whose signature has just been found right: nothing comes between."""
        self._caller.logged_in(self._offered)

    def session_requested(self) -> tuple[_Channel, _Session] | bool:
        if self._session is not None or self._connection is None:
            return False
        self._session = _Session(self._user, self._asked, self._flow)
        return _Channel(self._connection), self._session


class _Channel(asyncssh.SSHServerChannel[bytes]):
    """A channel that keeps one short variable of its caller's environment, and not as many as are sent."""

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
    """What one caller asks for, and the way between its terminal and its program."""

    def __init__(self, user: str, asked: asyncio.Event, flow: Backpressure) -> None:
        self._user = user
        self._asked = asked
        self._flow = flow
        self._channel: asyncssh.SSHServerChannel[bytes] | None = None
        self._terminal: SshTerminal | None = None
        self._term = ""
        self._size: TerminalSize | None = None
        self._command = False
        self._started = False

    async def run(self, caller: SshCaller) -> None:
        """The caller's program from beginning to end, or a sentence why there is none."""
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
        """Waits until the caller has taken all that it was sent."""
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
        self._asked.set()

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
        """Taken on, so as to be refused in words."""
        self._command = True
        return True

    def session_started(self) -> None:
        self._started = True
        if self._channel is not None and self._size is not None and not self._command:
            self._terminal = SshTerminal(self._channel, self._user, self._term, self._size, self._flow)
        self._asked.set()

    def data_received(self, data: bytes, datatype: int | None) -> None:
        if self._terminal is not None:
            self._terminal.typed(data)

    def eof_received(self) -> bool:
        """Whoever types nothing any more has gone; but there may be a word for it yet."""
        if self._terminal is not None:
            self._terminal.hang_up()
        return True

    def pause_writing(self) -> None:
        if self._terminal is not None:
            self._terminal.output_full()

    def resume_writing(self) -> None:
        if self._terminal is not None:
            self._terminal.output_drained()
