"""The entry point of `galli-tui` and of `python -m galli_tui`: checks the installation, then hands over to `cli`.

Nothing of ours but the check itself is imported before the check has passed.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from galli_tui import guard

EXIT_INSTALLATION = 78
"""The installation is broken: one of our packages is missing or another program's. Named as in sysexits."""
EXIT_INTERRUPTED = 130
"""Stopped by Ctrl-C: 128 and the number of SIGINT, as a shell says it."""
EXIT_PIPE = 141
"""Whoever read our output has gone: 128 and the number of SIGPIPE, as a shell says it."""


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these arguments (default: the command line's) and return its exit code."""
    if sentence := guard.trouble():
        print(sentence, file=sys.stderr)
        return EXIT_INSTALLATION
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        _silence_output()
        return EXIT_PIPE


def _run(argv: Sequence[str]) -> int:
    """The command line's exit code. What it has printed is on its way before this returns or raises."""
    from galli_tui import cli

    try:
        return cli.main(argv)
    finally:
        if sys.stdout:
            sys.stdout.flush()


def _silence_output() -> None:
    """Send what is still buffered nowhere, or Python complains about it on its way out."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())
    os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
