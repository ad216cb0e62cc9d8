"""A guest with nothing but `ssh` plays at a table: takes a seat, chooses, loses the connection, and returns."""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from galli_tui.matches.network.live_network import LiveNetwork
from galli_tui.startup.exit_codes import Exit
from galli_tui.tables.network import HostOptions, HostPlan, NetworkError
from net.host.lobby import SeatAssignment
from net.ssh import pty_program, server
from net.ssh.pty_child import MEMORY, NICENESS
from net.status import Phase
from net.wire.messages import Attendance, SeatKind
from rules.engine.game import Options
from tests.support.asynchronous import driven
from tests.support.terminal import PATIENCE, Terminal

CLIENT = shutil.which("ssh") or ""
pytestmark = [pytest.mark.network, pytest.mark.skipif(not CLIENT, reason="there is no OpenSSH client here")]

PLAN = HostPlan(
    "campus-galli",
    Options(2, "versus", 1),
    (SeatAssignment(SeatKind.BOT, "Otmar", "", "novice"), SeatAssignment(SeatKind.OPEN)),
)


class Friend:
    """Someone with an SSH key and nothing else; `come` connects."""

    def __init__(self, folder: Path, port: int) -> None:
        self._folder = folder
        key = folder / "id_ed25519"
        subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", str(key)], check=True)
        options = (
            "IdentitiesOnly=yes",
            "IdentityAgent=none",
            "StrictHostKeyChecking=accept-new",
            f"UserKnownHostsFile={folder / 'known_hosts'}",
            "GlobalKnownHostsFile=/dev/null",
            "LogLevel=ERROR",
        )
        words = [word for option in options for word in ("-o", option)]
        self._command = [CLIENT, "-F", "/dev/null", "-i", str(key), *words, "-p", str(port), "anna@127.0.0.1"]

    def come(self) -> Terminal:
        return Terminal(home=self._folder, command=self._command)


def launcher_for_the_impatient(folder: Path) -> Path:
    """A launcher of friends' programs that lets them have the processor before the other tests are done with it."""
    usual = pty_program.LAUNCHER.read_text()
    prompt = usual.replace(f"NICENESS = {NICENESS}", "NICENESS = 0")
    assert prompt != usual
    launcher = folder / "launcher.py"
    launcher.write_text(prompt)
    return launcher


@driven
async def test_a_friend_over_ssh_returns_to_its_seat(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pty_program, "LAUNCHER", launcher_for_the_impatient(tmp_path))
    network = LiveNetwork()
    host_session = await network.host(PLAN, HostOptions(ssh_port=0))
    changed = asyncio.Event()
    host_session.subscribe(changed.set)

    async def until(holds: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE):
            while not holds():
                changed.clear()
                await changed.wait()

    def decided() -> int:
        """How much of the friend's stands in the log."""
        match = host_session.machine.match
        return match.log.counters[1] if match is not None else 0

    def attendance() -> Attendance | None:
        attendance = host_session.status.attendance
        return attendance.seats[1] if attendance is not None else None

    assert host_session.entrance is not None
    friend = Friend(tmp_path, host_session.entrance.port)
    code = host_session.status.code

    def sit_down() -> Terminal:
        terminal = friend.come()
        terminal.until(lambda screen: "Code" in screen, "the question for the code")
        terminal.settled()
        terminal.answer("stove-stork-100")
        terminal.press("ctrl+s")
        terminal.until(lambda screen: "not the code of this table" in screen, "the refusal")
        terminal.settled()
        terminal.answer("\x15")
        terminal.answer(code)
        terminal.press("ctrl+s")
        terminal.until(lambda screen: "Enter takes the selected seat" in screen, "the lobby")
        terminal.press("enter")
        terminal.until(lambda screen: "Take seat 2" in screen, "the form for a name")
        terminal.settled()
        terminal.press("ctrl+s")
        terminal.until(lambda screen: "Press y when you are ready" in screen, "the own seat")
        terminal.press("y")
        return terminal

    try:
        with await asyncio.to_thread(sit_down) as terminal:
            await until(lambda: host_session.status.seats[1].ready)
            assert host_session.status.seats[1].name == "anna"
            assert host_session.status.wrong_codes == 1
            host_session.begin()
            await until(lambda: host_session.status.phase is Phase.PLAYING)
            table = host_session.table()  # At which the bot plays.
            await asyncio.to_thread(terminal.until, lambda screen: "choose a card" in screen, "the hand")
            before = decided()
            await asyncio.to_thread(terminal.answer, "2")
            await asyncio.to_thread(terminal.answer, "enter")
            await until(lambda: decided() > before)
            terminal.kill()
            await until(lambda: attendance() is Attendance.AWAY)
        with await asyncio.to_thread(friend.come) as terminal:
            await asyncio.to_thread(terminal.until, lambda screen: "year 1, round 1" in screen, "its table")
            await until(lambda: attendance() is Attendance.ONLINE)
            assert "Code" not in await asyncio.to_thread(terminal.settled)
            assert host_session.status.phase is Phase.PLAYING
            terminal.press("\x11")
            assert await asyncio.to_thread(terminal.wait) == Exit.OK
            assert "Your seat is kept. Come back with the same ssh command." in terminal.after
        (copy,) = (home / "galli-tui" / "ssh").glob("*/matches/*")
        assert [copy.name] == [path.name for path in (home / "galli-tui" / "matches").iterdir()]
        table.close()
    finally:
        await network.end()


@driven
async def test_where_the_entrance_cannot_open_neither_does_the_table(home: Path) -> None:
    network = LiveNetwork()
    with socket.create_server(("", 0)) as taken, pytest.raises(NetworkError, match="another program has port"):
        await network.host(PLAN, HostOptions(ssh_port=taken.getsockname()[1]))
    await network.end()


def programs_of_friends() -> list[Path]:
    """What /proc says of the programs that the SSH entrance of this process runs."""
    parents = {
        path.parent: path.read_text().rpartition(")")[2].split()[1] for path in Path("/proc").glob("[0-9]*/stat")
    }
    return [path for path, parent in parents.items() if parent == str(os.getpid()) and "seat" in words_of(path)]


def words_of(process: Path) -> list[str]:
    return (process / "cmdline").read_text().split("\0")


def peak(process: Path) -> int:
    """KiB of memory that a process has had at once."""
    lines = (process / "status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


@driven
@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
async def test_a_stranger_who_types_without_end_fills_no_memory(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "INPUT_RATE", 1)  # So that what comes later than at once does not count here.
    network = LiveNetwork()
    host_session = await network.host(PLAN, HostOptions(ssh_port=0))
    assert host_session.entrance is not None
    friend = Friend(tmp_path, host_session.entrance.port)

    def flood() -> tuple[int, int, int]:
        with friend.come() as terminal:
            terminal.until(lambda screen: "Code" in screen, "the question for the code")
            terminal.settled()
            (program,) = programs_of_friends()
            assert f"Max data size             {MEMORY}" in (program / "limits").read_text()
            niceness = min(os.getpriority(os.PRIO_PROCESS, 0) + NICENESS, 19)
            assert os.getpriority(os.PRIO_PROCESS, int(program.name)) == niceness
            idle, sent = peak(program), 0
            while taken := terminal.offer(b"abcdefgh" * (1 << 16)):
                sent += taken
            return idle, peak(program), sent

    try:
        idle, most, sent = await asyncio.to_thread(flood)
    finally:
        await network.end()
    assert sent < 1 << 17
    assert most < idle * 1.2
