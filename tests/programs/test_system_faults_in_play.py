"""Failing system calls during a match in a real terminal, local or hosted: no move reported as saved is lost."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from itertools import product, takewhile
from pathlib import Path

import pytest

from galli_tui.startup.exit_codes import Exit
from saves.storage.verify import verify_file
from tests.programs.test_network_play import hosting, seated
from tests.support.saved_matches import galli, hot_seat
from tests.support.system_faults import SystemFault, injected, why_not
from tests.support.table_steps import free_port
from tests.support.terminal import Terminal

TOLD = (
    *(SystemFault("write", error, "2") for error in ("ENOSPC", "EDQUOT", "EIO", "EROFS", "EFBIG")),
    *(SystemFault("fsync", error, "3") for error in ("ENOSPC", "EIO")),
    *(SystemFault("lseek", "EIO", when) for when in ("12", "13+")),
    *(SystemFault("read,pread64", error, when) for error, when in product(("EIO", "ESTALE"), ("8", "9+"))),
    *(SystemFault("newfstatat,fstat", "EIO", when) for when in ("24", "25", "26+")),
    SystemFault("write", "ENOSPC", "3+"),
    SystemFault("write,ftruncate", "EDQUOT", "2+"),
    SystemFault("fsync,ftruncate", "EIO", "2+"),
)
"""In the middle of a match, in calls on its file, that the player is to be told of."""
UNTOLD = (
    *(SystemFault(call, "EINTR", "2") for call in ("write", "fsync")),
    *(SystemFault(call, "EINTR", when) for call, when in (("read,pread64", "8"), ("lseek", "8"), ("openat", "3"))),
    SystemFault("close", "EIO", "8+"),
)
"""That need not concern the player: a call that is made again, and the file that is closed at the end."""
AT_THE_OPENING = [
    SystemFault(call, error, str(when))
    for call, error, most in (
        ("openat", "EMFILE", 9),
        ("openat", "EINTR", 3),
        ("read", "EIO", 6),
        ("flock", "EIO", 1),
        ("newfstatat,fstat", "EIO", 22),
        ("lseek", "EIO", 3),
        ("getdents64", "EIO", 4),
        ("close", "EIO", 8),
    )
    for when in range(1, most + 1)
]
"""While a match is opened to go on with it."""


@pytest.fixture
def tracer() -> None:
    """Skips the test where no calls can be made to fail."""
    if why := why_not():
        pytest.skip(why)


def table_in_a_terminal(home: Path, words: Sequence[str] = ("resume",), before: Sequence[str] = ()) -> Terminal:
    """The match that was saved last, gone on with; the tracer, if there is one, stands beside the program."""
    tracing = (before[0], "-D", *before[1:]) if before else ()
    command = (*tracing, sys.executable, "-m", "galli_tui")
    return Terminal(*words, home=home, columns=120, rows=36, command=command)


def go_on(terminal: Terminal) -> None:
    """One key that brings the match on, or two."""
    if "f flip" in terminal.text:
        terminal.insist("tab")
    terminal.insist("enter")


def until_told(terminal: Terminal, log: Path) -> str:
    """Plays until a call has failed and the table says so; returns the sentence, and closes it."""
    for _ in range(60):
        if injected(log):
            break
        go_on(terminal)
    terminal.until(lambda screen: refusal(screen) != "", "what failed")
    sentence = refusal(terminal.settled())
    terminal.insist("enter")
    return sentence


def refusal(screen: str) -> str:
    """What the dialog says that tells of a move or round that was not saved; empty if there is none."""
    rows = screen.splitlines()
    if (
        not any("could not be made" in row or "could not be started" in row for row in rows)
        or "or press Enter or Esc" not in screen
    ):
        return ""
    top = next(row for row in rows if re.search("╭─{30,}╮", row))
    inside = slice(top.index("╭─") + 1, top.rindex("─╮") + 1)
    return " ".join(" ".join(row[inside] for row in rows[rows.index(top) + 1 : -2]).split())


def log_of(terminal: Terminal) -> list[str]:
    """What the table says has happened, from the first line to the last."""
    screen = ""
    for _ in range(20):
        screen = terminal.settled()
        if "╭─ Log" in screen and "Esc goes back" in screen:
            break
        dialog, handover = "Enter or Esc closes" in screen, "nter when ready" in screen
        terminal.press("escape" if dialog else "enter" if handover else "l")
        terminal.watch_change(screen, 1.0)
    terminal.press("escape")
    terminal.until(lambda screen: "╭─ Log" not in screen, "the table")
    rows = [line.strip("│▸ ") for line in screen.splitlines()[1:-3]]
    assert rows[0] == "Each player is dealt 16 cards."
    events = takewhile(lambda row: row not in ("Seat changes", "Chat", "Notices"), rows)
    return [row for row in events if row]


def leaves(terminal: Terminal) -> int:
    """Goes to the menu and ends the program; returns its exit code."""
    while not terminal.until_end_or(lambda _: True):
        screen = terminal.settled()
        closes_for_others = "Close the table?" in screen
        terminal.press("escape" if "Enter or Esc closes" in screen else "y" if closes_for_others else "q")
        terminal.watch_change(screen, 1.0)
    return terminal.wait()


def bears_at_the_table(home: Path, tmp_path: Path, fault: SystemFault, *, told: bool) -> str:
    """Plays at this computer until calls fail; all that the screen announced is in the file. Returns the sentence."""
    path, log, sentence = hot_seat(6).path, tmp_path / "log", ""
    with table_in_a_terminal(home, before=fault.before(log, (path, path.parent))) as terminal:
        terminal.until(lambda screen: "versus" in screen, "the table")
        if told:
            sentence = until_told(terminal, log)
        for _ in range(2 if told else 14):
            go_on(terminal)
        announced = log_of(terminal)
        assert leaves(terminal) == Exit.OK
        assert "Traceback" not in terminal.after
    assert injected(log)
    assert galli("verify", path.name).code == Exit.OK
    with table_in_a_terminal(home) as terminal:
        terminal.until(lambda screen: "versus" in screen, "the table again")
        again = log_of(terminal)
        assert again[: len(announced)] == announced
        before = path.read_bytes()
        for _ in range(60):
            if len(path.read_bytes()) > len(before):
                break
            go_on(terminal)
        assert leaves(terminal) == Exit.OK
    assert path.read_bytes().startswith(before)
    assert len(path.read_bytes()) > len(before)
    assert galli("verify", path.name).code == Exit.OK
    return sentence


@pytest.mark.usefixtures("tracer")
def test_a_disk_that_fills_up_in_the_middle_of_a_match_costs_no_move(home: Path, tmp_path: Path) -> None:
    sentence = bears_at_the_table(home / "galli-tui", tmp_path, SystemFault("write", "ENOSPC", "2"), told=True)
    assert "The disk is full" in sentence
    assert "make room and try again" in sentence


@pytest.mark.long
@pytest.mark.usefixtures("tracer")
@pytest.mark.parametrize("fault", TOLD, ids=str)
def test_a_fault_in_the_middle_of_a_match_is_told_and_costs_no_move(
    home: Path, tmp_path: Path, fault: SystemFault
) -> None:
    sentence = bears_at_the_table(home / "galli-tui", tmp_path, fault, told=True)
    assert "could not be" in sentence
    assert "safe" in sentence or "Nothing was lost" in sentence


@pytest.mark.long
@pytest.mark.usefixtures("tracer")
@pytest.mark.parametrize("fault", UNTOLD, ids=str)
def test_a_passing_fault_in_the_middle_of_a_match_costs_no_move(home: Path, tmp_path: Path, fault: SystemFault) -> None:
    bears_at_the_table(home / "galli-tui", tmp_path, fault, told=False)


def in_turn(terminal: Terminal) -> None:
    """A key of a player whose turn it may be."""
    terminal.settled()
    if "Waiting" not in terminal.text.splitlines()[-2]:
        if "f flip" in terminal.text:
            terminal.press("tab")
            terminal.settled()
        terminal.press("enter")
        terminal.watch(0.5)  # The other program hears of it.


@pytest.mark.long
@pytest.mark.network
@pytest.mark.usefixtures("tracer")
@pytest.mark.parametrize(
    "fault",
    [
        *(SystemFault("write", error, when) for error, when in product(("ENOSPC", "EIO"), ("1", "2", "3", "4+"))),
        *(SystemFault("fsync", "EIO", when) for when in ("3", "5")),
        SystemFault("write,ftruncate", "EDQUOT", "2+"),
        SystemFault("pread64,read", "EIO", "9"),
    ],
    ids=str,
)
def test_a_fault_at_a_host_costs_neither_it_nor_its_guest_a_move(tmp_path: Path, fault: SystemFault) -> None:
    port = free_port()
    anna, bruno, log = tmp_path / "anna", tmp_path / "bruno", tmp_path / "log"
    with hosting(anna, port) as host, seated(host, bruno, port) as guest:
        host.kill()
        guest.kill()
    (path,), (copy,) = ((home / "matches").iterdir() for home in (anna, bruno))
    hosts = ("host", "--resume", path.name)
    with Terminal("join", home=bruno, columns=120, rows=36) as guest:
        with table_in_a_terminal(anna, hosts, fault.before(log, (path,))) as host:
            host.until(lambda screen: "Ctrl+S resumes" in screen, "the lobby")
            guest.until(lambda screen: "Enter returns to your seat" in screen, "the way back")
            guest.press("enter")
            host.until(lambda screen: "Everyone is ready" in screen or "here" in screen, "the guest")
            host.press("ctrl+s")
            for terminal in (host, guest):
                terminal.until(lambda screen: "choose a card" in screen, "the table")
            for _ in range(40):
                if injected(log):
                    break
                in_turn(host)
                in_turn(guest)
            assert injected(log)
            in_turn(host)
            in_turn(guest)
            announced = [log_of(terminal) for terminal in (host, guest)]
            host.kill()
        assert [verify_file(file).problem for file in (path, copy)] == [None, None]
        before = len(path.read_bytes())
        with table_in_a_terminal(anna, hosts) as host:
            host.until(lambda screen: "Ctrl+S resumes" in screen, "the lobby again")
            host.press("ctrl+s")
            for terminal, lines in zip((host, guest), announced, strict=True):
                terminal.until(lambda screen: "versus" in screen and "no connection" not in screen, "all")
                assert log_of(terminal)[: len(lines)] == lines
            for _ in range(40):
                if len(path.read_bytes()) > before + 3000:
                    break
                in_turn(host)
                in_turn(guest)
            assert len(path.read_bytes()) > before + 3000
    assert [verify_file(file).problem for file in (path, copy)] == [None, None]


@pytest.mark.long
@pytest.mark.usefixtures("tracer")
def test_a_match_that_cannot_be_opened_is_refused_in_a_sentence_and_stays_as_it_is(home: Path, tmp_path: Path) -> None:
    path, log, failed, refused = hot_seat(6).path, tmp_path / "log", 0, 0
    before = path.read_bytes()
    for fault in AT_THE_OPENING:
        with table_in_a_terminal(home / "galli-tui", before=fault.before(log, (path, path.parent))) as terminal:
            if terminal.until_end_or(lambda screen: "versus" in screen):
                assert terminal.wait() in {*Exit} - {Exit.OK, Exit.FAULT}, (fault, terminal.text)
                assert terminal.text.strip().endswith("."), (fault, terminal.text)
                refused += 1
            else:
                assert leaves(terminal) == Exit.OK, fault
        failed += injected(log)
        assert path.read_bytes() == before, fault
    print(f"{len(AT_THE_OPENING)} faults, {failed} failed calls, {refused} refusals")
    assert failed >= len(AT_THE_OPENING) * 0.9
