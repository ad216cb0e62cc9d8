"""Private notes in a match file about its table: how to rejoin it, and what the host allows."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

from galli_tui.tables.network import HostOptions
from net.discovery.address import Address, BadAddress, parse_address
from rules.engine.plain_data import Plain
from saves.storage.file_contents import parse_records
from saves.storage.file_scan import read_file
from saves.storage.match import Match
from saves.storage.replica import Replica

CODE: Final = "code"
TABLE: Final = "table"
PORT: Final = "port"
SSH: Final = "ssh"
"""The port of the SSH entrance, once there was one."""
ADDRESS: Final = "address"
WISH: Final = "wish"
_WATCH: Final = "watch"
_CHAT: Final = "chat"
_MOST_ADDRESSES: Final = 8


def notes_of(path: Path) -> Mapping[str, Plain]:
    """Return the notes in a match file without reading the match. Raises `SaveError`."""
    found, _ = read_file(path)
    return parse_records(found.records, path).private.notes


def note(match: Match | Replica, notes: Mapping[str, Plain]) -> None:
    """Save the notes that differ from those in the file. Raises `SaveError`."""
    for key, value in notes.items():
        if match.notes.get(key) != value:
            match.note(key, value)


def permission_notes(options: HostOptions) -> Mapping[str, Plain]:
    """Return the notes of what the host allows."""
    return {_WATCH: options.may_watch, _CHAT: options.may_chat}


def reopen_options(options: HostOptions, notes: Mapping[str, Plain]) -> HostOptions:
    """Return the options for reopening a match, combined with what was allowed at its table before."""
    return options._replace(
        may_watch=options.may_watch and notes.get(_WATCH) is not False,
        may_chat=options.may_chat or notes.get(_CHAT) is True,
    )


def text(value: Plain) -> str:
    """Return the text of a note; empty for anything else."""
    return value if isinstance(value, str) else ""


def addresses(value: Plain) -> tuple[Address, ...]:
    """Return the valid addresses in a note."""
    found: list[Address] = []
    for one in value[:_MOST_ADDRESSES] if isinstance(value, list) else []:
        with suppress(BadAddress):
            found.append(parse_address(text(one)))
    return tuple(found)
