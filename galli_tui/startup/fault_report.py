"""The report of an internal error: one sentence, and a traceback if GALLI_TUI_DEBUG is set.

No report shows values: one may be a card that a player at this terminal must not see.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Iterator
from typing import Final

_WITHOUT_VALUES: Final = (
    AttributeError,
    ImportError,
    MemoryError,
    NameError,
    OSError,
    RecursionError,
    TypeError,
    UnicodeError,
)
"""Errors whose messages name code, files and types, not values."""


def debugging() -> bool:
    """Return whether the player has asked for tracebacks."""
    return bool(os.environ.get("GALLI_TUI_DEBUG"))


def report_fault(fault: BaseException | None) -> None:
    """Print a report of an internal error on the error stream."""
    if fault is not None and debugging():
        print("".join(_traceback(fault)), end="", file=sys.stderr)
    name = f" ({type(fault).__name__})" if fault is not None else ""
    print(
        f"galli-tui has stopped because of an internal error{name}. Every move is saved. To report the error, run the "
        "same command again with GALLI_TUI_DEBUG=1 and send the output.",
        file=sys.stderr,
    )


def _traceback(fault: BaseException) -> Iterator[str]:
    """Yield Python's traceback without local variables, and without messages that may contain values."""
    cause = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
    if cause is not None:
        yield from _traceback(cause)
        yield "\nwhich led to:\n\n"
    yield from traceback.format_tb(fault.__traceback__)
    message = str(fault) if isinstance(fault, _WITHOUT_VALUES) else "(message hidden: it may name hidden cards)"
    yield f"{type(fault).__qualname__}: {ascii(message)[1:-1]}\n"
    if isinstance(fault, BaseExceptionGroup):
        for part in fault.exceptions:  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
            yield "\none of its causes:\n\n"
            yield from _traceback(part)  # pyright: ignore[reportUnknownArgumentType]
