"""Names of match files and ids: when it began, and the beginning of its id."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from saves.header import Header

SUFFIX: Final = ".galli"


def path_for(folder: Path, header: Header) -> Path:
    """The file of a new match, e.g. `20260301-193000-9f86d081.galli`; the time is UTC."""
    began = datetime.fromtimestamp(header.created, UTC)
    return folder / f"{began:%Y%m%d-%H%M%S}-{header.match.hex()[:8]}{SUFFIX}"
