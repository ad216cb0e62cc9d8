"""The report of an internal error: a sentence for the player, and a private file that can be sent to the developers.

No report shows values: one may be a card that a player at this terminal must not see. Nor does it have arguments,
names, keys or codes. A report that cannot be written is left out; the sentence then says how to see the error.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, NamedTuple

from galli_tui import __version__
from galli_tui.startup.exit_codes import Exit

FOLDER: Final = "reports"
"""The folder of reports, beside the matches."""
MOST_REPORTS: Final = 10
"""The reports that are kept; the same error has one."""
_SETTING: Final = "fault"
"""The setting with the report that the menu has not mentioned yet."""
_COMMAND: Final = re.compile(r"[a-z]{2,20}")
_PLACE: Final = re.compile(r'\s+File "[^"]+", line \d+, in [\w.<>]+')
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


class LastFault(NamedTuple):
    """The last internal error."""

    report: Path
    """The report about it."""
    match_id: str
    """The match that was open; empty if none was."""


def debugging() -> bool:
    """Return whether the player has asked for tracebacks."""
    return bool(os.environ.get("GALLI_TUI_DEBUG"))


def report_fault(
    fault: BaseException | None, facts: Callable[[], str] | None = None, way_back: str = "", match_id: str = ""
) -> Exit:
    """Write a report of an internal error, and print where it is and how to return to the match; return the exit code.

    `facts` describes the terminal and the computer. The next start's menu mentions the report (see `take_last_fault`).
    A damaged file of the program needs no report: what is printed names it.
    """
    if fault is not None and debugging():
        print("".join(_traceback(fault)), end="", file=sys.stderr)
    if _is_damage(fault):
        print(f"galli-tui: {fault}", *([way_back] if way_back else []), sep="\n", file=sys.stderr)
        return Exit.INSTALLATION
    name = f" ({type(fault).__name__})" if fault is not None else ""
    report = save_report(fault, "the program", facts)
    if report is None:
        advice = "To report the error, run the same command again with GALLI_TUI_DEBUG=1 and send the output."
    else:
        advice = (
            f"The report {shown(report)} says where in the code it happened, without cards, names or codes: please "
            "send it with a word about what you did."
        )
        _remember(report, match_id)
    saved = " Every move is saved." if way_back else ""
    print(
        f"galli-tui has stopped because of an internal error{name}.{saved} {advice}",
        *([way_back] if way_back else []),
        sep="\n",
        file=sys.stderr,
    )
    return Exit.FAULT


def _is_damage(fault: BaseException | None) -> bool:
    """Return whether a file of the program is damaged."""
    try:
        from rules.engine.shipped import DamagedFile
    except Exception:  # What has failed may be the rules themselves.
        return False
    return isinstance(fault, DamagedFile)


def save_report(fault: BaseException | None, part: str, facts: Callable[[], str] | None = None) -> Path | None:
    """Write a report and return its file; None if it cannot be written, whatever the reason.

    `part` says which process failed.
    """
    try:
        import hashlib

        from saves.storage.disk import write_atomic
        from saves.storage.paths import home, make_private_folder

        folder = home() / FOLDER
        make_private_folder(folder)
        trace = _without_home("".join(_traceback(fault)) if fault is not None else "The app ended without an error.\n")
        digest = hashlib.sha256(trace.encode()).hexdigest()[:8]
        now = datetime.now(UTC)
        report = folder / f"{now:%Y%m%d-%H%M%S}-{digest}.txt"
        text = "\n".join((_heading(now, part), trace, _without_home(_described(facts))))
        write_atomic(report, text.encode(errors="backslashreplace"))
        _tidy(folder, report, digest)
    except Exception:
        return None
    return report


def take_last_fault() -> LastFault | None:
    """Return the last internal error that was reported, once; None if there is none or its report is gone."""
    from saves.errors import SaveError
    from saves.storage.paths import home
    from saves.storage.settings import load_settings, save_setting

    found = load_settings().get(_SETTING, "")
    if not found:
        return None
    save_setting(_SETTING, "")
    name, _, match_id = found.partition(" ")
    try:
        report = home() / FOLDER / Path(name).name
    except SaveError:
        return None
    return LastFault(report, match_id) if report.is_file() else None


def shown(path: Path) -> str:
    """Return a path as it is shown: from `~` on where that is possible."""
    return _without_home(str(path))


def _remember(report: Path, match_id: str) -> None:
    from saves.storage.settings import save_setting

    with suppress(Exception):
        save_setting(_SETTING, f"{report.name} {match_id}".strip())


def _heading(now: datetime, part: str) -> str:
    """Return the lines above the traceback. Of the command line only the command is named."""
    command = sys.argv[1] if len(sys.argv) > 1 and _COMMAND.fullmatch(sys.argv[1]) else "none, or options first"
    python = ".".join(map(str, sys.version_info[:3]))
    return (
        "An internal error of galli-tui. This file has no cards, names, keys or codes: please send it to us.\n\n"
        f"galli-tui {__version__}, Python {python}, {os.uname().sysname}\n"
        f"When: {now:%Y-%m-%d %H:%M:%S} UTC\nCommand: {command}\nIn: {part}\n"
    )


def _described(facts: Callable[[], str] | None) -> str:
    try:
        return facts() if facts is not None else ""
    except Exception as error:
        return f"The terminal and the computer could not be described ({type(error).__name__}).\n"


def _without_home(text: str) -> str:
    """Return a text without the name of the player's home folder."""
    with suppress(RuntimeError):
        here = str(Path.home())
        if len(here) > 1:
            return text.replace(here + os.sep, f"~{os.sep}")
    return text


def _tidy(folder: Path, new: Path, digest: str) -> None:
    """Remove earlier reports of the same error, all beyond the most that are kept, and drafts of killed programs."""
    reports = sorted(folder.iterdir(), key=lambda path: path.name.lstrip("."), reverse=True)
    same = [path for path in reports if digest in path.name and path != new]
    rest = [path for path in reports if path not in (new, *same)]
    for path in (*same, *rest[MOST_REPORTS - 1 :]):
        with suppress(OSError):
            path.unlink()


def _traceback(fault: BaseException) -> Iterator[str]:
    """Yield Python's traceback without local variables, and without messages that may contain values."""
    import traceback  # Every command starts with this module, and few need a report.

    cause = fault.__cause__ or (None if fault.__suppress_context__ else fault.__context__)
    if cause is not None:
        yield from _traceback(cause)
        yield "\nwhich led to:\n\n"
    yield from traceback.format_tb(fault.__traceback__)
    if type(fault).__name__ == "_RemoteTraceback":  # The text of a worker's traceback, in place of its frames.
        yield from (f"{line}\n" for line in str(fault).splitlines() if _PLACE.fullmatch(line))
    message = str(fault) if isinstance(fault, _WITHOUT_VALUES) else "(message hidden: it may name hidden cards)"
    yield f"{type(fault).__qualname__}: {ascii(message)[1:-1]}\n"
    if isinstance(fault, BaseExceptionGroup):
        for part in fault.exceptions:  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
            yield "\none of its causes:\n\n"
            yield from _traceback(part)  # pyright: ignore[reportUnknownArgumentType]
