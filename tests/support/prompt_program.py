"""`galli-tui` for tests that play whole matches: a decision that comes up after bots is answered almost at once.

Run it as `python -m tests.support.prompt_program`. That a key typed just then answers nothing is tested elsewhere.
"""

from __future__ import annotations

import sys

from galli_tui.__main__ import main
from galli_tui.screens.table.key_guard import KeyGuard

COMMAND = (sys.executable, "-m", "tests.support.prompt_program")

if __name__ == "__main__":
    KeyGuard.DELAY = 0.05
    sys.exit(main())
