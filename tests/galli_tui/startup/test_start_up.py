"""What a start does before the first frame of the menu, and what it leaves for later."""

from __future__ import annotations

import gc
import subprocess
import sys

from galli_tui.startup.collector import pause_collector, resume_collector
from tests.support.paths import ROOT

LATER = (
    "galli_tui.bots",
    "galli_tui.games",
    "galli_tui.matches",
    "galli_tui.tables",
    "rules.engine",
    "saves.format",
    "saves.storage.library",
    "net.match_log",
    "nacl",
    "tomlkit",
)
"""What is needed once a match is opened, listed or set up, or a setting changed."""


def test_the_menu_loads_nothing_that_only_a_match_needs() -> None:
    program = "import sys, galli_tui.cli.opening, galli_tui.app; print(*sys.modules)"
    done = subprocess.run((sys.executable, "-c", program), capture_output=True, text=True, check=True, cwd=ROOT)
    loaded = done.stdout.split()
    assert "galli_tui.screens.start.menu" in loaded
    assert [name for name in loaded if name.startswith(LATER)] == []


def test_the_collector_rests_until_the_app_is_ready() -> None:
    pause_collector()
    try:
        assert not gc.isenabled()
    finally:
        resume_collector()
        kept = gc.get_freeze_count()
        gc.unfreeze()
    assert gc.isenabled()
    assert kept > 0
