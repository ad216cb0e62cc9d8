"""How this program is started again: the commands that it names must work where they are typed."""

from __future__ import annotations

import shlex
import shutil
import sys
from pathlib import Path
from typing import Final

NAME: Final = "galli-tui"
"""The name of the installed program."""


def own_command(words: str = "", *, plain: bool = False) -> str:
    """Return the command that starts this program with these words: as it was started, or by its name if that works.

    `plain` adds the option for plain mode.
    """
    return f"{_start()} {words}{' --plain' if plain else ''}".rstrip()


def _start() -> str:
    """Return what starts the program: its name, the path that was typed, or Python with the module."""
    script = Path(sys.argv[0])
    if script.stem == NAME:
        return NAME if _is_found(script) else shlex.quote(sys.argv[0])
    if script.stem == "__main__" and script.parent.name == "galli_tui":
        beside = Path(sys.executable).parent / NAME
        return NAME if _is_found(beside) else shlex.join((sys.orig_argv[0], "-m", "galli_tui"))
    return NAME


def _is_found(script: Path) -> bool:
    """Return whether the shell finds this script by the name alone."""
    found = shutil.which(NAME)
    return found is not None and script.exists() and script.samefile(found)
