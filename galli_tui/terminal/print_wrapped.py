"""Output of commands: lines wrapped between words on a terminal, and unchanged in a file or pipe."""

from __future__ import annotations

import sys
from shutil import get_terminal_size
from textwrap import fill
from typing import TextIO

from galli_tui.terminal.capabilities import is_terminal


def print_wrapped(line: str, indent: str = "") -> None:
    """Print a line on standard output; on a terminal, further lines begin with `indent`."""
    print(wrapped(line, sys.stdout, indent))


def wrapped(line: str, stream: TextIO | None, indent: str = "") -> str:
    """Return a line wrapped between words to the width of the stream's terminal; unchanged if it has none."""
    if not is_terminal(stream):
        return line
    columns = get_terminal_size().columns
    return fill(line, columns, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
