"""Run by its path, as a program of its own: makes the terminal it stands on its own, and becomes the program named.

A new session has no terminal yet, and only a process of it can take one. Imports nothing of ours, so as to be quick.
"""

import fcntl
import os
import resource
import sys
import termios

if __name__ == "__main__":
    try:
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)
        # What such a program holds in memory, keys among it, is to be on no disk.
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.execv(sys.argv[1], sys.argv[1:])  # noqa: S606
    except OSError as error:
        sys.exit(f"The host could not open the game's terminal ({error.strerror}): please tell whoever hosts it.")
