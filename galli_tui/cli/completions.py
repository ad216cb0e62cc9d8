"""`completions`: the script with which a shell completes the command line. `shell_files.make` writes it."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Final

from galli_tui.startup.exit_codes import Exit

FOLDER: Final = Path(__file__).with_name("shell_files")
SHELLS: Final = {"bash": "galli-tui.bash", "zsh": "_galli-tui", "fish": "galli-tui.fish"}
"""The scripts by shell."""


def completions(args: Namespace) -> int:
    """Print the script of a shell."""
    print((FOLDER / SHELLS[args.shell]).read_text(encoding="utf-8"), end="")
    return Exit.OK
