"""`galli-tui … --plain` as a real program at the other end of two pipes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import NamedTuple, Self

from galli_tui.plain.speech import spoken

_SEEN = re.compile(
    r"[\^#%~|<>{}*=]|\b(?:arrows?|click|mouse|cursor|screen|top line|footer)\b|\b(?:on|at|to) the (?:left|right)\b"
)
"""What has a meaning only for those who see: drawn signs, and words for places and keys of a screen."""
_TABLE_CODE = re.compile(r"\b[a-z]+-[a-z]+-\d{3}\b")
"""A table code, whose words are drawn and may be any, such as "mouse"."""
_SECONDS = 150.0
"""How long a program may run."""


class Spoken(NamedTuple):
    """How a program that read all its lines from a pipe ended."""

    code: int
    lines: list[str]
    """What it said; every line is fit for the ear."""
    errors: str


def environment(home: Path | None = None) -> dict[str, str]:
    """Return the environment of a terminal that can do nothing."""
    own = {name: value for name, value in os.environ.items() if name != "GALLI_TUI_DEBUG"}
    return {**own, "TERM": "dumb", **({} if home is None else {"GALLI_TUI_HOME": str(home)})}


def say_all(lines: bytes, *words: str, program: tuple[str, ...] = ("-m", "galli_tui")) -> Spoken:
    """Run the program with these words, give it all lines at once, and return what it said."""
    done = subprocess.run(
        (sys.executable, *program, *words),
        input=lines,
        capture_output=True,
        check=False,
        timeout=170,
        env=environment(),
    )
    errors = done.stderr.decode()
    assert "Traceback" not in errors
    said = done.stdout.decode().split("\n")[:-1]
    assert_plain(said)
    return Spoken(done.returncode, said, errors)


def assert_plain(lines: list[str]) -> None:
    """Check that no line has anything that is drawn or coloured, moves the cursor, or speaks of what is seen."""
    for line in lines:
        assert line == spoken(line) or line.strip() == "", line
        assert line.isprintable(), line
        assert not _SEEN.search(_TABLE_CODE.sub("", line)), line


class Talker:
    """A running program: lines go in one by one, and what it says comes out until it asks for the next."""

    def __init__(self, *words: str, home: Path | None = None, program: tuple[str, ...] = ("-m", "galli_tui")) -> None:
        self._process = subprocess.Popen(
            (sys.executable, *program, *words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment(home),
        )
        self.said: list[str] = []
        """Everything that it has said so far."""
        self._limit = Timer(_SECONDS, self._process.kill)
        """Ends a program that waits for a line while the test waits for words."""

    def __enter__(self) -> Self:
        self._limit.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, value: BaseException | None, tb: TracebackType | None) -> None:
        self._limit.cancel()
        self._process.kill()
        self._process.communicate()

    def until(self, *words: str) -> list[str]:
        """Return what it says up to a line with one of these words."""
        heard: list[str] = []
        assert self._process.stdout is not None
        while True:
            line = self._process.stdout.readline().decode()
            assert line, f"the program has ended: {self.said[-5:]}"
            heard.append(line.rstrip("\n"))
            self.said.append(heard[-1])
            assert_plain(heard[-1:])
            if any(it in heard[-1] for it in words):
                return heard

    def type(self, line: str) -> None:
        """Type a line."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def interrupt(self) -> None:
        """Press Ctrl+C."""
        self._process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """Close the input, and return the exit code once the program has ended."""
        rest, _ = self._process.communicate(timeout=60)
        self.said += rest.decode().split("\n")[:-1]
        assert_plain(self.said)
        return self._process.returncode
