"""Output of commands: lines wrapped between words on a terminal, and unchanged in a file or pipe."""

from __future__ import annotations

import re
import sys
from shutil import get_terminal_size
from textwrap import fill
from typing import Final, TextIO

from galli_tui.startup.own_command import own_command
from galli_tui.terminal.capabilities import is_terminal

_WORDS: Final = r"(?: [^\s`,;)]+)*"
"""The words of a command after the name of the program, up to a sign that ends them."""
_KEPT: Final = "\N{NO-BREAK SPACE}"
"""Stands for a space at which a line is not broken."""


def print_wrapped(line: str, indent: str = "") -> None:
    """Print a line on standard output; on a terminal, further lines begin with `indent`."""
    print(wrapped(line, sys.stdout, indent))


def wrapped(line: str, stream: TextIO | None, indent: str = "") -> str:
    """Return a line wrapped between words to the width of the stream's terminal; unchanged if it has none.

    A command of this program, which is to be typed or copied, is never broken.
    """
    if not is_terminal(stream):
        return line
    columns, command = get_terminal_size().columns, re.compile(f"{re.escape(own_command())}{_WORDS}")
    whole = command.sub(lambda found: found[0].replace(" ", _KEPT), line)
    filled = fill(whole, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    return filled.replace(_KEPT, " ")
