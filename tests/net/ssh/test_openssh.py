"""The SSH entrance and the client that most people have: OpenSSH's own, in a real terminal."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from net.ssh.server import NO_SHELL, REFUSED_EXIT_CODE
from tests.support.asynchronous import driven
from tests.support.ssh_entrance import Door, Table, entrance, key, nobody

CLIENT = shutil.which("ssh") or ""
pytestmark = [
    pytest.mark.network,
    pytest.mark.skipif(not CLIENT, reason="there is no OpenSSH client here"),
]


class Friend:
    """Someone with an SSH key and nothing else."""

    def __init__(self, folder: Path, door: Door) -> None:
        self._door = door
        self._key = folder / "id_ed25519"
        self._key.touch(mode=0o600)
        self._key.write_bytes(key().export_private_key())
        self._known = folder / "known_hosts"
        self._options = ["-F", "/dev/null", "-i", str(self._key)]
        for option in (
            f"UserKnownHostsFile={self._known}",
            "GlobalKnownHostsFile=/dev/null",
            "IdentitiesOnly=yes",
            "IdentityAgent=none",
            "StrictHostKeyChecking=ask",
        ):
            self._options += ["-o", option]

    def words(self, *more: str, port: str = "-p") -> list[str]:
        return [*self._options, port, str(self._door.port), *more]

    def spawn(self, *more: str) -> Any:
        start: Callable[..., Any] = getattr(pexpect, "spawn")  # noqa: B009
        words = self.words(*more, "anna@127.0.0.1")
        child: Any = start(CLIENT, words, dimensions=(30, 100), encoding="utf-8", timeout=30)
        return child

    def meet(self) -> Any:
        """Comes for the first time, and compares the fingerprint."""
        child = self.spawn()
        child.expect_exact(self._door.fingerprint)
        child.expect_exact("continue connecting")
        child.sendline("yes")
        return child

    def run(self, program: str, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([program, *words], capture_output=True, text=True, timeout=60, check=False)


@driven
async def test_a_friend_comes_with_nothing_but_ssh(home: Path, tmp_path: Path) -> None:
    def play(friend: Friend) -> int:
        child = friend.meet()
        child.expect_exact("ready xterm-256color")
        child.sendline("size")
        child.expect_exact("size 100 30")
        child.setwinsize(40, 120)
        child.expect_exact("size 120 40")
        child.sendline("exit 5")
        child.expect(pexpect.EOF)
        child.close()
        return child.exitstatus

    async with entrance(home, Table()) as door:
        assert await asyncio.to_thread(play, Friend(tmp_path, door)) == 5


@driven
async def test_a_friend_whose_window_is_closed_leaves_nothing_running(home: Path, tmp_path: Path) -> None:
    def leave(friend: Friend) -> None:
        child = friend.meet()
        child.expect_exact("ready")
        child.close(force=True)

    async with entrance(home, Table()) as door:
        await asyncio.to_thread(leave, Friend(tmp_path, door))
        await nobody(door)


@driven
async def test_the_escape_of_the_client_ends_it_too(home: Path, tmp_path: Path) -> None:
    def leave(friend: Friend) -> None:
        child = friend.meet()
        child.expect_exact("ready")
        child.send("\r~.")
        child.expect(pexpect.EOF)
        child.close()

    async with entrance(home, Table()) as door:
        await asyncio.to_thread(leave, Friend(tmp_path, door))
        await nobody(door)


@driven
async def test_no_command_no_files_no_forwarding(home: Path, tmp_path: Path) -> None:
    def ask(friend: Friend) -> None:
        child = friend.meet()
        child.expect_exact("ready")
        child.close(force=True)
        there = "anna@127.0.0.1"
        done = friend.run("ssh", *friend.words(there, "cat", "/etc/passwd"))
        assert (done.stdout, done.stderr.strip(), done.returncode) == ("", NO_SHELL, REFUSED_EXIT_CODE)
        target = tmp_path / "taken"
        assert friend.run("scp", *friend.words(f"{there}:/etc/passwd", str(target), port="-P")).returncode != 0
        assert not target.exists()
        forwarded = friend.run(
            "ssh", *friend.words("-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1", "-N", there)
        )
        assert "forwarding failed" in forwarded.stderr
        through = friend.run("ssh", *friend.words("-W", f"127.0.0.1:{door.port}", there))
        assert "prohibited" in through.stderr or "failed" in through.stderr

    async with entrance(home, Table()) as door:
        await asyncio.to_thread(ask, Friend(tmp_path, door))
