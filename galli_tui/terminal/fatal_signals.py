"""The signals that are meant to end a program at once, with a dump of its memory."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable


def end_by_signal(restore: Callable[[], None]) -> None:
    """Call `restore` on SIGQUIT and SIGABRT, then end by the same signal. What is ignored stays ignored.

    Nothing can be done where the system's own `abort` or another fatal signal ends the process inside a library.
    """

    def end(number: int, _: object) -> None:
        restore()
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)

    if os.name == "posix":
        for number in (signal.SIGQUIT, signal.SIGABRT):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, end)
