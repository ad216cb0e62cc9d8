"""A match between two programs in plain mode: `host --plain` and `join --plain`, from the lobby to the last move."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from galli_tui.startup.exit_codes import Exit
from tests.support.plain_program import Talker

_OVER = "The match is over:"
_HOSTING = ("host", "--plain", "builders-duel", "--seats", "2", "--bind", "127.0.0.1", "--no-advertise")


def test_host_and_guest_play_a_whole_match(tmp_path: Path) -> None:
    with (
        Talker(*_HOSTING, home=tmp_path / "host") as host,
        ThreadPoolExecutor(2) as threads,
    ):
        heard = host.until("Lobby:")
        code = next(line.partition(": ")[2] for line in heard if line.startswith("The table code is"))
        address = next(line.split()[-1] for line in heard if line.startswith("Guests join with"))
        with Talker("join", "--plain", address, "--name", "Bruno", home=tmp_path / "guest") as guest:
            guest.until("Type the table code")
            guest.type("no code at all")
            guest.until("Type the table code")
            guest.type("help")
            guest.until("two words and a number")
            guest.type(code)
            guest.until("Type sit 2")
            guest.type("moves")
            guest.until("The match has not begun yet.")
            guest.type("sit")  # Only one seat is open.
            guest.until("Type ready")
            guest.type("ready")
            host.until("Everyone is here. Type start")
            host.type("start")
            both = [threads.submit(_play, host, "Notker"), threads.submit(_play, guest, "Bruno")]
            for one in both:
                one.result(timeout=150)
            guest.type("rematch")
            guest.until("Only the host can set up a rematch.")
            guest.type("quit")
            assert guest.end() == Exit.OK
            host.type("rematch")
            heard = host.until("Lobby:")
            assert any(line.startswith("The table code is") for line in heard)
            host.type("quit")
            assert host.end() == Exit.OK


def test_a_guest_whose_program_was_killed_comes_back_to_the_seat(tmp_path: Path) -> None:
    with Talker(*_HOSTING, home=tmp_path / "host") as host:
        heard = host.until("Lobby:")
        code = next(line.partition(": ")[2] for line in heard if line.startswith("The table code is"))
        address = next(line.split()[-1] for line in heard if line.startswith("Guests join with"))
        joining = ("join", "--plain", address, "--name", "Bruno")
        with Talker(*joining, home=tmp_path / "guest") as guest:
            guest.until("Type the table code")
            guest.type(code)
            guest.until("Type sit 2")
            guest.type("sit 2")
            guest.until("Type ready")
            guest.type("ready")
            host.until("Everyone is here. Type start")
            host.type("start")
            guest.until("Builders' Duel", "Waiting:", "Bruno:")
        host.until("Bruno", "away")
        with Talker(*joining, home=tmp_path / "guest") as again:
            again.until("Type the table code", "Waiting:", "Bruno:")
            if again.said[-1].startswith("Type the table code"):
                again.type(code)
                again.until("Waiting:", "Bruno:")
            again.type("who")
            again.until("Seat 1:")
            assert "Bruno" in again.until("Seat 2:")[-1]
            again.type("quit")
            assert again.end() == Exit.OK
        host.until("Bruno", "away")
        with Talker("resume", "--plain", home=tmp_path / "guest") as resumed:
            resumed.until("Waiting:", "Bruno:")
            resumed.type("quit")
            assert resumed.end() == Exit.OK
        host.type("quit")
        assert host.end() == Exit.OK


def _play(program: Talker, name: str) -> None:
    """List the moves and make the first whenever the program asks this player, until the match is over."""
    listed = False
    while not (line := program.until(f"{name}:", _OVER)[-1]).startswith(_OVER):
        if line.startswith(f"{name}:"):
            listed = not listed
            program.type("moves" if listed else "1")
