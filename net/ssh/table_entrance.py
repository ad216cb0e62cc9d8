"""What joins the SSH entrance to a table: each visitor's program, its way to the host, and whom the table knows.

The program finds all it needs in its environment; what it does with it is its own.
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
"""The number of the inherited file through which a guest's program reaches its host (see `Hatch`)."""
NAME_VARIABLE: Final = "GALLI_TUI_NAME"
"""A name that the guest may want to sit down with; cleaned, and perhaps empty."""
CODE_FILE: Final = "table-code"
"""In a guest's folder: the code that it has shown to be right."""

_PASSED_ON: Final = ("PYTHONPATH", "PYTHONHOME", "LD_LIBRARY_PATH", "TZ")
"""Of the host's environment: without these its Python may not even start."""


Attach: TypeAlias = Callable[[socket.socket, str, bool], None]
"""Takes a connection, with what counts as its address, and whether it is by the holder of a seat."""


def make_entrance(
    home: Path,
    code: Callable[[], str],
    attach: Attach,
    words: Sequence[str],
    changed: Callable[[], None] = lambda: None,
    holders: Callable[[], Collection[PublicKeys]] = tuple,
) -> SshEntrance:
    """An entrance to a table, still to be opened.

    `code` is the table's at the moment, and `holders` hold its seats. `words` run the guest's program; `attach` takes
    its connections. Raises `BadCode`.
    """
    normalize_code(code())

    @contextmanager
    def program(visitor: SshGuest) -> Generator[ProgramCommand, None, None]:
        seated = guest_keys(visitor.folder) in holders()
        if seated:
            save_code(visitor.folder, code())
        else:
            remove_other_code(visitor.folder, but=normalize_code(code()))
        label = connection_label(visitor) if not seated else f"ssh {visitor.folder.name}"
        keeper = SocketReceiver(lambda sock: attach(sock, label, seated))
        try:
            yield ProgramCommand(
                words, guest_environment(visitor, keeper.inner), visitor.folder, (keeper.inner.fileno(),)
            )
        finally:
            keeper.close()

    return SshEntrance(
        home,
        EntrancePrograms(
            program, lambda folder: saved_code(folder) == normalize_code(code()) or guest_keys(folder) in holders()
        ),
        changed,
    )


def connection_label(visitor: SshGuest) -> str:
    """What counts as the address of a visitor's connections."""
    return f"ssh {address_key(visitor.address)}"


def guest_environment(visitor: SshGuest, hatch: socket.socket) -> Mapping[str, str]:
    """All that a visitor's program is told."""
    environment = {name: value for name in _PASSED_ON if (value := os.environ.get(name))}
    if own := _where_we_are():
        environment["PYTHONPATH"] = os.pathsep.join((own, *filter(None, (environment.get("PYTHONPATH"),))))
    return {
        **environment,
        HOME_VARIABLE: str(visitor.folder),
        "HOME": str(visitor.folder),
        "LANG": "C.UTF-8",
        "TERM": visitor.term,
        "COLORTERM": visitor.colour_term,
        HANDOFF_VARIABLE: str(hatch.fileno()),
        NAME_VARIABLE: clean_name(visitor.user),
    }


def inherited_sender() -> SocketSender:
    """The way to the host, in a program that an entrance has started. Raises OSError in any other."""
    number = os.environ.pop(HANDOFF_VARIABLE, "")
    if not (number.isascii() and number.isdecimal() and len(number) <= 6):
        raise OSError(f"{HANDOFF_VARIABLE} names no open file")
    os.set_inheritable(int(number), False)  # noqa: FBT003
    return SocketSender(int(number))


def save_code(folder: Path, code: str) -> None:
    """Notes that the guest of this folder has shown the code to be right. Raises OSError."""
    draft = folder / f".{CODE_FILE}"
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | BINARY, 0o600)
    with os.fdopen(handle, "w", encoding="ascii") as file:
        file.write(normalize_code(code))
    draft.replace(folder / CODE_FILE)


def saved_code(folder: Path) -> str:
    """The code that the guest of this folder has shown last; empty if there is none."""
    with suppress(OSError, UnicodeDecodeError, BadCode), (folder / CODE_FILE).open(encoding="ascii") as file:
        return normalize_code(file.read(64))
    return ""


def remove_other_code(folder: Path, *, but: str) -> None:
    """Removes the code of another table, which the guest's program would try at this one. Raises OSError."""
    if saved_code(folder) != but:
        (folder / CODE_FILE).unlink(missing_ok=True)


def _where_we_are() -> str:
    """The folder of our packages, unless Python finds it by itself."""
    folder = Path(__file__).resolve().parents[2]
    known = [*site.getsitepackages(), site.getusersitepackages()]
    return "" if str(folder) in (str(Path(name).resolve()) for name in known) else str(folder)


GUEST_PROGRAM: Final = (sys.executable, "-P", "-m", "galli_tui")
"""Runs this program's own installation, whatever folder it runs in; the command comes after it."""
