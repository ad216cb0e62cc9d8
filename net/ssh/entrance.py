"""The SSH entrance: friends connect with plain `ssh`, and each gets the guest's program on a terminal of its own.

The protocol is left to `server`, the limits to `admission`, and the choice of the program to `table_entrance`. Needs
the extra `ssh` and a POSIX system.
"""

from __future__ import annotations

import asyncio
import errno
import os
import socket
from collections.abc import Callable
from contextlib import AbstractContextManager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Final

from net.discovery.listening_sockets import socket_address
from net.error_text import NetworkFailure, network_text
from net.limits.bandwidth import Backpressure, relay
from net.limits.code_attempts import address_key
from net.ssh.admission import ConnectionGate, NoFreeSession, SessionInfo, make_room
from net.ssh.keys import EntranceError, fingerprint, guest_folder, host_key, remove_guest_folder
from saves.errors import SaveError

if TYPE_CHECKING:
    from asyncssh import SSHKey

    from net.ssh.pty_program import ProgramCommand, PtyProgram
    from net.ssh.server import SshTerminal

CODE_TIMEOUT: Final = 300.0
"""Seconds in which a guest must have entered the table code."""
BACKLOG: Final = 16
END_TIMEOUT: Final = 1.0
"""Seconds for a session that the host ends to send its last message."""

_TOO_MANY: Final = b"Too many connections at once; try again in a minute.\r\n"
"""Sent before the version line of SSH, which the protocol allows; most clients show it only with -v."""
_REPLACED: Final = "You have connected again with the same key, and play on there."
_DISPLACED: Final = "Your place was given to a player who has the table code. Connect again when you have it too."
_NO_CODE: Final = "You have not entered the table code within five minutes. Ask the host for it, and connect again."
_CLOSED: Final = "The host has closed the SSH entrance. The match is saved; connect again when the table is open."
_NOT_STARTED: Final = "The host's computer could not start the game. Please tell the host."


@dataclass(frozen=True, slots=True)
class SshGuest:
    """A guest that has logged in."""

    key: bytes
    """The SSH key, in SSH's encoding."""
    address: str
    user: str
    """The user name given at login; any name will do."""
    folder: Path
    """Its private folder under the host's home."""
    term: str
    colour_term: str

    @property
    def fingerprint(self) -> str:
        """The fingerprint of the key, as OpenSSH shows it."""
        return fingerprint(self.key)


@dataclass(frozen=True, slots=True)
class EntrancePrograms:
    """How an entrance starts programs and knows guests."""

    program: Callable[[SshGuest], AbstractContextManager[ProgramCommand]]
    """Provides the program for a guest for as long as it runs. Raises OSError or `SaveError`."""
    knows_code: Callable[[Path], bool]
    """Returns whether the guest of this folder has entered the table code before."""


class SshEntrance:
    """A listening SSH server with its sessions, on the running event loop."""

    def __init__(self, home: Path, programs: EntrancePrograms, changed: Callable[[], None] = lambda: None) -> None:
        """Prepare an entrance. `home` is the host's folder; `changed` is called when a guest has come or gone."""
        self._home = home
        self._programs = programs
        self._changed = changed
        self._listening: socket.socket | None = None
        self._accepting: asyncio.Task[None] | None = None
        self._sessions: list[_RunningProgram] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.fingerprint = ""
        """The fingerprint of the host's key, which guests compare with what their `ssh` shows the first time."""

    def open(self, port: int, host: str = "") -> None:
        """Listen on a port (0 for any free one), on all interfaces if no host is given.

        Raises `EntranceError` or `SaveError`.
        """
        if os.name != "posix":
            raise EntranceError("The SSH entrance needs Linux, macOS or another Unix; without it, guests can join.")
        if find_spec("asyncssh") is None:
            raise EntranceError(network_text(NetworkFailure.NO_SSH))
        key = host_key(self._home)
        self.fingerprint = fingerprint(key.public_data)
        self._listening = _listen(host, port)
        self.port = self._listening.getsockname()[1]
        self._accepting = asyncio.get_running_loop().create_task(self._accept(self._listening, key))

    async def close(self) -> None:
        """Stop listening and end all sessions, whose programs may still say goodbye."""
        listening, self._listening = self._listening, None
        if listening is None:
            return
        if self._accepting is not None:
            self._accepting.cancel()
        await asyncio.gather(*(session.end(_CLOSED) for session in self._sessions))
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=END_TIMEOUT)
        tasks = [task for task in (self._accepting, *self._tasks) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        listening.close()

    @property
    def guests(self) -> tuple[SshGuest, ...]:
        """The guests with a running program."""
        return tuple(session.guest for session in self._sessions)

    async def _accept(self, listening: socket.socket, key: SSHKey) -> None:
        loop = asyncio.get_running_loop()
        gate = ConnectionGate(loop.time())
        while True:
            try:
                outer, peer = await loop.sock_accept(listening)
            except OSError:
                await asyncio.sleep(1)  # The client has gone, or there are too many open files.
                continue
            connection = _SshConnection(self, gate, _plain(peer[0]))
            if gate.admit(connection.address_key, loop.time()):
                task = loop.create_task(connection.run(outer, key))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            else:
                with suppress(OSError):
                    outer.send(_TOO_MANY)
                outer.close()

    async def run_program(self, guest: SshGuest, address_key: str, terminal: SshTerminal) -> int:
        """Run a guest's program and return its exit code. Raises `SshRefusal`."""
        from net.ssh.server import SshRefusal

        session = _RunningProgram(guest, address_key, self._programs)
        try:
            ending = make_room([other.info for other in self._sessions], session.info)
        except NoFreeSession as full:
            self._forget_stranger(guest)
            raise SshRefusal(str(full)) from None
        others = [self._sessions[at] for at in ending]
        self._sessions.append(session)
        self._changed()
        try:
            await asyncio.gather(
                *(other.end(_REPLACED if other.guest.key == guest.key else _DISPLACED) for other in others)
            )
            code = await session.run(terminal)
        except (OSError, SaveError):
            raise SshRefusal(_NOT_STARTED) from None
        finally:
            self._sessions.remove(session)
            session.gone.set()
            self._changed()
            self._forget_stranger(guest)
        if session.why:
            raise SshRefusal(session.why)
        return code

    def _forget_stranger(self, guest: SshGuest) -> None:
        """Delete the folder of a guest that has left without entering the table code."""
        if not self._programs.knows_code(guest.folder) and guest.key not in (it.guest.key for it in self._sessions):
            remove_guest_folder(guest.folder)

    def guest_for(self, key: bytes, address: str, terminal: SshTerminal) -> SshGuest:
        """Return the guest of a terminal, with its folder. Raises `SaveError`."""
        return SshGuest(key, address, terminal.user, guest_folder(self._home, key), terminal.term, terminal.colour_term)


class _SshConnection:
    """One connection, from its first byte to its last. Implements `SshClientOwner`."""

    def __init__(self, entrance: SshEntrance, gate: ConnectionGate, address: str) -> None:
        self._entrance = entrance
        self._gate = gate
        self._address = address
        self._key: bytes | None = None
        self.address_key = address_key(address)

    async def run(self, outer: socket.socket, key: SSHKey) -> None:
        """Serve the connection until it has ended."""
        from net.ssh.server import serve

        try:
            near, inner = socket.socketpair()
        except OSError:  # Too many open files.
            self._gate.release(self.address_key)
            outer.close()
            return
        for end in (outer, inner, near):
            end.settimeout(0)
        with suppress(OSError):
            outer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        flow = Backpressure()
        relaying = asyncio.get_running_loop().create_task(relay(outer, inner, flow))
        try:
            await serve(near, flow, key, self)
            await relaying
        finally:
            if self._key is None:
                self._gate.release(self.address_key)
            relaying.cancel()
            await asyncio.gather(relaying, return_exceptions=True)

    def logged_in(self, key: bytes) -> None:
        """See `SshClientOwner`."""
        if self._key is None:
            self._gate.release(self.address_key)
        self._key = key

    async def run_program(self, terminal: SshTerminal) -> int:
        """See `SshClientOwner`."""
        from net.ssh.server import SshRefusal

        if self._key is None:
            raise SshRefusal(_NOT_STARTED)
        try:
            guest = self._entrance.guest_for(self._key, self._address, terminal)
        except SaveError:
            raise SshRefusal(_NOT_STARTED) from None
        return await self._entrance.run_program(guest, self.address_key, terminal)


class _RunningProgram:
    """A guest's program, from before its start until after its end."""

    def __init__(self, guest: SshGuest, address_key: str, programs: EntrancePrograms) -> None:
        self._address_key = address_key
        self._programs = programs
        self._program: PtyProgram | None = None
        self.guest = guest
        self.why = ""
        """Why the host ends it: a sentence for the guest."""
        self.gone = asyncio.Event()

    @property
    def info(self) -> SessionInfo:
        """The session as `make_room` counts it."""
        return SessionInfo(self.guest.key, self._address_key, self._programs.knows_code(self.guest.folder))

    async def run(self, terminal: SshTerminal) -> int:
        """Run the program and return its exit code. Raises OSError or `SaveError` if it cannot be started."""
        from net.ssh.pty_program import KILLED, PtyProgram

        if self.why or terminal.gone:
            return 0
        with self._programs.program(self.guest) as command:
            program = await PtyProgram.start(command, terminal.size, terminal.write, terminal.input_drained)
            self._program = program
            terminal.attach(program)
            if self.why:
                program.end()
            timeout = asyncio.get_running_loop().call_later(CODE_TIMEOUT, self._check_code)
            try:
                code = await program.wait()
            finally:
                timeout.cancel()
        if code == KILLED:
            terminal.reset()
        return code

    async def end(self, why: str) -> None:
        """End the program and wait until it has ended."""
        self._stop(why)
        await self.gone.wait()

    def _check_code(self) -> None:
        if not self._programs.knows_code(self.guest.folder):
            self._stop(_NO_CODE)

    def _stop(self, why: str) -> None:
        self.why = self.why or why
        if self._program is not None:
            self._program.end()


def _listen(host: str, port: int) -> socket.socket:
    """Return a listening socket. Raises `EntranceError`."""
    try:
        if host or not socket.has_dualstack_ipv6():
            family, address = socket_address(host or "0.0.0.0", port)  # noqa: S104
            listening = socket.create_server(address, family=family, backlog=BACKLOG)
        else:
            listening = socket.create_server(("", port), family=socket.AF_INET6, backlog=BACKLOG, dualstack_ipv6=True)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = f"another program has port {port} already; choose another port with `--ssh`"
        elif error.errno == errno.EACCES:
            why = f"port {port} is reserved for the system; choose one from 1024 up"
        else:
            why = f"this computer does not allow port {port} ({error.strerror or type(error).__name__})"
        raise EntranceError(f"The SSH entrance could not be opened: {why}.") from None
    listening.settimeout(0)
    return listening


def _plain(host: str) -> str:
    """Return an address without its scope; an IPv4 address mapped into IPv6 in IPv4's form."""
    plain = host.partition("%")[0]
    return plain.removeprefix("::ffff:") if "." in plain else plain
