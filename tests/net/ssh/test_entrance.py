"""The SSH entrance: who gets in, what it gets there, and what it does not."""

from __future__ import annotations

import asyncio
import os
import re
import signal
from collections.abc import Callable, Generator
from contextlib import AsyncExitStack, contextmanager
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from asyncssh.constants import MSG_USERAUTH_REQUEST
from asyncssh.packet import Boolean, String
from asyncssh.public_key import SSHLocalKeyPair

from net.ssh import entrance as ssh
from net.ssh import pty_program, server
from net.ssh.entrance import SshGuest
from net.ssh.pty_program import ProgramCommand
from tests.support.asynchronous import driven
from tests.support.ssh_entrance import PATIENCE, Screen, Table, connected, entrance, folder_of, key, nobody, seated

pytestmark = pytest.mark.network


@driven
async def test_a_key_gets_a_terminal_of_its_own_with_the_program_in_it(home: Path) -> None:
    table = Table()
    async with entrance(home, table) as door, connected(door) as connection, seated(connection) as screen:
        await screen.until(r"ready xterm-256color \d+")
        await screen.ask("size", r"size 100 30\r")
        await screen.ask("tty", r"tty own\r")
        assert (await screen.ask("fds", r"fds ([\d ]*)end"))[1] == ""
        await screen.ask("exit 7", "exit")
        assert (await screen.process.wait()).exit_status == 7
        (visitor,) = table.visitors
        assert visitor.address == "127.0.0.1"


@driven
@pytest.mark.parametrize("kind", ["ssh-rsa", "ecdsa-sha2-nistp256", "ssh-ed25519"])
async def test_keys_of_all_usual_kinds_will_do(home: Path, kind: str) -> None:
    async with entrance(home, table := Table()) as door, connected(door, anna := key(kind)) as connection:
        async with seated(connection) as screen:
            await screen.until("ready")
        assert [visitor.fingerprint for visitor in table.visitors] == [anna.get_fingerprint()]


@driven
async def test_the_window_may_change_its_size(home: Path) -> None:
    async with entrance(home, Table()) as door, connected(door) as connection, seated(connection) as screen:
        await screen.until("ready")
        screen.process.change_terminal_size(132, 43)
        await screen.until(r"size 132 43\r")
        screen.process.change_terminal_size(2**32 - 1, 2**31)
        await screen.until(r"size 500 200\r")
        screen.process.change_terminal_size(0, 0)
        await screen.until(r"size 80 24\r")


@driven
async def test_of_the_callers_environment_only_the_kind_of_terminal_comes_across(home: Path) -> None:
    sent = {"COLORTERM": "truecolor", "PYTHONPATH": "/tmp", "LANG": "C", "GALLI_TUI_HOME": "/tmp"}
    async with entrance(home, Table()) as door, connected(door) as connection, seated(connection, env=sent) as screen:
        found = (await screen.ask("env", r"env (.*) end"))[1].split()
        names = {name.partition("=")[0]: name.partition("=")[2] for name in found}
        assert names["TERM"] == "xterm-256color"
        assert names["COLORTERM"] == "truecolor"
        assert names["GALLI_TUI_HOME"].startswith(str(home / "ssh"))
        assert names.keys() <= {"TERM", "COLORTERM", "GALLI_TUI_HOME", "LC_CTYPE"}


@driven
@pytest.mark.parametrize(
    "term",
    [
        "",
        "../../etc/passwd",
        "xterm\x1b[2J",
        pytest.param("x" * 65, marks=pytest.mark.long),
        pytest.param("-v", marks=pytest.mark.long),
    ],
)
async def test_a_terminal_without_a_proper_name_has_none(home: Path, term: str) -> None:
    kind = {"term_type": term, "request_pty": "force"}
    async with entrance(home, Table()) as door, connected(door) as connection, seated(connection, **kind) as screen:
        await screen.until(r"ready - \d+")


@driven
async def test_a_flood_of_variables_is_not_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    channels: list[Any] = []

    make = server._Channel  # pyright: ignore[reportPrivateUsage]

    def recorded(connection: asyncssh.SSHServerConnection) -> object:
        channels.append(make(connection))
        return channels[-1]

    monkeypatch.setattr(server, "_Channel", recorded)
    sent = {f"VARIABLE_{number}": "x" * 100 for number in range(500)} | {"COLORTERM": "x" * 33}
    async with entrance(home, Table()) as door, connected(door) as connection, seated(connection, env=sent) as screen:
        await screen.until("ready")
        assert [dict(channel.get_environment_bytes()) for channel in channels] == [{}]


@driven
async def test_a_command_is_refused_in_words(home: Path) -> None:
    async with entrance(home, Table()) as door, connected(door) as connection:
        done = await connection.run("cat /etc/passwd")
        assert (done.stderr.strip(), done.stdout, done.exit_status) == (server.NO_SHELL, "", server.REFUSED_EXIT_CODE)


@driven
async def test_a_command_on_a_terminal_is_refused_too(home: Path) -> None:
    async with entrance(home, Table()) as door, connected(door) as connection:
        done = await connection.run("sh", term_type="xterm")
        assert (done.stderr.strip(), done.exit_status) == (server.NO_SHELL, server.REFUSED_EXIT_CODE)


@driven
async def test_without_a_terminal_there_is_nothing(home: Path) -> None:
    async with entrance(home, table := Table()) as door, connected(door) as connection:
        done = await connection.run(None)
        assert (done.stderr.strip(), done.exit_status) == (server.NO_TERMINAL, server.REFUSED_EXIT_CODE)
        assert not table.visitors


@driven
async def test_files_ports_and_agents_do_not_pass(home: Path, tmp_path: Path) -> None:
    async with entrance(home, table := Table()) as door, connected(door, agent_forwarding=True) as connection:
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_connection("127.0.0.1", door.port)
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_unix_connection("/run/any")
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", door.port)
        with pytest.raises(asyncssh.ChannelListenError):
            await connection.forward_remote_path(str(tmp_path / "socket"), "/run/any")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.open_tun()
        with pytest.raises((asyncssh.ChannelOpenError, asyncssh.SFTPError)):
            await connection.start_sftp_client()
        assert not table.visitors


@driven
async def test_a_connection_has_one_session(home: Path) -> None:
    async with entrance(home, Table()) as door, connected(door) as connection, seated(connection) as screen:
        await screen.until("ready")
        with pytest.raises(asyncssh.ChannelOpenError):
            await connection.create_process(term_type="xterm")
        await screen.ask("echo still here", "still here\r\necho still here")


@driven
async def test_a_client_that_wants_no_terminal_is_removed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "REQUEST_TIMEOUT", 0.05)
    async with entrance(home, Table()) as door, connected(door) as connection:
        await connection.wait_closed()


@driven
async def test_no_other_way_to_log_in(home: Path) -> None:
    async with entrance(home, Table()) as door:
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(door, password="cellar-heron-417", client_keys=None):
                pass


class Liar(SSHLocalKeyPair):
    """Offers someone else's public key, and signs with its own."""

    def __init__(self, own: asyncssh.SSHKey, other: asyncssh.SSHKey) -> None:
        super().__init__(own, None, None, None)
        self.public_data = other.public_data


@driven
async def test_a_key_counts_only_for_who_has_it(home: Path) -> None:
    anna, bruno = key(), key()
    async with entrance(home, table := Table()) as door:
        with pytest.raises(asyncssh.PermissionDenied):
            async with connected(door, client_keys=[Liar(bruno, anna)]):
                pass
        async with connected(door, client_keys=[Liar(bruno, anna), bruno]) as connection, seated(connection) as screen:
            await screen.until("ready")
        assert [visitor.key for visitor in table.visitors] == [bruno.public_data]


class Racer(SSHLocalKeyPair):
    """Signs with its own key, and offers another one in the same breath."""

    def __init__(self, own: asyncssh.SSHKey, offer: Callable[[], None]) -> None:
        super().__init__(own, None, None, None)
        self._offer = offer

    def sign(self, data: bytes) -> bytes:
        asyncio.get_running_loop().call_soon(self._offer)
        return super().sign(data)


@driven
async def test_a_key_that_is_only_offered_while_another_is_checked_does_not_count(home: Path) -> None:
    anna, bruno = key(), key()
    connections: list[Any] = []

    class Client(asyncssh.SSHClient):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            connections.append(conn)

    def offer() -> None:
        words = (Boolean(False), String(b"ssh-ed25519"), String(anna.public_data))  # noqa: FBT003
        packet = connections[0]._get_userauth_request_packet(b"publickey", words)
        connections[0].send_userauth_packet(MSG_USERAUTH_REQUEST, packet[1:])
        offers.append(packet)

    offers: list[bytes] = []
    own = [Racer(bruno, offer)]
    async with entrance(home, table := Table()) as door:
        async with (
            connected(door, client_keys=own, client_factory=Client) as connection,
            seated(connection) as screen,
        ):
            await screen.until("ready")
        assert [visitor.key for visitor in table.visitors] == [bruno.public_data]
        assert len(offers) == 1


@driven
async def test_nobody_may_try_keys_for_ever(home: Path) -> None:
    anna = key()
    tries = [Liar(key(), anna) for _ in range(server.MAX_OFFERED_KEYS)]
    async with entrance(home, Table()) as door:
        with pytest.raises(asyncssh.DisconnectError):
            async with connected(door, client_keys=[*tries, anna]):
                pass


def ended_by(table: Table) -> str:
    return (table.visitors[0].folder / "ended").read_text()


@driven
async def test_the_program_ends_with_the_connection(home: Path) -> None:
    async with entrance(home, table := Table()) as door:
        table.known.add(folder_of(home, anna := key()))
        async with connected(door, anna) as connection, seated(connection) as screen:
            await screen.until("ready")
            connection.abort()
        await nobody(door)
        assert ended_by(table) == "SIGHUP"


@driven
async def test_the_program_ends_when_nothing_more_will_be_typed(home: Path) -> None:
    async with entrance(home, table := Table()) as door:
        table.known.add(folder_of(home, anna := key()))
        async with connected(door, anna) as connection, seated(connection) as screen:
            await screen.until("ready")
            screen.process.stdin.write_eof()
            await nobody(door)
        assert ended_by(table) == "SIGHUP"


@driven
async def test_a_program_that_will_not_end_is_killed(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pty_program, "KILL_AFTER", 0.05)
    async with entrance(home, Table()) as door, connected(door) as connection, seated(connection) as screen:
        number = int((await screen.until(r"ready \S+ (\d+)\r"))[1])
        await screen.ask("deaf", "deaf\r\ndeaf")
        connection.abort()
        await nobody(door)
        with pytest.raises(ProcessLookupError):
            os.kill(number, 0)


@driven
async def test_the_terminal_of_a_killed_program_is_made_sane(home: Path) -> None:
    async with entrance(home, Table()) as door, connected(door) as connection, seated(connection) as screen:
        number = int((await screen.until(r"ready \S+ (\d+)\r"))[1])
        os.kill(number, signal.SIGKILL)
        await screen.until(re.escape("\x1b[?1003l"))
        assert (await screen.process.wait()).exit_status == pty_program.KILLED


@driven
async def test_a_program_that_cannot_start_is_said_so(home: Path) -> None:
    class Broken(Table):
        @contextmanager
        def program(self, visitor: SshGuest) -> Generator[ProgramCommand, None, None]:
            raise OSError("no more processes")
            yield

    async with entrance(home, Broken()) as door, connected(door) as connection:
        done = await connection.run(None, term_type="xterm")
        assert "could not start the game" in done.stderr


@driven
async def test_what_the_program_writes_waits_for_a_slow_reader(home: Path) -> None:
    async with entrance(home, Table()) as door, connected(door) as connection, seated(connection) as screen:
        await screen.until("ready")
        screen.process.stdout.channel.pause_reading()
        screen.process.stdin.write(b"flood 2000000\n")
        await screen.process.stdin.drain()
        screen.process.stdout.channel.resume_reading()
        written = b""
        async with asyncio.timeout(PATIENCE):
            while not written.endswith(b"flooded\r\n"):
                written += await screen.process.stdout.read(1 << 16)
        assert written.count(b"#") == 2_000_000


@driven
async def test_the_host_ends_all_with_a_word(home: Path) -> None:
    async with entrance(home, table := Table()) as door, connected(door) as connection, seated(connection) as screen:
        await screen.until("ready")
        table.known.add(table.visitors[0].folder)
        await door.close()
        done = await screen.process.wait()
        assert "host has closed" in done.stderr.decode()
        assert ended_by(table) == "SIGTERM"


@driven
async def test_a_key_that_comes_twice_continues_in_its_later_session(home: Path) -> None:
    anna = key()
    async with entrance(home, table := Table()) as door, connected(door, anna) as first, seated(first) as old:
        await old.until("ready")
        async with connected(door, anna) as second, seated(second) as new:
            await new.until("ready")
            assert "connected again with the same key" in (await old.process.wait()).stderr.decode()
            assert len({visitor.folder for visitor in table.visitors}) == 1
            assert len(door.guests) == 1
            await new.ask("echo on", "echo on")


@driven
async def test_three_from_one_address_and_those_with_the_code_come_first(home: Path) -> None:
    async with entrance(home, table := Table()) as door, AsyncExitStack() as stack:
        screens: list[Screen] = []
        for _ in range(3):
            connection = await stack.enter_async_context(connected(door))
            screens.append(await stack.enter_async_context(seated(connection)))
            await screens[-1].until("ready")
        async with connected(door, late := key()) as stranger:
            done = await stranger.run(None, term_type="xterm")
            assert "All 3 places" in done.stderr
            assert not folder_of(home, late).exists()
        table.known |= {folder_of(home, anna := key()), table.visitors[0].folder}
        async with connected(door, anna) as player, seated(player) as screen:
            await screen.until("ready")
            assert "given to a player who has the table code" in (await screens[1].process.wait()).stderr.decode()
            assert {visitor.key for visitor in door.guests} >= {anna.public_data, table.visitors[0].key}


@driven
async def test_a_stranger_without_the_code_must_leave(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ssh, "CODE_TIMEOUT", 0.05)
    async with entrance(home, table := Table()) as door:
        async with connected(door) as connection, seated(connection) as screen:
            assert "five minutes" in (await screen.process.wait()).stderr.decode()
        assert not table.visitors[0].folder.exists()


@driven
async def test_the_folder_of_a_player_stays(home: Path) -> None:
    async with entrance(home, table := Table()) as door:
        for known in (True, False):
            anna = key()
            if known:
                table.known.add(folder_of(home, anna))
            async with connected(door, anna) as connection, seated(connection) as screen:
                await screen.until("ready")
            await nobody(door)
            assert folder_of(home, anna).exists() == known
        async with connected(door, anna) as connection, seated(connection) as screen:
            await screen.until("ready")
            (folder_of(home, anna) / "matches").mkdir()
            (folder_of(home, anna) / "matches" / "any.galli").touch()
        await nobody(door)
        assert folder_of(home, anna).exists()
        assert (folder_of(home, anna).parent.stat().st_mode & 0o777, folder_of(home, anna).stat().st_mode & 0o777) == (
            0o700,
            0o700,
        )
