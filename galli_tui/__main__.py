"""The entry point of `galli-tui` and `python -m galli_tui`: checks the installation, then runs the command line.

Nothing of `rules`, `saves` and `net` is imported before the check has passed. Any failure after that ends in one
sentence (see `fault_report`).
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import suppress

from galli_tui.startup import install_check
from galli_tui.startup.closed_output import ClosedOutput
from galli_tui.startup.exit_codes import Exit
from galli_tui.startup.fault_report import debugging, report_fault


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with these arguments (default: the command line's) and return its exit code."""
    if sentence := install_check.installation_error():
        print(sentence, file=sys.stderr)
        return Exit.INSTALLATION
    try:
        return _run(sys.argv[1:] if argv is None else argv)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        _silence_output()
        return Exit.PIPE
    except OSError as error:
        _silence_output()
        if debugging():
            report_fault(error, _facts)
            return Exit.SAVE
        print(f"galli-tui: {_subject(error)} could not be read or written ({error.strerror}).", file=sys.stderr)
        return Exit.SAVE
    except Exception as fault:
        return report_fault(fault, _facts)


def _run(argv: Sequence[str]) -> int:
    """Run the command line and return its exit code, with all output flushed."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # Names go by what the output can write.
    # Printing to a stream that is None would do nothing, and printing errors to it would print them as output.
    sys.stdout = sys.stdout or ClosedOutput()
    sys.stderr = sys.stderr or io.StringIO()
    from galli_tui.cli import parser

    try:
        return parser.main(argv)
    finally:
        sys.stdout.flush()


def _facts() -> str:
    """Return what a report says about this terminal and computer."""
    from galli_tui.doctor.examination import facts

    return facts()


def _subject(error: OSError) -> str:
    """Return the file that an error is about, if it names one."""
    return f"file {str(error.filename)!a}" if error.filename else "a file or the output"


def _silence_output() -> None:
    """Discard buffered output, or Python complains about it at its end."""
    with suppress(OSError):  # There may be no room for one more open file.
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
