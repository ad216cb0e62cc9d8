"""A table with an SSH entrance: which program comes to it, as whom, and whom it knows again."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
import sys
from pathlib import Path

import pytest

from net.ssh.entrance import SshGuest
from net.ssh.keys import guest_folder
from net.ssh.table_entrance import (
    CODE_FILE,
    HANDOFF_VARIABLE,
    connection_label,
    guest_environment,
    inherited_sender,
    make_entrance,
    save_code,
    saved_code,
)
from net.wire.table_code import BadCode
from saves.storage.identity_file import load_identity
from tests.support.asynchronous import driven
from tests.support.ssh_entrance import PATIENCE, connected, folder_of, key, seated

pytestmark = pytest.mark.network

CODE = "cellar-heron-417"
HELLO = """
import os
from net.ssh.table_entrance import inherited_sender
with inherited_sender().connect() as table:
    table.sendall(b"hello")
    print("heard", table.recv(100).decode(), os.environ["GALLI_TUI_NAME"], flush=True)
"""


def nobody(sock: socket.socket, label: str, seated: bool) -> None:
    raise AssertionError(f"{label} has come")


def visitor(folder: Path, address: str = "192.168.1.20", user: str = "anna") -> SshGuest:
    return SshGuest(b"key", address, user, folder, "xterm", "")


@driven
async def test_a_guests_program_reaches_the_table(home: Path) -> None:
    came: asyncio.Queue[tuple[socket.socket, str]] = asyncio.Queue()
    words = (sys.executable, "-c", HELLO)
    door = make_entrance(home, lambda: CODE, lambda sock, label, _: came.put_nowait((sock, label)), words)
    door.open(0, "127.0.0.1")
    try:
        name = "Anna  von der Reichenau am See"
        async with connected(door, username=name) as connection, seated(connection) as screen:
            async with asyncio.timeout(PATIENCE):
                sock, label = await came.get()
                assert label == "ssh 127.0.0.1"
                loop = asyncio.get_running_loop()
                with sock:
                    assert await loop.sock_recv(sock, 100) == b"hello"
                    await loop.sock_sendall(sock, b"welcome")
                    await screen.until(r"heard welcome Anna von der Reichenau a\r")
    finally:
        await door.close()


@driven
async def test_a_key_that_has_shown_the_code_is_known_again(home: Path) -> None:
    anna = key()
    words = (sys.executable, "-c", "input()")
    changed = asyncio.Event()
    door = make_entrance(home, lambda: CODE, nobody, words, changed.set)
    door.open(0, "127.0.0.1")
    try:
        for kept, stays in ((None, False), ("stove-stork-100", False), (CODE, True)):
            async with connected(door, anna) as connection, seated(connection) as screen:
                async with asyncio.timeout(PATIENCE):
                    while not door.guests:
                        changed.clear()
                        await changed.wait()
                if kept:
                    save_code(folder_of(home, anna), kept)
                screen.process.stdin.write(b"\n")
                assert (await screen.process.wait()).exit_status == 0
            assert folder_of(home, anna).exists() == stays
    finally:
        await door.close()


@driven
async def test_the_code_of_another_table_is_not_tried_at_this_one(home: Path) -> None:
    anna = key()
    words = (sys.executable, "-c", f"import os; print(sorted(set(os.listdir()) & {{'{CODE_FILE}'}}), flush=True)")
    door = make_entrance(home, lambda: CODE, nobody, words)
    door.open(0, "127.0.0.1")
    try:
        folder = guest_folder(home, anna.public_data)
        for kept, there in (("stove-stork-100", r"\[\]"), (CODE, CODE_FILE)):
            folder.mkdir(parents=True, exist_ok=True)
            save_code(folder, kept)
            async with connected(door, anna) as connection, seated(connection) as screen:
                await screen.until(there)
    finally:
        await door.close()


@driven
async def test_the_holder_of_a_seat_comes_without_the_code_and_under_a_label_of_its_own(home: Path) -> None:
    anna = key()
    folder = guest_folder(home, anna.public_data)
    folder.mkdir(parents=True, exist_ok=True)
    save_code(folder, "stove-stork-100")
    holders = (load_identity(folder).public,)
    came = asyncio.Queue[tuple[socket.socket, str, bool]]()
    told = (
        "import socket, os; from net.ssh.table_entrance import inherited_sender, saved_code; from pathlib import Path; "
    )
    words = (sys.executable, "-P", "-c", f"{told}print(saved_code(Path.cwd())); inherited_sender().connect(); input()")

    def attached(sock: socket.socket, label: str, seated: bool) -> None:
        came.put_nowait((sock, label, seated))

    door = make_entrance(home, lambda: CODE, attached, words, holders=lambda: holders)
    door.open(0, "127.0.0.1")
    try:
        async with connected(door, anna) as connection, seated(connection) as screen, asyncio.timeout(PATIENCE):
            await screen.until(CODE)
            sock, label, by_seat = await came.get()
            sock.close()
            assert (label, by_seat) == (f"ssh {folder.name}", True)
    finally:
        await door.close()


def test_a_guests_addresses_count_separately(tmp_path: Path) -> None:
    assert connection_label(visitor(tmp_path)) == "ssh 192.168.1.20"
    assert connection_label(visitor(tmp_path, "::ffff:192.168.1.20")) == "ssh 192.168.1.20"
    assert connection_label(visitor(tmp_path, "2001:db8:1:2:3::4")) == "ssh 2001:db8:1:2::/64"


def test_a_program_gets_only_the_environment_it_needs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET", "of the host's")
    monkeypatch.setenv("GALLI_TUI_DEBUG", "1")
    hatch, other = socket.socketpair()
    with hatch, other:
        told = guest_environment(visitor(tmp_path, user="x" * 500), hatch)
        assert told["GALLI_TUI_HOME"] == told["HOME"] == str(tmp_path)
        assert told[HANDOFF_VARIABLE] == str(hatch.fileno())
        assert len(told["GALLI_TUI_NAME"]) <= 24
        assert not told.keys() & {"SECRET", "GALLI_TUI_DEBUG", "SSH_AUTH_SOCK", "USER", "PATH"}


def test_an_invalid_code_opens_nothing(home: Path) -> None:
    with pytest.raises(BadCode):
        make_entrance(home, lambda: "no code", nobody, ("any",))


def test_a_code_is_kept_for_its_owner_alone_and_read_again(tmp_path: Path) -> None:
    assert saved_code(tmp_path) == ""
    save_code(tmp_path, "Cellar heron 417")
    assert saved_code(tmp_path) == CODE
    assert stat.S_IMODE((tmp_path / CODE_FILE).stat().st_mode) == 0o600
    assert [path.name for path in tmp_path.iterdir()] == [CODE_FILE]
    for rubbish in (b"", b"\xff", b"x" * 1000):
        (tmp_path / CODE_FILE).write_bytes(rubbish)
        assert saved_code(tmp_path) == ""


@pytest.mark.parametrize("number", ["", "x", "-1", "9" * 20, "999999"])
def test_without_a_host_there_is_no_way_in(monkeypatch: pytest.MonkeyPatch, number: str) -> None:
    monkeypatch.setenv(HANDOFF_VARIABLE, number)
    with pytest.raises(OSError, match=r"."):
        inherited_sender()
    assert HANDOFF_VARIABLE not in os.environ
