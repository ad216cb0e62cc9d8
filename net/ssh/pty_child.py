"""A program of its own, run by its path: takes its terminal as controlling terminal, then becomes the named program.

A new session has no controlling terminal, and only a process of that session can take one. Also limits the resources
of the program. Imports nothing of this project, to start quickly.
"""

import fcntl
import os
import resource
import sys
import termios

MEMORY = 384 << 20
"""Bytes of data. The guest's program usually has 65 MB, at times 85; each thread's stack counts with 8."""
NICENESS = 10
"""Leaves the processor to the host's own program first."""


def limit_resources() -> None:
    """Lower the limits and the priority of this process for good."""
    hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
    most = MEMORY if hard == resource.RLIM_INFINITY else min(MEMORY, hard)
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))
    # The memory of the program, which contains keys, must not get on a disk.
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.nice(NICENESS)
    try:
        # Where Linux groups processes by session, niceness counts only within the group, so the group needs its own.
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
        sys.exit(f"The host could not start the game ({error.strerror}). Please tell the host.")
