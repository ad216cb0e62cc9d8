"""`simulate` as a program that receives a signal once this number of matches is recorded.

python -m tests.support.lab_program SIGNAL MATCHES group|self WORDS...
"""

from __future__ import annotations

import os
import signal
import sys

from galli_tui.__main__ import main
from galli_tui.lab.results import Results
from galli_tui.lab.runs import MatchResult
from galli_tui.lab.workers import Job


def fall(job: Job) -> MatchResult:
    """Kill the process that plays."""
    os._exit(1)


if __name__ == "__main__":
    name, matches, whom, *words = sys.argv[1:]
    add = Results.add

    def add_and_be_hit(self: Results, result: MatchResult) -> None:
        add(self, result)
        if len(self.kept) == int(matches):
            os.kill(0 if whom == "group" else os.getpid(), signal.Signals[name])

    Results.add = add_and_be_hit
    sys.exit(main(words))
