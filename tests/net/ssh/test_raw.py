"""The SSH entrance and what is no SSH: garbage, silence, crowds; and its key."""

from __future__ import annotations

import asyncio
import socket
import stat
import sys
from contextlib import suppress
from pathlib import Path
from random import Random
from threading import Event

import asyncssh
import pytest

from net.limits.rates import RateLimit
from net.ssh import admission, server
from net.ssh import entrance as ssh
from net.ssh.entrance import SshEntrance
from net.ssh.keys import HOST_KEY, EntranceError, fingerprint, guest_folder, guest_keys
from saves.errors import SaveError
from saves.storage.identity_file import load_identity
from tests.support.asynchronous import driven
from tests.support.ssh_entrance import PATIENCE, Door, Table, connected, entrance, seated

pytestmark = pytest.mark.network


class Raw:
    """A bare connection to the entrance."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._reader, self._writer = reader, writer

    @classmethod
    async def open(cls, door: Door) -> Raw:
        return cls(*await asyncio.open_connection("127.0.0.1", door.port))

    async def send(self, data: bytes) -> None:
        self._writer.write(data)
        await self._writer.drain()

    async def line(self) -> bytes:
        async with asyncio.timeout(PATIENCE):
            return await self._reader.readline()

    async def to_the_end(self) -> bytes:
        """All that comes until the entrance ends the connection."""
        async with asyncio.timeout(PATIENCE):
            try:
                return await self._reader.read()
            except ConnectionResetError:
                return b""

    async def close(self) -> None:
        self._writer.close()
        with suppress(ConnectionError):
            await self._writer.wait_closed()


GARBAGE = [
    b"GET / HTTP/1.1\r\nHost: table\r\n\r\n",
    b"SSH-1.5-old\r\n",
    b"SSH-2.0-\xff\xfe\r\n",
    b"x" * 9000,
    b"SSH-2.0-x\r\n" + b"\xff" * 64,
    b"SSH-2.0-x\r\n" + b"\x00" * 64,
    b"SSH-2.0-x\r\n\x00\x00\x00\x0c\x0a\x14" + b"\x00" * 10,
    b"\x00" * (1 << 20),
]


@driven
@pytest.mark.parametrize(
    "garbage",
    [pytest.param(it, marks=pytest.mark.long if number % 4 else ()) for number, it in enumerate(GARBAGE)],
    ids=range(len(GARBAGE)),
)
async def test_garbage_ends_its_connection_and_nothing_else(home: Path, garbage: bytes) -> None:
    async with entrance(home, Table()) as door:
        raw = await Raw.open(door)
        assert await raw.line() == b"SSH-2.0-galli-tui\r\n"
        with suppress(ConnectionError):
            await raw.send(garbage)
        await raw.to_the_end()
        await raw.close()
        async with connected(door) as connection, seated(connection) as screen:
            await screen.until("ready")


class Spoiler:
    """Stands between a client and the entrance, and changes one byte of what the client says."""

    def __init__(self, door: Door, at: int, mask: int) -> None:
        self._door, self._at, self._mask = door, at, mask
        self._lines: list[asyncio.Task[None]] = []

    async def __aenter__(self) -> int:
        self._server = await asyncio.start_server(self._came, "127.0.0.1", 0)
        return int(self._server.sockets[0].getsockname()[1])

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        await self._server.wait_closed()
        async with asyncio.timeout(PATIENCE):
            await asyncio.gather(*self._lines)

    def _came(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._lines.append(asyncio.create_task(self._line(reader, writer)))

    async def _line(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        inner, outer = await asyncio.open_connection("127.0.0.1", self._door.port)
        await asyncio.gather(self._pass(reader, outer, self._at), self._pass(inner, writer, -1))
        for end in (outer, writer):
            with suppress(ConnectionError):
                await end.wait_closed()

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, at: int) -> None:
        passed = 0
        with suppress(ConnectionError):
            while data := bytearray(await reader.read(1 << 12)):
                if passed <= at < passed + len(data):
                    data[at - passed] ^= self._mask
                passed += len(data)
                writer.write(data)
                await writer.drain()
        writer.close()


@driven
async def test_whatever_byte_of_a_client_is_spoiled_the_entrance_stands(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    chance = Random(7)
    plenty = RateLimit(1e6, 1e6)
    monkeypatch.setattr(admission, "ADDRESS_RATE", plenty)
    monkeypatch.setattr(admission, "TOTAL_RATE", plenty)
    async with entrance(home, Table()) as door:
        came = 0
        for _ in range(30):
            async with Spoiler(door, chance.randrange(5000), chance.randrange(1, 256)) as port:
                with suppress(OSError, asyncssh.Error, UnicodeDecodeError):
                    async with connected(door, port=port) as connection, seated(connection) as screen:
                        with suppress(AssertionError):
                            await screen.until("ready")
                            came += 1
        assert came < 30
        async with connected(door) as connection, seated(connection) as screen:
            await screen.until("ready")


@driven
async def test_who_says_nothing_is_not_waited_for(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "KEY_EXCHANGE_TIMEOUT", 0.05)
    async with entrance(home, Table()) as door:
        raw = await Raw.open(door)
        assert await raw.to_the_end() == b"SSH-2.0-galli-tui\r\n"
        await raw.close()


class Careful(asyncssh.SSHClient):
    """Someone who compares the fingerprint for as long as it takes, in a thread of its own."""

    def __init__(self) -> None:
        self.asked, self.answer = Event(), Event()

    def validate_host_public_key(self, host: str, addr: str, port: int, key: asyncssh.SSHKey) -> bool:
        self.asked.set()
        return self.answer.wait(PATIENCE)

    async def log_in(self, door: Door) -> str:
        """How it went."""
        known = asyncssh.import_known_hosts("")
        try:
            async with connected(door, client_factory=lambda: self, known_hosts=known, login_timeout=0):
                return "in"
        except (asyncssh.Error, OSError) as error:
            return str(error)


@driven
@pytest.mark.parametrize(("seconds", "comes_in"), [(120, True), (160, False)])
async def test_a_fingerprint_may_be_compared_for_two_minutes(
    home: Path, monkeypatch: pytest.MonkeyPatch, seconds: float, comes_in: bool
) -> None:
    loop = asyncio.get_running_loop()
    clock, careful = loop.time, Careful()
    async with entrance(home, Table()) as door:
        coming = asyncio.create_task(asyncio.to_thread(lambda: asyncio.run(careful.log_in(door))))
        assert await asyncio.to_thread(careful.asked.wait, PATIENCE)
        monkeypatch.setattr(loop, "time", lambda: clock() + seconds)
        for _ in range(10):
            await asyncio.sleep(0)  # What has its time now is done.
        careful.answer.set()
        assert (await coming == "in") == comes_in


@driven
async def test_a_crowd_waits_outside_and_friends_get_in_when_it_has_gone(home: Path) -> None:
    async with entrance(home, Table()) as door:
        crowd = [await Raw.open(door) for _ in range(admission.MAX_PER_ADDRESS)]
        for raw in crowd:
            assert (await raw.line()).startswith(b"SSH-2.0")
        for _ in range(50):
            late = await Raw.open(door)
            assert (await late.to_the_end()).startswith(b"Too many connections")
            await late.close()
        for raw in crowd:
            await raw.send(b"good bye\r\n")
            await raw.to_the_end()
            await raw.close()
        async with connected(door) as connection, seated(connection) as screen:
            await screen.until("ready")


@driven
async def test_closing_ends_those_who_have_not_logged_in(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssh, "END_TIMEOUT", 0.01)
    async with entrance(home, Table()) as door:
        raw = await Raw.open(door)
        await raw.line()
        await door.close()
        await raw.to_the_end()
        await raw.close()
        with pytest.raises(ConnectionRefusedError):
            await Raw.open(door)


def opened(home: Path) -> str:
    """The fingerprint that an entrance tells."""

    async def run() -> str:
        async with entrance(home, Table()) as door:
            return door.fingerprint

    return asyncio.run(run())


def test_the_hosts_key_is_made_once_and_for_its_owner_alone(home: Path) -> None:
    told = opened(home)
    assert stat.S_IMODE((home / HOST_KEY).stat().st_mode) == 0o600
    assert opened(home) == told
    assert asyncssh.read_private_key(home / HOST_KEY).get_fingerprint() == told
    assert [path.name for path in home.iterdir() if path.is_file()] == [HOST_KEY]


@pytest.mark.parametrize("content", [b"", b"x" * 10_000, b"-----BEGIN OPENSSH PRIVATE KEY-----\n"], ids=len)
def test_a_damaged_key_is_not_used(home: Path, content: bytes) -> None:
    opened(home)
    (home / HOST_KEY).write_bytes(content)
    with pytest.raises(EntranceError, match="damaged"):
        opened(home)


def test_a_key_that_others_can_read_is_not_used(home: Path) -> None:
    opened(home)
    (home / HOST_KEY).chmod(0o644)
    with pytest.raises(EntranceError, match="Others on this computer"):
        opened(home)


def test_a_home_that_is_none_is_said_so(home: Path) -> None:
    (home / "file").touch()
    with pytest.raises(SaveError):
        opened(home / "file")


def test_a_port_that_is_taken_is_said_so(home: Path) -> None:
    async def run(port: int) -> None:
        SshEntrance(home, Table().house).open(port, "127.0.0.1")

    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(EntranceError, match="another program has"):
        asyncio.run(run(taken.getsockname()[1]))


def test_without_its_library_it_says_what_to_install(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncssh", None)
    with pytest.raises(EntranceError, match=r"pip install '\.\[ssh\]'"):
        opened(home)


def test_a_fingerprint_looks_as_openssh_shows_it() -> None:
    public = asyncssh.import_public_key(
        "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJbFmf1Zo3+1YxN1FGDHzhVwdz2f2Rjk5dX5e7fS0QAc"
    )
    assert fingerprint(public.public_data) == public.get_fingerprint()


def test_a_guests_keys_are_those_of_its_folder(home: Path) -> None:
    folder = guest_folder(home, b"a key")
    assert guest_keys(folder) is None
    assert guest_keys(folder) is None, "asking makes none"
    own = load_identity(folder).public
    assert guest_keys(guest_folder(home, b"a key")) == own
    assert guest_keys(guest_folder(home, b"another")) is None
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
