"""The program in a real terminal: other locales, floods of input, signals, and internal errors."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from galli_tui.settings.file import NAME as SETTINGS
from galli_tui.startup.exit_codes import Exit
from galli_tui.terminal.driver import CHUNK
from saves.storage.settings import NAME
from tests.support.terminal import Terminal

MENU = "Learn a game"
LATIN = {"LANG": "de_DE.ISO-8859-1"}
PLAYER = {"GALLI_TUI_DEBUG": ""}
BAD = (
    b"\xff",
    "äöüß".encode("latin-1"),
    b"\xc0\xaf",  # overlong
    b"\xed\xa0\x80",  # a surrogate
    b"\xe2\x82",  # a character cut off
    b"\x1b[9999999u",  # a key beyond Unicode
    b"\x1b[55296u",  # a key that is a surrogate
    b"\x1b[<35;99999999999999;99999999999999M",  # a mouse out of this world
    b"\x1b[48;9999;9999;1;1t",  # a window of a hundred million cells
    b"\x1b[<0;5;5M\x1b[<32;70;20M\x1b[<0;70;20m",  # the mouse, dragged across the screen
)
KERNEL = 1 << 15
"""Bytes that a terminal may hold for a program that reads nothing."""
FLOOD = 1 << 19


def at_menu(terminal: Terminal) -> None:
    terminal.until(lambda screen: MENU in screen, "the menu")
    terminal.settled()


def peak(pid: int) -> int:
    """KiB of memory that a process has had at once."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM:"))


def altered(*lines: str) -> list[str]:
    """The program with lines of ours run before it."""
    script = "\n".join((*lines, "import sys", "from galli_tui.__main__ import main", "sys.exit(main(sys.argv[1:]))"))
    return [sys.executable, "-c", script]


def given_back(terminal: Terminal) -> bool:
    """Whether the terminal is as it was: its modes, the screen of before, no mouse, the cursor."""
    pairs = ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?1003h", b"\x1b[?1003l"), (b"\x1b[?25l", b"\x1b[?25h"))
    return terminal.modes == terminal.modes_before and all(
        terminal.written.rfind(taken) < terminal.written.rfind(back) for taken, back in pairs
    )


@pytest.mark.parametrize("environment", [{}, LATIN], ids=["UTF-8", "ISO-8859-1"])
def test_any_typed_input_is_harmless(tmp_path: Path, environment: dict[str, str]) -> None:
    with Terminal(home=tmp_path, environment=environment) as terminal:
        at_menu(terminal)
        for data in BAD:
            terminal.send(data)
            terminal.answer("down")
            terminal.answer("up")
        terminal.press("escape")  # The mouse has opened the form.
        at_menu(terminal)
        terminal.press("q")
        assert terminal.wait() == Exit.OK


@pytest.mark.parametrize(
    ("environment", "typed", "shown"),
    [
        ({}, "Jürg".encode(), "Jürg"),
        ({}, "Jürg".encode("latin-1"), "J\ufffdrg"),
        (LATIN, "Jürg".encode("latin-1"), "Jurg"),
    ],
    ids=["UTF-8", "Latin-1 where UTF-8 is expected", "ISO-8859-1"],
)
def test_letters_arrive_in_the_encoding_of_the_locale(
    tmp_path: Path, environment: dict[str, str], typed: bytes, shown: str
) -> None:
    with Terminal(home=tmp_path, environment=environment) as terminal:
        at_menu(terminal)
        terminal.answer("ctrl+p")
        terminal.send(typed)
        terminal.until(lambda screen: shown in screen, shown)


@pytest.mark.parametrize(
    "pasted", ["Adalbert" * 400, "\r\nAdalbert\r\nBurchard"], ids=["too long", "on the second line"]
)
def test_of_a_paste_a_field_takes_what_it_has_room_for(tmp_path: Path, pasted: str) -> None:
    with Terminal("play", "campus-galli", "--mode", "solo", home=tmp_path) as terminal:
        terminal.until(lambda screen: "choose a card" in screen, "the table")
        terminal.settled()
        terminal.answer("f1")
        terminal.answer("/")
        terminal.send(f"\x1b[200~{pasted}\x1b[201~".encode())
        terminal.until(lambda screen: "Adalbert" in screen, "the beginning of it")


def test_what_is_pasted_into_a_field_does_not_inject_control_sequences(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        at_menu(terminal)
        terminal.answer("ctrl+p")
        terminal.send("\x1b[200~A\x1b]0;title\x07\u009b2J\u202eB\x1b[201~".encode())
        terminal.until(lambda screen: "A]0;title2JB" in screen, "what of it can be typed")
        assert not any(char in terminal.written for char in (b"\x1b]0;title", "\u009b".encode(), "\u202e".encode()))


LAGS = {
    "all of it": "def lag(app): open({gate!r}).read()",
    "an answer": "async def lag(app): await asyncio.to_thread(open({gate!r}).read)",
}


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize(
    "lag",
    [pytest.param(lag, marks=() if name == "all of it" else pytest.mark.long, id=name) for name, lag in LAGS.items()],
)
def test_what_is_typed_while_the_program_lags_waits_in_the_kernel(tmp_path: Path, lag: str) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    lagging = altered(
        "import asyncio",
        "from galli_tui.app import GalliApp",
        lag.format(gate=str(gate)),
        "GalliApp.action_help = lag",
    )
    with Terminal(home=tmp_path / "home", command=lagging) as terminal:
        at_menu(terminal)
        idle = peak(terminal.pid)
        terminal.press("f1")
        with gate.open("w"):  # The program lags from here until this is closed.
            sent = 0
            while taken := terminal.offer(b"x" * (FLOOD - sent)):
                sent += taken
            assert sent <= KERNEL + CHUNK
        assert any(terminal.offer(b"x") for _ in range(60))  # It takes more again.
        assert peak(terminal.pid) < idle * 1.2
        terminal.signal(signal.SIGTERM)
        assert terminal.wait() == Exit.OK


FAULTS = {
    "reading": (
        "from galli_tui.terminal.input_parser import InputParser",
        "def fail(*_): raise ValueError('the pouch holds a wing')",
        "InputParser.feed = fail",
    ),
    "an action": (
        "from galli_tui.screens.start.menu import MenuScreen",
        "def fail(*_): raise ValueError('the pouch holds a wing')",
        "MenuScreen.action_new = MenuScreen.on_key = fail",
    ),
    "panic": (
        "from galli_tui.app import GalliApp",
        "GalliApp.on_key = lambda app, event: app.panic('the pouch holds a wing')",
    ),
    "the driver": (
        "from textual.drivers.linux_driver import LinuxDriver",
        "def fail(driver): raise ValueError('the pouch holds a wing')",
        "LinuxDriver._request_terminal_sync_mode_support = fail",
    ),
}


@pytest.mark.parametrize(
    ("lines", "debugging"),
    [
        pytest.param(
            lines,
            debugging,
            marks=pytest.mark.long if debugging and name != "an action" else (),
            id=f"{name}-for a {'report' if debugging else 'player'}",
        )
        for name, lines in FAULTS.items()
        for debugging in (False, True)
    ],
)
def test_a_fault_ends_in_a_sentence_with_the_terminal_given_back(
    tmp_path: Path, lines: tuple[str, ...], debugging: bool
) -> None:
    with Terminal(
        home=tmp_path, command=altered(*lines), columns=200, environment={} if debugging else PLAYER
    ) as terminal:
        if "LinuxDriver" not in lines[0]:
            at_menu(terminal)
            terminal.press("x")
        assert terminal.wait() == Exit.FAULT
        said = " ".join(terminal.after.split())
        assert "stopped because of an internal error" in said
        assert "the pouch" not in said
        assert ("in fail" in said) == (debugging and "def fail" in lines[1])
        assert given_back(terminal)


@pytest.mark.parametrize("number", [signal.SIGQUIT, signal.SIGABRT], ids=lambda it: it.name)
def test_a_signal_that_dumps_core_gives_the_terminal_back(tmp_path: Path, number: signal.Signals) -> None:
    with Terminal(home=tmp_path) as terminal:
        at_menu(terminal)
        assert terminal.modes != terminal.modes_before
        terminal.signal(number)
        assert terminal.wait() == -number
        assert given_back(terminal)
        assert terminal.written.rfind(b"\x1b[22;2t") < terminal.written.rfind(b"\x1b[23;2t")


def test_stopped_and_continued_it_continues(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        at_menu(terminal)
        terminal.signal(signal.SIGTSTP)
        os.waitid(os.P_PID, terminal.pid, os.WSTOPPED | os.WNOWAIT)
        terminal.settled()
        assert given_back(terminal)
        terminal.signal(signal.SIGCONT)
        terminal.until(lambda screen: MENU in screen, "the menu")
        terminal.settled()
        assert not given_back(terminal)
        terminal.answer("down")
        terminal.press("q")
        assert terminal.wait() == Exit.OK


@pytest.mark.parametrize(
    "numbers",
    [(signal.SIGCONT,), (signal.SIGSTOP, signal.SIGCONT), (signal.SIGTSTP, signal.SIGCONT, signal.SIGCONT)],
    ids=lambda numbers: "+".join(number.name for number in numbers),
)
def test_continued_after_any_stop_or_none_it_answers_and_gives_the_terminal_back(
    tmp_path: Path, numbers: tuple[signal.Signals, ...]
) -> None:
    with Terminal(home=tmp_path) as terminal:
        at_menu(terminal)
        for number in numbers:
            terminal.signal(number)
            if number is not signal.SIGCONT:
                os.waitid(os.P_PID, terminal.pid, os.WSTOPPED | os.WNOWAIT)
            else:
                terminal.watch(0.5)
        terminal.until(lambda screen: MENU in screen, "the menu")
        terminal.settled()
        terminal.answer("down")
        terminal.press("q")
        assert terminal.wait() == Exit.OK
        assert given_back(terminal)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP], ids=lambda it: it.name)
def test_continued_while_it_ends_it_gives_the_terminal_back(tmp_path: Path, number: signal.Signals) -> None:
    with Terminal(home=tmp_path) as terminal:
        at_menu(terminal)
        terminal.signal(number)
        terminal.signal(signal.SIGCONT)
        assert terminal.wait() == Exit.OK
        assert given_back(terminal)


@pytest.mark.parametrize(
    "columns", ["0", "\u00b2", *(pytest.param(columns, marks=pytest.mark.long) for columns in ("40", "999999"))]
)
def test_the_window_is_as_large_as_the_terminal_says_whatever_the_environment_says(
    tmp_path: Path, columns: str
) -> None:
    elsewhere = ["sh", "-c", 'exec "$@" > /dev/null', "sh", sys.executable, "-m", "galli_tui"]
    sizes = {"COLUMNS": columns, "LINES": columns}
    with Terminal(home=tmp_path, columns=120, rows=36, environment=sizes, command=elsewhere) as terminal:
        at_menu(terminal)
        assert terminal.text.splitlines()[-1].endswith("^p more")
        assert len(terminal.text.splitlines()[-1]) > 110
        terminal.resize(100, 30)
        terminal.until(lambda screen: screen.splitlines()[-1].endswith("^p more"), "the last line of the new window")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
def test_a_window_of_billions_of_cells_takes_no_memory(tmp_path: Path) -> None:
    with Terminal(home=tmp_path) as terminal:
        at_menu(terminal)
        idle = peak(terminal.pid)
        terminal.announce(65535, 65535)
        terminal.watch(0.5)
        terminal.announce(80, 24)
        terminal.until(lambda screen: MENU in screen, "the menu again")
        terminal.settled()
        terminal.answer("down")
        assert peak(terminal.pid) < idle * 1.5


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no named pipes here")
@pytest.mark.parametrize("name", [NAME, SETTINGS])
def test_a_named_pipe_in_the_settings_place_does_not_hold_up_the_start(tmp_path: Path, name: str) -> None:
    os.mkfifo(tmp_path / name)
    with Terminal(home=tmp_path, newcomer=True) as terminal:
        terminal.until(lambda screen: "Your name" in screen, "the first screen")
