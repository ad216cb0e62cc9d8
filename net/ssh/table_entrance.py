"""The connection between an SSH entrance and a table: each guest's program, and how it reaches the host.

The program finds all it needs in its environment.
"""

from __future__ import annotations

import os
import site
import socket
import sys
from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final, TypeAlias

from net.limits.code_attempts import address_key
from net.ssh.entrance import EntrancePrograms, SshEntrance, SshGuest
from net.ssh.keys import guest_keys
from net.ssh.pty_program import ProgramCommand
from net.ssh.socket_handoff import SocketReceiver, SocketSender
from net.wire.table_code import BadCode, normalize_code
from saves.format.header import clean_name
from saves.format.identity import PublicKeys
from saves.storage.disk import BINARY
from saves.storage.paths import HOME_VARIABLE

HANDOFF_VARIABLE: Final = "GALLI_TUI_HATCH"
"""The inherited file descriptor through which a guest's program reaches its host (see `socket_handoff`)."""
NAME_VARIABLE: Final = "GALLI_TUI_NAME"
"""A name that the form suggests to the guest; cleaned, and perhaps empty."""
CODE_FILE: Final = "table-code"
"""The file in a guest's folder with the last correct code."""

_INHERITED: Final = ("PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "TZ")
"""Variables of the host's environment without which Python may not start."""


Attach: TypeAlias = Callable[[socket.socket, str, bool], None]
"""Takes a connection, a label that counts as its address, and whether its guest holds a seat."""


def make_entrance(
    home: Path,
    code: Callable[[], str],
    attach: Attach,
    argv: Sequence[str],
    changed: Callable[[], None] = lambda: None,
    holders: Callable[[], Collection[PublicKeys]] = tuple,
) -> SshEntrance:
    """Return an entrance to a table, still to be opened.

    `code` returns the present table code, and `holders` the guests that hold seats. `argv` starts a guest's program,
    and `attach` takes its connections. Raises `BadCode`.
    """
    normalize_code(code())

    @contextmanager
    def program(guest: SshGuest) -> Generator[ProgramCommand, None, None]:
        seated = guest_keys(guest.folder) in holders()
        if seated:
            save_code(guest.folder, code())
        else:
            remove_other_code(guest.folder, keep=normalize_code(code()))
        label = connection_label(guest) if not seated else f"ssh {guest.folder.name}"
        receiver = SocketReceiver(lambda sock: attach(sock, label, seated))
        try:
            yield ProgramCommand(
                argv, guest_environment(guest, receiver.inner), guest.folder, (receiver.inner.fileno(),)
            )
        finally:
            receiver.close()

    return SshEntrance(
        home,
        EntrancePrograms(
            program, lambda folder: saved_code(folder) == normalize_code(code()) or guest_keys(folder) in holders()
        ),
        changed,
    )


def connection_label(guest: SshGuest) -> str:
    """Return the label that counts as the address of a guest's connections."""
    return f"ssh {address_key(guest.address)}"


def guest_environment(guest: SshGuest, handoff: socket.socket) -> Mapping[str, str]:
    """Return the environment of a guest's program."""
    environment = {name: value for name in _INHERITED if (value := os.environ.get(name))}
    if own := _package_folder():
        environment["PYTHONPATH"] = os.pathsep.join((own, *filter(None, (environment.get("PYTHONPATH"),))))
    return {
        **environment,
        HOME_VARIABLE: str(guest.folder),
        "HOME": str(guest.folder),
        "LANG": "C.UTF-8",
        "TERM": guest.term,
        "COLORTERM": guest.colour_term,
        HANDOFF_VARIABLE: str(handoff.fileno()),
        NAME_VARIABLE: clean_name(guest.user),
    }


def inherited_sender() -> SocketSender:
    """Return the connection to the host of a program that an entrance has started. Raises OSError in any other."""
    number = os.environ.pop(HANDOFF_VARIABLE, "")
    if not (number.isascii() and number.isdecimal() and len(number) <= 6):
        raise OSError(f"{HANDOFF_VARIABLE} names no open file")
    os.set_inheritable(int(number), False)  # noqa: FBT003
    return SocketSender(int(number))


def save_code(folder: Path, code: str) -> None:
    """Save a code that the guest of this folder has used successfully. Raises OSError."""
    draft = folder / f".{CODE_FILE}"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(normalize_code(code))
    draft.replace(folder / CODE_FILE)


def saved_code(folder: Path) -> str:
    """Return the last correct code of the guest of this folder; empty if there is none."""
    with suppress(OSError, UnicodeDecodeError, BadCode), (folder / CODE_FILE).open(encoding="ascii") as file:
        return normalize_code(file.read(64))
    return ""


def remove_other_code(folder: Path, *, keep: str) -> None:
    """Remove a saved code unless it is this one; the guest's program would try it at this table. Raises OSError."""
    if saved_code(folder) != keep:
        (folder / CODE_FILE).unlink(missing_ok=True)


def _package_folder() -> str:
    """Return the folder of this project's packages; empty if Python finds it by itself."""
    folder = Path(__file__).resolve().parents[2]
    known = [*site.getsitepackages(), site.getusersitepackages()]
    return "" if str(folder) in (str(Path(name).resolve()) for name in known) else str(folder)


GUEST_PROGRAM: Final = (sys.executable, "-P", "-m", "galli_tui")
"""Starts this installation from any folder; the command follows."""
