"""A stand-in for the guest's program behind the SSH entrance: it reports what it received and obeys commands.

size, env, tty, fd N     says it            echo WORDS   says them        flood N   writes so many bytes
exit N                   ends so            deaf         ends at no signal  sleep   reads no more
"""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path


def say(*words: object) -> None:
    os.write(1, f"{' '.join(map(str, words))}\n".encode())  # A signal may come in the middle, and says something too.


def size(*_: object) -> None:
    say("size", *os.get_terminal_size(0))


def ended(number: int, _: object) -> None:
    Path(os.environ["GALLI_TUI_HOME"], "ended").write_text(signal.Signals(number).name)
    os._exit(0)


def is_open(number: int) -> bool:
    """Return whether this descriptor is open, except the one that listed them."""
    try:
        os.fstat(number)
    except OSError:
        return False
    return number > 2


def obey(word: str, rest: str) -> None:
    match word:
        case "size":
            size()
        case "env":
            say("env", *(f"{name}={value}" for name, value in sorted(os.environ.items())), "end")
        case "tty":
            with Path("/dev/tty").open() as own:
                same = os.ttyname(own.fileno()) and os.tcgetpgrp(0) == os.getpgrp() == os.getsid(0) == os.getpid()
            say("tty", "own" if same else "not own")
        case "fds":
            say("fds", *filter(is_open, sorted(int(file.name) for file in Path("/dev/fd").iterdir())), "end")
        case "flood":
            os.write(1, b"#" * int(rest))
            say("flooded")
        case "deaf":
            for number in (signal.SIGHUP, signal.SIGTERM):
                signal.signal(number, signal.SIG_IGN)
            say("deaf")
            while True:
                signal.pause()
        case "exit":
            sys.exit(int(rest))
        case _:
            say(word, rest)


if __name__ == "__main__":
    signal.signal(signal.SIGWINCH, size)
    for number in (signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, ended)
    say("ready", os.environ["TERM"] or "-", os.getpid())
    for line in sys.stdin:
        obey(*f"{line.strip()} ".split(" ", 1))
