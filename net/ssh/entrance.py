"""The SSH entrance: friends come with nothing but `ssh`, and each gets the guest's program on a terminal of its own.

SSH itself is `ssh_server`'s, who gets room is `ssh_gate`'s, and which program runs is for whoever opens the entrance.
Needs the extra `ssh` and a POSIX system.
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
"""Seconds in which a caller must have shown the table code."""
BACKLOG: Final = 16
END_TIMEOUT: Final = 1.0
"""Seconds for a session that the host ends to bring its last words to the caller."""

_TOO_MANY: Final = b"Too many connections at once; try again in a minute.\r\n"
"""Before SSH's own first line a server may say something; most clients show it only if asked to."""
_AGAIN: Final = "Your key has come in again by another way, and goes on there."
_GAVE_WAY: Final = "The table needed your place for a player who has its code. Come again with the code."
_NO_CODE: Final = "Nobody has shown the table code here for five minutes. Ask the host for it, and come again."
_CLOSED: Final = "The host has closed the SSH entrance. What was played is kept; come again when the table is open."
_NOT_STARTED: Final = "The host's computer could not start the game for you: please tell whoever hosts it."


@dataclass(frozen=True, slots=True)
class SshGuest:
    """Whoever has logged in, before its program starts."""

    key: bytes
    """The SSH key in SSH's own bytes."""
    address: str
    user: str
    """The user name it gave; any will do."""
    folder: Path
    """Its own, under the host's home, closed to others."""
    term: str
    colour_term: str

    @property
    def fingerprint(self) -> str:
        """Of the key, as OpenSSH shows it."""
        return fingerprint(self.key)


@dataclass(frozen=True, slots=True)
class EntrancePrograms:
    """What the entrance is told about the table."""

    program: Callable[[SshGuest], AbstractContextManager[ProgramCommand]]
    """What to run for a visitor; the context lasts as long as the program. Raises OSError, `SaveError`."""
    knows_code: Callable[[Path], bool]
    """Whether the guest whose folder this is has shown the table code before."""


class SshEntrance:
    """Listens, and looks after all who come, until it is closed. All on the running event loop."""

    def __init__(self, home: Path, house: EntrancePrograms, changed: Callable[[], None] = lambda: None) -> None:
        """`home` is the host's folder; `changed` is called when a visitor has come or gone."""
        self._home = home
        self._house = house
        self._changed = changed
        self._listening: socket.socket | None = None
        self._accepting: asyncio.Task[None] | None = None
        self._sessions: list[_RunningProgram] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self.port = 0
        self.fingerprint = ""
        """Of the host's key, for friends to compare with what their `ssh` shows the first time."""

    def open(self, port: int, host: str = "") -> None:
        """Listens on a port (0: one that is free), of all interfaces if no host is named.

        Raises `EntranceTrouble` or `SaveError`.
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
        """Ends all sessions, each in the words of its own program, and listens no more."""
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
        """Who is there now."""
        return tuple(session.visitor for session in self._sessions)

    async def _accept(self, listening: socket.socket, key: SSHKey) -> None:
        loop = asyncio.get_running_loop()
        gate = ConnectionGate(loop.time())
        while True:
            try:
                outer, peer = await loop.sock_accept(listening)
            except OSError:
                await asyncio.sleep(1)  # Whoever came has gone, or there are too many open files for the moment.
                continue
            call = _Call(self, gate, _plain(peer[0]))
            if gate.admit(call.line, loop.time()):
                task = loop.create_task(call.attend(outer, key))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)
            else:
                with suppress(OSError):
                    outer.send(_TOO_MANY)
                outer.close()

    async def run_program(self, visitor: SshGuest, line: str, terminal: SshTerminal) -> int:
        """Runs a visitor's program and returns its exit code. Raises `Refusal`."""
        from net.ssh.server import SshRefusal

        session = _RunningProgram(visitor, line, self._house)
        try:
            leaving = make_room([other.standing for other in self._sessions], session.standing)
        except NoFreeSession as full:
            self._forget_stranger(visitor)
            raise SshRefusal(str(full)) from None
        others = [self._sessions[at] for at in leaving]
        self._sessions.append(session)
        self._changed()
        try:
            await asyncio.gather(
                *(other.end(_AGAIN if other.visitor.key == visitor.key else _GAVE_WAY) for other in others)
            )
            code = await session.run(terminal)
        except (OSError, SaveError):
            raise SshRefusal(_NOT_STARTED) from None
        finally:
            self._sessions.remove(session)
            session.gone.set()
            self._changed()
            self._forget_stranger(visitor)
        if session.why:
            raise SshRefusal(session.why)
        return code

    def _forget_stranger(self, visitor: SshGuest) -> None:
        """Keeps no folder for somebody who has not shown the table code and is not here any more."""
        if not self._house.knows_code(visitor.folder) and visitor.key not in (it.visitor.key for it in self._sessions):
            remove_guest_folder(visitor.folder)

    def guest_for(self, key: bytes, address: str, terminal: SshTerminal) -> SshGuest:
        """Who has come, with a folder of its own. Raises `SaveError`."""
        return SshGuest(key, address, terminal.user, guest_folder(self._home, key), terminal.term, terminal.colour_term)


class _Call:
    """One connection, from its first byte to its last."""

    def __init__(self, entrance: SshEntrance, gate: ConnectionGate, address: str) -> None:
        self._entrance = entrance
        self._gate = gate
        self._address = address
        self._key: bytes | None = None
        self.line = address_key(address)

    async def attend(self, outer: socket.socket, key: SSHKey) -> None:
        """Speaks with the caller until it has gone."""
        from net.ssh.server import serve

        try:
            near, inner = socket.socketpair()
        except OSError:  # Too many open files.
            self._gate.release(self.line)
            outer.close()
            return
        for end in (outer, inner, near):
            end.settimeout(0)
        with suppress(OSError):
            outer.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        flow = Backpressure()
        line = asyncio.get_running_loop().create_task(relay(outer, inner, flow))
        try:
            await serve(near, flow, key, self)
            await line
        finally:
            if self._key is None:
                self._gate.release(self.line)
            line.cancel()
            await asyncio.gather(line, return_exceptions=True)

    def logged_in(self, key: bytes) -> None:
        """See `Caller`."""
        if self._key is None:
            self._gate.release(self.line)
        self._key = key

    async def run_program(self, terminal: SshTerminal) -> int:
        """See `Caller`."""
        from net.ssh.server import SshRefusal

        if self._key is None:
            raise SshRefusal(_NOT_STARTED)
        try:
            visitor = self._entrance.guest_for(self._key, self._address, terminal)
        except SaveError:
            raise SshRefusal(_NOT_STARTED) from None
        return await self._entrance.run_program(visitor, self.line, terminal)


class _RunningProgram:
    """A visitor at its program."""

    def __init__(self, visitor: SshGuest, line: str, house: EntrancePrograms) -> None:
        self._line = line
        self._house = house
        self._program: PtyProgram | None = None
        self.visitor = visitor
        self.why = ""
        """Why the host ends it: a sentence for the visitor."""
        self.gone = asyncio.Event()

    @property
    def standing(self) -> SessionInfo:
        """As it counts at present."""
        return SessionInfo(self.visitor.key, self._line, self._house.knows_code(self.visitor.folder))

    async def run(self, terminal: SshTerminal) -> int:
        """The program's exit code. Raises OSError or `SaveError` if it cannot be started."""
        from net.ssh.pty_program import KILLED, PtyProgram

        if self.why or terminal.gone:
            return 0
        with self._house.program(self.visitor) as command:
            program = await PtyProgram.start(command, terminal.size, terminal.write, terminal.input_drained)
            self._program = program
            terminal.attach(program)
            if self.why:
                program.end()
            patience = asyncio.get_running_loop().call_later(CODE_TIMEOUT, self._be_known)
            try:
                code = await program.wait()
            finally:
                patience.cancel()
        if code == KILLED:
            terminal.reset()
        return code

    async def end(self, why: str) -> None:
        """Ends it, and returns when it has ended."""
        self._stop(why)
        await self.gone.wait()

    def _be_known(self) -> None:
        if not self._house.knows_code(self.visitor.folder):
            self._stop(_NO_CODE)

    def _stop(self, why: str) -> None:
        self.why = self.why or why
        if self._program is not None:
            self._program.end()


def _listen(host: str, port: int) -> socket.socket:
    """Raises `EntranceTrouble`."""
    try:
        if host or not socket.has_dualstack_ipv6():
            family, address = socket_address(host or "0.0.0.0", port)  # noqa: S104
            listening = socket.create_server(address, family=family, backlog=BACKLOG)
        else:
            listening = socket.create_server(("", port), family=socket.AF_INET6, backlog=BACKLOG, dualstack_ipv6=True)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = f"another program has port {port} already; choose another one with `--ssh`"
        elif error.errno == errno.EACCES:
            why = f"port {port} is for the system's own programs; choose one from 1024 up"
        else:
            why = f"this computer does not let it listen on port {port} ({error.strerror or type(error).__name__})"
        raise EntranceError(f"The SSH entrance could not be opened: {why}.") from None
    listening.settimeout(0)
    return listening


def _plain(host: str) -> str:
    """An address without its scope; one of IPv4 as such."""
    plain = host.partition("%")[0]
    return plain.removeprefix("::ffff:") if "." in plain else plain
