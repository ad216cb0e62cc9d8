"""What the program remembers between starts: short texts by name, in one small file.

They are optional: a file that is missing, damaged or not writable changes nothing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Final, cast

from saves.errors import SaveError
from saves.storage.disk import read_start, write_atomic
from saves.storage.paths import home, make_private_folder

NAME: Final = "settings.json"
MOST_BYTES: Final = 16 << 10
"""A longer file is not ours."""


def load_settings() -> Mapping[str, str]:
    """Return the settings by name; empty if there is no readable file."""
    try:
        found: object = json.loads(read_start(home() / NAME, MOST_BYTES))
    except (OSError, ValueError, RecursionError, SaveError):
        return {}
    if not isinstance(found, dict):
        return {}
    kept = cast("dict[object, object]", found)
    return {name: value for name, value in kept.items() if isinstance(name, str) and isinstance(value, str)}


def save_setting(name: str, value: str) -> None:
    """Store one setting atomically, without raising if the file cannot be written."""
    save_settings({name: value})


def save_settings(values: Mapping[str, str]) -> None:
    """Store settings atomically, as `save_setting` does; an empty value removes one."""
    with suppress(OSError, SaveError):
        folder = home()
        make_private_folder(folder)
        kept = {name: value for name, value in {**load_settings(), **values}.items() if value}
        data = json.dumps(kept).encode()
        if len(data) <= MOST_BYTES:
            write_atomic(folder / NAME, data)
