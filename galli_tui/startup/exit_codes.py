"""The exit codes of all commands."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Codes that scripts may rely on; they never change their meaning."""

    OK = 0
    """Success."""
    REFUSED = 1
    """A check failed: no valid match, or components with an error. Or a seat may not be shown yet."""
    USAGE = 2
    """Wrong arguments."""
    NO_INPUT = 66
    """No such match, file, folder or clause."""
    TERMINAL = 69
    """No terminal, or an unsuitable one."""
    FAULT = 70
    """An internal error: please report it."""
    SAVE = 74
    """A file could not be read or written, or a match cannot be opened; everything saved before is safe."""
    NETWORK = 75
    """A network error, e.g. because the port is in use."""
    INSTALLATION = 78
    """One of the program's packages is missing or belongs to another program, or one of its files is damaged."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C; 128 plus the number of the signal, as shells count."""
    PIPE = 141
    """The reader of the output has gone; 128 plus the number of the signal."""
