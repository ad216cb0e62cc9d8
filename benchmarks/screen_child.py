"""The programs that run in the terminal of `screen_speed`: `python -m benchmarks.screen_child NAME [DESCRIPTOR]`.

With a file descriptor, the program writes to it when its first complete frame is out and how much memory it used, and
ends.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from textual.app import App
    from textual.driver import Driver


def empty() -> App[None]:
    """Return an empty app."""
    from textual.app import App

    return App[None]()


def menu() -> App[None]:
    """Return our app as `galli-tui` without a command starts it."""
    from galli_tui.settings.file import load
    from galli_tui.startup.collector import pause_collector
    from galli_tui.terminal.capabilities import detect_terminal

    settings, terminal = load(), detect_terminal()
    pause_collector()
    from galli_tui.app import GalliApp

    return GalliApp(terminal, settings=settings)


def grid() -> App[None]:
    """Return an app with a bare grid and a cursor."""
    from benchmarks.bare_grid import GridApp

    return GridApp()


def table() -> App[None]:
    """Return our table in round 8, with a section to place that arrow keys move."""
    from galli_tui.app import GalliApp
    from galli_tui.matches.in_memory import InMemoryTable
    from galli_tui.matches.local import LocalMatchStore
    from galli_tui.tables.table import TablePlayer
    from galli_tui.terminal.capabilities import detect_terminal
    from rules.campus_galli.game import BOX
    from rules.campus_galli.laying_sections import LaySection
    from rules.engine.entropy import RandomStream
    from rules.engine.game import Options
    from rules.engine.secrecy import PUBLIC

    game = BOX.new(Options(1, "solo", 1))
    memory, chance = InMemoryTable(game, (TablePlayer("Anna", "red", here=True),), seed=3), RandomStream(bytes(8))
    while True:
        seat = memory.due.seats[0]
        moves = game.legal(memory.view(seat), seat)
        if isinstance(moves[0], LaySection) and memory.view(PUBLIC).round >= 8:
            return GalliApp(detect_terminal(), LocalMatchStore(), memory)
        memory.submit(chance.choice(moves))


def resume() -> App[None]:
    """Return our app at the table of the one saved match."""
    from galli_tui.startup.collector import pause_collector
    from galli_tui.terminal.capabilities import detect_terminal

    terminal = detect_terminal()
    pause_collector()
    from galli_tui.app import GalliApp
    from galli_tui.matches.local import LocalMatchStore

    match_store = LocalMatchStore()
    (saved,) = match_store.saved()
    return GalliApp(terminal, match_store, match_store.resume(saved.id))


APPS: dict[str, Callable[[], App[None]]] = {
    "empty": empty,
    "menu": menu,
    "grid": grid,
    "table": table,
    "resume": resume,
}


def main() -> None:
    """Run the app that is named."""
    app = APPS[sys.argv[1]]()
    if len(sys.argv) > 2:
        _report_first_frame(app, int(sys.argv[2]))
    app.run()


def peak_memory() -> int:
    """Return the most memory that this process has had, in kB; `ru_maxrss` would count its parent's as well."""
    found = re.search(r"^VmHWM:\s+(\d+) kB", Path("/proc/self/status").read_text(), re.MULTILINE)
    if found is None:
        raise OSError("this kernel does not report VmHWM")
    return int(found[1])


def _report_first_frame(app: App[None], descriptor: int) -> None:
    """Report once as many characters have been written as the screen has cells."""
    driver = app.get_driver_class()
    written, plain_write, plain_hook = 0, driver.write, app.post_display_hook

    def write(self: Driver, data: str) -> None:
        nonlocal written
        written += len(data)
        plain_write(self, data)

    def hook() -> None:
        plain_hook()
        if written >= app.size.width * app.size.height:
            os.write(descriptor, f"{time.monotonic()} {peak_memory()}".encode())
            app.exit()

    driver.write = write
    app.post_display_hook = hook


if __name__ == "__main__":
    main()
