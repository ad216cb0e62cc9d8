"""Whole programs in real terminals at one table over loopback: players join, leave and return."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from galli_tui.cli.host_join import code_for
from galli_tui.startup.exit_codes import Exit
from net.discovery.address import own_addresses
from saves.storage.file_contents import parse_records
from saves.storage.match_file import MatchFile
from tests.support.table_steps import begin, code_of, free_port, sees, sit_down
from tests.support.terminal import Terminal

pytestmark = pytest.mark.network

CARD = re.compile(r"[▸ ][12] ([ \d/]{4}\d [a-z].*)")
"""A line of the hand: its place, the turn orders in five columns and what the card is for."""


@pytest.fixture
def port() -> int:
    """Return a free port of this computer."""
    return free_port()


def hosting(home: Path, port: int) -> Terminal:
    words = ("host", "campus-galli", "--mode", "versus", "--here", "1=Anna", "--port", str(port))
    return Terminal(*words, home=home)


def cards_in_hand(terminal: Terminal) -> list[str]:
    """Return the two cards of a hand as they are shown, once both are."""
    return CARD.findall(terminal.until(lambda screen: len(CARD.findall(screen)) == 2, "a hand of two cards"))


def test_guest_and_host_play_are_lost_and_return(tmp_path: Path, port: int) -> None:
    with hosting(tmp_path / "anna", port) as host:
        code = code_of(host)
        with Terminal("join", f"127.0.0.1:{port}", "--code", code, "--name", "Bruno", home=tmp_path / "bruno") as guest:
            sit_down(guest)
            begin(host)
            sees(host, "Anna: choose a card")
            sees(guest, "Bruno: choose a card")
            hand = cards_in_hand(guest)
            guest.kill()
        with Terminal("join", home=tmp_path / "bruno") as guest:
            sees(guest, "Your matches at other hosts")
            sees(guest, "Enter returns to your seat")
            guest.press("enter")
            sees(guest, "Bruno: choose a card")
            assert cards_in_hand(guest) == hand
            host.kill()
            sees(guest, "no connection")
            saved = next((tmp_path / "anna" / "matches").iterdir()).name
            with Terminal("host", "--resume", saved, home=tmp_path / "anna") as again:
                assert code_of(again) == code
                sees(again, f":{port}")
                again.press("ctrl+s")
                sees(again, "Anna: choose a card")
                sees(guest, "Bruno: choose a card")


def seated(host: Terminal, home: Path, port: int) -> Terminal:
    """A guest who has come, sat down and begun the match with the host."""
    guest = Terminal("join", f"127.0.0.1:{port}", "--code", code_of(host), "--name", "Bruno", home=home)
    sit_down(guest)
    begin(host)
    sees(host, "Anna: choose a card")
    sees(guest, "Bruno: choose a card")
    return guest


@pytest.mark.parametrize("begun", [False, pytest.param(True, marks=pytest.mark.long)])
def test_a_host_that_opens_an_older_copy_is_stopped_and_fetches_the_rest(
    tmp_path: Path, port: int, *, begun: bool
) -> None:
    anna, bruno = tmp_path / "anna", tmp_path / "bruno"
    with hosting(anna, port) as host, seated(host, bruno, port) as guest:
        (saved,) = (anna / "matches").iterdir()
        older, known = saved.read_bytes(), len(entries(saved))
        host.press("1", "enter")
        guest.press("1", "enter")
        host.until(lambda screen: "Anna: choose a card" not in screen, "a choice that is made")
        (copy,) = (bruno / "matches").iterdir()
        host.until(lambda _: len(entries(copy)) > known, "a guest that has more than the older file")
        host.kill()
        sees(guest, "no connection")
        newer = entries(copy)
        if begun:
            guest.kill()
        saved.write_bytes(older)
        with Terminal("host", "--resume", saved.name, home=anna) as again:
            if begun:
                sees(again, "Ctrl+S resumes without them")
                again.press("ctrl+s")
                sees(again, "Anna: choose a card")
                with Terminal("join", home=bruno) as back:
                    sees(back, "Enter returns to your seat")
                    back.press("enter")
                    sees(again, "Your file is an older copy of this match. Bruno's")
                    again.press("enter")
                    sees(again, "This file is an older copy: F fetches what is missing.")
                    fetched(again, saved, newer)
            else:
                sees(again, "This file is an older copy: F fetches what is missing.")
                fetched(again, saved, newer)


def entries(saved: Path) -> tuple[bytes, ...]:
    """The entries of the match in a file."""
    return parse_records(MatchFile.view(saved).records, saved).entries


def fetched(host: Terminal, saved: Path, newer: tuple[bytes, ...]) -> None:
    host.press("F")
    host.until(lambda _: entries(saved)[: len(newer)] == newer, "what was fetched")
    host.until(lambda screen: "older copy" not in screen, "a table that goes on")


def test_after_a_code_change_a_guest_rejoins_without_it(tmp_path: Path, port: int) -> None:
    bruno = tmp_path / "bruno"
    with hosting(tmp_path / "anna", port) as host:
        old = code_of(host)
        with seated(host, bruno, port) as guest:
            host.press("o")
            sees(host, f"The table code is {old}")
            host.press("N")
            sees(host, "Create a new table code?")
            host.press("y")
            host.until(lambda screen: "table code is" in screen and old not in screen, "another code")
            new = code_of(host)
            guest.kill()
        with Terminal("join", home=bruno) as guest:
            sees(guest, "Enter returns to your seat")
            guest.press("enter")
            sees(guest, "Bruno: choose a card")
        for code, told in ((old, "This is not the code of this table"), (new, "year 1, round 1")):
            words = ("join", f"127.0.0.1:{port}", "--watch", "--code", code)
            with Terminal(*words, home=tmp_path / "clara") as watching:
                sees(watching, told)


@pytest.mark.parametrize("by", ["environment", pytest.param("input", marks=pytest.mark.long), "words"])
def test_the_code_comes_by_another_way_than_the_command_line(tmp_path: Path, port: int, *, by: str) -> None:
    with hosting(tmp_path / "anna", port) as host:
        code = code_of(host)
        program = (sys.executable, "-m", "galli_tui", "join", f"127.0.0.1:{port}")
        piped = ("sh", "-c", f'echo {code} | "$@"', "sh", *program, "--code", "-")
        words = (*program, "--code", code) if by == "words" else piped if by == "input" else program
        environment = {"GALLI_TUI_CODE": code} if by == "environment" else {}
        with Terminal(command=words, environment=environment, home=tmp_path / "bruno") as guest:
            sees(guest, "Enter takes the selected seat")
            assert (b"can see the code" in guest.written) == (by == "words")


def test_the_code_is_taken_out_of_the_environment_that_other_programs_get(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GALLI_TUI_CODE", "abbey-acorn-417")
    assert code_for("") == "abbey-acorn-417"
    words = (sys.executable, "-c", "import os; print(os.environ.get('GALLI_TUI_CODE', 'none'))")
    assert subprocess.run(words, check=True, capture_output=True, text=True).stdout == "none\n"


@pytest.mark.parametrize("source", ["printf 'cellar\\377heron\\n' | ", "exec 0<&-; "])
def test_what_is_no_code_on_standard_input_is_an_error_in_words(tmp_path: Path, source: str) -> None:
    program = (sys.executable, "-m", "galli_tui", "join", "127.0.0.1", "--code", "-")
    with Terminal(command=("sh", "-c", f'{source}"$@"', "sh", *program), home=tmp_path) as guest:
        assert guest.wait() == Exit.USAGE
        assert "code" in guest.text


def test_a_table_that_is_bound_and_not_advertised_is_found_by_its_address_alone(tmp_path: Path, port: int) -> None:
    words = ("host", "campus-galli", "--mode", "versus", "--here", "1=Anna", "--port", str(port), "--bind", "127.0.0.1")
    with Terminal(*words, "--no-advertise", home=tmp_path / "anna") as host:
        code = code_of(host)
        screen = sees(host, f"galli-tui join 127.0.0.1:{port}")
        assert "finds this table" not in screen
        assert "other addresses" not in screen
        with Terminal("join", home=tmp_path / "bruno") as looking:
            sees(looking, "none yet")
            assert "Anna" not in looking.settled()
        with Terminal("join", f"127.0.0.1:{port}", "--code", code, home=tmp_path / "bruno") as guest:
            sees(guest, "Enter takes the selected seat")
        beyond = [host for host in own_addresses() if host not in ("127.0.0.1", "::1")]
        for other in beyond:
            with pytest.raises(OSError, match=r"."), socket.create_connection((other, port), 5):
                pass


def test_an_address_of_another_computer_cannot_be_listened_on(tmp_path: Path, port: int) -> None:
    with Terminal("host", "campus-galli", "--port", str(port), "--bind", "192.0.2.77", home=tmp_path / "anna") as host:
        assert host.wait() == Exit.NETWORK
        assert "This computer does not have the address 192.0.2.77" in host.text


@pytest.mark.parametrize("address", ["255.255.255.255", "224.0.0.1", "::1%lo", "fe80::1"])
def test_an_address_that_nobody_can_join_opens_no_table(tmp_path: Path, port: int, address: str) -> None:
    with Terminal("host", "campus-galli", "--port", str(port), "--bind", address, home=tmp_path / "anna") as host:
        assert host.wait() == Exit.USAGE
        assert f"A table cannot listen on '{address}'" in host.text


def test_a_wrong_code_is_reported_and_corrected(tmp_path: Path, port: int) -> None:
    with hosting(tmp_path / "anna", port) as host:
        code = code_of(host)
        wrong = "abbey-abbot-100"
        with Terminal("join", f"127.0.0.1:{port}", "--code", wrong, home=tmp_path / "bruno") as guest:
            sees(guest, "This is not the code of this table")
            guest.press(*["\x7f"] * len(wrong))
            sees(guest, "from the host's screen")
            guest.press(code.upper().replace("-", " "))
            sees(guest, code.upper().replace("-", " "))
            guest.press("ctrl+s")
            sees(guest, "Enter takes the selected seat")
        sees(host, "1 wrong code entered so far.")


def test_a_port_that_is_taken_ends_the_program_with_its_reason(tmp_path: Path, port: int) -> None:
    with socket.create_server(("", port)), hosting(tmp_path / "anna", port) as host:
        assert host.wait() == Exit.NETWORK
        assert "port" in host.text


def test_a_saved_match_that_is_not_there_is_not_opened(tmp_path: Path) -> None:
    with Terminal("host", "--resume", "4f3a", home=tmp_path / "anna") as host:
        assert host.wait() == Exit.NO_INPUT
        assert "No saved match has an id that begins with" in host.text
