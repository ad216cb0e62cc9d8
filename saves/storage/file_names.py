"""Names of match files: when the match began and the beginning of its id; and of those that had to be written again."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from saves.format.header import Header

SUFFIX: Final = ".galli"
_RESCUED: Final = "-rescued"


def path_for(folder: Path, header: Header) -> Path:
    """The file of a new match, e.g. `20260301-193000-9f86d081.galli`; the time is UTC."""
    began = datetime.fromtimestamp(header.created, UTC)
    return folder / f"{began:%Y%m%d-%H%M%S}-{header.match.hex()[:8]}{SUFFIX}"


def free_rescue(path: Path) -> Path:
    """A name that no file has yet, for what is saved of a match whose own file was changed by another program."""
    return next(found for found in _rescues(path) if not found.exists())


def last_rescue(path: Path) -> Path:
    """The file in which all of this match is that was saved when others had changed its own file; else its own."""
    last = path
    for found in _rescues(path):
        if not found.exists():
            return last
        last = found
    return last


def _rescues(path: Path) -> Iterator[Path]:
    """The names `...-rescued.galli`, `...-rescued-2.galli` and so on."""
    stem = path.stem.partition(_RESCUED)[0] + _RESCUED
    yield path.with_name(stem + path.suffix)
    yield from (path.with_name(f"{stem}-{number}{path.suffix}") for number in count(2))
