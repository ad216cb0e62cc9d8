"""The exit codes that any command may end with; what a command adds of its own, `cli` says."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Codes that scripts may rely on; they never change their meaning."""

    OK = 0
    """It did what it was asked to do."""
    REFUSED = 1
    """A check did not pass: no sound match, components with a mistake. Or a seat may not be shown yet."""
    USAGE = 2
    """The command's words are off; the help says how they go."""
    NO_INPUT = 66
    """No such match, file, folder or clause."""
    TERMINAL = 69
    """The terminal at hand cannot show the game, or there is none."""
    FAULT = 70
    """A fault of the program itself: please report it."""
    SAVE = 74
    """The system did not let a file be read or written, or a match cannot be opened; nothing that was safe is lost."""
    NETWORK = 75
    """The table could not be opened to the network, e.g. because the port is in use."""
    INSTALLATION = 78
    """One of the program's packages is missing or belongs to another program."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C; as a shell counts it, 128 and the number of the signal."""
    PIPE = 141
    """Whoever was reading the output has gone; 128 and the number of the signal."""
