"""Run by its path, as a program of its own: makes the terminal it stands on its own, and becomes the program named.

A new session has no terminal yet, and only a process of it can take one. What the program may take of the computer is
bounded here as well. Imports nothing of ours, so as to be quick.
"""

import fcntl
import os
import resource
import sys
import termios

MEMORY = 384 << 20
"""Bytes of data. The guest's program has some 65 MB of it, 85 at times; a thread's stack counts with 8."""
NICENESS = 10
"""The host's own program and table go first."""


def limit_resources() -> None:
    """Lower the limits of this process for good, and its priority."""
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    # What such a program holds in memory, keys among it, is to be on no disk.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(NICENESS)
    try:
        # Where Linux groups processes by session, niceness counts within the group alone, and this is a group's own.
        with open("/proc/self/autogroup", "w") as group:  # noqa: PTH123
            group.write(str(NICENESS))
    except OSError:
        pass


if __name__ == "__main__":
    try:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        limit_resources()
        os.execv(sys.argv[1], sys.argv[1:])  # noqa: S606
    except OSError as error:
        sys.exit(f"The host could not open the game's terminal ({error.strerror}): please tell whoever hosts it.")
